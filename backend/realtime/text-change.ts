import type { Ops } from '#domain/deltas.ts'
import { namesThings } from '#domain/text-plain.ts'
import { type DataOf, topicLimits } from '#domain/topics.ts'

interface Changed {
  revision: number
  changeId: string
  userId: string
  ops: Ops
  fix?: Ops
}

/**
 * The message of a text's change to clients with the text open. Changes that refer to lore, files or pictures differ by
 * viewer, and some are too large: then only the revision is sent, and each client fetches the change.
 */
export const textChange = (data: unknown): DataOf<'change'> => {
  const { revision, changeId: id, userId, ops, fix } = data as Changed
  const change = { revision, id, userId, ops: [...ops], ...(fix ? { fix: [...fix] } : {}) }
  if (namesThings(ops) || JSON.stringify(change).length > topicLimits.serverBytes) return { revision }
  return change
}
