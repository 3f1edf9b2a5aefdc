import { events } from '#domain/kinds.ts'

/** The types of events that this build knows. Browsers need only these names, not the schemas. */
export const eventTypes: readonly string[] = Object.keys(events)
