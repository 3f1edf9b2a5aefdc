import type { Sitting } from '#projections/text-answers.ts'
import type { Read } from '../../http/snapshot.ts'

/** A text, and the log position after which its reader's history of it begins. */
export interface TextFrom {
  id: string
  position: string
}
export interface TextSitting extends Omit<Sitting, 'writers'> {
  textId: string
  /** The log position of its last change. */
  position: string
  /** Ids of the users who changed the text. */
  writers: string[]
}

interface PageOptions {
  /** Restricts to changes before this revision; only for a single text, and where a sitting begins. */
  beforeRevision?: number
  /** Restricts to sittings that ended before this log position. */
  beforePosition?: string
  limit: number
}

/** A pause of ten minutes ends a sitting, even if the change before the pause precedes the reader's history. */
const statement = `with changes as (
    select f.item as "textId", f.position, (f.data->>'revision')::int as revision, f.at, f.data->>'userId' as writer,
        f.at - lag(f.at) over (partition by f.item order by f.position) > interval '10 minutes' as begins
      from feed f where f.item = any(@ids::text[]) and f.seq = 0 and f.type = 'TextChanged'),
  numbered as (
    select c.*, count(*) filter (where c.begins) over (partition by c."textId" order by c.revision) as sitting
      from changes c join unnest(@ids::text[], @positions::bigint[]) t(id, position) on t.id = c."textId"
     where c.position > t.position and c.revision < @beforeRevision)
  select "textId", max(position)::text as position, max(revision) as revision, min(revision) - 1 as "from", min(at) as "begunAt",
      max(at) as "endedAt", count(*) as changes, array_agg(distinct writer) as writers
    from numbered group by "textId", sitting having max(position) < @beforePosition::bigint
   order by max(numbered.position) desc limit @limit`

const lastRevision = 2 ** 31 - 1
const lastPosition = '9'.repeat(18)

/** Returns the sittings of texts, latest first. */
export const sittingsOf = async (
  read: Read,
  texts: readonly TextFrom[],
  { beforeRevision = lastRevision, beforePosition = lastPosition, limit }: PageOptions,
): Promise<TextSitting[]> => {
  if (texts.length === 0) return []
  const [ids, positions] = [texts.map(({ id }) => id), texts.map(({ position }) => position)]
  return read<TextSitting>(statement, { ids, positions, beforeRevision, beforePosition, limit })
}
