import { z } from 'zod'
import type { Decider } from './decider.ts'
import type { Kind } from './kind.ts'

const campaignId = z.uuid()
const imageId = z.uuid()

const shown = z.object({ campaignId, imageId })
const commands = { ShowMap: shown, TakeMapBack: shown }

export const tableEvents = {
  /** Replaces the map on the table, if there is one. */
  MapShown: shown,
  MapTakenBack: shown,
}

/** A campaign's table. At most one map lies on it, so that all members see the same one. */
export const tables: Decider<typeof commands, typeof tableEvents, { imageId: string | null }> = {
  category: 'tables',
  commands,
  events: tableEvents,
  initial: { imageId: null },
  decide: {
    ShowMap: ({ imageId }, data) => (imageId === data.imageId ? [] : [{ type: 'MapShown', data }]),
    TakeMapBack: ({ imageId }, data) => (imageId === data.imageId ? [{ type: 'MapTakenBack', data }] : []),
  },
  evolve: {
    MapShown: (_table, { imageId }) => ({ imageId }),
    MapTakenBack: () => ({ imageId: null }),
  },
}

export const tablesKind = {
  events: tableEvents,
} as const satisfies Kind<typeof tableEvents>
