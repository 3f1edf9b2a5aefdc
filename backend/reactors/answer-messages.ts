import type pg from 'pg'
import { type AnswerPart, idsIn, readParts, writeParts } from '#domain/answers.ts'
import { type Conversation, conversationEvents, conversations, pathTo, titleLimit } from '#domain/conversations.ts'
import { subjectOf } from '#domain/metadata.ts'
import { can } from '#domain/rights.ts'
import { trashDays } from '#domain/trash.ts'
import { type OmittedSource, type UsedSource, writings } from '#domain/writings.ts'
import { converse, type KnownPassage } from '../../scribe/index.ts'
import { failureOf } from '../commands/writings/draft.ts'
import { viewerOf } from '../http/policy.ts'
import { type Read, reading } from '../http/snapshot.ts'
import type { Files } from '../providers/files.ts'
import { TextFailed } from '../providers/text-model.ts'
import { loadKnowledge } from '../queries/conversations/knowledge.ts'
import { isSeen, loadSeen, showParts } from '../queries/conversations/shown.ts'
import { sealingKeys } from '../sealing/keys.ts'
import { type Reaction, reactor } from './reactor.ts'

interface Ports {
  pool: pg.Pool
  files: Pick<Files, 'get'>
  /** Publishes the next piece of an answer, and how many characters came before it. */
  publish: (answerId: string, at: number, text: string) => void
  /** Publishes the name of the file that is being read. */
  publishReading: (answerId: string, name: string) => void
}

const pieceLimit = 2_000
/** Of one file. */
const mostFileBytes = 400_000
const dayMs = 86_400_000
const madeBy = { provider: 'Loreloom', model: 'Weavy', madeBy: 'Weavy, embedded' } as const

/** Answers a message once, whatever is restarted meanwhile: the answer's stream accepts a single outcome. */
export const answerMessages = (ports: Ports) => {
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
        const { parts, used, omitted } = await compose(ports, conversation, message.id, answerId, reaction)
        const receipt = { ...madeBy, inputTokens: 0, outputTokens: 0, cost: 0, used, omitted, marks: [] }
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
  { pool, files, publish, publishReading }: Ports,
  { owner, messages }: Conversation,
  messageId: string,
  answerId: string,
  { stateOf, now }: Pick<Reaction, 'stateOf' | 'now'>,
): Promise<{ parts: AnswerPart[]; used: UsedSource[]; omitted: OmittedSource[] }> => {
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
  const wanted = question?.context.campaignFiles ?? []
  const { texts, omitted } = await readFiles({ read, files, campaignId }, wanted, (name) =>
    publishReading(answerId, name),
  )
  const knowledge = await loadKnowledge(read, viewer, {
    campaignId,
    question: question?.text ?? '',
    mentioned: question?.context.conjurations ?? [],
    earlier: kept.toReversed().flatMap((parts) => parts.flatMap(loreIn)),
    campaign: question?.context.campaign ?? false,
    files: texts,
    now: now(),
    quoted: new Set(siblings.flat().flatMap((part) => (part.kind === 'quote' ? [part.text] : []))),
  })
  const parts: AnswerPart[] = converse(question?.text ?? '', knowledge)
  if (omitted.some(({ why }) => why === 'kind'))
    parts.push({
      kind: 'words',
      text: 'Of files I read plain text and Markdown; the others that you named are left out.',
    })
  const shown = showParts(parts, await loadSeen(read, viewer, campaignId, parts))
  let at = 0
  for (const part of shown.parts) {
    const line = `${JSON.stringify({ part, sources: shown.sources })}\n`
    for (let from = 0; from < line.length; from += pieceLimit)
      publish(answerId, at + from, line.slice(from, from + pieceLimit))
    at += line.length
  }
  const ids = new Set(parts.flatMap(loreIn))
  const used = [...ids].map((id): UsedSource => ({ kind: 'lore', id, revision: null }))
  return {
    parts,
    used: [...used, ...texts.map(({ id }): UsedSource => ({ kind: 'file', id, revision: null }))],
    omitted,
  }
}

/** Plain text and Markdown among the campaign's files that a message names. The viewer is a member: members see its files. */
const readFiles = async (
  { read, files, campaignId }: { read: Read; files: Ports['files']; campaignId: string },
  wanted: readonly string[],
  publishReading: (name: string) => void,
): Promise<{ texts: KnownPassage[]; omitted: OmittedSource[] }> => {
  const found =
    wanted.length === 0
      ? []
      : await read<{ id: string; name: string; mime: string; key: string }>(
          `select id, name, mime, key from campaign_files
            where id = any($1::uuid[]) and "campaignId" = $2 and "deletedAt" is null`,
          [wanted, campaignId],
        )
  const texts: KnownPassage[] = []
  const omitted: OmittedSource[] = []
  for (const id of new Set(wanted)) {
    const file = found.find((each) => each.id === id)
    if (!file) omitted.push({ kind: 'file', id, why: 'rights' })
    else if (!file.mime.startsWith('text/') && !/\.(?:txt|md|markdown)$/i.test(file.name))
      omitted.push({ kind: 'file', id, why: 'kind' })
    else {
      publishReading(file.name.slice(0, 255))
      const bytes = await files.get(file.key).catch(() => undefined)
      const text = bytes?.subarray(0, mostFileBytes).toString('utf8') ?? ''
      texts.push({ kind: 'file', id, name: file.name, segmentId: null, text })
    }
  }
  return { texts, omitted }
}

const loreIn = (part: AnswerPart): string[] => {
  if (part.kind === 'quote') return part.source.kind === 'lore' ? [part.source.id] : []
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
