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
 * A text's change as it passes to those who have the text open. What names lore, files or pictures is not the same for all of them: they are told
 * that it is there, and each asks for it, as for what is too long to pass.
 */
export const textChange = (data: unknown): DataOf<'change'> => {
  const { revision, changeId: id, userId, ops, fix } = data as Changed
  const change = { revision, id, userId, ops: [...ops], ...(fix ? { fix: [...fix] } : {}) }
  if (namesThings(ops) || JSON.stringify(change).length > topicLimits.serverBytes) return { revision }
  return change
}
