/** The same person has the same colour wherever they appear: an order for `Avatar` from their id. */
export const orderOf = (id: string): number => {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 9973
  return sum % 8
}

/** Enough of an id to tell it from its neighbours: its end, because ids made together begin alike. */
export const shortId = (id: string): string => id.slice(-8)
