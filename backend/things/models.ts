import { models } from '#domain/models.ts'
import { quotes } from '#domain/quotes.ts'
import { topicOf } from '#domain/topics.ts'
import { modelsView } from '#projections/models.ts'
import { quotesView } from '#projections/quotes.ts'
import { moveModels } from '../commands/models/operations.ts'
import { paidModels } from '../commands/models/paid-models.ts'
import { quoteCommands } from '../commands/models/quotes.ts'
import { modelCommands } from '../commands/models/routes.ts'
import { trashedModels } from '../commands/models/trash.ts'
import { quoteQueries } from '../queries/admin/quotes.ts'
import { modelFileQueries } from '../queries/models/files.ts'
import { modelQueries as threeDModelQueries } from '../queries/models/routes.ts'
import { convertModels, expireConversions } from '../reactors/convert-models.ts'
import { expireModels, generateModels } from '../reactors/generate-models.ts'
import { mailQuotes } from '../reactors/mail-quotes.ts'
import { percent, type Thing } from './thing.ts'

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
  operations: ({ pool, store, quotas }) => ({ 'move-models': moveModels({ pool, store, quotas }) }),
  paidWork: [paidModels],
  trash: trashedModels,
}
