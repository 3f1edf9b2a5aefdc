import type { Read } from '../../http/snapshot.ts'

/** Whether an event of the feed `f` names the id `$1`, in its data or as what it was done by: word for word what `feed_named` is an index of. */
const isNaming = 'f.seq = 0 and (public.ids_of_data(f.data) ? $1 or public.ids_in_metadata(f.metadata) @> array[$1])'

/** So many of the newest are looked through first: nearly all that there are may name one campaign, and an index of them is no help. */
const newest = 1_000
/** Of an id that many name, so many are found by the index, in whatever order; more than that, and the newest of all may not be among them. */
const mostFound = 1_000

/** A whole word that may stand in an event as an id, the provider's as well as ours; as `ids_of_data` has it. */
export const isId = (word: string): boolean => /^(?=.{6,100}$)[\dA-Za-z]+[_-][\w-]*(?:\d|[a-z][A-Z])[\w-]*$/.test(word)

/** Where in an event's data an id stands: `holdId`, `purpose.id`, `from.grantId`. Undefined where it is what the event was done by. */
export const placeOf = (data: unknown, id: string): string | undefined => {
  for (const [key, value] of Object.entries(data ?? {})) {
    const name = Array.isArray(data) ? [] : [key]
    if (value === id) return name.join('.')
    const below = typeof value === 'object' ? placeOf(value, id) : undefined
    if (below !== undefined) return [...name, ...(below ? [below] : [])].join('.')
  }
  return undefined
}

/**
 * Positions of events that name an id, the newest first. PostgreSQL cannot know how many name one, and would rather look through them all
 * than ask the index: so it may not.
 */
export async function positionsNaming(read: Read, id: string, limit: number): Promise<string[]> {
  const late = await read<{ position: string }>(
    `select f.position::text from (select * from feed where seq = 0 order by position desc limit ${newest}) f
      where ${isNaming} order by f.position desc limit $2`,
    [id, limit],
  )
  if (late.length === limit) return late.map(({ position }) => position)
  await read('set local plan_cache_mode = force_custom_plan')
  await read('set local enable_seqscan = off')
  await read('set local enable_indexscan = off')
  const all = await read<{ position: string }>(
    `select position::text from (select f.position from feed f where ${isNaming} limit ${mostFound}) named
      order by named.position desc limit $2`,
    [id, limit],
  )
  await read('set local enable_seqscan = on')
  await read('set local enable_indexscan = on')
  return [...new Set([...late, ...all].map(({ position }) => position))]
    .sort((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1))
    .slice(0, limit)
}
