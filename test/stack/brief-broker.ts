/**
 * For a broker that lives for minutes: its second compiler takes as much of the processor as the
 * whole start, and would give that back after an hour.
 */
export const jvmOptions = ['-XX:TieredStopAtLevel=1'] as const
