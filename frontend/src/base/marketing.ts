import type { TrackingData } from '#domain/users.ts'

const name = 'loreloom.marketing'
const yearSeconds = 31_536_000
const tags = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const

const arrivalCookie = () => document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))

/** Records the source of the first visit; later visits do not overwrite it. */
export const noteArrival = (): void => {
  if (arrivalCookie()) return
  const query = new URLSearchParams(location.search)
  const sources = [['referrer', document.referrer] as const, ...tags.map((tag) => [tag, query.get(tag)] as const)]
  const arrival = Object.fromEntries(sources.flatMap(([tag, value]) => (value ? [[tag, value.slice(0, 500)]] : [])))
  // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not everywhere
  document.cookie = `${name}=${encodeURIComponent(JSON.stringify(arrival))}; path=/; max-age=${yearSeconds}; samesite=lax`
}

/** Returns the source of the first visit. */
export const arrival = (): TrackingData => {
  try {
    return JSON.parse(decodeURIComponent(arrivalCookie()?.slice(name.length + 1) ?? '{}')) as TrackingData
  } catch {
    return {}
  }
}
