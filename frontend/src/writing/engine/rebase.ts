import { Delta, type Op } from '#domain/deltas.ts'

/** One change as the server recorded it. `fix`: what the server mended right after it. */
export interface Recorded {
  revision: number
  id: string
  ops: Op[]
  fix?: Op[] | undefined
}

/** A change that no revision has yet. Each stands on the ones before it. */
export interface Pending {
  id: string
  delta: Delta
  /** The own change that it takes back. */
  undoes?: readonly string[] | undefined
}

/** Carries what is pending over one change of somebody else; answers that change as it shows on top. Of two at one place the later wins. */
export const carry = (pending: readonly Pending[], change: Delta): Delta => {
  let remote = change
  for (const mine of pending) {
    const carried = mine.delta.transform(remote, true)
    mine.delta = remote.transform(mine.delta, false)
    remote = carried
  }
  return remote
}

/** What was typed on an older revision, on the newest: over each change since, one by one. What is recorded already drops out. */
export const rebase = (pending: readonly Pending[], since: readonly Recorded[]): Pending[] => {
  const rest = pending.map(({ id, delta }) => ({ id, delta: new Delta(delta) }))
  for (const { id, ops, fix } of since) {
    if (rest[0]?.id === id) rest.shift()
    else carry(rest, new Delta(ops))
    if (fix) carry(rest, new Delta(fix))
  }
  return rest
}
