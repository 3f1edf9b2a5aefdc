import { z } from 'zod'
import { Delta } from '#domain/deltas.ts'
import type { Sent } from '../engine/engine.ts'
import type { Pending } from '../engine/rebase.ts'

/** Unsent changes of a tab, based on a revision. The server may have recorded `sent` already. */
export interface StoredSession {
  revision: number
  pending: Pending[]
  sent: Sent | undefined
  /** The base text of a description, for changes based on it. */
  over?: string | undefined
}

const Ops = z.array(z.record(z.string(), z.unknown())).transform((ops) => new Delta(ops as never).ops)
const Stored = z.object({
  revision: z.int(),
  pending: z.array(z.object({ id: z.string(), ops: Ops })),
  sent: z.object({ id: z.string(), base: z.int(), ops: Ops, over: z.string().optional() }).optional(),
  over: z.string().optional(),
})
export type Stored = z.input<typeof Stored>

export const stored = ({ revision, pending, sent, over }: StoredSession): object => ({
  revision,
  pending: pending.map(({ id, delta }) => ({ id, ops: delta.ops })),
  sent,
  over,
})

/** Parses a stored session; undefined if invalid. */
export const parseSession = (value: unknown): StoredSession | undefined => {
  const { data } = Stored.safeParse(value)
  return (
    data && {
      revision: data.revision,
      pending: data.pending.map(({ id, ops }) => ({ id, delta: new Delta(ops) })),
      sent: data.sent as Sent | undefined,
      over: data.over,
    }
  )
}
