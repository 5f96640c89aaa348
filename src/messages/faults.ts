import { z } from 'zod'
import { unknownMembers } from './unknown-members.ts'

/**
 * The value as the schema has it, or its faults in the words of a person: for every parse whose
 * message a caller reads. The library is asked for words only once there is a fault, since it takes
 * six times as long with them. Members that the schema refuses come first: one that is missing may
 * be there under a wrong name.
 */
export function readTold<T>(schema: z.ZodType<T>, value: unknown): z.ZodSafeParseResult<T> {
  const read = schema.safeParse(value)
  const unknown = unknownMembers(schema, value)
  if (read.success && unknown.length === 0) return read
  const told = schema.safeParse(value, { error: faultText })
  if (unknown.length === 0) return told
  const others = told.error?.issues.filter(({ code }) => code !== 'unrecognized_keys') ?? []
  // as: the library's constructor knows nothing of the value that its faults are about.
  return { success: false, error: new z.ZodError([...unknown, ...others]) as z.ZodError<T> }
}

/** The words for a fault for which its schema has none of its own. */
function faultText(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is missing'
        : `must be ${kinds[issue.expected] ?? 'other'}`
    case 'invalid_value':
      return issue.input === undefined ? 'is missing' : `must be ${oneOf(issue.values)}`
    case 'too_small':
      return `must ${atLeast(issue)}`
    case 'too_big':
      return `must ${atMost(issue)}`
    case 'invalid_format':
      return formats[issue.format] ?? 'has the wrong form'
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_union':
      return issue.input === undefined ? 'is missing' : 'has the wrong form'
    default:
      return undefined
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  nan: 'a number',
}

const formats: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  url: 'must be an address such as https://example.com',
  datetime: 'must be a time such as 2026-01-31T12:00:00Z',
  date: 'must be a day such as 2026-01-31',
}

type TooSmall = z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>
type TooBig = z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>

function atLeast({ origin, minimum, inclusive }: TooSmall): string {
  const least = Number(minimum)
  if (origin === 'string') {
    return least === 1 ? 'not be empty' : `have at least ${counted(least, 'character')}`
  }
  if (origin === 'array' || origin === 'set') return `hold at least ${counted(least, 'item')}`
  return inclusive === false ? `be more than ${figure(least)}` : `be at least ${figure(least)}`
}

function atMost({ origin, maximum, inclusive }: TooBig): string {
  const most = Number(maximum)
  if (origin === 'string') return `have at most ${counted(most, 'character')}`
  if (origin === 'array' || origin === 'set') return `hold at most ${counted(most, 'item')}`
  return inclusive === false ? `be less than ${figure(most)}` : `be at most ${figure(most)}`
}

function oneOf(values: readonly unknown[]): string {
  const texts = values.map((value) => String(value))
  return texts.length === 1 ? `${texts[0]}` : `one of ${texts.join(', ')}`
}

/** "1 cent", "2 cents", "1,000 cents". */
export function counted(count: number, noun: string): string {
  return `${figure(count)} ${noun}${count === 1 ? '' : 's'}`
}

function figure(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 20 })
}
