import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Delta } from '#domain/deltas.ts'
import { createSession, type Session } from '../../../frontend/src/writing/session/session.ts'
import { read, serverOf, typed } from './server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const opened = (words = 'bell') => {
  const server = serverOf(words)
  const session = createSession(server.deps, server.loaded())
  return { server, session }
}
const shown = (session: Session) => read(session.text())
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('what is typed', () => {
  test('goes out after a pause of two seconds, as one change', async () => {
    const { server, session } = opened()
    session.type(typed(4, 's'))
    await pass(999)
    session.type(typed(5, '!'))
    await pass(1_999)
    expect(server.sent).toEqual([])
    await pass(1)
    expect(server.sent.map(({ ops }) => ops)).toEqual([[{ retain: 4 }, { insert: 's!' }]])
    expect(session.state().status).toBe('saved')
  })

  test('goes out every 400 milliseconds while others are there, however fast somebody types', async () => {
    const { server, session } = opened('')
    session.together(true)
    for (let at = 0; at < 16; at++) {
      session.type(typed(at, 'x'))
      await pass(100)
    }
    expect(server.sent.map(({ ops }) => JSON.stringify(ops).match(/x+/)?.[0])).toEqual(['xxxx', 'xxxx', 'xxxx', 'xxxx'])
  })

  test('waits no longer than ten seconds, though nobody pauses', async () => {
    const { server, session } = opened('')
    for (let at = 0; at < 12; at++) {
      session.type(typed(at, 'x'))
      await pass(900)
    }
    expect(server.sent).toHaveLength(1)
  })

  test('goes out together, though a pause made it two steps of undo', async () => {
    const { server, session } = opened()
    session.type(typed(4, 's'))
    await pass(1_500)
    session.type(typed(5, '!'))
    await pass(2_000)
    expect(server.sent).toHaveLength(2)
    expect(session.state().status).toBe('saved')
    session.undo()
    expect(shown(session)).toBe('bells\n')
  })

  test('can be redone after a picture arrived in the text, and what is typed next is a step by itself', () => {
    const { session } = opened()
    session.type(typed(4, 's'))
    session.undo()
    session.arrive(() => session.type(typed(0, '*')))
    expect(session.canRedo()).toBe(true)
    session.redo()
    expect(shown(session)).toBe('*bells\n')
    session.arrive(() => session.type(typed(6, '#')))
    session.type(typed(7, '!'))
    session.undo()
    expect(shown(session)).toBe('*bells#\n')
    session.undo()
    expect(shown(session)).toBe('*bells\n')
  })

  test('is a step of undo before and after its end, though both were typed without a pause', () => {
    const { session } = opened()
    session.type(typed(4, 's'))
    session.endStep()
    session.type(typed(5, ' ring'))
    session.endStep()
    session.type(typed(10, '!'))
    const texts = [1, 2, 3].map(() => {
      session.undo()
      return shown(session)
    })
    expect(texts).toEqual(['bells ring\n', 'bells\n', 'bell\n'])
  })

  test('goes out at once when the text is left', async () => {
    const { server, session } = opened()
    const leave = session.attach({ apply: () => undefined, show: () => undefined })
    session.type(typed(4, 's'))
    leave()
    await pass(0)
    expect(server.words()).toBe('bells\n')
  })

  test('waits while no answer comes, and goes out once when one does', async () => {
    const { server, session } = opened()
    server.fail({ kind: 'unreachable' })
    session.type(typed(4, 's'))
    await pass(2_000)
    session.type(typed(5, '!'))
    await pass(60_000)
    expect(session.state().status).toBe('waiting')
    expect(server.sent).toHaveLength(1)
    server.record('theirs', 0, 'The ')
    server.recover()
    await pass(5_000)
    expect(shown(session)).toBe('The bells!\n')
    expect(session.state()).toMatchObject({ status: 'saved', rejectedEdits: [] })
    expect(server.sent[1]).toEqual(server.sent[0])
  })
})

test('a change for which the server asks to wait is sent again after that time, once, with what was typed since', async () => {
  const server = serverOf('bell')
  const waits: (number | undefined)[] = []
  const reachable = (seconds?: number) => {
    waits.push(seconds)
    return new Promise((resolve) => setTimeout(resolve, 1000 * (seconds ?? 4)))
  }
  const session = createSession({ ...server.deps, reachable }, server.loaded())
  server.fail({ kind: 'unreachable', seconds: 17 })
  session.type(typed(4, 's'))
  await pass(2_000)
  server.recover()
  session.type(typed(5, '!'))
  await pass(16_900)
  expect(session.state().status).toBe('waiting')
  expect(session.isUnsaved()).toBe(true)
  expect(server.sent).toHaveLength(1)
  await pass(3_000)
  expect(waits).toEqual([17])
  expect(server.sent[1]).toEqual(server.sent[0])
  expect(server.words()).toBe('bells!\n')
  expect(session.state()).toMatchObject({ status: 'saved', rejectedEdits: [] })
})

test('however often nobody answers, it is asked again, and what was typed goes out when somebody does', async () => {
  const server = serverOf('bell')
  // As in a browser: worth another try after a while, without knowing whether that will come to anything.
  const reachable = () => new Promise((resolve) => setTimeout(resolve, 4_000))
  const session = createSession({ ...server.deps, reachable }, server.loaded())
  server.fail({ kind: 'unreachable' })
  session.type(typed(4, 's'))
  await pass(30_000)
  // Somebody else's change is heard of all the while.
  void session.receive({ revision: 9 })
  await pass(10_000)
  expect(session.state().status).toBe('waiting')
  server.recover()
  await pass(8_000)
  expect(session.state().status).toBe('saved')
  expect(server.words()).toBe('bells\n')
})

