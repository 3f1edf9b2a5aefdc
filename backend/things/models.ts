import { modelEvents, models } from '#domain/models.ts'
import { quotes } from '#domain/quotes.ts'
import { thumbnailWidths } from '#domain/thumbnail-widths.ts'
import { topicOf } from '#domain/topics.ts'
import { modelsView } from '#projections/models.ts'
import { quotesView } from '#projections/quotes.ts'
import { typesOf } from '#projections/trash.ts'
import { paidModels } from '../commands/models/paid-models.ts'
import { quoteCommands } from '../commands/models/quotes.ts'
import { modelCommands } from '../commands/models/routes.ts'
import { type MoveDeps, movesOf } from '../commands/operations/moves.ts'
import type { TrashKind } from '../commands/trash/kind.ts'
import { unmovableModel } from '../policies/models.ts'
import { thumbnailKey } from '../providers/rendered-keys.ts'
import { quoteQueries } from '../queries/admin/quotes.ts'
import { modelFileQueries } from '../queries/models/files.ts'
import { modelQueries as threeDModelQueries } from '../queries/models/routes.ts'
import { visible } from '../queries/visible.ts'
import { convertModels, expireConversions } from '../reactors/convert-models.ts'
import { expireModels, generateModels } from '../reactors/generate-models.ts'
import { mailQuotes } from '../reactors/mail-quotes.ts'
import { percent, type Thing } from './thing.ts'

/** A moved model loses its reference to its lore, which stays in its campaign; undoing the move does not restore the reference. */
const moveModels = (deps: MoveDeps) =>
  movesOf(deps, {
    rules: models,
    moved: 'ModelMoved',
    judge: unmovableModel,
    kind: 'model',
    move: (run, modelId, campaignId) => run.send(models, modelId, { type: 'MoveModel', data: { modelId, campaignId } }),
  })

const trashedModels: TrashKind = {
  kind: 'model',
  table: 'models',
  name: `coalesce(x.name, '')`,
  operationId: 'coalesce(x."operationId"::uuid, x.id)',
  saysOnlyIds: typesOf(modelEvents, 'ModelDeleted', 'ModelRestored', 'ModelPurged'),
  purge: (run, { id: modelId }) => run.send(models, modelId, { type: 'PurgeModel', data: { modelId, by: run.userId } }),
  restore: (run, { id: modelId }) => run.send(models, modelId, { type: 'RestoreModel', data: { modelId } }),
}

const modelFiles = `array[glb->>'key', preview->>'key', stl->'file'->>'key', "threeMf"->'file'->>'key', obj->'file'->>'key']`
interface OwnedModel {
  id: string
  files: string[]
  /** The version of the preview; null if there is none. */
  version: string | null
}

export const modelsThing: Thing = {
  rules: [models, quotes],
  views: [modelsView, quotesView],
  routes: [threeDModelQueries, modelFileQueries, modelCommands, quoteQueries, quoteCommands],
  reactors: ({
    pool,
    models: provider,
    convertModel: convert,
    files,
    publish,
    modelDeadlineMs: deadlineMs,
    ...deps
  }) => [
    mailQuotes(pool, { mailer: deps.mailer, baseUrl: deps.baseUrl, shop: deps.minisShopMail }),
    generateModels({
      provider,
      files,
      deadlineMs,
      progress: (modelId, { stage, share }) =>
        publish(topicOf('model', modelId), 'progress', { stage, ...percent(share) }),
    }),
    ...expireModels({ deadlineMs }),
    convertModels({
      convert,
      files,
      progress: (modelId, targetFormat, { stage, share }) =>
        publish(topicOf('model', modelId), 'conversion', { targetFormat, stage, ...percent(share) }),
    }),
    ...expireConversions({ deadlineMs }),
  ],
  operations: ({ pool, store, moveInto }) => ({ 'move-models': moveModels({ pool, store, moveInto }) }),
  paidWork: [paidModels],
  trash: trashedModels,
  storedFiles: {
    folders: [models.category],
    named: `select unnest(${modelFiles}) as name from models where id = any(@ids::uuid[])
      union all select id::text from models where id = any(@ids::uuid[])`,
    owned: `select id, array_remove(${modelFiles}, null) as files, substring("renderedImageUri" from '[^/]+$') as version
      from models where "campaignId" = any(@campaignIds::uuid[]) or ("campaignId" is null and "userId" = @userId)`,
    keysOf: ({ id, files, version }: OwnedModel) => ({
      stored: files,
      rendered: version === null ? [] : thumbnailWidths.map((width) => thumbnailKey(id, version, width)),
    }),
  },
  accountData: {
    tables: {
      models: {
        statement: `select id, "campaignId", name, prompt, shape, size, cost, status, "createdAt" from models
          where "userId" = @userId and "deletedAt" is null order by "createdAt", id`,
      },
      'printing-quotes': {
        statement: `select id, "modelId", state, note, "createdAt" from quotes where "userId" = @userId order by "createdAt", id`,
      },
    },
    // Excludes converted files, which require a plan.
    files: {
      folder: 'Models',
      statement: `select coalesce(nullif(m.name, ''), 'Unnamed Model') || '.glb' as name, m.glb->>'key' as key from models m join access a on a.id = m.id
        where m."userId" = @userId and m."deletedAt" is null and m.glb is not null and ${visible} order by m."createdAt", m.id`,
    },
  },
}
