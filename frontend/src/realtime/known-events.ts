/** The types of events that this tab was built to know; fetched after the first screen, of which it is no part. */
export const knownEvents: ReadonlySet<string> = new Set(__EVENT_TYPES__)
