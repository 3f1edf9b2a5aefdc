/**
 * A persistent map by UUID: an insertion creates a new map that shares nearly all of the old one, so that a stream of
 * thousands of things is folded in milliseconds. The last digits of a UUID are random, so they distribute the entries
 * evenly.
 */
export type ById<Thing> = readonly (Readonly<Record<string, Thing>> | undefined)[]

const places = 256
const placeOf = (id: string): number => Number.parseInt(id.slice(-2), 16)

export const none: ById<never> = Array.from({ length: places }, () => undefined)

export const byId = <Thing>(things: ById<Thing>, id: string): Thing | undefined => things[placeOf(id)]?.[id]

export const withThing = <Thing>(things: ById<Thing>, id: string, thing: Thing): ById<Thing> =>
  things.with(placeOf(id), { ...things[placeOf(id)], [id]: thing })

export const entriesOf = <Thing>(things: ById<Thing>): [id: string, thing: Thing][] =>
  things.flatMap((some) => Object.entries(some ?? {}))
