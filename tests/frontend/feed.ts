import { z } from 'zod'
import type { Envelope } from '#domain/metadata.ts'
import { view } from '#projections/view.ts'
import type { Sight } from '../../frontend/src/realtime/messages.ts'

/** A small view and its events, as the server sends them. */
const events = {
  ThingMade: z.object({ id: z.string(), name: z.string() }),
  ThingRenamed: z.object({ id: z.string(), name: z.string() }),
  ThingEnded: z.object({ id: z.string() }),
}

export const Thing = z.object({ id: z.string(), name: z.string() })
export type Thing = z.infer<typeof Thing>

export const thingsView = view(
  events,
  Thing,
)({
  table: 'things',
  on: {
    ThingMade: ({ id, name }) => ({ put: { id, name } }),
    ThingRenamed: ({ id, name }) => ({ update: { name }, where: { id } }),
    ThingEnded: ({ id }) => ({ remove: { id } }),
  },
})

const event = (at: number, type: keyof typeof events, data: object): Envelope => ({
  id: `event-${at}`,
  type,
  stream: 'things-x',
  position: String(at),
  at: '2026-11-20T23:41:02.874Z',
  data,
  metadata: { actor: 'someone', commandId: `command-${at}`, correlationId: `command-${at}` },
})

export const made = (at: number, id: string, name = id): Envelope => event(at, 'ThingMade', { id, name })
export const renamed = (at: number, name: string, id = 'x'): Envelope => event(at, 'ThingRenamed', { id, name })
export const ended = (at: number, id: string): Envelope => event(at, 'ThingEnded', { id })
export const gone = (at: number, id: string): Sight => ({ type: 'ItemGone', position: String(at), data: { id } })
export const shown = (at: number, id: string): Sight => ({ type: 'ItemShown', position: String(at), data: { id } })
