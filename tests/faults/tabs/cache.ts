import type { Realtime } from '../../../frontend/src/realtime/events.ts'
import { type Answer, definitionOf, type Life } from './definitions.ts'

export type Ask = (args: { url: string } | string) => Promise<{ data?: unknown; error?: unknown; meta?: unknown }>

/** One cached answer, kept true by the web app's own definition of its endpoint. */
export interface Cache {
  name: string
  arg: unknown
  /** Undefined until the first answer, and where it is refused. */
  data(): Answer | undefined
  /** Asks anew, and leaves what is cached alone. */
  fresh(): Promise<Answer | undefined>
  /** How often it was fetched, and how often folding changed it. */
  counts: { fetched: number; folded: number }
  close(): void
}

/** No other answers are looked up in the store: what is asked for is fetched whole. */
const nothingCached = { api: { queries: {} } }

/**
 * What RTK Query does with an endpoint, for one cached answer: fetch, transform, keep, and let the endpoint follow the stream. Being
 * asked again while it is being fetched does nothing, as there.
 */
export function openCache(name: string, arg: unknown, realtime: Realtime, ask: Ask): Cache {
  const definition = definitionOf(name)
  const counts = { fetched: 0, folded: 0 }
  const removed = Promise.withResolvers<void>()
  const loaded = Promise.withResolvers<void>()
  let data: Answer | undefined
  let pending = false

  const fetchOnce = async (): Promise<Answer | undefined> => {
    if (definition.queryFn) return (await definition.queryFn(arg, life, undefined, ask as never)).data
    if (!definition.query || !definition.transformResponse) throw new TypeError(`${name} is fetched in no known way`)
    const answer = await ask(definition.query(arg))
    return answer.error ? undefined : definition.transformResponse(answer.data, answer.meta)
  }

  const load = async () => {
    if (pending) return
    pending = true
    const fulfilled = Promise.withResolvers<void>()
    const started = definition.onQueryStarted?.(arg, { ...life, queryFulfilled: fulfilled.promise })
    const answer = await fetchOnce()
    pending = false
    if (answer) {
      counts.fetched++
      data = answer
      loaded.resolve()
      fulfilled.resolve()
    } else fulfilled.reject(new Error(`${name} could not be fetched`))
    await started
  }

  const life: Life = {
    extra: { realtime },
    // The only thing that endpoints which follow dispatch is that they want to be fetched again.
    dispatch: () => void load(),
    getCacheEntry: () => ({ ...(data && { data }), endpointName: name, originalArgs: arg }),
    updateCachedData(recipe) {
      if (!data) return
      const next = recipe(data)
      if (next.rows !== data.rows) counts.folded++
      data = next
    },
    getState: () => nothingCached,
    cacheDataLoaded: loaded.promise,
    cacheEntryRemoved: removed.promise,
    queryFulfilled: Promise.resolve(),
  }
  void definition.onCacheEntryAdded?.(arg, life)
  void load()
  return { name, arg, data: () => data, fresh: fetchOnce, counts, close: () => removed.resolve() }
}
