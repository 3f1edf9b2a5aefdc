import type pg from 'pg'
import { type AnswerPart, writeParts } from '#domain/answers.ts'
import { type Conversation, conversationEvents, conversations, titleLimit } from '#domain/conversations.ts'
import { subjectOf } from '#domain/metadata.ts'
import { trashDays } from '#domain/trash.ts'
import { type UsedSource, writings } from '#domain/writings.ts'
import { deletePartialAnswer, endedParts } from '#projections/partial-answers.ts'
import { converse, headingOf, questionsIn } from '../../scribe/index.ts'
import { failureOf } from '../commands/writings/draft.ts'
import type { Files } from '../providers/files.ts'
import { TextFailed, type TextModel } from '../providers/text-model.ts'
import type { UntrustedInput } from '../providers/untrusted-input.ts'
import { loadSeen } from '../queries/conversations/seen.ts'
import { showParts } from '../queries/conversations/shown.ts'
import { sealingKeys } from '../sealing/keys.ts'
import { answered } from './answered.ts'
import { answerByModel } from './answers/by-model.ts'
import { type AnsweredQuestion, type AnswerInput, loadInput, loreIn, noMember, requestsEntry } from './answers/input.ts'
import { type Proposals, proposalsOf } from './answers/proposals.ts'
import { type AnswerWriter, answerWriter } from './answers/writer.ts'
import { type Cancellations, membershipId } from './cancellations.ts'
import { releaseFiles } from './purge-files.ts'
import { type Reaction, reactor } from './reactor.ts'

interface Ports {
  pool: pg.Pool
  files: Pick<Files, 'get'>
  untrusted: Pick<UntrustedInput, 'run'>
  textModel: TextModel
  /** Aborts work on stopped answers, and on answers to users who are no longer members. */
  cancellations: Cancellations
  /** Publishes the next piece of an answer, and how many characters came before it. */
  publish: (answerId: string, at: number, text: string) => void
  /** Publishes the name of the file that is being read. */
  publishReading: (answerId: string, name: string) => void
}

const dayMs = 86_400_000
const embedded = { provider: 'Loreloom', model: 'Weavy', madeBy: 'Weavy, embedded' } as const
const noTokens = { input: 0, output: 0 }

/** Answers a message once, despite restarts: the answer's stream accepts a single outcome. */
export const answerMessages = (ports: Ports) =>
  reactor(conversationEvents, {
    name: 'answer-messages',
    isAnswer: true,
    attempts: 3,
    on: {
      MessageSent: ({ answerId }, reaction) => answer(ports, answerId, reaction),
      AnswerRequested: ({ answerId }, reaction) => answer(ports, answerId, reaction),
    },
  })

interface Work {
  conversation: Conversation
  messageId: string
  answerId: string
  writer: AnswerWriter
  stopped: AbortSignal
  /** Aborts when the conversation's user leaves the campaign or is removed from it. */
  left: AbortSignal
}

const answer = async (ports: Ports, answerId: string, reaction: Reaction) => {
  const { pool, cancellations, publish } = ports
  const { event, stateOf, dispatch } = reaction
  const conversationId = subjectOf(event.stream)
  const conversation = await stateOf(conversations, conversationId)
  const message = conversation.messages.find(({ answers }) => answers.includes(answerId))
  const { owner } = conversation
  if (!owner || !message) return
  const { conjurations: conjurationIds, campaignFiles: fileIds, campaign, storyVault } = message.context
  const context = { targetConjurationId: null, conjurationIds, fileIds, campaign, storyVault }
  const wanted = { writingId: answerId, ...owner, segmentId: null, conversationId, prompt: message.text, ...context }
  if ((await stateOf(writings, answerId)).status === 'none') {
    const data = { ...wanted, purpose: 'answer', isAwaited: false } as const
    await dispatch(writings, answerId, { type: 'RequestWriting', data }, 'initiator')
  }
  const write = async (stopped: AbortSignal, left: AbortSignal) => {
    if ((await stateOf(writings, answerId)).status !== 'requested') return
    const writer = await answerWriter({ pool, answerId, publish: (at, text) => publish(answerId, at, text) })
    const work = { conversation, messageId: message.id, answerId, writer, stopped, left }
    await conclude(ports, work, reaction).finally(writer.end)
  }
  // Subscribes to cancellations before checking, so that none is missed in between.
  await cancellations.during(answerId, 1, (stopped) =>
    cancellations.during(membershipId(owner), 1, (left) => write(stopped, left)),
  )
  const data = { conversationId, answerId, title: titleOf(message.text) }
  await dispatch(conversations, conversationId, { type: 'ConcludeAnswer', data }, 'initiator')
  await deletePartialAnswer(pool, answerId)
}

