import { Delta, type Op } from '#domain/deltas.ts'

/** One change as recorded by the server. `fix` is the server's correction right after it. */
export interface Recorded {
  revision: number
  id: string
  ops: Op[]
  fix?: Op[] | undefined
}

/** A change without a revision. Each is based on the previous ones. */
export interface Pending {
  id: string
  delta: Delta
  /** The ids of the own changes that this one undoes. */
  undoes?: readonly string[] | undefined
  /** The id of the change that was divided, if this is a part of a change too large for one request. */
  partOf?: string | undefined
}

/**
 * Transforms pending changes over one remote change; returns that change transformed for the shown text. At equal
 * positions the later change is placed last.
 */
export const carry = (pending: readonly Pending[], change: Delta): Delta => {
  let remote = change
  for (const mine of pending) {
    const carried = mine.delta.transform(remote, true)
    mine.delta = remote.transform(mine.delta, false)
    remote = carried
  }
  return remote
}

/** Rebases pending changes onto the newest revision, change by change. Those already recorded are dropped. */
export const rebase = (pending: readonly Pending[], since: readonly Recorded[]): Pending[] => {
  const rest = pending.map(({ id, delta }) => ({ id, delta: new Delta(delta) }))
  for (const { id, ops, fix } of since) {
    if (rest[0]?.id === id) rest.shift()
    else carry(rest, new Delta(ops))
    if (fix) carry(rest, new Delta(fix))
  }
  return rest
}
