import { models } from '#domain/models.ts'
import { unmovableModel } from '../../policies/models.ts'
import { type MoveDeps, movesOf } from '../operations/moves.ts'

/** The lore that a model was of stays where it is, also when the model comes back. */
export const moveModels = (deps: MoveDeps) =>
  movesOf(deps, {
    rules: models,
    moved: 'ModelMoved',
    judge: unmovableModel,
    filesOf: (modelId) => ({ modelIds: [modelId] }),
    move: (run, modelId, campaignId) => run.send(models, modelId, { type: 'MoveModel', data: { modelId, campaignId } }),
  })
