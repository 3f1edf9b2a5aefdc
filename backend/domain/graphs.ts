import { z } from 'zod'
import { type ById, byId, none, withThing } from './by-id.ts'
import type { Decider } from './decider.ts'
import { type Kind, toNull } from './kind.ts'

const conjurationId = z.uuid()
const campaignId = z.uuid()
/** Owner of the layout: null is the shared one, arranged by a DM or the owner. */
const userId = z.uuid().nullable()
/** Centre of a node, in pixels at full size. */
const coordinate = z.int().min(-1_000_000).max(1_000_000)
export const Place = z.object({ x: coordinate, y: coordinate })
export type Place = z.infer<typeof Place>

const placed = z.object({ campaignId, userId, conjurationId, ...Place.shape })
const commands = { PlaceNode: placed }
export const graphEvents = { GraphNodePlaced: placed }

/**
 * Positions of dragged nodes in a campaign's graph. The shared layout is one stream, named after the campaign; each
 * player's own layout is a stream of its own.
 */
export const graphs: Decider<typeof commands, typeof graphEvents, ById<Place>> = {
  category: 'graphs',
  commands,
  events: graphEvents,
  initial: none,
  decide: {
    PlaceNode(places, data) {
      const before = byId(places, data.conjurationId)
      return before?.x === data.x && before.y === data.y ? [] : [{ type: 'GraphNodePlaced', data }]
    },
  },
  evolve: { GraphNodePlaced: (places, { conjurationId, x, y }) => withThing(places, conjurationId, { x, y }) },
}

export const graphsKind = {
  events: graphEvents,
  references: {
    // A user receives events of their own positions, even for lore that has been hidden from them since.
    GraphNodePlaced: { conjurationId: toNull },
  },
  item: {
    category: 'graphs',
    // A personal position is visible to its user only, a shared one to all viewers of the lore.
    of: ({ userId, conjurationId }) => userId ?? conjurationId,
  },
} as const satisfies Kind<typeof graphEvents>
