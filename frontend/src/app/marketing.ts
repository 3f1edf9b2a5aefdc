const name = 'loreloom.marketing'
const yearSeconds = 31_536_000
const tags = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const

/** How somebody came, as the first page that they saw knew it. */
export type Arrival = Partial<Record<'referrer' | (typeof tags)[number], string>>

const kept = () => document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))

/** Writes down how somebody came, once: what they came by later does not count. */
export const noteArrival = (): void => {
  if (kept()) return
  const query = new URLSearchParams(location.search)
  const said = [['referrer', document.referrer] as const, ...tags.map((tag) => [tag, query.get(tag)] as const)]
  const arrival = Object.fromEntries(said.flatMap(([tag, value]) => (value ? [[tag, value.slice(0, 500)]] : [])))
  // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not everywhere
  document.cookie = `${name}=${encodeURIComponent(JSON.stringify(arrival))}; path=/; max-age=${yearSeconds}; samesite=lax`
}

export const arrival = (): Arrival => {
  try {
    return JSON.parse(decodeURIComponent(kept()?.slice(name.length + 1) ?? '{}')) as Arrival
  } catch {
    return {}
  }
}
