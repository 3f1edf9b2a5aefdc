/** The inspector's views by their key in the URL. */
export const views = { '': 'Event', changes: 'Changes', state: 'State', together: 'Request' } as const
export type View = keyof typeof views
