import { generationEvents, generations, writingDeadlineMs } from '#domain/generations.ts'
import { expiries } from './expiries.ts'

/** Gives up on texts that have not come to be by their deadline. Their stream knows whether they did. */
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
