import { failedMessage } from '#domain/image-words.ts'
import { ImageItem } from '#projections/answers.ts'
import { asSeen, editable, editableAs } from '../visible.ts'

/** What a picture was asked for with: for those who may edit it. A provider's refusal may quote it. */
const forEditors: Readonly<Record<string, string>> = {
  prompt: 'null',
  negativePrompt: 'null',
  errorMessage: `case when i."errorMessage" is not null then '${failedMessage}' end`,
}

const loreIfPrimary = `case when i."primary" then i."conjurationId" end`

/** Its owner sees a picture whose lore they do not see. */
const columnOf = (column: string): string => {
  const others = forEditors[column]
  if (others !== undefined) return `case when ${editable} then i."${column}" else ${others} end as "${column}"`
  if (column === 'conjurationId') return asSeen('i."conjurationId"', column)
  return column === 'primaryOf' ? asSeen(loreIfPrimary, column) : `i."${column}"`
}

/** The columns of an `ImageItem` as a viewer may read them, of a picture `i` whose access is `a`. */
export const imageColumns = Object.keys(ImageItem.shape).map(columnOf).join(', ')

/** Whether a picture `i` has `@search` in its name, or in its prompt where the viewer may read that. */
export const imageMatches = `(i.name ilike @search or (i.prompt ilike @search
  and exists (select from access e where e.id = i.id and ${editableAs('e')})))`
