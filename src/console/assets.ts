import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../config/paths.ts'
import { tokenStyle } from './tokens.ts'

const folder = join(packageRoot, 'src', 'console', 'assets')

/** Browsers hash an inline text with its line ends normalised; a checkout on Windows may differ. */
export function readAsset(name: string): string {
  return readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
}

/**
 * The modules of a page as the text of one inline script. They import each other only so that
 * editors, the linter and the tests can follow them; joined, in the order given, those lines are
 * not needed. Names must differ between the modules of a page, which the browser would refuse
 * otherwise.
 */
export function readScript(names: readonly string[]): string {
  return names.map((name) => withoutModuleSyntax(readAsset(name))).join('\n')
}

/** The tokens of the house stand before whatever is styled with them. */
export function readStyle(names: readonly string[]): string {
  return [tokenStyle, ...names.map(readAsset)].join('\n')
}

function withoutModuleSyntax(text: string): string {
  return text
    .replace(/^import \{[^}]*\} from '\.[^']*'\n/gm, '')
    .replace(/^export (?=(async )?function|const|let)/gm, '')
}
