/** Types of events that this build handles; loaded after the first screen, which does not need them. */
export const eventTypeNames: ReadonlySet<string> = new Set(__EVENT_TYPES__)
