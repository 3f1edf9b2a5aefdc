import type { Conversation } from '#domain/conversations.ts'
import { Rejection } from '#domain/decider.ts'

/** Throws `attached_file_not_found`. */
export const attachedFile = ({ files, owner }: Conversation, fileId: string) => {
  const file = files.find(({ id }) => id === fileId)
  if (!file || !owner) throw new Rejection('attached_file_not_found')
  return { file, ...owner }
}
