import type { Viewer } from '#domain/access.ts'
import { findHistoryBeginning } from '../../http/history-beginning.ts'
import type { Read } from '../../http/snapshot.ts'
import { isPastShown } from '../conjurations/versions.ts'

/**
 * Revision, log position and time at which a reader's history of a text begins. For the whole history, these are 0 and an empty
 * time.
 */
export interface Beginning {
  revision: number
  position: string
  at: string
}
const all: Beginning = { revision: 0, position: '0', at: '' }

/**
 * The beginning of a viewer's history of a text. A description is read from its start if the lore shows its past; a
 * section that was for DMs only, from when it was shown. A copied text has the authors that the copying user could see;
 * for other viewers, the times of these authors begin with the copy.
 */
export const beginningOf = async (
  read: Read,
  viewer: Viewer,
  textId: string,
  conjurationId: string,
): Promise<Beginning> => {
  const beginning = await findHistoryBeginning(read, viewer, textId)
  if (!beginning || beginning.isOwners) return all
  const isShown = textId === conjurationId && (await isPastShown(read, conjurationId))
  const { position, at } = isShown ? { position: '0', at: '' } : beginning
  const [found] = await read<{ revision: number | null; begunAt: string | null }>(
    `select max((data->>'revision')::int) filter (where type = 'TextChanged' and position <= @position) as revision,
        date_trunc('minute', min(at) filter (where type = 'TextBegun')) as "begunAt"
       from feed where item = @textId and seq = 0 and type in ('TextBegun', 'TextChanged')`,
    { textId, position },
  )
  const latest = [at, found?.begunAt ?? ''].toSorted().at(-1) ?? ''
  return { revision: found?.revision ?? 0, position, at: latest }
}
