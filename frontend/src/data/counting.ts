import { filter, throttleTime } from 'rxjs'
import { realtimeOf, refetch } from '../realtime/follow.ts'
import { type FeedItem, isOneOf } from '../realtime/messages.ts'

/** How much lore there is in each folder, by the folder's id, at a position of the log. */
export interface Counts {
  position: string
  counts: Readonly<Record<string, number>>
}

interface Entry {
  extra: unknown
  dispatch: (action: never) => unknown
  getCacheEntry: () => { data?: Counts | undefined; endpointName?: string | undefined }
  cacheEntryRemoved: PromiseLike<void>
}

/** Counting looks at all of a campaign's lore, so a busy table is counted this often and no oftener. */
const countEveryMs = 2_000

const changesCounts = (item: FeedItem) =>
  isOneOf(item, [
    'ConjurationCreated',
    'ConjurationMoved',
    'ConjurationMovedToCampaign',
    'ConjurationDeleted',
    'ConjurationRestored',
    'ItemGone',
    'ItemShown',
  ])

/** Keeps counts true: events tell that they changed, not by how much and where. Spread it into a query's definition. */
export const countingConjurations = {
  async onCacheEntryAdded(campaignId: string, { extra, dispatch, getCacheEntry, cacheEntryRemoved }: Entry) {
    const realtime = realtimeOf(extra)
    const isStale = () => {
      const position = getCacheEntry().data?.position
      return position !== undefined && (realtime.after(position)?.some(changesCounts) ?? true)
    }
    const counting = realtime.changed$
      .pipe(filter(isStale), throttleTime(countEveryMs, undefined, { leading: true, trailing: true }))
      .subscribe(() => {
        const { endpointName } = getCacheEntry()
        if (endpointName) dispatch(refetch(endpointName, campaignId) as never)
      })
    await cacheEntryRemoved
    counting.unsubscribe()
  },
}
