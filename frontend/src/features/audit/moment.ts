/**
 * The moment at which an account is viewed: a log position, which stepping sets, or a time. Without either it is now.
 */
export interface Moment {
  position?: string
  at?: string
}

const isPosition = (written: string | null): written is string =>
  written !== null && /^\d{1,19}$/.test(written) && BigInt(written) < 2n ** 63n

/** Reads the moment from a URL. A position takes precedence; invalid values mean now. */
export const parseMoment = (query: URLSearchParams): Moment => {
  const [position, at] = [query.get('position'), query.get('at')]
  if (isPosition(position)) return { position }
  return at !== null && !Number.isNaN(Date.parse(at)) ? { at: new Date(at).toISOString() } : {}
}

/** Returns a copy of a URL's query, with another moment. */
export const withMoment = (query: URLSearchParams, { position, at }: Moment): URLSearchParams => {
  const next = new URLSearchParams(query)
  next.delete('position')
  next.delete('at')
  if (position !== undefined) next.set('position', position)
  else if (at !== undefined) next.set('at', at)
  return next
}

export const isNow = ({ position, at }: Moment): boolean => position === undefined && at === undefined
