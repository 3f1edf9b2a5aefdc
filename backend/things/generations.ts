import { generations } from '#domain/generations.ts'
import { generationsView } from '#projections/generations.ts'
import { generationCommands } from '../commands/templates/generate.ts'
import { paidGenerations } from '../commands/templates/paid-generations.ts'
import { emptyLoreCommands } from '../commands/templates/start-empty.ts'
import { findModel } from '../providers/known-models.ts'
import { generationQueries } from '../queries/templates/generations.ts'
import { expireGenerations } from '../reactors/expire-generations.ts'
import { giveBackPictures, makeGeneratedLore, showGeneratedPictures } from '../reactors/make-generated-lore.ts'
import { knowingBy, writeFromTemplates } from '../reactors/write-from-templates.ts'
import type { Thing } from './thing.ts'

export const generationsThing: Thing = {
  rules: [generations],
  views: [generationsView],
  routes: [generationQueries, generationCommands, emptyLoreCommands],
  reactors: ({ pool, files, images, textModel, untrusted, cancellations }) => [
    writeFromTemplates({ textModel, cancellations, knowing: knowingBy({ pool, files, untrusted }) }),
    ...expireGenerations(),
    makeGeneratedLore({ nameOf: (modelId) => findModel(images, modelId)?.name ?? '', untrusted }),
    giveBackPictures,
    showGeneratedPictures,
  ],
  paidWork: [paidGenerations],
  accountData: {
    tables: {
      generations: {
        statement: `select id, "templateName", status, title, texts, cost, "imageCost", "requestedAt", "endedAt" from generations
          where "userId" = @userId order by "requestedAt", id`,
      },
    },
  },
}