/** Writes the answer and records its outcome; the outcome of a stopped answer is recorded already. */
const conclude = async (ports: Ports, work: Work, reaction: Reaction) => {
  const { answerId, writer, stopped, left } = work
  const { dispatch, last, signal } = reaction
  try {
    const receipt = await compose(ports, work, reaction)
    const text = writeParts(endedParts(writer.parts()))
    const data = { writingId: answerId, ...receipt, cost: 0, marks: [], text }
    await dispatch(writings, answerId, { type: 'FinishWriting', data }, 'initiator')
  } catch (problem) {
    if (stopped.aborted) return
    // A server that is stopping records nothing: another worker will answer.
    if (signal.aborted) throw problem
    const error = left.aborted ? noMember() : problem
    const isBusy = error instanceof TextFailed && error.kind === 'busy' && !hasText(writer.parts())
    if ((isBusy || !(error instanceof TextFailed)) && !last) throw error
    await writer.end()
    const parts = endedParts(writer.parts())
    const data = { ...failureOf(answerId, error), ...(parts.length > 0 && { text: writeParts(parts) }) }
    await dispatch(writings, answerId, { type: 'FailWriting', data }, 'initiator')
  }
}

/**
 * Answers the questions of a message in order; each may refer to earlier ones. Ends with the first question for which the user must
 * choose an entry.
 */
const answerQuestions = async ({ question, knowledge, loadFor }: AnswerInput): Promise<AnswerPart[]> => {
  const questions = questionsIn(question)
  if (questions.length === 1) return converse(knowledge.question, knowledge)
  const answers: AnsweredQuestion[] = []
  for (const text of questions) {
    const known = await loadFor(text, answers)
    const parts: AnswerPart[] = converse(known.question, known)
    answers.push({ text, parts })
    if (requestsEntry(parts)) break
  }
  return answers.flatMap(({ text, parts }) => [{ kind: 'words', text: headingOf(text) }, ...parts])
}

const hasText = (parts: readonly AnswerPart[]) => endedParts(parts).length > 0

/**
 * Writes the answer's parts from everything that the conversation's member sees now, by this installation's model or without one.
 * Returns the answer's receipt.
 */
const compose = async (
  { pool, files, untrusted, textModel, publishReading }: Ports,
  { conversation, messageId, answerId, writer, stopped, left }: Work,
  reaction: Reaction,
) => {
  const reads = { pool, files, untrusted, publishReading: (name: string) => publishReading(answerId, name) }
  const input = await loadInput(reads, conversation, { messageId, answerId }, reaction)
  left.throwIfAborted()
  const { texts, omitted, unread } = input
  const proposals = proposalsOf(pool, input, answerId)
  const byModel = async (model: NonNullable<TextModel['converse']>) => {
    const signal = AbortSignal.any([reaction.signal, stopped, left])
    const { usage, madeBy, used } = await answered(answerByModel(model, input, { writer, proposals }, signal), signal)
    return { provider: textModel.provider, model: textModel.model, madeBy, usage, used }
  }
  const { usage, used, ...by } = textModel.converse
    ? await byModel(textModel.converse)
    : await answerEmbedded(input, { writer, proposals })
  for (const { name, problem } of unread) {
    const part = { kind: 'words', text: `I could not read “${name}”. ${problem}` } as const
    writer.writeParts([part], { parts: [part], sources: [] })
  }
  const read = new Map(texts.map(({ id, kind }) => [id, kind]))
  const filesUsed = [...read].map(([id, kind]): UsedSource => ({ kind, id, revision: null }))
  const others = used.filter(({ id }) => !read.has(id))
  const tokens = { inputTokens: usage.input, outputTokens: usage.output }
  return { ...by, ...tokens, used: [...others, ...filesUsed], omitted }
}

const answerEmbedded = async (
  input: AnswerInput,
  { writer, proposals }: { writer: AnswerWriter; proposals: Proposals },
) => {
  const { read, viewer, campaignId } = input
  const parts = (await proposals.fromRequest()) ?? (await answerQuestions(input))
  writer.writeParts(parts, showParts(parts, await loadSeen(read, viewer, campaignId, parts)))
  const used = [...new Set(parts.flatMap(loreIn))].map((id): UsedSource => ({ kind: 'lore', id, revision: null }))
  return { ...embedded, usage: noTokens, used }
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
export const purgeConversations = ({ pool, files }: { pool: pg.Pool; files: Pick<Files, 'remove'> }) =>
  reactor(conversationEvents, {
    name: 'purge-conversations',
    delayMs: trashDays * dayMs,
    on: {
      async ConversationDeleted({ conversationId, operationId }, { dispatch, stateOf }) {
        const { deletedIn, isPurged, files: attached } = await stateOf(conversations, conversationId)
        if (deletedIn !== operationId) return
        // Files are deleted first: a purged conversation no longer lists them, so a retry could not find them.
        await releaseFiles(
          { pool, files },
          attached.map(({ key }) => key),
        )
        if (!isPurged)
          await dispatch(conversations, conversationId, { type: 'PurgeConversation', data: { conversationId } })
        await (await sealingKeys(pool)).forget([`conversation:${conversationId}`])
        await pool.query('delete from stream_snapshots where stream = $1', [`conversations-${conversationId}`])
      },
    },
  })
