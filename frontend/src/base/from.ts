/** Returns `from` if it is a path of this app: an external URL would turn the Back button into an open redirect. */
export const insideOnly = (from: string | null, otherwise: string): string =>
  from && /^\/(?![/\\])/.test(from) ? from : otherwise

/**
 * Each followed link nests the return path of the page before. Above this number of characters the nested paths are
 * dropped, since a server refuses long addresses.
 */
const maxReturnPathLength = 1_000

/** Adds the path to return to; a page does not return to itself. */
export const withFrom = (path: string, from: string): string => {
  const [page] = from.split('?')
  if (page === path) return from
  return `${path}${path.includes('?') ? '&' : '?'}from=${encodeURIComponent(shorten(from))}`
}

/** Drops the return path within a long return path, and its other parameters only if they are too long themselves. */
const shorten = (from: string): string => {
  if (from.length <= maxReturnPathLength) return from
  const [page = '', query] = from.split('?')
  const others = new URLSearchParams(query)
  others.delete('from')
  const shortened = others.size > 0 ? `${page}?${others}` : page
  return shortened.length <= maxReturnPathLength ? shortened : page
}
