import { texts } from '#domain/texts.ts'
import { topicOf } from '#domain/topics.ts'
import { forgetTextIndex } from '#projections/text-index.ts'
import { textsView } from '#projections/texts.ts'
import { textCommands } from '../commands/texts/routes.ts'
import { textVersionCommands } from '../commands/texts/versions.ts'
import { textHistoryQueries } from '../queries/texts/history.ts'
import { textQueries } from '../queries/texts/routes.ts'
import { indexTexts, settleTexts } from '../reactors/settle-texts.ts'
import type { Thing } from './thing.ts'

export const textsThing: Thing = {
  rules: [texts],
  views: [textsView],
  routes: [textQueries, textHistoryQueries, textCommands, textVersionCommands],
  reactors: ({ pool, publish, settleTextsMs, indexTextsMs }) => [
    settleTexts(pool, settleTextsMs),
    indexTexts({
      pool,
      delayMs: indexTextsMs,
      publish({ textId, campaignId }) {
        if (campaignId !== null) publish(topicOf('search', campaignId), 'searchable', { textId }, textId)
      },
    }),
  ],
  erasure: { clear: forgetTextIndex },
}
