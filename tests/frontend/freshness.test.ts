import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { eventTypes } from '../../frontend/event-types.ts'
import { api } from '../../frontend/src/base/api.ts'
import { hello, realtimeOverSubjects } from './sockets.ts'

/** What RTK Query hands to an endpoint, as far as those hooks use it that keep an answer fresh. */
interface Entry {
  extra: unknown
  dispatch(action: unknown): void
  getCacheEntry(): object
  updateCachedData(recipe: (data: Answer) => Answer): void
  getState(): object
  cacheDataLoaded: Promise<void>
  cacheEntryRemoved: Promise<void>
}
interface Answer {
  rows: readonly object[]
}
/** How an endpoint of RTK Query was written, as far as it declares what keeps its answers fresh. */
interface Definition {
  type: 'query' | 'infinitequery' | 'mutation'
  onCacheEntryAdded?: (arg: unknown, entry: Entry) => Promise<void>
  extraOptions?: { freshness?: string }
}

const declared = new Set(['configuration', 'constant', 'polled', 'opened', 'screen'])
/** More than this are more than an exception: a new query follows the feed, or is refetched by events. */
const mostUnfollowed = 62

/** Every endpoint of the web app, as written. */
const loadDefinitions = async (): Promise<Map<string, Definition>> => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  const source = join(import.meta.dirname, '../../frontend/src')
  for (const file of readdirSync(join(source, 'data')))
    if (file.endsWith('.ts')) await import(join(source, 'data', file))
  vi.unstubAllGlobals()
  const definitions = new Map<string, Definition>()
  const readDefinition = (name: string) => (definition: Definition) => {
    definitions.set(name, definition)
  }
  for (const name of Object.keys(api.endpoints))
    api.enhanceEndpoints({ endpoints: { [name]: readDefinition(name) } as never })
  return definitions
}

const same = '0197a0a0-0000-7000-8000-000000000001'
const fields =
  'campaignId conjurationId collectionId parentCollectionId fromCollectionId imageId originalId operationId userId ' +
  'modelId segmentId templateId generationId relationshipId fileId invitationId writingId textId parentId rootId id'
const data = {
  ...Object.fromEntries(fields.split(' ').map((field) => [field, same])),
  ...{
    type: 'IMAGE',
    to: [same],
    file: { width: 1, height: 1 },
    usage: { input: 1, output: 1 },
    purpose: { label: '' },
  },
}
/** An argument all of whose fields name the thing that every event is about. */
const fieldsOfArgs: Record<string, unknown> = { want: 100, to: [same], tags: [] }
const sameArg = new Proxy({}, { get: (_target, field) => fieldsOfArgs[String(field)] ?? same })

/** The types of events that make an endpoint fold or refetch an answer about the thing that they are about. */
const listAwaitedTypes = (definition: Definition, arg: unknown): string[] => {
  const awaited: string[] = []
  for (const [n, type] of eventTypes.entries()) {
    const { realtime, last } = realtimeOverSubjects()
    realtime.start('ines', '10')
    last().next(hello('10'))
    let answer: Answer & object = {
      position: '10',
      counted: '10',
      breadcrumbs: [],
      links: [],
      collections: [],
      rows: [],
    } as never
    const found = () => {
      if (awaited.at(-1) !== type) awaited.push(type)
    }
    const removed = Promise.withResolvers<void>()
    void definition.onCacheEntryAdded?.(arg, {
      extra: { realtime },
      dispatch: found,
      getCacheEntry: () => ({ data: answer, endpointName: 'any', originalArgs: arg }),
      updateCachedData(recipe) {
        const next = recipe(answer)
        if (next.rows?.length !== answer.rows.length) found()
        answer = next
      },
      getState: () => ({ api: { queries: {} } }),
      cacheDataLoaded: Promise.resolve(),
      cacheEntryRemoved: removed.promise,
    })
    last().next({
      id: `event-${n}`,
      type,
      stream: `things-${same}`,
      position: '11',
      at: '2026-11-20T23:41:02.874Z',
      data,
      metadata: { actor: same, commandId: same, correlationId: same },
    })
    removed.resolve()
    realtime.stop()
  }
  return awaited
}

let queries: [string, Definition][]
beforeAll(async () => {
  queries = [...(await loadDefinitions())].filter(([, { type }]) => type !== 'mutation')
})

// A tag counts for nothing here: only this tab's own commands invalidate it.
describe('every query of the web app', () => {
  it('follows the feed or is refetched by events, or declares why no event refetches it', () => {
    expect(queries.length).toBeGreaterThan(80)
    const undeclared = queries.filter(
      ([, { onCacheEntryAdded, extraOptions }]) => !onCacheEntryAdded && !declared.has(extraOptions?.freshness ?? ''),
    )
    expect(undeclared.map(([name]) => name)).toEqual([])
    const both = queries.filter(
      ([, { onCacheEntryAdded, extraOptions }]) => onCacheEntryAdded && extraOptions?.freshness,
    )
    expect(both.map(([name]) => name)).toEqual([])
    expect(queries.filter(([, { onCacheEntryAdded }]) => !onCacheEntryAdded).length).toBeLessThanOrEqual(mostUnfollowed)
  })

  it('that follows the feed or is refetched by events folds or refetches after some event', () => {
    const deaf = queries.filter(
      ([, definition]) =>
        definition.onCacheEntryAdded && [sameArg, same].every((arg) => listAwaitedTypes(definition, arg).length === 0),
    )
    expect(deaf.map(([name]) => name)).toEqual([])
  })
})
