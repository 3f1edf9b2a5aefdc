import { describe, expect, test } from 'vitest'
import { beginSession } from '../../../frontend/src/writing/session/begin.ts'
import type { Failure, Loaded } from '../../../frontend/src/writing/session/deps.ts'
import type { Session } from '../../../frontend/src/writing/session/session.ts'
import type { StoredSession } from '../../../frontend/src/writing/session/stored-session.ts'
import { unsentOf } from '../../../frontend/src/writing/session/unsent.ts'
import { read, serverOf, typed } from './server.ts'

const shelfOf = (values = new Map<string, string>()) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
  key: (n: number) => [...values.keys()][n] ?? null,
  get length() {
    return values.size
  },
})
const unsent = (shelf = shelfOf(), tab = 'one') => unsentOf(shelf, 'mara', 'text', tab)
const begin = (
  server: ReturnType<typeof serverOf>,
  { shown, tab = unsent() }: { shown?: Loaded; tab?: ReturnType<typeof unsent> } = {},
) => beginSession({ ...server.deps, shown, unsent: tab })
const session = (answer: Session | Failure): Session => {
  if ('kind' in answer) throw new Error(answer.kind)
  return answer
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** What a tab leaves that is lost with one change under way and more typed after it. */
const lost = async (server: ReturnType<typeof serverOf>, tab: ReturnType<typeof unsent>) => {
  const made = session(await begin(server, { tab }))
  server.fail({ kind: 'unreachable' })
  made.type(typed(4, 's'))
  void made.flush()
  made.type(typed(5, ' ring'))
  await settled()
  return { shown: read(made.text()), sent: [...server.sent] }
}

describe('a text that is touched', () => {
  test('while nothing answers, and that was never shown, is not there: nothing blank is written in, nothing is sent', async () => {
    const server = serverOf('bell')
    server.fail({ kind: 'unreachable' })
    expect(await begin(server)).toEqual({ kind: 'unreachable' })
    expect(server.sent).toEqual([])
  })

  test('while nothing answers is the one that was shown, and goes on from there', async () => {
    const server = serverOf('bell')
    const shown = server.loaded()
    server.record('theirs', 0, 'The ')
    server.fail({ kind: 'unreachable' })
    const made = session(await begin(server, { shown }))
    expect(read(made.text())).toBe('bell\n')
    made.type(typed(4, 's'))
    await Promise.race([made.flush(), settled()])
    expect(server.sent).toMatchObject([{ base: 0, ops: [{ retain: 4 }, { insert: 's' }] }])
    server.recover()
    await settled()
    expect(read(made.text())).toBe('The bells\n')
  })

  test('by who may not write it any more is not there, though it was shown', async () => {
    const server = serverOf('bell')
    const shown = server.loaded()
    server.fail({ kind: 'lost' })
    expect(await begin(server, { shown })).toEqual({ kind: 'lost' })
  })
})

describe('what a lost tab had typed', () => {
  test('is on the text again with what others wrote meanwhile, and the change under way is sent in the same words', async () => {
    const server = serverOf('bell')
    const tab = unsent()
    const before = await lost(server, tab)
    server.recover()
    server.record('theirs', 0, 'The ')
    const made = session(await begin(server, { tab }))
    expect(read(made.text())).toBe('The bells ring\n')
    void made.flush()
    expect(server.sent.at(-1)).toEqual(before.sent[0])
  })

  test('is not there twice when its change had been recorded', async () => {
    const server = serverOf('bell')
    const tab = unsent()
    const { sent } = await lost(server, tab)
    server.recover()
    await server.deps.send(sent[0] as never)
    expect(read(session(await begin(server, { tab })).text())).toBe('bells ring\n')
  })

  test('stays kept while it cannot be brought onto the text, which is not written in without it', async () => {
    const server = serverOf('bell')
    const tab = unsent()
    await lost(server, tab)
    server.record('theirs', 0, 'The ')
    expect(await begin(server, { tab, shown: server.loaded() })).toEqual({ kind: 'unreachable' })
    expect((await tab.adopt())?.pending).toHaveLength(2)
  })

  test('is a copy beside the text when that has gone on too far', async () => {
    const server = serverOf('bell')
    const tab = unsent()
    await lost(server, tab)
    server.recover()
    server.record('theirs', 0, 'The ')
    const changes = async (): Promise<Failure> => ({ kind: 'too_old' })
    const made = session(await beginSession({ ...server.deps, changes, shown: undefined, unsent: tab }))
    expect(made.state().rejectedEdits).toEqual([{ kind: 'too_old', words: 's ring' }])
    expect(read(made.text())).toBe('The bell\n')
  })

  test('survives in the browser with its revision, and each tab keeps its own', async () => {
    const shelf = shelfOf()
    const [mine, other] = [unsent(shelf, 'one'), unsent(shelf, 'two')]
    const kept = (words: string): StoredSession => ({
      revision: 7,
      pending: [
        { id: `${words}-1`, delta: typed(4, words) },
        { id: `${words}-2`, delta: typed(0, words) },
      ],
      sent: { id: `${words}-1`, base: 5, ops: typed(4, words).ops },
    })
    mine.store(kept('mine'))
    other.store(kept('other'))
    expect(await mine.adopt()).toEqual(kept('mine'))
    mine.store(undefined)
    expect(await other.adopt()).toEqual(kept('other'))
  })

  test('that cannot be read counts as nothing', async () => {
    const tab = unsent(shelfOf(new Map([['loreloom.draft.mara.text.text.one', '{"revision":"x"}']])))
    expect(await tab.adopt()).toBeUndefined()
  })
})

test('what was left in a description that was given anew since finds no place in it, and is kept', async () => {
  const server = serverOf('bell', 'description')
  const tab = unsent()
  await lost(server, tab)
  server.recover()
  server.describe('tide')
  const made = session(await begin(server, { tab }))
  expect(read(made.text())).toBe('tide\n')
  expect(made.state().rejectedEdits).toMatchObject([{ kind: 'too_old', words: 's ring' }])
})
