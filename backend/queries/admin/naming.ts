import type { Read } from '../../http/snapshot.ts'

/**
 * True if an event of the feed `f` refers to the id `$1`, in its data or its metadata. Must equal the expression of the
 * index `feed_named`.
 */
const isNaming = 'f.seq = 0 and (public.ids_of_data(f.data) ? $1 or public.ids_in_metadata(f.metadata) @> array[$1])'

/** Number of newest events searched first: nearly all events may refer to one campaign, and an index does not help then. */
const newest = 1_000
/** Limit of matches found by the index, in arbitrary order; with more matches, the newest may be missing. */
const mostFound = 1_000

/** True for a word with the form of an id, of the provider or our own; the same rule as in `ids_of_data`. */
export const isId = (word: string): boolean => /^(?=.{6,100}$)[\dA-Za-z]+[_-][\w-]*(?:\d|[a-z][A-Z])[\w-]*$/.test(word)

/** Path of an id in an event's data: `holdId`, `purpose.id`, `from.grantId`. Undefined if the id is in the metadata. */
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
 * Returns the positions of events that refer to an id, newest first. PostgreSQL cannot estimate how many do, and would scan the whole
 * table instead of using the index, so such scans are disabled.
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
