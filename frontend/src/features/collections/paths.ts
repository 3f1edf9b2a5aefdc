/** Path of a lore page; Back leads to `from`. */
export const conjurationPath = (id: string, from: string = location.pathname): string =>
  `/lore/view/${id}?from=${encodeURIComponent(from)}`