test('changes that were missed are fetched to the last, though one answer brings two of them at most', async () => {
  const { deps, record, loaded } = serverOf('bell')
  const changes: typeof deps.changes = async (after, over) => {
    const all = await deps.changes(after, over)
    return Array.isArray(all) ? all.slice(0, 2) : all
  }
  const session = createSession({ ...deps, changes }, loaded())
  for (const [n, letter] of [...'seven'].entries()) record(letter + n, 4 + n, letter)
  await session.catchUp()
  expect(shown(session)).toBe('bellseven\n')
})

describe('while a letter is composed', () => {
  test('nothing of others moves the text, and nothing goes out', async () => {
    const { server, session } = opened()
    const applied: Delta[] = []
    session.attach({ apply: (change) => applied.push(change), show: () => undefined })
    session.hold(true)
    session.type(typed(4, 'に'))
    await session.receive(server.record('theirs', 0, 'The '))
    await session.catchUp()
    await pass(30_000)
    expect([applied, server.sent, shown(session)]).toEqual([[], [], 'bellに\n'])
    session.hold(false)
    await pass(0)
    expect(applied).toEqual([typed(0, 'The ')])
    expect(shown(session)).toBe('The bellに\n')
    await pass(2_000)
    expect(server.sent[0]).toMatchObject({ base: 1, ops: [{ retain: 8 }, { insert: 'に' }] })
  })
})

describe('what finds no place', () => {
  test('for it is too old is kept as a copy, beside the text as it is now', async () => {
    const server = serverOf('bell')
    const send = async () => ({ kind: 'too_old' as const })
    const late = createSession({ ...server.deps, send }, server.loaded())
    server.record('theirs', 0, 'The ')
    late.type(typed(4, ' of the tower'))
    await late.flush()
    expect(late.state().rejectedEdits).toEqual([{ kind: 'too_old', words: 'of the tower' }])
    expect(shown(late)).toBe('The bell\n')
    expect(late.isUnsaved()).toBe(true)
  })

  test('for a recorded change does not fit is kept as a copy, and what is typed next goes out', async () => {
    const { server, session } = opened()
    session.type(typed(4, ' of Orison'))
    await session.receive({
      revision: 1,
      id: 'theirs',
      ops: [{ retain: { 'table-embed': { rows: [{ delete: 1 }] } } }],
    })
    expect(shown(session)).toBe('bell\n')
    expect(session.state().rejectedEdits).toEqual([{ kind: 'diverged', words: 'of Orison' }])
    session.type(typed(4, 's'))
    await pass(2_000)
    expect(server.words()).toBe('bells\n')
  })

  test('for it is refused is kept with the reason, and what was typed after it goes out', async () => {
    const { server, session } = opened()
    session.type(typed(4, ' no'))
    server.fail({ kind: 'refused', message: 'Too long' })
    const sending = session.flush()
    session.type(typed(0, 'A '))
    await sending
    server.recover()
    await pass(2_000)
    expect(session.state().rejectedEdits).toEqual([{ kind: 'refused', message: 'Too long', words: 'no' }])
    expect(server.words()).toBe('A bell\n')
  })

  test('for its writer may write no longer is kept, and nothing more is sent', async () => {
    const { server, session } = opened()
    session.type(typed(4, 's'))
    server.fail({ kind: 'lost' })
    await session.flush()
    session.type(typed(0, 'x'))
    await pass(60_000)
    expect(session.state()).toMatchObject({ status: 'ended', rejectedEdits: [{ kind: 'lost', words: 's' }] })
    expect(server.sent).toHaveLength(1)
  })
})

describe('a description that is given anew as plain words', () => {
  const described = () => {
    const server = serverOf('bell', 'description')
    return { server, session: createSession(server.deps, server.loaded()) }
  }

  test('is not written over by what was typed in the words before: that is kept beside it', async () => {
    const { server, session } = described()
    server.describe('tide')
    session.type(typed(4, 's'))
    await pass(2_000)
    expect(server.words()).toBe('tide\n')
    expect(shown(session)).toBe('tide\n')
    expect(session.state()).toMatchObject({ status: 'failed', rejectedEdits: [{ kind: 'too_old', words: 's' }] })
  })

  test('and written in by somebody else is loaded, not put together with the words before', async () => {
    const { server, session } = described()
    server.describe('tide')
    const theirs = server.record('theirs', 0, 'The ')
    await session.receive(theirs)
    expect(shown(session)).toBe('The tide\n')
    expect(session.state()).toMatchObject({ status: 'idle', rejectedEdits: [] })
  })

  test('is typed in as it is now once that is told', async () => {
    const { server, session } = described()
    server.describe('tide')
    await session.reload()
    session.type(typed(4, 's'))
    await pass(2_000)
    expect(server.words()).toBe('tides\n')
    expect(server.sent).toMatchObject([{ base: 0, over: 'tide' }])
  })
})

test('what is told while an older question is answered is asked for after it', async () => {
  const { server, session } = opened('bell')
  const held = Promise.withResolvers<void>()
  const { changes } = server.deps
  server.deps.changes = async (after, over) => {
    const answer = await changes(after, over)
    await held.promise
    return answer
  }
  const asked = session.catchUp()
  await pass(0)
  const [, second] = [server.record('one', 0, 'The '), server.record('two', 4, 'old ')]
  void session.receive(second)
  held.resolve()
  await asked
  expect(shown(session)).toBe('The old bell\n')
})
