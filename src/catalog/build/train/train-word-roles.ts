import { logistic } from '../../matcher/knowledge/calibration.ts'
import {
  RolePlaces,
  role,
  rolePlaces,
  rolesCount,
  roleUnit,
  type WordRoles,
} from '../../matcher/knowledge/words/word-roles.ts'
import { tokenise } from '../../matcher/tokens.ts'
import type { MadeLine } from './lines/made-lines.ts'
import { nameWords } from './positions.ts'
import { type Random, randomOf } from './random.ts'

interface Seen {
  readonly places: Uint16Array
  readonly question: number
  readonly right: boolean
}

const rounds = 4
const rate = 0.15
const shrink = 1e-5

/** The same lines give the same weights. */
export function trainWordRoles(lines: readonly MadeLine[]): WordRoles {
  const seen = shuffled(lines.flatMap(seenIn), randomOf(7))
  const weights = new Float64Array(rolePlaces * rolesCount)
  const steps = new Float64Array(rolePlaces * rolesCount).fill(1)
  const bases = Array.from({ length: rolesCount }, (_, question) => {
    const asked = seen.filter((one) => one.question === question)
    const share = asked.filter(({ right }) => right).length / Math.max(1, asked.length)
    return Math.log(share / (1 - share))
  })
  for (let round = 0; round < rounds; round += 1) {
    for (const { places, question, right } of seen) {
      let sum = bases[question] ?? 0
      for (const place of places) sum += weights[place * rolesCount + question] ?? 0
      const slope = Number(right) - logistic(sum)
      for (const place of places) {
        const at = place * rolesCount + question
        const own = slope - shrink * (weights[at] ?? 0)
        steps[at] = (steps[at] ?? 0) + own * own
        weights[at] = (weights[at] ?? 0) + (rate * own) / Math.sqrt(steps[at] ?? 1)
      }
    }
  }
  return {
    weights: Int8Array.from(weights, (weight) =>
      Math.max(-127, Math.min(127, Math.round(weight * roleUnit))),
    ),
  }
}

/** Filled anew for every word. */
const sheet = new RolePlaces()

function seenIn(made: MadeLine): Seen[] {
  const tokens = tokenise(made.line)
  const name = nameWords(made.line, made.roles, tokens)
  return tokens.flatMap(({ key, kind }, at): Seen[] => {
    if (kind === 'number' || key.length < 2) return []
    sheet.find(key, tokens[at - 1]?.key ?? '', tokens[at + 1]?.key ?? '')
    const places = sheet.at.slice(0, sheet.length)
    const nobody = { places, question: role.nobody, right: name === null }
    if (name === null) return [nobody]
    const inName = at >= name.from && at < name.to
    const own = { places, question: role.inName, right: inName }
    if (inName) return [nobody, own]
    return [nobody, own, { places, question: role.ahead, right: at < name.from }]
  })
}

function shuffled<T>(list: T[], random: Random): T[] {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    const kept = list[at] as T
    list[at] = list[other] as T
    list[other] = kept
  }
  return list
}
