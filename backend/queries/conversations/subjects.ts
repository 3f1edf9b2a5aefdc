import {
  asksForComparison,
  asksForConnection,
  asksForMore,
  chosenBy,
  completed,
  countInstead,
  isBare,
  isFollowUp,
  isLoose,
  isSwitch,
  type KnownEntry,
  pronounIn,
  type Reference,
  type Referent,
  referenceOf,
  type TurnTopic,
} from '../../../scribe/index.ts'
import { isPerson } from './lists.ts'
import { findNamed, type Named } from './named-entries.ts'
import { type Find, lore } from './visible-texts.ts'

/** Maximum number of subjects of a question. */
const mostSubjects = 4
/** Maximum numbers of turns that a follow-up may refer to, and of entries of one answer. */
const [mostTurns, mostAnswered] = [6, 24]

/** A turn of the conversation before a question. */
export interface EarlierTurn {
  question: string
  /** Entries that the user named next to the question. */
  mentioned: readonly string[]
  /** Entries of the answer, the most important first. */
  answered: readonly string[]
  /** Sentences that the answer quotes. */
  quotes: readonly string[]
  /** True if the answer is the question which entry the user meant. */
  isAskedBack: boolean
}

export interface Subjects {
  /** The complete question: `And Pell?` is completed with the previous one. */
  question: string
  subjects: readonly KnownEntry[]
  misspelt: readonly string[]
  /** The entries that the question itself names or, without any, all subjects. */
  topic: readonly KnownEntry[]
  /** True if the question is about each of the subjects. */
  isEach: boolean
  /** Entries of which the question means one that it does not name, so that the user must choose. */
  candidates: readonly KnownEntry[]
  /** True if the question may also be about something other than the subjects. */
  isLoose: boolean
  /** True if the question wants more than was quoted. */
  isMore: boolean
  /** Entries from which a question such as `Which of them …?` chooses; null for other questions. */
  within: readonly string[] | null
}

type Message = Pick<EarlierTurn, 'question' | 'mentioned'>

/**
 * The context in which the messages of a conversation are interpreted. Messages are numbered from the latest, 0, and each
 * is interpreted once, since a chain of follow-ups refers to the same ones several times.
 */
interface Reading {
  find: Find
  messages: readonly Message[]
  /** `turns[n]` is the turn before `messages[n]`. */
  turns: readonly EarlierTurn[]
  /** Interprets the nth message by those before it. */
  understand(n: number): Promise<Subjects>
  topicOf(n: number): Promise<TurnTopic>
}

/**
 * Returns the entries that a question is about: those that it mentions or names, even misspelt, or those of earlier turns for a
 * follow-up. `earlier`: the latest turn first.
 */
export const findSubjects = (find: Find, message: Message, earlier: readonly EarlierTurn[]): Promise<Subjects> => {
  const turns = earlier.slice(0, mostTurns)
  const reading: Reading = {
    find,
    messages: [message, ...turns],
    turns,
    understand: memoise((n): Promise<Subjects> => readMessage(reading, n)),
    topicOf: memoise((n): Promise<TurnTopic> => readTopic(reading, n)),
  }
  return reading.understand(0)
}

const memoise = <Value>(read: (n: number) => Promise<Value>) => {
  const values = new Map<number, Promise<Value>>()
  return (n: number): Promise<Value> => {
    const value = values.get(n) ?? read(n)
    values.set(n, value)
    return value
  }
}

const readMessage = async (reading: Reading, n: number): Promise<Subjects> => {
  const { find, messages, turns, understand } = reading
  const { question, mentioned } = messages[n] as Message
  const named = await findNamed(find, question)
  const chips = await findReferents(find, mentioned)
  const subjects = subjectsOf(question, [...chips, ...named.entries], named.misspelt)
  const plain = named.entries.length > 0 ? { ...subjects, topic: named.entries } : subjects
  const turn = turns[n]
  if (!turn) return plain
  const replied = turn.isAskedBack || isOrdinal.test(question) ? await understand(n + 1) : undefined
  const chosen = replied ? chosenBy(question, turn.isAskedBack ? replied.candidates : replied.subjects) : []
  if (replied && chosen.length > 0) return { ...subjectsOf(replied.question, chosen), isEach: chosen.length > 1 }
  if (choosesAmong.test(question) && turn.answered.length > 1)
    return { ...subjectsOf(question, []), topic: named.entries, within: turn.answered }
  if (named.entries.length > 0) return readNamed(reading, n, plain, named)
  const counted = countInstead(question, turn.question)
  if (counted !== undefined) return subjectsOf(counted, chips)
  return isFollowUp(question) ? readFollowUp(reading, n, chips) : plain
}

