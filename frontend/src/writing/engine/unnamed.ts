import { Delta, tableEmbed } from '#domain/deltas.ts'
import { sameDelta } from './same-delta.ts'

/** Without what is named: a mention, a picture or a table as the one letter that it takes. */
const unnamed = ({ ops }: Delta): Delta =>
  ops.reduce((all, { insert, retain, delete: gone, attributes }) => {
    if (gone) return all.delete(gone)
    if (insert !== undefined) return all.insert(typeof insert === 'string' ? insert : ' ', attributes)
    return all.retain(typeof retain === 'number' ? retain : 1, attributes)
  }, new Delta())

/** Whether a change was recorded with the same words and formats, though it may name less: nobody names what they may not see. */
export const namesLess = (recorded: Delta, sent: Delta): boolean => sameDelta(unnamed(recorded), unnamed(sent))

/** Whether what leads from one text to another makes a table anew, and whatever is typed in its cells would go with the old one. */
export const replacesTable = ({ ops }: Delta): boolean =>
  ops.some(({ insert }) => typeof insert === 'object' && tableEmbed in insert)
