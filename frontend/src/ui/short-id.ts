/** Enough of an id to tell it from its neighbours: its end, because ids made together begin alike. */
export const shortId = (id: string): string => id.slice(-8)
