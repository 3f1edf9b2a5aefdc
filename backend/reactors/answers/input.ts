import type pg from 'pg'
import { type Viewer, workFor } from '#domain/access.ts'
import { type AnswerPart, idsIn, readParts } from '#domain/answers.ts'
import { type Conversation, pathTo, type SentMessage } from '#domain/conversations.ts'
import { targetsOf } from '#domain/proposals.ts'
import { can } from '#domain/rights.ts'
import { type OmittedSource, writings } from '#domain/writings.ts'
import { asksBack, type Knowledge, type KnownPassage } from '../../../scribe/index.ts'
import { readTranscripts } from '../../commands/writings/transcripts.ts'
import { viewerNow } from '../../http/policy.ts'
import { type Read, reading } from '../../http/snapshot.ts'
import { TextFailed, type Turn } from '../../providers/text-model.ts'
import { loadKnowledge, type Sought } from '../../queries/conversations/knowledge.ts'
import { isSeen, loadSeen, type Seen } from '../../queries/conversations/seen.ts'
import { showParts, textOfShown } from '../../queries/conversations/shown.ts'
import type { EarlierTurn } from '../../queries/conversations/subjects.ts'
import { visibleIn } from '../../queries/visible.ts'
import type { Reaction } from '../reactor.ts'
import { findAttachedFiles, findCampaignFiles, type InputPorts, loadFiles, type UnreadFile } from './input-files.ts'

/** Limits of the earlier turns that a model receives: number of turns, characters per message, and ids of sources. */
const [mostTurns, mostTurnLetters, mostTurnIds] = [6, 2_000, 200]

/** Matches questions about the latest sessions, whose lines are then read even if they contain no word of the question. */
const isAboutSessions = /\b(?:sessions?|recap|last time|last game)\b/i

/** All that an answer may draw on, as its conversation's member sees it now. */
export interface AnswerInput {
  read: Read
  viewer: Viewer
  campaignId: string
  question: string
  knowledge: Knowledge
  /** The knowledge for one of several questions of the message. `before`: the others, with their answers. */
  loadFor(question: string, before: readonly AnsweredQuestion[]): Promise<Knowledge>
  /** The latest turns of the conversation, without those of which the member no longer sees every source. */
  turns: Turn[]
  /** Ids of the sources of these turns. */
  turnBasis: string[]
  /** Passages of files that the message refers to, and of sessions in the Story Vault. */
  texts: KnownPassage[]
  omitted: OmittedSource[]
  /** Files whose text cannot be read, each with the reason. */
  unread: UnreadFile[]
  /** True if the message mentions an entry, such as the one of the page that it is sent from. */
  hasMention: boolean
  /** Returns the member with the rights at the time of this call. */
  now(): Promise<{ read: Read; viewer: Viewer }>
  /** Loads the knowledge for another question, as the member sees it at the time of this call. */
  find(question: string): Promise<{ read: Read; viewer: Viewer; knowledge: Knowledge }>
}

export const noMember = () =>
  new TextFailed('refused', 'This answer ended because you no longer belonged to the campaign.')

const memberNow = async (pool: pg.Pool, userId: string, campaignId: string): Promise<Viewer> => {
  const viewer = await viewerNow(pool, workFor(userId, { isInPerson: true }))
  if (!can(viewer, 'enter', { campaignId })) throw noMember()
  return viewer
}

/** Collects the input of an answer. Throws `TextFailed` where its user is no longer a member. */
export async function loadInput(
  ports: InputPorts,
  conversation: Conversation,
  { messageId, answerId }: { messageId: string; answerId: string },
  { stateOf, now }: Pick<Reaction, 'stateOf' | 'now'>,
): Promise<AnswerInput> {
  const { pool } = ports
  const { owner, messages } = conversation
  const { userId = '', campaignId = '' } = owner ?? {}
  const reader = await memberNow(pool, userId, campaignId)
  const read = reading(pool)
  const path = pathTo(messages, messageId)
  const message = path.at(-1)?.message
  const question = message?.text ?? ''
  const siblings = await Promise.all(
    (message?.answers ?? []).filter((id) => id !== answerId).map((id) => partsOf(stateOf, id)),
  )
  const { visibleTurns, seen } = await loadTurns(read, reader, campaignId, path, stateOf)
  const wanted = [
    ...(await findCampaignFiles(read, campaignId, message?.context.campaignFiles ?? [])),
    ...findAttachedFiles(conversation, path),
  ]
  const readable = await loadFiles(ports, wanted, question)
  // Files may take minutes to read, in which rights may change.
  const viewer = await memberNow(pool, userId, campaignId)
  const quotes = message?.context.storyVault ? await findQuotes(read, viewer, campaignId, question) : []
  const texts = [...readable.texts, ...quotes]
  const queryOf = (text: string) => queryFor(text, campaignId, message, now())
  const mentioned = message?.context.conjurations ?? []
  const loadFor = (text: string, before: readonly AnsweredQuestion[]) =>
    loadKnowledge(read, viewer, {
      ...queryOf(text),
      mentioned,
      turns: [...visibleTurns, ...before.map((each) => ({ ...each, mentioned }))].toReversed().map(earlierTurn),
      files: texts,
      quoted: new Set(siblings.flat().flatMap((part) => (part.kind === 'quote' ? [part.text] : []))),
    })
  return {
    read,
    viewer,
    campaignId,
    question,
    knowledge: await loadFor(question, []),
    loadFor,
    ...turnsFor(visibleTurns, seen),
    texts,
    omitted: readable.omitted,
    unread: readable.unread,
    hasMention: (message?.context.conjurations.length ?? 0) > 0,
    now: async () => ({ read, viewer: await memberNow(pool, userId, campaignId) }),
    async find(text) {
      const current = await memberNow(pool, userId, campaignId)
      return { read, viewer: current, knowledge: await loadKnowledge(read, current, queryOf(text)) }
    },
  }
}

