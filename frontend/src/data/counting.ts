import type { CollectionRow } from '#projections/collections.ts'
import type { AnyView } from '#projections/view.ts'
import { type Following, follow, realtimeOf, refetch, type Snapshot } from '../realtime/follow.ts'
import { changesCounts } from './collections-query.ts'

/** A followed list of folders whose rows carry counts. `counted` is the log position at which the server counted. */
export interface CountedSnapshot<Row extends CollectionRow> extends Snapshot<Row> {
  counted: string
}

interface CountedEntry {
  extra: unknown
  dispatch: (action: never) => unknown
  getCacheEntry: () => {
    data?: { counted: string; rows: readonly CollectionRow[] } | undefined
    endpointName?: string | undefined
  }
}

/** The counts of a busy campaign are fetched at most once in this many milliseconds. */
const recountEveryMs = 2_000

/** Runs an action at once, and then at most once per `ms` milliseconds. The last request is always followed by a run. */
const throttle = (action: () => void, ms: number) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWanted = false
  const run = () => {
    isWanted = timer !== undefined
    if (isWanted) return
    action()
    timer = setTimeout(() => {
      timer = undefined
      if (isWanted) run()
    }, ms)
  }
  return { run, stop: () => clearTimeout(timer) }
}

/**
 * Follows a list of folders and refetches it when an event changes the number of items in one of them: events state that a
 * count changed, but not the count for this viewer.
 */
export const followCounted = <Row extends CollectionRow, Arg, S extends CountedSnapshot<Row> = CountedSnapshot<Row>>(
  view: AnyView<CollectionRow>,
  following: Following<Row, Arg>,
) => {
  const followed = follow<CollectionRow, Row, Arg, S>(view, following)

  const isMiscounted = ({ extra, getCacheEntry }: CountedEntry): boolean => {
    const { data } = getCacheEntry()
    if (!data) return false
    return (
      realtimeOf(extra)
        .after(data.counted)
        ?.some((item) => changesCounts(item, data.rows)) ?? true
    )
  }
  const recount = (arg: Arg, { dispatch, getCacheEntry }: CountedEntry) => {
    const { endpointName } = getCacheEntry()
    if (endpointName) dispatch(refetch(endpointName, arg) as never)
  }

  return {
    async onCacheEntryAdded(arg: Arg, entry: Parameters<typeof followed.onCacheEntryAdded>[1]) {
      const recounting = throttle(() => recount(arg, entry), recountEveryMs)
      const changes = realtimeOf(entry.extra).changed$.subscribe(() => isMiscounted(entry) && recounting.run())
      await followed.onCacheEntryAdded(arg, entry)
      changes.unsubscribe()
      recounting.stop()
    },
    async onQueryStarted(arg: Arg, entry: Parameters<typeof followed.onQueryStarted>[1]) {
      await followed.onQueryStarted(arg, entry)
      if (!isMiscounted(entry)) return
      // The event arrived while this request was pending, when a refetch is dropped: without a later event the counts would stay wrong.
      realtimeOf(entry.extra)
        .aWhile()
        .subscribe(() => isMiscounted(entry) && recount(arg, entry))
    },
  }
}
