import { Rejection } from '#domain/decider.ts'
import type { EventStore } from '#eventstore'
import { reading } from '../../http/snapshot.ts'
import { loadRoom, type MovedThing } from '../../queries/storage/usage.ts'
import { keyedMutex } from '../keyed-mutex.ts'
import type { StorageDeps } from './room.ts'

/** Things of one kind that an operation moves in one page. */
interface Page {
  kind: MovedThing['kind']
  ids: readonly string[]
}

/**
 * Moves a page of things into a campaign; null is outside of all campaigns, where files count for their users alone.
 * `move` calls `useRoom` before it moves a thing of the page; `useRoom` throws `storage_full` if the campaign has no
 * room for the thing's files.
 */
export type MoveInto = <T>(
  campaignId: string | null,
  page: Page,
  move: (useRoom: (id: string) => void) => Promise<T>,
) => Promise<T>

interface Arrival extends MovedThing {
  campaignId: string
  /** The log position from which on the views show the arrival. */
  until: bigint
}

/** A position after all others: 2^63 - 1, the largest that the store can have. */
const endOfLog = 2n ** 63n - 1n

/**
 * Limits the files that this process moves into each campaign, whichever operations move them: pages of one campaign
 * run one after another, and things that the views do not show there yet take room as well. A refused move returns its
 * room once the views have reached the end of its page.
 */
export const movesIntoCampaigns = ({
  pool,
  store,
  quotas,
}: StorageDeps & { store: Pick<EventStore, 'head'> }): MoveInto => {
  const oneByOne = keyedMutex()
  let arrivals: readonly Arrival[] = []

  const moveInto: MoveInto = (campaignId, { kind, ids }, move) => {
    if (campaignId === null) return move(() => undefined)
    return oneByOne(campaignId, async () => {
      const before = arrivals.filter((arrival) => arrival.campaignId === campaignId)
      const things = [...before, ...ids.map((id) => ({ kind, id }))]
      const { position, bytes, used: shown } = await loadRoom(reading(pool), campaignId, things)
      arrivals = arrivals.filter(({ until }) => until > position)

      const counted = new Set(before.filter(({ until }) => until > position).map(({ id }) => id))
      let used = [...counted].reduce((sum, id) => sum + (bytes.get(id) ?? 0), shown)
      const came: string[] = []
      const useRoom = (id: string) => {
        const needed = bytes.get(id) ?? 0
        if (needed === 0 || counted.has(id)) return
        const most = quotas.campaignBytes
        if (used + needed > most) throw new Rejection('storage_full', { of: 'campaign', used, most, needed })
        used += needed
        came.push(id)
      }
      try {
        return await move(useRoom)
      } finally {
        if (came.length > 0) {
          // Recorded before the position is known: if the store does not answer, they count until this process ends.
          const arrived = came.map((id): Arrival => ({ kind, id, campaignId, until: endOfLog }))
          arrivals = [...arrivals, ...arrived]
          const until = await store.head().catch(() => endOfLog)
          for (const arrival of arrived) arrival.until = until
        }
      }
    })
  }
  return moveInto
}
