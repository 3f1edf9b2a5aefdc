import { models } from '#domain/models.ts'
import { endingHold, paidWork } from '../credits/paid-work.ts'

/** Models are paid with credits that are held before. Deleting one that is still being made spends them. */
export const paidModels = paidWork({
  kind: 'models',
  decider: models,
  lapse: (modelId, holdId) => ({ type: 'LapseModelHold', data: { modelId, holdId } }),
  fateOf: ({ holds }, holdId) => holds[holdId],
  ends: {
    ModelGenerationCompleted: endingHold('captured'),
    ModelGenerationFailed: endingHold('failed'),
    ModelGenerationTimedOut: endingHold('timed_out'),
    ModelDeleted: endingHold('captured'),
  },
})
