import { modelEvents, models } from '#domain/models.ts'
import { typesOf } from '#projections/trash.ts'
import type { TrashKind } from '../trash/kind.ts'

export const trashedModels: TrashKind = {
  kind: 'model',
  table: 'models',
  name: `coalesce(x.name, '')`,
  operationId: 'coalesce(x."operationId"::uuid, x.id)',
  saysOnlyIds: typesOf(modelEvents, 'ModelDeleted', 'ModelRestored', 'ModelPurged'),
  purge: (run, { id: modelId }) => run.send(models, modelId, { type: 'PurgeModel', data: { modelId, by: run.userId } }),
  restore: (run, { id: modelId }) => run.send(models, modelId, { type: 'RestoreModel', data: { modelId } }),
}
