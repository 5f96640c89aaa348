import { openText } from '../text/open-text.ts'
import type { XmlListener } from '../xml/xml-pass.ts'
import { openXmlPass } from '../xml/xml-pass.ts'
import type { Archive } from './archive.ts'

/** Reads a part to its end. */
export async function readPart(
  archive: Archive,
  name: string,
  listener: XmlListener,
): Promise<void> {
  for await (const _ of passes(archive, name, listener));
}

/** Reads a part piece by piece; what a piece told is taken between them. */
export async function* passes(
  archive: Archive,
  name: string,
  listener: XmlListener,
): AsyncGenerator<void> {
  const pass = openXmlPass('workbook', listener)
  for await (const text of openText(archive.part(name), null).pieces) {
    pass.write(text)
    yield
  }
  pass.end()
}
