import { z } from 'zod'
import { GenerationRow } from './generations.ts'
import { TemplateRow } from './templates.ts'

/** Answers about templates; the browser reads the same schemas. */

/** A template with its owner and usage. */
export const Template = TemplateRow.extend({
  usageCount: z.int(),
  lastUsedAt: z.string().nullable(),
  user: z.object({ username: z.string() }),
})
export type Template = z.infer<typeof Template>

export const TemplateList = z.object({ templates: z.array(Template), total: z.int() })
export type TemplateList = z.infer<typeof TemplateList>

/** `count` is the user's own templates, including those over the limit; a null limit is none. */
export const TemplateLimits = z.object({
  count: z.int(),
  limit: z.int().nullable(),
  canCreate: z.boolean(),
  canModify: z.boolean(),
})
export type TemplateLimits = z.infer<typeof TemplateLimits>

export const TemplateStats = z.object({ templates: z.int(), uses: z.int(), lastUsedAt: z.string().nullable() })
export type TemplateStats = z.infer<typeof TemplateStats>

/** Templates in the library's Trash, the latest first. */
export const TemplateTrash = z.object({
  templates: z.array(z.object({ id: z.uuid(), name: z.string(), deletedAt: z.string() })),
  total: z.int(),
})
export type TemplateTrash = z.infer<typeof TemplateTrash>

/**
 * A generation in progress or finished. `sources` is the lore used as context that the viewer still sees; `leftOut`
 * counts the omitted sources.
 */
export const Generation = GenerationRow.extend({
  sources: z.array(z.object({ id: z.uuid(), name: z.string() })),
  leftOut: z.int(),
})
export type Generation = z.infer<typeof Generation>
