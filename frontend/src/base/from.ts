/** Returns `from` if it is a path of this app: an external URL would turn the Back button into an open redirect. */
export const insideOnly = (from: string | null, otherwise: string): string =>
  from && /^\/(?![/\\])/.test(from) ? from : otherwise

/** Adds the path to return to. */
export const withFrom = (path: string, from: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}from=${encodeURIComponent(from)}`
