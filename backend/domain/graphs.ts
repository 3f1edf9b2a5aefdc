import { z } from 'zod'
import { type ById, byId, none, withThing } from './by-id.ts'
import type { Decider } from './decider.ts'

const conjurationId = z.uuid()
const campaignId = z.uuid()
/** Whose place it is: null is everybody's, as a DM or the owner put it. */
const userId = z.uuid().nullable()
/** Of a node's middle, in pixels at full size. */
const coordinate = z.int().min(-1_000_000).max(1_000_000)
export const Place = z.object({ x: coordinate, y: coordinate })
export type Place = z.infer<typeof Place>

const placed = z.object({ campaignId, userId, conjurationId, ...Place.shape })
const commands = { PlaceNode: placed }
export const graphEvents = { GraphNodePlaced: placed }

/**
 * Where nodes were dragged to in a campaign's graph. Everybody's places are one stream, named after the campaign; what a player
 * drags is a stream of their own.
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
