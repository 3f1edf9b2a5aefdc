import { filter, throttleTime } from 'rxjs'
import type { CollectionRow } from '#projections/collections.ts'
import { realtimeOf, refetch } from '../realtime/follow.ts'
import { changesCounts } from './collections-query.ts'

interface Entry {
  extra: unknown
  dispatch: (action: never) => unknown
  getCacheEntry: () => {
    data?: { counted: string; rows: readonly CollectionRow[] } | undefined
    endpointName?: string | undefined
  }
  cacheEntryRemoved: PromiseLike<void>
}

/** A busy table's folders are counted this often and no oftener. */
const countEveryMs = 2_000

/** Keeps true how much is in each folder of a list: events tell that it changed, not by how much for this person. */
export const keepCounted = async (arg: unknown, { extra, dispatch, getCacheEntry, cacheEntryRemoved }: Entry) => {
  const realtime = realtimeOf(extra)
  const isStale = () => {
    const { data } = getCacheEntry()
    return data !== undefined && (realtime.after(data.counted)?.some((item) => changesCounts(item, data.rows)) ?? true)
  }
  const counting = realtime.changed$
    .pipe(filter(isStale), throttleTime(countEveryMs, undefined, { leading: true, trailing: true }))
    .subscribe(() => {
      const { endpointName } = getCacheEntry()
      if (endpointName) dispatch(refetch(endpointName, arg) as never)
    })
  await cacheEntryRemoved
  counting.unsubscribe()
}
