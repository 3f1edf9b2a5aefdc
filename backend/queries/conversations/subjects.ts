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
  keywords,
  nameStems,
  pronounIn,
  type Reference,
  type Referent,
  referenceOf,
  stemsIn,
  type TurnTopic,
} from '../../../scribe/index.ts'
import { isPerson } from './lists.ts'
import { anyWord, type Find, lore, passages } from './visible-texts.ts'

/** Entries found by name, and subjects of a question. */
const [mostNamed, mostSubjects] = [200, 4]
/** Words that no name contains and that may be a mistyped one; and the least trigram similarity to a name. */
const [mostMistyped, likeness] = [4, 0.45]
/** Turns that a follow-up may refer to, and entries of the answer of one. */
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
  /** True if the answer is the question for whom or what the user meant. */
  isAskedBack: boolean
}

export interface Subjects {
  /** The question in full: `And Pell?` repeats the one before. */
  question: string
  subjects: readonly KnownEntry[]
  misspelt: readonly string[]
  /** The subjects without those that are only named next to a question that names others. */
  topic: readonly KnownEntry[]
  /** True if the question is about each of the subjects. */
  isEach: boolean
  /** Entries of which the question means one, without naming it. */
  candidates: readonly KnownEntry[]
  /** True if the question may as well be about something else than the subjects. */
  isLoose: boolean
  /** True if the question wants more than was quoted. */
  isMore: boolean
  /** Entries among which the question chooses, `Which of them …?`; null where it does not. */
  within: readonly string[] | null
}

type Message = Pick<EarlierTurn, 'question' | 'mentioned'>
interface Named {
  entries: readonly KnownEntry[]
  misspelt: readonly string[]
}

