import { Delta } from '#domain/deltas.ts'
import type { Sent } from '../../../frontend/src/writing/engine/engine.ts'
import type { Recorded } from '../../../frontend/src/writing/engine/rebase.ts'
import type { Kept } from '../../../frontend/src/writing/session/kept.ts'
import type { Failure, Loaded, SessionDeps } from '../../../frontend/src/writing/session/session.ts'

export const typed = (at: number, words: string): Delta => new Delta().retain(at).insert(words)
export const read = (text: Delta): string => text.reduce((all, { insert }) => all + String(insert), '')

/** A server with one text, which can be cut off, and refuse. */
export const serverOf = (words: string) => {
  let text = new Delta().insert(`${words}\n`)
  const log: Recorded[] = []
  const sent: Sent[] = []
  let failure: Failure | undefined
  let back = Promise.withResolvers<void>()
  let made = 0
  let kept: Kept | undefined
  const answer = async <T>(value: () => T): Promise<T | Failure> => failure ?? value()
  const record = (id: string, delta: Delta): Recorded => {
    text = text.compose(delta)
    const change = { revision: log.length + 1, id, ops: delta.ops }
    log.push(change)
    return change
  }
  const newest = ({ base, ops }: Sent) =>
    log.slice(base).reduce((delta, since) => new Delta(since.ops).transform(delta, false), new Delta(ops))
  const deps = {
    load: () => answer((): Loaded => ({ revision: log.length, ops: text.ops })),
    changes: (after) => answer(() => log.slice(after)),
    send: (change) => {
      sent.push(change)
      return answer(() => log.find(({ id }) => id === change.id) ?? record(change.id, newest(change)))
    },
    keep: (next) => {
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
    loaded: (): Loaded => ({ revision: log.length, ops: text.ops }),
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
