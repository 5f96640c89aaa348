/** In this order: most browsers also name those that they wish to be taken for. */
const programs = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

/** `Firefox on Windows`; a program that is no browser is told as it calls itself. */
export function agentName(agent: string): string {
  const named = (all: readonly (readonly [string, RegExp])[]) =>
    all.find(([, pattern]) => pattern.test(agent))?.[0]
  const program = named(programs)
  const system = named(systems)
  if (!program) return agent
  return system ? `${program} on ${system}` : program
}
