import type { Line, Plot } from './plot.ts'
import type { SoakFindings } from './run-soak.ts'
import type { Sample, Values } from './samples.ts'
import { sampleEveryMs } from './samples.ts'

const msOfAMinute = 60_000

/** The plot of a soak: memory, disk, lag and the times of the answers. */
export function pictureOf(findings: SoakFindings): Plot {
  const { mode, minutes, rate, seed, kills, samples, windows } = findings
  const answered = (name: string, of: 'p50Ms' | 'p99Ms'): Line => {
    const points = windows.map((each) => {
      const middleMs = each.atMs + sampleEveryMs / 2
      return { minute: middleMs / msOfAMinute, value: each[of] }
    })
    return { name, points }
  }
  const seen = (valuesOf: (sample: Sample) => Values) => linesOf(samples, valuesOf)
  const linear = { scale: 'linear' } as const
  const log = { scale: 'log' } as const
  return {
    title: `Soak of the ${mode} mode: ${rate} calls/s for ${minutes} minutes (seed ${seed})`,
    minutes,
    panels: [
      { title: 'Memory', unit: 'MB', ...linear, lines: seen(({ memoryMb }) => memoryMb) },
      { title: 'Disk', unit: 'MB', ...linear, lines: seen(({ diskMb }) => diskMb) },
      { title: 'Lag', unit: 'records', ...log, lines: seen(({ lag }) => lag) },
      {
        title: 'Time to the answer',
        unit: 'ms',
        ...log,
        lines: [answered('p99', 'p99Ms'), answered('p50', 'p50Ms')],
      },
    ],
    marks: kills.map(({ atMs, name }) => ({ minute: atMs / msOfAMinute, name })),
    note:
      'A dotted line is a kill -9; times are of calls that could be paid; memory is resident; ' +
      'the lag stands at 1 where there is none.',
  }
}

function linesOf(samples: readonly Sample[], valuesOf: (sample: Sample) => Values): Line[] {
  const names = new Set(samples.flatMap((sample) => Object.keys(valuesOf(sample))))
  return [...names].map((name) => {
    const points = samples.map((sample) => {
      return { minute: sample.atMs / msOfAMinute, value: valuesOf(sample)[name] ?? null }
    })
    return { name, points }
  })
}
