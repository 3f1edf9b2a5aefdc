import { derivedId } from './ids.ts'

/** Returns the id of the segment for the nth text of a generation: the same for a repeated job and for the receipt. */
export const generatedSegmentId = (generationId: string, n: number): string =>
  derivedId('generation', generationId, 'segment', `${n}`)
