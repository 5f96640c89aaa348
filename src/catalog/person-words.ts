import { hasLine, readDataLines, readDataText } from './data-files.ts'
import { fold } from './fold.ts'

/** Names that people of the world are given, and those of their families. */
export interface People {
  readonly isGiven: (key: string) => boolean
  readonly isFamily: (key: string) => boolean
}

/** Words by which people are told from desks and machines, all under the keys of `wordKey`. */
export interface PersonWords extends People {
  /** A name as its bearers write it, where a rule could not know: O'Brien, MacDonald. */
  readonly spellings: ReadonlyMap<string, string>
  readonly roles: ReadonlyMap<string, RoleKind>
  /** Words that end the one-word name of a desk or machine: buildbot, salesteam. */
  readonly endings: readonly string[]
  readonly particles: ReadonlyMap<string, Particle>
}

/**
 * - `desk`: a function, a department, a machine; never part of a person's name
 * - `either`: a common word that is somebody's name too
 * - `often`: a name, yet by itself more often a desk: dev, ward, and towns with an office
 * - `link`: of, and, the
 */
type RoleKind = 'desk' | 'either' | 'often' | 'link'

export type ParticleKind =
  | 'small'
  | 'apostrophe'
  | 'large'
  | 'elided'
  | 'glued'
  | 'title'
  | 'suffix'
  | 'mark'

interface Particle {
  readonly kind: ParticleKind
  readonly spelled: string
}

export function readPeople(): People {
  const given = readDataText('person-names.txt')
  const family = readDataText('family-names.txt')
  return { isGiven: (key) => hasLine(given, key), isFamily: (key) => hasLine(family, key) }
}

export function readPersonWords(people: People): PersonWords {
  const roles = cellsOf('role-words.tsv')
  return {
    ...people,
    spellings: new Map(cellsOf('name-spellings.tsv').map(([key = '', name = '']) => [key, name])),
    roles: new Map(
      roles.flatMap(([word = '', kind = '']) => (isRoleKind(kind) ? [[word, kind]] : [])),
    ),
    endings: roles.flatMap(([word = '', kind]) => (kind === 'ending' ? [word] : [])),
    particles: new Map(
      cellsOf('name-particles.tsv').flatMap(([key = '', kind = '', spelled = '']) =>
        isParticleKind(kind) ? [[key, { kind, spelled }]] : [],
      ),
    ),
  }
}

/** The spelling in which words of an address are looked up: müller, o’brien, ØRSTED. */
export function wordKey(word: string): string {
  return fold(word).replaceAll("'", '')
}

function cellsOf(file: string): string[][] {
  return readDataLines(file).map((line) => line.split('\t'))
}

const roleKinds: ReadonlySet<string> = new Set(['desk', 'either', 'often', 'link'])

function isRoleKind(kind: string): kind is RoleKind {
  return roleKinds.has(kind)
}

const particleKinds: ReadonlySet<string> = new Set(
  'small apostrophe large elided glued title suffix mark'.split(' '),
)

function isParticleKind(kind: string): kind is ParticleKind {
  return particleKinds.has(kind)
}
