import type { z } from 'zod'
import type { MessageOf } from '#domain/decider.ts'
import type { Events, EventType } from '#domain/kinds.ts'
import type { Envelope } from '#domain/metadata.ts'

/** Names of all events, so that a misspelt name does not compile. */
export type { EventType }

/** A stored event as the feed delivers it. */
export type StoredEvent = Omit<Envelope, 'type' | 'data'> & MessageOf<Events>

/** An event that an action will most likely cause, with as much of its data as the views on screen need. */
export type Guess = { [Type in EventType]: { type: Type; data: Partial<z.infer<Events[Type]>> } }[EventType]
