import { events } from '#domain/kinds.ts'

/** The types of events that this build knows. Of the schemas, a browser needs no more than these names. */
export const eventTypes: readonly string[] = Object.keys(events)
