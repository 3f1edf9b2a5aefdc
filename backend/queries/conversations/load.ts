import type { Viewer } from '#domain/access.ts'
import { readParts } from '#domain/answers.ts'
import { type Conversation, conversations, type SentMessage } from '#domain/conversations.ts'
import type {
  ConversationItem,
  ConversationMessage,
  ConversationWithMessages,
} from '#projections/conversation-messages.ts'
import { partialAnswer } from '#projections/partial-answers.ts'
import type { WritingRow } from '#projections/writings.ts'
import type { Dispatcher } from '../../commands/dispatch.ts'
import type { Read } from '../../http/snapshot.ts'
import { visible, visibleIn } from '../visible.ts'
import { loadSeen, loadSeenIds, type Seen } from './seen.ts'
import { namedSources, showParts, textOfShown } from './shown.ts'

export const conversationItems = `select c.id, c."campaignId", c.title, c."createdAt", c."updatedAt", c."runningId" is not null as "isAnswering",
    (select count(*) + count(distinct n."messageId") from conversation_answers n where n."conversationId" = c.id)::int as "messageCount"
  from conversations c join access a on a.id = c.id where c."userId" = @userId and ${visible}`

/** Reads the partial answer, for a reader who opens the conversation while it is written. */
const findPartial = async (read: Read, answerId: string) => {
  const [row] = await read<{ parts: string; written: number }>(partialAnswer, [answerId])
  return row && { parts: readParts(row.parts), written: row.written }
}

type Answer = Pick<WritingRow, 'id' | 'status' | 'text' | 'message' | 'createdAt'>

/** Returns a conversation as its member sees it now; undefined if the viewer is not its member, or if it is in the Trash. */
export async function loadConversation(
  read: Read,
  viewer: Viewer,
  handler: Pick<Dispatcher, 'stateOf'>,
  id: string,
): Promise<ConversationWithMessages | undefined> {
  const { owner, messages, runningId, proposals, deletedIn, isPurged } = await handler.stateOf(conversations, id)
  if (!owner || deletedIn !== null || isPurged) return undefined
  const values = { ...visibleIn(viewer, owner.campaignId), id }
  const [item] = await read<ConversationItem>(`${conversationItems} and c.id = @id`, values)
  if (!item) return undefined
  const answers = await read<Answer>(
    `select w.id, w.status, w.text, w.message, w."createdAt" from writings w where w."conversationId" = @id`,
    values,
  )
  const named = messages.flatMap(({ context }) => [...context.conjurations, ...context.campaignFiles, ...context.files])
  const parts = answers.flatMap(({ text }) => readParts(text))
  const seenNamed = await loadSeenIds(read, viewer, owner.campaignId, named)
  const seen = await loadSeen(read, viewer, owner.campaignId, parts)
  const partial = runningId === null ? undefined : await findPartial(read, runningId)
  const partialParts = partial?.parts ?? []
  const seenPartial = await loadSeen(read, viewer, owner.campaignId, partialParts)
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  return {
    ...item,
    // The views lag behind the stream: an answer counts as running until its text is in the view too.
    isAnswering: runningId !== null || item.isAnswering,
    messages: messages.flatMap((message) => [
      questionOf(message, seenNamed),
      ...message.answers.map((answerId) => {
        const answer = answerOf(message, answerId, { answer: byId.get(answerId), seen, proposals })
        if (!answer.isStreaming || answerId !== runningId || !partial) return answer
        return { ...answer, ...showParts(partialParts, seenPartial), written: partial.written }
      }),
    ]),
  }
}

const questionOf = ({ id, parentId, text, context, at }: SentMessage, seen: Seen): ConversationMessage => ({
  id,
  parentId,
  type: 'USER',
  content: text,
  isStreaming: false,
  sources: namedSources(context, seen),
  parts: [],
  status: null,
  createdAt: at,
})

const answerOf = (
  { id: parentId }: SentMessage,
  id: string,
  { answer, seen, proposals }: { answer: Answer | undefined; seen: Seen } & Pick<Conversation, 'proposals'>,
): ConversationMessage => {
  const { status = 'REQUESTED', text = null, message = null, createdAt = null } = answer ?? {}
  const { parts, sources } = showParts(readParts(text), seen, proposals)
  const content = status === 'FAILED' ? (message ?? '') : textOfShown(parts, sources)
  const isStreaming = status === 'REQUESTED'
  return { id, parentId, type: 'ASSISTANT', content, isStreaming, sources, parts, status, createdAt }
}

/** A conversation as Markdown: every branch, in the order in which messages were sent. */
export const markdownOf = ({ title, createdAt, messages }: ConversationWithMessages): string => {
  const heading = `# ${title || 'New conversation'}\n\n${createdAt.slice(0, 10)}\n`
  const texts = messages.map(({ type, content }) => `**${type === 'USER' ? 'You' : 'Weavy'}**\n\n${content}\n`)
  return [heading, ...texts].join('\n')
}
