import { generationEvents, generations, writingDeadlineMs } from '#domain/generations.ts'
import { expiries } from './expiries.ts'

/** Times out texts at their deadline. Their stream knows whether they are finished. */
export const expireGenerations = ({ deadlineMs = writingDeadlineMs }: { deadlineMs?: number } = {}) =>
  expiries(generationEvents, {
    name: 'generations',
    worker: 'write-from-templates',
    deadlineMs,
    on: {
      GenerationRequested: ({ generationId }, { dispatch }) =>
        dispatch(generations, generationId, { type: 'TimeOutGeneration', data: { generationId } }),
    },
  })
