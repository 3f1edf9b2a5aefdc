import { api } from '../../../frontend/src/base/api.ts'
import type { createRequest } from '../../../frontend/src/base/request.ts'
import { campaignsApi } from '../../../frontend/src/data/campaigns.ts'
import { collectionsApi } from '../../../frontend/src/data/collections.ts'
import { conjurationApi } from '../../../frontend/src/data/conjuration.ts'
import { conjurationsApi } from '../../../frontend/src/data/conjurations.ts'
import { imagesApi } from '../../../frontend/src/data/images.ts'
import { meApi } from '../../../frontend/src/data/me.ts'
import { membersApi } from '../../../frontend/src/data/members.ts'

/** What is cached, as far as it is known here: rows where there are some, and the position that they are true at. */
export interface Answer {
  position: string
  rows?: readonly { id: string }[]
  total?: number
}

type Asking = (args: { url: string } | string) => ReturnType<ReturnType<typeof createRequest>>

/** What RTK Query hands to an endpoint that keeps its answers true. */
export interface Life {
  extra: unknown
  dispatch(action: unknown): unknown
  getCacheEntry(): { data?: Answer; endpointName: string; originalArgs: unknown; isError: boolean }
  updateCachedData(recipe: (draft: Answer) => Answer): unknown
  getState(): unknown
  cacheDataLoaded: Promise<unknown>
  cacheEntryRemoved: Promise<void>
  queryFulfilled: Promise<unknown>
}

/** An endpoint of the web app as it was written: how it asks, and how it keeps its answer true. */
export interface Definition {
  query?(arg: unknown): { url: string } | string
  queryFn?(arg: unknown, api: Life, extra: unknown, request: Asking): Promise<{ data?: Answer; error?: unknown }>
  transformResponse?(body: unknown, meta: unknown): Answer
  onCacheEntryAdded?(arg: unknown, life: Life): Promise<void>
  onQueryStarted?(arg: unknown, life: Life): Promise<void>
}

// Endpoints are injected when their file is imported; here is said which are.
const things = [meApi, campaignsApi, membersApi, collectionsApi, imagesApi, conjurationsApi, conjurationApi]

/** Browsers remember whether somebody was signed in. Here everybody is. */
Object.assign(globalThis, { localStorage: { getItem: () => '1', setItem: () => {}, removeItem: () => {} } })

/** The definition of an endpoint, handed out by RTK Query's own way of changing one. */
export function definitionOf(name: string): Definition {
  let found: unknown
  const look = (definition: unknown) => {
    found = definition
  }
  api.enhanceEndpoints({ endpoints: { [name]: look } as never })
  if (!found) throw new TypeError(`None of ${things.length} things has an endpoint ${name}`)
  return found as Definition
}
