import type pg from 'pg'
import { type AnswerPart, idsIn, readParts, writeParts } from '#domain/answers.ts'
import { type Conversation, conversationEvents, conversations, pathTo, titleLimit } from '#domain/conversations.ts'
import { subjectOf } from '#domain/metadata.ts'
import { can } from '#domain/rights.ts'
import { trashDays } from '#domain/trash.ts'
import type { UsedSource } from '#domain/writings.ts'
import { writings } from '#domain/writings.ts'
import { converse } from '../../scribe/index.ts'
import { failureOf } from '../commands/writings/draft.ts'
import { viewerOf } from '../http/policy.ts'
import { reading } from '../http/snapshot.ts'
import { TextFailed } from '../providers/text-model.ts'
import { loadKnowledge } from '../queries/conversations/knowledge.ts'
import { isSeen, loadSeen, showParts } from '../queries/conversations/shown.ts'
import { sealingKeys } from '../sealing/keys.ts'
import { type Reaction, reactor } from './reactor.ts'

interface Ports {
  pool: pg.Pool
  /** Publishes the next piece of an answer, and how many characters came before it. */
  publish: (answerId: string, at: number, text: string) => void
}

const pieceLimit = 2_000
const dayMs = 86_400_000
const madeBy = { provider: 'Loreloom', model: 'Weavy', madeBy: 'Weavy, embedded' } as const

/** Answers a message once, whatever is restarted meanwhile: the answer's stream accepts a single outcome. */
export const answerMessages = ({ pool, publish }: Ports) => {
  const answer = async (answerId: string, reaction: Reaction) => {
    const { event, stateOf, dispatch, last, signal } = reaction
    const conversationId = subjectOf(event.stream)
    const conversation = await stateOf(conversations, conversationId)
    const message = conversation.messages.find(({ answers }) => answers.includes(answerId))
    const { owner } = conversation
    if (!owner || !message) return
    const { conjurations: conjurationIds, campaignFiles: fileIds, campaign } = message.context
    const context = { targetConjurationId: null, conjurationIds, fileIds, campaign }
    const wanted = { writingId: answerId, ...owner, segmentId: null, conversationId, prompt: message.text, ...context }
    if ((await stateOf(writings, answerId)).status === 'none') {
      const data = { ...wanted, purpose: 'answer', isAwaited: false } as const
      await dispatch(writings, answerId, { type: 'RequestWriting', data }, 'initiator')
    }
    if ((await stateOf(writings, answerId)).status === 'requested')
      try {
        const { parts, used } = await compose(pool, conversation, message.id, answerId, stateOf, publish)
        const receipt = { ...madeBy, inputTokens: 0, outputTokens: 0, cost: 0, used, omitted: [], marks: [] }
        const data = { writingId: answerId, ...receipt, text: writeParts(parts) }
        await dispatch(writings, answerId, { type: 'FinishWriting', data }, 'initiator')
      } catch (error) {
        if (signal.aborted) throw error
        if (!(error instanceof TextFailed) && !last) throw error
        const data = failureOf(answerId, error)
        await dispatch(writings, answerId, { type: 'FailWriting', data }, 'initiator')
      }
    const title = titleOf(message.text)
    const data = { conversationId, answerId, title }
    await dispatch(conversations, conversationId, { type: 'ConcludeAnswer', data }, 'initiator')
  }

  return reactor(conversationEvents, {
    name: 'answer-messages',
    slow: true,
    attempts: 3,
    on: {
      MessageSent: ({ answerId }, reaction) => answer(answerId, reaction),
      AnswerRequested: ({ answerId }, reaction) => answer(answerId, reaction),
    },
  })
}

/** The answer's parts, published as they are composed, from what the conversation's member sees now. */
const compose = async (
  pool: pg.Pool,
  { owner, messages }: Conversation,
  messageId: string,
  answerId: string,
  stateOf: Reaction['stateOf'],
  publish: Ports['publish'],
): Promise<{ parts: AnswerPart[]; used: UsedSource[] }> => {
  const { userId = '', campaignId = '' } = owner ?? {}
  const viewer = await viewerOf(pool, userId, true)
  if (!can(viewer, 'enter', { campaignId })) throw new TextFailed('refused', 'You no longer belong to this campaign.')
  const read = reading(pool)
  const path = pathTo(messages, messageId)
  const question = path.at(-1)?.message
  const partsOf = async (id: string) => readParts((await stateOf(writings, id)).text)
  const siblings = await Promise.all((question?.answers ?? []).filter((id) => id !== answerId).map(partsOf))
  const before = await Promise.all(path.flatMap(({ answerId: id }) => (id === null ? [] : [partsOf(id)])))
  const seenBefore = await loadSeen(read, viewer, campaignId, before.flat())
  // A turn with anything that its reader no longer sees is left out as a whole.
  const kept = before.filter((parts) => parts.every((part) => isSeen(part, seenBefore)))
  const knowledge = await loadKnowledge(read, viewer, {
    campaignId,
    question: question?.text ?? '',
    mentioned: question?.context.conjurations ?? [],
    earlier: kept.toReversed().flatMap((parts) => parts.flatMap(loreIn)),
    quoted: new Set(siblings.flat().flatMap((part) => (part.kind === 'quote' ? [part.text] : []))),
  })
  const parts: AnswerPart[] = converse(question?.text ?? '', knowledge)
  const shown = showParts(parts, await loadSeen(read, viewer, campaignId, parts))
  let at = 0
  for (const part of shown.parts) {
    const line = `${JSON.stringify({ part, sources: shown.sources })}\n`
    for (let from = 0; from < line.length; from += pieceLimit)
      publish(answerId, at + from, line.slice(from, from + pieceLimit))
    at += line.length
  }
  const ids = new Set(parts.flatMap(loreIn))
  return { parts, used: [...ids].map((id) => ({ kind: 'lore', id, revision: null })) }
}

const loreIn = (part: AnswerPart): string[] => {
  if (part.kind === 'quote') return [part.source.id]
  return part.kind === 'link' ? [part.fromId, part.toId] : idsIn(part)
}

/** The first words of the question that began the conversation. */
const titleOf = (question: string): string => {
  const line =
    question
      .trim()
      .split('\n')[0]
      ?.replace(/[?!.\s]+$/u, '') ?? ''
  if (line.length <= 60) return line
  return `${line.slice(0, 60).replace(/\s+\S*$/u, '')}…`.slice(0, titleLimit)
}

/** Deletes a conversation for good, with the key of its text, once it has been in its user's Trash for long enough. */
export const purgeConversations = (pool: pg.Pool) =>
  reactor(conversationEvents, {
    name: 'purge-conversations',
    delayMs: trashDays * dayMs,
    on: {
      async ConversationDeleted({ conversationId, operationId }, { dispatch, stateOf }) {
        const { deletedIn, isPurged } = await stateOf(conversations, conversationId)
        if (deletedIn !== operationId) return
        if (!isPurged)
          await dispatch(conversations, conversationId, { type: 'PurgeConversation', data: { conversationId } })
        await (await sealingKeys(pool)).forget([`conversation:${conversationId}`])
        await pool.query('delete from stream_snapshots where stream = $1', [`conversations-${conversationId}`])
      },
    },
  })
