import { derivedId } from './ids.ts'

/** The content that the nth text of a generation becomes: the same for a job that runs again, and for its receipt. */
export const generatedSegmentId = (generationId: string, n: number): string =>
  derivedId('generation', generationId, 'segment', `${n}`)
