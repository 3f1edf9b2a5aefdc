import { topicOf } from '#domain/topics.ts'
import { writings } from '#domain/writings.ts'
import { writingsView } from '#projections/writings.ts'
import { llmCommands } from '../commands/writings/llms.ts'
import { writingCommands } from '../commands/writings/routes.ts'
import { writingQueries } from '../queries/writings/routes.ts'
import { writeTexts } from '../reactors/write-texts.ts'
import type { Thing } from './thing.ts'

export const writingsThing: Thing = {
  rules: [writings],
  views: [writingsView],
  routes: [writingQueries, writingCommands, llmCommands],
  reactors: ({ pool, files, untrusted, textModel, publish }) => [
    writeTexts({
      pool,
      files,
      untrusted,
      textModel,
      publish: (writingId, at, text) => publish(topicOf('writing', writingId), 'piece', { at, text }),
    }),
  ],
  accountData: {
    tables: {
      // Excludes the texts, which may reveal more of a campaign than the user may see now. Conversations and lore contain the used ones.
      'written-texts': {
        statement: `select id, "campaignId", purpose, status, provider, model, "inputTokens", "outputTokens", cost, "createdAt"
          from writings where "userId" = @userId order by "createdAt", id`,
      },
    },
  },
}
