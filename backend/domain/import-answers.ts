import { z } from 'zod'
import { CollectionName } from './collections.ts'
import { Receipt } from './me.ts'

/** The audience of imported pages: the DMs, the campaign, or as each page declares. */
export const ImportVisibility = z.enum(['DM', 'CAMPAIGN', 'PAGE'])
export type ImportVisibility = z.infer<typeof ImportVisibility>

const count = z.int().min(0)

const ImportProblem = z.object({ kind: z.enum(['left', 'changed', 'noted']), path: z.string(), reason: z.string() })

/** A page of an import's problems. `total` includes those that are too many to be recorded. */
export const ImportProblems = z.object({ problems: z.array(ImportProblem), recorded: count, total: count })
export type ImportProblems = z.infer<typeof ImportProblems>

/** A preview of an import. Lists are truncated; counts are complete. */
export const ImportPreview = z.object({
  id: z.uuid(),
  source: z.enum(['obsidian', 'markdown', 'notion', 'docx', 'kanka', 'legendkeeper', 'world-anvil', 'foundry']),
  name: z.string(),
  /** The suggested name of the new folder; null suggests none, as the destination has the same name. */
  folderName: z.string().nullable(),
  pages: count,
  publishedPages: count,
  folders: count,
  pictures: count,
  /** Pictures that represent their page. */
  leadPictures: count,
  pictureBytes: count,
  links: count,
  textLinks: count,
  relationships: count.default(0),
  /** Pages that only DMs see, regardless of the chosen visibility. */
  hiddenPages: count.default(0),
  tags: count,
  secrets: count,
  /** Pages of the source that are not imported. */
  leftPages: count,
  /** The first folders, each with the pages directly in it. */
  tree: z.array(z.object({ name: z.string(), depth: count, pages: count })),
  /** The first problems; `ImportProblems` has the others. */
  problems: z.array(ImportProblem),
  moreProblems: count,
})
export type ImportPreview = z.infer<typeof ImportPreview>

/** The choices for an import: the `name` of its new folder (null: no new folder), and the folder that receives everything. */
export const ImportChoices = z.strictObject({
  name: CollectionName.nullable(),
  visibility: ImportVisibility,
  parentCollectionId: z.uuid().nullable().default(null),
})
export type ImportChoices = z.infer<typeof ImportChoices>

export const ImportUploaded = Receipt.extend({ import: ImportPreview })
export const ImportBegun = Receipt.extend({ operationId: z.uuid(), collectionId: z.uuid().nullable() })
