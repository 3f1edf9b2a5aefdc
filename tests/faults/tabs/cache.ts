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
  /** What it depends on is not what it was: it is fetched again, after what is being fetched. */
  invalidate(): void
  close(): void
}

/** No other answers are looked up in the store: what is asked for is fetched whole. */
const nothingCached = { api: { queries: {} } }

/**
 * What RTK Query does with an endpoint, for one cached answer: fetch, transform, keep, and let the endpoint follow the stream. Being
 * asked again while it is being fetched does nothing, as there.
 */
export function openCache(
  name: string,
  arg: unknown,
  { realtime, ask, changed }: { realtime: Realtime; ask: Ask; changed: (data: Answer) => void },
): Cache {
  const definition = definitionOf(name)
  const counts = { fetched: 0, folded: 0 }
  const removed = Promise.withResolvers<void>()
  const loaded = Promise.withResolvers<void>()
  let data: Answer | undefined
  let [pending, isError, isInvalid] = [false, false, false]

  const keep = (next: Answer) => {
    data = next
    changed(next)
  }
  const invalidate = () => {
    isInvalid = true
    void load()
  }

  const fetchOnce = async (): Promise<{ data?: Answer; error?: unknown }> => {
    if (definition.queryFn) return definition.queryFn(arg, life, undefined, ask as never)
    if (!definition.query || !definition.transformResponse) throw new TypeError(`${name} is fetched in no known way`)
    const answer = await ask(definition.query(arg))
    return answer.error ? { error: answer.error } : { data: definition.transformResponse(answer.data, answer.meta) }
  }

  const load = async () => {
    if (pending) return
    pending = true
    isInvalid = false
    const fulfilled = Promise.withResolvers<void>()
    const started = definition.onQueryStarted?.(arg, { ...life, queryFulfilled: fulfilled.promise })
    const answer = await fetchOnce()
    pending = false
    isError = !answer.data
    if (answer.data) {
      counts.fetched++
      keep(answer.data)
      loaded.resolve()
      fulfilled.resolve()
    } else fulfilled.reject({ error: answer.error })
    await started
    if (isInvalid) await load()
  }

  const life: Life = {
    extra: { realtime },
    // The only thing that endpoints which follow dispatch is that they want to be fetched again.
    dispatch: () => void load(),
    getCacheEntry: () => ({ ...(data && { data }), endpointName: name, originalArgs: arg, isError }),
    updateCachedData(recipe) {
      if (!data) return
      const next = recipe(data)
      if (next.rows !== data.rows) counts.folded++
      keep(next)
    },
    getState: () => nothingCached,
    cacheDataLoaded: loaded.promise,
    cacheEntryRemoved: removed.promise,
    queryFulfilled: Promise.resolve(),
  }
  void definition.onCacheEntryAdded?.(arg, life)
  void load()
  const fresh = async () => (await fetchOnce()).data
  return { name, arg, data: () => data, fresh, counts, invalidate, close: () => removed.resolve() }
}