/** The entries that a question is about: those that it mentions or names, also misspelt; of a follow-up, those of the turns before. `turns`: the latest first. */
export const findSubjects = (find: Find, message: Message, earlier: readonly EarlierTurn[]): Promise<Subjects> => {
  const turns = earlier.slice(0, mostTurns)
  const messages: readonly Message[] = [message, ...turns]
  /** The nth message of all, the latest first, read with those before it. */
  const understand = memoised((n): Promise<Subjects> => readMessage(n))

  const frameOf = async (n: number) => {
    const { question, subjects } = await understand(n)
    return { question, names: subjects.map(({ name }) => name) }
  }
  const topicOf = memoised(async (n): Promise<TurnTopic> => {
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
  })
  /** What a question refers to, by the latest turn from the nth on that has something which fits. */
  const referenceFrom = async (n: number, question: string, chips: readonly Referent[] = []): Promise<Reference> => {
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

  /** The latest entry, from the nth turn on, that a turn was about besides this one. */
  const otherFrom = async (n: number, id: string): Promise<Referent | undefined> => {
    for (let at = n; at < messages.length; at++) {
      const other = (await topicOf(at)).named.find((entry) => entry.id !== id)
      if (other) return other
    }
    return undefined
  }

  const readMessage = async (n: number): Promise<Subjects> => {
    const { question, mentioned } = messages[n] as Message
    const named = await findNamed(find, question)
    const chips = await findReferents(find, mentioned)
    const subjects = about(question, [...chips, ...named.entries], named.misspelt)
    const plain = named.entries.length > 0 ? { ...subjects, topic: named.entries } : subjects
    const turn = turns[n]
    if (!turn) return plain
    const replied = turn.isAskedBack || isOrdinal.test(question) ? await understand(n + 1) : undefined
    const chosen = replied ? chosenBy(question, turn.isAskedBack ? replied.candidates : replied.subjects) : []
    if (replied && chosen.length > 0) return { ...about(replied.question, chosen), isEach: chosen.length > 1 }
    if (choosesAmong.test(question) && turn.answered.length > 1)
      return { ...about(question, []), topic: named.entries, within: turn.answered }
    if (named.entries.length > 0) return readNamed(n, plain, named)
    const counted = countInstead(question, turn.question)
    if (counted !== undefined) return about(counted, chips)
    return isFollowUp(question) ? readFollowUp(n, chips) : plain
  }

  const readNamed = async (n: number, plain: Subjects, { entries }: Named): Promise<Subjects> => {
    const { question } = plain
    const names = entries.map(({ name }) => name)
    if (isSwitch(question, names)) {
      const { question: before, subjects } = await understand(n + 1)
      const [first] = subjects
      // `What links Corin and Maud?` `And Thistle?`
      if (first && isPair(before)) return about(before, [first, ...entries], plain.misspelt)
      return { ...plain, question: completed(question, await frameOf(n + 1)) }
    }
    // `What links her and Harl Quill?`
    if (!isPair(question) || entries.length > 1 || pronounIn(question) === undefined) return plain
    const reference = await referenceFrom(n + 1, question)
    const [other] = reference.entries
    return other && reference.entries.length === 1 ? about(question, [other, ...entries], plain.misspelt) : plain
  }

  const readFollowUp = async (n: number, chips: readonly Referent[]): Promise<Subjects> => {
    const { question } = messages[n] as Message
    const { entries, isEach } = await referenceFrom(n + 1, question, chips)
    const [only] = entries
    // `Compare them` after one turn about each.
    const other = only && entries.length === 1 && isPair(question) ? await otherFrom(n + 2, only.id) : undefined
    if (only && other) return about(question, [other, only])
    const whole = isBare(question) && !asksForMore(question) ? completed(question, await frameOf(n + 1)) : question
    // What the user names next to the message decides which entry it means.
    const chosen = entries.length > 1 ? entries.filter(({ id }) => chips.some((chip) => chip.id === id)) : []
    const meant = chosen.length > 0 ? chosen : entries
    const candidates = meant.length > 1 && !isEach ? meant : []
    const isPronoun = pronounIn(question) !== undefined
    const all = about(whole, [...meant, ...(isPronoun ? [] : chips)])
    const how = {
      isEach: isEach && meant.length > 1,
      isLoose: isLoose(question),
      isMore: asksForMore(question) || isWhy(question),
    }
    return { ...all, ...how, candidates }
  }

  return understand(0)
}

/** Reads each message once: a chain of follow-ups refers to the same messages several times. */
const memoised = <Value>(read: (n: number) => Promise<Value>) => {
  const values = new Map<number, Promise<Value>>()
  return (n: number): Promise<Value> => {
    const value = values.get(n) ?? read(n)
    values.set(n, value)
    return value
  }
}

const isOrdinal = /^\W*(?:i mean\s+)?the\s+(?:first|second|third|former|latter|last)(?:\s+one)?\W*$/i
const choosesAmong = /\b(?:which|who|what|any|one|how many) of (?:them|these|those)\b/i

/** `Why?` is not answered by what was quoted already. */
const isWhy = (question: string) => isBare(question) && /\b(?:why|how come)\b/i.test(question)

/** Questions about two entries. */
const isPair = (question: string) => asksForConnection(question) || asksForComparison(question)

const about = (question: string, entries: readonly KnownEntry[], misspelt: readonly string[] = []): Subjects => {
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

const findNamed = async (find: Find, question: string): Promise<Named> => {
  const words = keywords(question)
  if (words.length === 0) return { entries: [], misspelt: [] }
  const named = await find<KnownEntry & { tags: readonly string[] }>(
    `select l.id, l.name, l.tags ${lore} and l.headline @@ ${anyWord} order by ts_rank(l.headline, ${anyWord}) desc, l.id limit ${mostNamed}`,
    { words: words.join(' ') },
  )
  const terms = new Set(stemsIn(question))
  const place = (name: string) => question.toLowerCase().indexOf(keywords(name)[0] ?? '')
  const complete = named
    .filter(({ name }) => {
      // `Session 4: Small Cakes` is named by `session 4` as well.
      const parts = [name, name.split(':')[0] ?? name].map(stemsIn)
      return parts.some((own) => own.length > 0 && own.every((word) => terms.has(word))) && !isSentence(name)
    })
    .sort((a, b) => place(a.name) - place(b.name) || stemsIn(b.name).length - stemsIn(a.name).length)
  const isLowercase = question.slice(1) === question.slice(1).toLowerCase() && pronounIn(question) === undefined
  const partial =
    complete.length > 0
      ? []
      : named.filter(
          (entry) =>
            isPartlyNamed(entry.name, question) ||
            (isLowercase && isPerson(entry) && isFirstNamed(entry.name, question)),
        )
  const spelt = [...complete, ...partial]
  const covered = new Set(named.flatMap(({ name }) => stemsIn(name)))
  const strange = keywords(question).filter((word) => word.length > 3 && !covered.has(stemsIn(word)[0] ?? word))
  const mistyped =
    spelt.length > 1 || strange.length === 0 ? [] : await findMistyped(find, properNames(question, strange))
  return {
    entries: [...spelt, ...mistyped.map(({ entry }) => entry)],
    misspelt: mistyped.map(({ word }) => word),
  }
}

/** `Ottoline Does Not Know` is not named by `Ottoline` alone. */
const isSentence = (name: string): boolean => stemsIn(name).length * 2 < name.split(/\s+/).length
/** `who is ysolde` names Ysolde Marrow as well; `a bell` is no Bell of the Herald. */
const isFirstNamed = (name: string, question: string): boolean => {
  const words = name.replace(titles, '').split(/\s+/)
  return words.length <= 2 && keywords(question).includes(words[0]?.toLowerCase() ?? '')
}
const titles =
  /^(?:(?:the|an?|lady|lord|sir|dame|captain|doctor|brother|sister|king|queen|prince|princess|abbess|abbot)\s+)+/i

/** `Who is Ysolde?` names Ysolde Marrow, but not Ysolde’s Boat: by a word that the question writes with a capital. */
const isPartlyNamed = (name: string, question: string): boolean =>
  name
    .replace(/^.*['’]s?\s+(?=\S)/u, '')
    .split(/\s+/)
    .some(
      (word) =>
        /^\p{Lu}\p{L}{2,}/u.test(word) &&
        nameStems(name).includes(stemsIn(word)[0] ?? '') &&
        new RegExp(`(?<!^)\\b${letters(word)}\\b`, 'u').test(question),
    )
const letters = (word: string) => word.replaceAll(/[^\p{L}\p{N}]/gu, '.')

/** Of these words, those that the question writes like names. */
const properNames = (question: string, words: readonly string[]) => {
  const capitals = new Set((question.slice(1).match(/\p{Lu}[\p{L}’']+/gu) ?? []).map((word) => keywords(word)[0] ?? ''))
  return words.filter((word) => capitals.has(word)).slice(0, mostMistyped)
}

const thisWord = `(select to_tsquery('simple', string_agg(quote_literal(lexeme), ' & '))
  from unnest(tsvector_to_array(public.lexemes(@word))) lexeme)`
/** A name that a text contains is spelt as the campaign spells it, though no entry has it. */
const isInSomeText = async (find: Find, word: string): Promise<boolean> => {
  const [found] = await find<{ found: boolean }>(
    `select (exists (select ${lore} and l.words @@ ${thisWord}) or exists (select ${passages} and p.words @@ ${thisWord})) as found`,
    { word },
  )
  return found?.found ?? false
}

/** Lets `<%`, which uses an index, find what is at least as similar: PostgreSQL evaluates it once, before it searches. */
const setLikeness = `(select set_config('pg_trgm.word_similarity_threshold', '${likeness}', true)) is not null`

const findMistyped = async (find: Find, words: readonly string[]) => {
  const found: { word: string; entry: KnownEntry }[] = []
  for (const word of words) {
    if (await isInSomeText(find, word)) continue
    const [entry] = await find<KnownEntry>(
      `select l.id, l.name ${lore} and ${setLikeness} and @word <% l.typed and word_similarity(@word, public.plain(l.name)) >= ${likeness}
        order by word_similarity(@word, public.plain(l.name)) desc, l.id limit 1`,
      { word },
    )
    if (entry) found.push({ word, entry })
  }
  return found
}
