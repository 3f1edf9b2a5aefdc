/** What the inspector shows of an event, by its key in the address. */
export const views = { '': 'Event', changes: 'Changes', state: 'State', together: 'Request' } as const
export type View = keyof typeof views
