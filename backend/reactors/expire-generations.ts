import { generationEvents, generations, writingDeadlineMs } from '#domain/generations.ts'
import { reactor } from './reactor.ts'

/** Gives up on texts that have not come to be by their deadline. Their stream knows whether they did. */
export const expireGenerations = ({ deadlineMs = writingDeadlineMs }: { deadlineMs?: number } = {}) =>
  reactor(generationEvents, {
    name: 'expire-generations',
    delayMs: deadlineMs,
    on: {
      GenerationRequested: ({ generationId }, { dispatch }) =>
        dispatch(generations, generationId, { type: 'TimeOutGeneration', data: { generationId } }),
    },
  })
