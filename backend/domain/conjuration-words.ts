import { z } from 'zod'
import { text } from './text.ts'

/** Schemas and limits of a lore item's content, shared with screens, which do not load the rules. */
export const untitledConjuration = 'Untitled Lore'
export const conjurationNameLimit = 255
export const conjurationDescriptionLimit = 20_000
export const tagLimit = 40

export const ConjurationName = z.string().trim().max(conjurationNameLimit)
export const ConjurationDescription = text(conjurationDescriptionLimit)
/** Removes leading number signs and blanks: tags are displayed with a `#`. */
const withoutSign = (tag: string) => tag.replace(/^[#＃\s]+/, '')
/** Drops empty tags and case-insensitive duplicates; the first spelling wins. */
export const ConjurationTags = z
  .array(z.string().trim().max(60))
  .max(tagLimit)
  .transform((tags) => {
    const seen = new Set<string>()
    return tags
      .map(withoutSign)
      .filter((tag) => tag !== '' && !seen.has(tag.toLowerCase()) && seen.add(tag.toLowerCase()))
  })

/** The writers of a lore item: its editors (the owner and DMs who see it), or every member who sees it. */
export const ConjurationWriters = z.enum(['EDITORS', 'MEMBERS'])
export type ConjurationWriters = z.infer<typeof ConjurationWriters>
