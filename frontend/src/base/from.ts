/** Returns `from` if it is a path of this app: an external URL would turn the Back button into an open redirect. */
export const insideOnly = (from: string | null, otherwise: string): string =>
  from && /^\/(?![/\\])/.test(from) ? from : otherwise

/** Characters of a path to return to: without a limit each followed link would lengthen it, until the server refuses to load it. */
const longest = 1_000

/** Adds the path to return to; a page does not return to itself. */
export const withFrom = (path: string, from: string): string => {
  const [page = ''] = from.split('?')
  if (page === path) return from
  return `${path}${path.includes('?') ? '&' : '?'}from=${encodeURIComponent(from.length > longest ? page : from)}`
}
