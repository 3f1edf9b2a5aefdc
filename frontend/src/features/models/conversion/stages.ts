import type { ConvertedFormat } from '#domain/model-words.ts'

export interface Stage {
  percent: number
  name: string
  /** Seconds until the stage is assumed to begin if the server reports no progress. */
  after: number
}

export const stagesOf = (format: ConvertedFormat): readonly Stage[] => [
  { percent: 10, name: 'Initializing', after: 2 },
  { percent: 25, name: 'Processing 3D model geometry', after: 8 },
  { percent: 50, name: `Converting to ${format} format`, after: 15 },
  { percent: 75, name: 'Optimizing mesh structure', after: 25 },
  { percent: 90, name: 'Finalizing conversion', after: 35 },
  { percent: 95, name: 'Preparing download', after: 45 },
]

const tickMs = 1_500
/** The highest percentage that is shown before the file exists. */
const cap = 95
const expectedMs = 60_000

/** Returns the assumed percentage after a time in ms: it rises in steps every 1.5 s, stage by stage. */
export const simulatedPercent = (stages: readonly Stage[], elapsedMs: number): number => {
  const seconds = (Math.floor(elapsedMs / tickMs) * tickMs) / 1000
  return stages.findLast(({ after }) => after <= seconds)?.percent ?? 0
}

/** Returns the reported progress, or else the assumed one: at most 95 percent. */
export const percentOf = (stages: readonly Stage[], elapsedMs: number, reported: number | undefined): number =>
  Math.min(cap, Math.round(reported ?? simulatedPercent(stages, elapsedMs)))

/** Returns the expected remaining milliseconds: of one minute in total, or by the reported speed. Null once that time is over. */
export const remainingMs = (elapsedMs: number, reported: number | undefined): number | null => {
  const total = reported ? (elapsedMs * 100) / reported : expectedMs
  return total > elapsedMs ? total - elapsedMs : null
}
