/** Where lore is read; Back leads to where it was opened from. */
export const conjurationPath = (id: string, from: string = location.pathname): string =>
  `/lore/view/${id}?from=${encodeURIComponent(from)}`
