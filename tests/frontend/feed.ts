import { z } from 'zod'
import type { collectionEvents } from '#domain/collections.ts'
import { view } from '#projections/view.ts'
import type { EventType, StoredEvent } from '../../frontend/src/realtime/event-types.ts'
import type { VisibilityChange } from '../../frontend/src/realtime/messages.ts'

/** A small view of real events, as the server sends them. */
export const Thing = z.object({ id: z.string(), name: z.string() })
export type Thing = z.infer<typeof Thing>

export const thingsView = view(Thing)<typeof collectionEvents>({
  table: 'things',
  on: {
    CollectionCreated: ({ collectionId: id, name }) => ({ put: { id, name } }),
    CollectionRenamed: ({ collectionId: id, name }) => ({ update: { name }, where: { id } }),
    CollectionDeleted: ({ collectionId: id }) => ({ remove: { id } }),
  },
})

/** With as much of its data as a test is about. */
export const event = (at: number, type: EventType, data: object): StoredEvent =>
  ({
    id: `event-${at}`,
    type,
    stream: 'things-x',
    position: String(at),
    at: '2026-11-20T23:41:02.874Z',
    data,
    metadata: { actor: 'someone', commandId: `command-${at}`, correlationId: `command-${at}` },
  }) as StoredEvent

export const made = (at: number, id: string, name = id): StoredEvent =>
  event(at, 'CollectionCreated', { collectionId: id, name })
export const renamed = (at: number, name: string, id = 'x'): StoredEvent =>
  event(at, 'CollectionRenamed', { collectionId: id, name })
export const ended = (at: number, id: string): StoredEvent => event(at, 'CollectionDeleted', { collectionId: id })
export const gone = (at: number, id: string): VisibilityChange => ({
  type: 'ItemGone',
  position: String(at),
  data: { id },
})
export const shown = (at: number, id: string): VisibilityChange => ({
  type: 'ItemShown',
  position: String(at),
  data: { id },
})
