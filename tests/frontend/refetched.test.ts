import { describe, expect, it, vi } from 'vitest'
import { api } from '../../frontend/src/base/api.ts'
import { refetchedBy } from '../../frontend/src/realtime/refetched.ts'
import { createAppStore } from '../../frontend/src/realtime/store.ts'
import { event, gone, renamed, shown } from './feed.ts'
import { hello, realtimeOverSubjects } from './sockets.ts'

let queries = 0

/** A query over the real store and stream, whose requests the test answers. */
const openQuery = async (
  options: { emptied?: string[]; withoutItem?: (names: string[], id: string) => string[] } = {},
) => {
  const { realtime, last } = realtimeOverSubjects()
  const store = createAppStore(realtime)
  const requests: ((names: string[] | 'refused') => Promise<void>)[] = []
  const name = `refetched${queries++}`
  const { endpoints } = api.injectEndpoints({
    endpoints: (build) => ({
      [name]: build.query<string[], string>({
        queryFn: () =>
          new Promise((resolve) => {
            requests.push(async (names) => {
              resolve(names === 'refused' ? ({ error: { status: 404 } } as never) : { data: names })
              await new Promise(setImmediate)
            })
          }),
        ...refetchedBy<string, string[]>(['CollectionRenamed'], {
          isAbout: ({ collectionId }, arg) => collectionId === arg,
          ...options,
        }),
      }),
    }),
  })
  const endpoint = endpoints[name]
  if (!endpoint) throw new Error(`No endpoint ${name}`)
  void store.dispatch(endpoint.initiate('x'))
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  realtime.start('ines', '10')
  last().next(hello('10'))
  const answer = async (n: number, names: string[] | 'refused') => {
    await vi.waitFor(() => expect(requests.length).toBeGreaterThanOrEqual(n))
    await requests[n - 1]?.(names)
  }
  return {
    answer,
    hear: (item: object) => last().next(item),
    count: () => requests.length,
    data: () => endpoint.select('x')(store.getState()).data,
  }
}

describe('an answer that no view folds', () => {
  it('is fetched again after an event about it, and after no other', async () => {
    const { answer, hear, count } = await openQuery()
    await answer(1, ['old'])
    hear(renamed(11, 'Y', 'y'))
    hear(gone(12, 'section'))
    await new Promise(setImmediate)
    expect(count()).toBe(1)
    hear(renamed(13, 'X', 'x'))
    await vi.waitFor(() => expect(count()).toBe(2))
  })

  it('is fetched once more after a request that was pending when the event arrived, also after a refusal', async () => {
    const { answer, hear, count, data } = await openQuery()
    await answer(1, ['old'])
    hear(renamed(11, 'X', 'x'))
    await vi.waitFor(() => expect(count()).toBe(2))
    hear(renamed(12, 'Z', 'x'))
    await answer(2, ['X'])
    await answer(3, ['Z'])
    expect(data()).toEqual(['Z'])
    hear(renamed(13, 'A', 'x'))
    await vi.waitFor(() => expect(count()).toBe(4))
    hear(renamed(14, 'B', 'x'))
    await answer(4, 'refused')
    await answer(5, ['B'])
    expect([data(), count()]).toEqual([['B'], 5])
  })

  it('is fetched once more after a request that was pending when its user got another role', async () => {
    const { answer, hear, count, data } = await openQuery()
    hear(event(11, 'MemberRoleChanged', { campaignId: 'c', userId: 'ines', role: 1 }))
    await answer(1, ['seen by a player'])
    await answer(2, ['seen by a DM'])
    expect([data(), count()]).toEqual([['seen by a DM'], 2])
  })

  it('that quotes is emptied at once when an item is hidden, and when its request was pending meanwhile', async () => {
    const { answer, hear, data, count } = await openQuery({ emptied: [] })
    await answer(1, ['the secret'])
    expect(data()).toEqual(['the secret'])
    hear(gone(11, 'section'))
    expect(data()).toEqual([])
    await answer(2, ['another secret'])
    hear(shown(12, 'section'))
    await vi.waitFor(() => expect(count()).toBe(3))
    hear(gone(13, 'section'))
    await answer(3, ['another secret'])
    expect(data()).toEqual([])
    await answer(4, ['the rest'])
    expect([data(), count()]).toEqual([['the rest'], 4])
  })

  it('that tells of items loses a hidden one at once, and keeps the rest until it is fetched again', async () => {
    const withoutItem = (names: string[], id: string) => names.filter((name) => name !== id)
    const { answer, hear, data, count } = await openQuery({ withoutItem })
    await answer(1, ['section', 'text'])
    hear(gone(11, 'section'))
    expect(data()).toEqual(['text'])
    await answer(2, ['text', 'more'])
    expect([data(), count()]).toEqual([['text', 'more'], 2])
  })
})
