import { Delta } from '#domain/deltas.ts'
import type { TextKind } from '#domain/text-formats.ts'
import type { Sent } from '../../../frontend/src/writing/engine/engine.ts'
import type { Recorded } from '../../../frontend/src/writing/engine/rebase.ts'
import type { Failure, Loaded, SessionDeps } from '../../../frontend/src/writing/session/deps.ts'
import type { StoredSession } from '../../../frontend/src/writing/session/stored-session.ts'
import { beginning } from '../../../frontend/src/writing/session/transport.ts'

export const typed = (at: number, words: string): Delta => new Delta().retain(at).insert(words)
export const read = (text: Delta): string => text.reduce((all, { insert }) => all + String(insert), '')

/** A server with one text, which can be cut off, and refuse. */
export const serverOf = (words: string, kind: TextKind = 'story') => {
  let text = new Delta().insert(`${words}\n`)
  /** What it began with, as a description. */
  let first = words
  const log: Recorded[] = []
  const sent: Sent[] = []
  let failure: Failure | undefined
  let back = Promise.withResolvers<void>()
  let made = 0
  let kept: StoredSession | undefined
  const answer = async <T>(value: () => T): Promise<T | Failure> => failure ?? value()
  const record = (id: string, delta: Delta): Recorded => {
    text = text.compose(delta)
    const change = { revision: log.length + 1, id, ops: delta.ops }
    log.push(change)
    return change
  }
  const newest = ({ base, ops }: Sent) =>
    log.slice(base).reduce((delta, since) => new Delta(since.ops).transform(delta, false), new Delta(ops))
  const loaded = (): Loaded => beginning({ revision: log.length, ops: text.ops }, kind)
  const deps = {
    load: () => answer(loaded),
    changes: async (after, over) =>
      over !== undefined && over !== first ? { kind: 'too_old' } : answer(() => log.slice(after)),
    send: async (change) => {
      sent.push(change)
      if (change.over !== undefined && change.over !== first) return { kind: 'too_old' }
      return answer(() => log.find(({ id }) => id === change.id) ?? record(change.id, newest(change)))
    },
    store: (next) => {
      kept = next
    },
    reachable: () => back.promise,
    newId: () => `id-${++made}`,
    pauseMs: 2_000,
  } satisfies SessionDeps
  return {
    deps,
    sent,
    kept: () => kept,
    words: () => read(text),
    loaded,
    /** It is given anew as plain words, before anybody has written in it as a text. */
    describe(words: string) {
      first = words
      text = new Delta().insert(`${words}\n`)
    },
    /** Somebody else's change. */
    record: (id: string, at: number, words: string) => record(id, typed(at, words)),
    fail(next: Failure) {
      failure = next
    },
    recover() {
      failure = undefined
      back.resolve()
      back = Promise.withResolvers<void>()
    },
  }
}
