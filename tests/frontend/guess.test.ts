import { describe, expect, it, vi } from 'vitest'
import { api } from '../../frontend/src/base/api.ts'
import { requestError } from '../../frontend/src/base/problem.ts'
import type { EventType, Guess } from '../../frontend/src/realtime/event-types.ts'
import { follow, type Snapshot } from '../../frontend/src/realtime/follow.ts'
import { folding, guessing } from '../../frontend/src/realtime/guess.ts'
import { createAppStore } from '../../frontend/src/realtime/store.ts'
import { ended, made, renamed, type Thing, thingsView } from './feed.ts'
import { realtimeOverSubjects } from './sockets.ts'

const byName = { sort: (one: Thing, other: Thing) => one.name.localeCompare(other.name) }

/** Things that are on screen, and an act that is guessed ahead: it goes on until it is answered. */
const acting = async (name: string, ...ids: string[]) => {
  const { realtime, last } = realtimeOverSubjects()
  const store = createAppStore(realtime)
  const answers: ((isDone: boolean) => void)[] = []
  const { endpoints } = api.injectEndpoints({
    endpoints: (build) => ({
      [`${name}List`]: build.query<Snapshot<Thing>, string>({
        queryFn: () => ({
          data: { position: '10', rows: ids.map((id) => ({ id, name: id })), total: ids.length },
        }),
        ...follow<Thing, Thing, string>(thingsView, byName),
      }),
      [`${name}Act`]: build.mutation<null, Guess>({
        async queryFn() {
          const isDone = await new Promise<boolean>((resolve) => answers.push(resolve))
          return isDone ? { data: null } : { error: requestError('FETCH_ERROR', undefined) }
        },
        onQueryStarted: guessing([{ endpoint: `${name}List`, view: thingsView, following: byName }], (guess: Guess) => [
          guess,
        ]),
      }),
    }),
  })
  const { [`${name}List`]: list, [`${name}Act`]: act } = endpoints as unknown as {
    [key: string]: {
      initiate(arg: unknown): never
      select(arg: string): (state: unknown) => { data?: Snapshot<Thing> }
    }
  }
  if (!list || !act) throw new Error('The endpoints were not injected')
  realtime.start('ines', '10')
  await store.dispatch(list.initiate('arg'))
  return {
    socket: last(),
    names: () =>
      list
        .select('arg')(store.getState())
        .data?.rows.map(({ name }) => name),
    total: () => list.select('arg')(store.getState()).data?.total,
    /** Answers how to end it. */
    begin: (type: EventType, data: object) => {
      const n = answers.length
      const going = store.dispatch(act.initiate({ type, data })) as unknown as Promise<unknown>
      return async (isDone: boolean) => {
        await vi.waitFor(() => expect(answers.length).toBeGreaterThan(n))
        answers[n]?.(isDone)
        await going
      }
    },
  }
}

describe('what was guessed', () => {
  it('stays when the act was done', async () => {
    const { begin, names } = await acting('done', 'a')
    const end = begin('CollectionCreated', { collectionId: 'b', name: 'b' })
    expect(names()).toEqual(['a', 'b'])
    await end(true)
    expect(names()).toEqual(['a', 'b'])
  })

  it('to be made is gone again, and not counted, when the act failed', async () => {
    const { begin, names, total } = await acting('made', 'a')
    const end = begin('CollectionCreated', { collectionId: 'b', name: 'b' })
    expect([names(), total()]).toEqual([['a', 'b'], 2])
    await end(false)
    expect([names(), total()]).toEqual([['a'], 1])
  })

  it('to be changed or gone is as it was before, in its place', async () => {
    const { begin, names, total } = await acting('changed', 'a', 'b', 'c')
    const renaming = begin('CollectionRenamed', { collectionId: 'a', name: 'z' })
    const ending = begin('CollectionDeleted', { collectionId: 'b' })
    expect([names(), total()]).toEqual([['c', 'z'], 2])
    await renaming(false)
    await ending(false)
    expect([names(), total()]).toEqual([['a', 'b', 'c'], 3])
  })

  it('is taken back alone: another guess, and what has come since, stay', async () => {
    const { begin, names, socket } = await acting('alone', 'a')
    const failing = begin('CollectionCreated', { collectionId: 'b', name: 'b' })
    const going = begin('CollectionCreated', { collectionId: 'c', name: 'c' })
    socket.next(made(11, 'd'))
    await failing(false)
    expect(names()).toEqual(['a', 'c', 'd'])
    await going(true)
    expect(names()).toEqual(['a', 'c', 'd'])
  })

  it('stays where the truth has come over it, though the answer was lost', async () => {
    const { begin, names, socket } = await acting('lost', 'a', 'x')
    const making = begin('CollectionCreated', { collectionId: 'b', name: 'b' })
    const ending = begin('CollectionDeleted', { collectionId: 'x' })
    socket.next(made(11, 'b', 'B, as it is'))
    socket.next(renamed(12, 'A', 'a'))
    socket.next(ended(13, 'x'))
    await making(false)
    await ending(false)
    expect(names()).toEqual(['A', 'B, as it is'])
  })
})

it('an act about many things is folded once it is answered, and only what was done', async () => {
  const { realtime } = realtimeOverSubjects()
  const store = createAppStore(realtime)
  const followed = [{ endpoint: 'manyList', view: thingsView, following: byName }]
  const answered = Promise.withResolvers<{ skipped: string[] }>()
  const { endpoints } = api.injectEndpoints({
    endpoints: (build) => ({
      manyList: build.query<Snapshot<Thing>, string>({
        queryFn: () => ({ data: { position: '10', rows: ['a', 'b', 'c'].map((id) => ({ id, name: id })), total: 3 } }),
        ...follow<Thing, Thing, string>(thingsView, byName),
      }),
      endMany: build.mutation<{ skipped: string[] }, string[]>({
        queryFn: async () => ({ data: await answered.promise }),
        onQueryStarted: folding(followed, (ids: string[], { skipped }: { skipped: string[] }) =>
          ids
            .filter((id) => !skipped.includes(id))
            .map((id) => ({ type: 'CollectionDeleted', data: { collectionId: id } })),
        ),
      }),
    }),
  })
  realtime.start('ines', '10')
  await store.dispatch(endpoints.manyList.initiate('arg'))
  const shown = () => {
    const { data } = endpoints.manyList.select('arg')(store.getState())
    return [data?.rows.map(({ id }) => id), data?.total]
  }
  const going = store.dispatch(endpoints.endMany.initiate(['a', 'b']))
  expect(shown()).toEqual([['a', 'b', 'c'], 3])
  answered.resolve({ skipped: ['b'] })
  await going
  await vi.waitFor(() => expect(shown()).toEqual([['b', 'c'], 2]))
})
