import type { Viewer } from '#domain/access.ts'
import { readHistoryBeginning } from '../../http/history-beginning.ts'
import type { Read } from '../../http/snapshot.ts'
import { isPastShown } from '../conjurations/versions.ts'

/** The revision at which a reader's history of a text begins, and when that was. All of the text's history is 0, and no time. */
export interface Beginning {
  revision: number
  at: string
}
const all: Beginning = { revision: 0, at: '' }

/** A description is read from its beginning where the lore's past is shown; a section that was for DMs only begins where it was shown. */
export const beginningOf = async (
  read: Read,
  viewer: Viewer,
  textId: string,
  conjurationId: string,
): Promise<Beginning> => {
  const { position, at } = (await readHistoryBeginning(read, viewer, textId)) ?? { position: '0', at: '' }
  if (position === '0' || (textId === conjurationId && (await isPastShown(read, conjurationId)))) return all
  const [last] = await read<{ revision: number | null }>(
    `select max((data->>'revision')::int) as revision from feed
      where item = @textId and seq = 0 and type = 'TextChanged' and position <= @position`,
    { textId, position },
  )
  return { revision: last?.revision ?? 0, at }
}
