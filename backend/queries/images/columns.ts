import { failedMessage } from '#domain/image-words.ts'
import { ImageItem } from '#projections/image-answers.ts'
import { asSeen, editable, editableAs } from '../visible.ts'

/** Prompts, visible to editors only. A provider's refusal may quote them. */
const forEditors: Readonly<Record<string, string>> = {
  prompt: 'null',
  negativePrompt: 'null',
  errorMessage: `case when i."errorMessage" is not null then '${failedMessage}' end`,
}

const loreIfPrimary = `case when i."primary" then i."conjurationId" end`

/** A picture's owner may see it without seeing its lore, whose id is then hidden. */
const columnOf = (column: string): string => {
  const others = forEditors[column]
  if (others !== undefined) return `case when ${editable} then i."${column}" else ${others} end as "${column}"`
  if (column === 'conjurationId') return asSeen('i."conjurationId"', column)
  return column === 'primaryOf' ? asSeen(loreIfPrimary, column) : `i."${column}"`
}

/** The columns of an `ImageItem` as a viewer may read them, of a picture `i` whose access is `a`. */
export const imageColumns = Object.keys(ImageItem.shape).map(columnOf).join(', ')

/** True if the name of a picture `i` contains `@search`, or its prompt, if the viewer may read it. */
export const imageMatches = `(i.name ilike @search or (i.prompt ilike @search
  and exists (select from access e where e.id = i.id and ${editableAs('e')})))`