const partsOf = async (stateOf: Reaction['stateOf'], answerId: string) =>
  readParts((await stateOf(writings, answerId)).text)

/** Loads the turns before a message, except each turn with any part that the reader no longer sees. */
const loadTurns = async (
  read: Read,
  reader: Viewer,
  campaignId: string,
  path: ReturnType<typeof pathTo>,
  stateOf: Reaction['stateOf'],
) => {
  const before = await Promise.all(
    path.flatMap(({ message: { text, context }, answerId: id }) =>
      id === null ? [] : [partsOf(stateOf, id).then((parts) => ({ text, parts, mentioned: context.conjurations }))],
    ),
  )
  const seen = await loadSeen(
    read,
    reader,
    campaignId,
    before.flatMap(({ parts }) => parts),
  )
  const visibleTurns: StoredTurn[] = before.filter(({ parts }) => parts.every((part) => isSeen(part, seen)))
  return { visibleTurns, seen }
}

/** Passages of sessions in the Story Vault. */
const findQuotes = async (
  read: Read,
  viewer: Viewer,
  campaignId: string,
  question: string,
): Promise<KnownPassage[]> => {
  const how = { isLatestRead: isAboutSessions.test(question) }
  const sessions = await readTranscripts(read, visibleIn(viewer, campaignId), question, how)
  return sessions.map(({ id, title: name, text }) => ({ kind: 'transcript', id, name, segmentId: null, text }))
}

const queryFor = (question: string, campaignId: string, message: SentMessage | undefined, now: number): Sought => ({
  campaignId,
  question,
  mentioned: [],
  turns: [],
  campaign: message?.context.campaign ?? false,
  files: [],
  now,
  quoted: new Set(),
})

export interface AnsweredQuestion {
  text: string
  parts: AnswerPart[]
}
interface StoredTurn extends AnsweredQuestion {
  mentioned: readonly string[]
}

/** True if an answer contains the question which entry the user means. */
export const requestsEntry = (parts: readonly AnswerPart[]): boolean =>
  parts.some((part) => part.kind === 'words' && asksBack(part.text))

const earlierTurn = ({ text: question, mentioned, parts }: StoredTurn): EarlierTurn => ({
  question,
  mentioned,
  answered: parts.flatMap(loreIn),
  quotes: parts.flatMap((part) => (part.kind === 'quote' ? [part.text] : [])),
  isAskedBack: requestsEntry(parts),
})

/** The latest turns that fit, as text. */
const turnsFor = (before: readonly StoredTurn[], seen: Seen) => {
  const turns: Turn[] = []
  const basis = new Set<string>()
  for (const { text, parts } of before.slice(-mostTurns).toReversed()) {
    const shown = showParts(parts, seen)
    const answer = textOfShown(shown.parts, shown.sources)
    const ids = parts.flatMap(idsIn)
    if (answer === '') continue
    if (new Set([...basis, ...ids]).size > mostTurnIds) break
    for (const id of ids) basis.add(id)
    turns.unshift(
      { role: 'user', text: text.slice(0, mostTurnLetters) },
      { role: 'assistant', text: answer.slice(0, mostTurnLetters) },
    )
  }
  return { turns, turnBasis: [...basis] }
}

export const loreIn = (part: AnswerPart): string[] => {
  if (part.kind === 'quote') return part.source.kind === 'lore' ? [part.source.id] : []
  if (part.kind === 'text') return part.sources.flatMap(({ kind, id }) => (kind === 'lore' ? [id] : []))
  if (part.kind === 'proposal') return targetsOf(part.change)
  if (part.kind === 'link') return [part.fromId, part.toId]
  return part.kind === 'entries' ? part.ids : []
}