const readNamed = async (reading: Reading, n: number, plain: Subjects, { entries }: Named): Promise<Subjects> => {
  const { question } = plain
  const names = entries.map(({ name }) => name)
  if (isSwitch(question, names)) {
    const { question: before, subjects } = await reading.understand(n + 1)
    const [first] = subjects
    // `What links Corin and Maud?` `And Thistle?`
    if (first && isPair(before)) return subjectsOf(before, [first, ...entries], plain.misspelt)
    return { ...plain, question: completed(question, await readFrame(reading, n + 1)) }
  }
  // `What links her and Harl Quill?`
  if (!isPair(question) || entries.length > 1 || pronounIn(question) === undefined) return plain
  const reference = await findReference(reading, n + 1, question)
  const [other] = reference.entries
  return other && reference.entries.length === 1 ? subjectsOf(question, [other, ...entries], plain.misspelt) : plain
}

const readFollowUp = async (reading: Reading, n: number, chips: readonly Referent[]): Promise<Subjects> => {
  const { question } = reading.messages[n] as Message
  const { entries, isEach } = await findReference(reading, n + 1, question, chips)
  const [only] = entries
  // `Compare them` after one turn about each.
  const other = only && entries.length === 1 && isPair(question) ? await findOther(reading, n + 2, only.id) : undefined
  if (only && other) return subjectsOf(question, [other, only])
  const whole =
    isBare(question) && !asksForMore(question) ? completed(question, await readFrame(reading, n + 1)) : question
  // Entries that the user mentions next to the message determine which of several entries it means.
  const chosen = entries.length > 1 ? entries.filter(({ id }) => chips.some((chip) => chip.id === id)) : []
  const meant = chosen.length > 0 ? chosen : entries
  const candidates = meant.length > 1 && !isEach ? meant : []
  const isPronoun = pronounIn(question) !== undefined
  const all = subjectsOf(whole, [...meant, ...(isPronoun ? [] : chips)])
  const how = {
    isEach: isEach && meant.length > 1,
    isLoose: isLoose(question),
    isMore: asksForMore(question) || isWhy(question),
  }
  return { ...all, ...how, candidates }
}

const readFrame = async ({ understand }: Reading, n: number) => {
  const { question, subjects } = await understand(n)
  return { question, names: subjects.map(({ name }) => name) }
}

const readTopic = async ({ find, turns, understand }: Reading, n: number): Promise<TurnTopic> => {
  const { topic, candidates } = await understand(n)
  const answered = await findReferents(find, turns[n - 1]?.answered.slice(0, mostAnswered) ?? [])
  // Candidates of an earlier question remain candidates, though its answer was about one of them.
  const named = candidates.length > 1 ? candidates : topic
  return {
    named: await findReferents(
      find,
      named.map(({ id }) => id),
    ),
    answered,
  }
}

/** Returns the entries to which a question refers, from the latest turn, starting at the nth, that has matching ones. */
const findReference = async (
  { messages, topicOf }: Reading,
  n: number,
  question: string,
  chips: readonly Referent[] = [],
): Promise<Reference> => {
  const topics: TurnTopic[] = []
  for (let at = n; at < messages.length; at++) {
    const topic = await topicOf(at)
    const reference = referenceOf(question, topic)
    if (reference) return reference
    topics.push(topic)
  }
  const own = referenceOf(question, { named: chips, answered: [] })
  if (own) return own
  const all = topics.flatMap(({ named, answered }) => [...named, ...answered])
  return { entries: all.slice(0, 1), isEach: false }
}

/** Returns the latest other entry that a turn was about, starting at the nth turn. */
const findOther = async ({ messages, topicOf }: Reading, n: number, id: string): Promise<Referent | undefined> => {
  for (let at = n; at < messages.length; at++) {
    const other = (await topicOf(at)).named.find((entry) => entry.id !== id)
    if (other) return other
  }
  return undefined
}

const isOrdinal = /^\W*(?:i mean\s+)?the\s+(?:first|second|third|former|latter|last)(?:\s+one)?\W*$/i
const choosesAmong = /\b(?:which|who|what|any|one|how many) of (?:them|these|those)\b/i

/** True for `Why?`, which sentences that were quoted already do not answer. */
const isWhy = (question: string) => isBare(question) && /\b(?:why|how come)\b/i.test(question)

/** True for questions about two entries. */
const isPair = (question: string) => asksForConnection(question) || asksForComparison(question)

const subjectsOf = (question: string, entries: readonly KnownEntry[], misspelt: readonly string[] = []): Subjects => {
  const subjects = [...new Map(entries.map(({ id, name }) => [id, { id, name }])).values()].slice(0, mostSubjects)
  return {
    question,
    subjects,
    topic: subjects,
    misspelt,
    isEach: false,
    candidates: [],
    isLoose: false,
    isMore: false,
    within: null,
  }
}

interface Entry extends KnownEntry {
  tags: readonly string[]
  description: string
}

/** Entries by their ids, in this order, as far as the viewer sees them. */
const findReferents = async (find: Find, ids: readonly string[]): Promise<Referent[]> => {
  if (ids.length === 0) return []
  const rows = await find<Entry>(`select l.id, l.name, l.tags, l.description ${lore} and l.id = any(@ids::uuid[])`, {
    ids,
  })
  return [...new Set(ids)].flatMap((id) => {
    const row = rows.find((each) => each.id === id)
    return row ? { id, name: row.name, description: row.description, isPerson: isPerson(row) } : []
  })
}
