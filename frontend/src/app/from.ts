/** Where to go back to. Only paths of this app: an address elsewhere in `from` would make the Back button a way out. */
export const insideOnly = (from: string | null, otherwise: string): string =>
  from && /^\/(?![/\\])/.test(from) ? from : otherwise

/** A screen's path that knows the way back. */
export const withFrom = (path: string, from: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}from=${encodeURIComponent(from)}`
