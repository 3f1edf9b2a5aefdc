import { asksForMore } from './follow-up.ts'
import { hasKin } from './kin.ts'
import type { Knowledge, KnownEntry, KnownGroup, KnownLink, KnownList, KnownPassage } from './knowledge.ts'
import { longestQuote, mentionsAny, numberWithNoun, rankSentences } from './ranking.ts'
import {
  asksForComparison,
  asksForConnection,
  asksForReaders,
  asksWhoYouAre,
  isForCounts,
  isThanks,
} from './requests.ts'
import { keywords, nameStems, sentencesOf, stemsIn } from './sentences.ts'

export type AnswerPiece =
  /** `{file}` is replaced by the name of the file with this id. */
  | { kind: 'words'; text: string; fileId?: string }
  | { kind: 'quote'; source: Pick<KnownPassage, 'kind' | 'id' | 'segmentId'> & { page?: number }; text: string }
  | { kind: 'entries'; ids: string[]; more: number }
  | { kind: 'link'; relationshipId: string; fromId: string; toId: string }

const [mostQuotes, mostEntries, mostLinks] = [4, 24, 8]
/** Minimum share of a question's words in a sentence that answers it. */
const leastShare = 0.65
const welcome = 'You are welcome. Ask on whenever you like.'

const self =
  'I am the assistant that is part of Loreloom. I look up what your campaign says and quote it with its source; I do not invent, and nothing that you ask leaves this installation. Ask me about a name, count or list entries by tag or folder (“How many taverns are there?”), or ask what links two entries.'
const nothing = 'I find nothing about that in what you can see of this campaign.'
const readersUntold = 'Only Dungeon Masters learn from me who knows something.'
const nothingBut = 'I find no answer to that. This is what else your campaign says of it:'
const noMore = 'That is all that I find in what you can see. The whole text is here:'
const nothingNear = `${nothing} These entries may be near it:`

const sourceOf = ({ kind, id, segmentId, page }: KnownPassage) => ({ kind, id, segmentId, ...(page ? { page } : {}) })
const words = (text: string): AnswerPiece => ({ kind: 'words', text })
const listEntries = (ids: readonly string[], total = ids.length): AnswerPiece => {
  const listed = [...new Set(ids)].slice(0, mostEntries)
  return { kind: 'entries', ids: listed, more: Math.max(0, total - listed.length) }
}
const linkPiece = ({ id, source, target }: KnownLink): AnswerPiece => ({
  kind: 'link',
  relationshipId: id,
  fromId: source.id,
  toId: target.id,
})

const quotePiece = (passage: KnownPassage, text: string): AnswerPiece => ({
  kind: 'quote',
  source: sourceOf(passage),
  text: text.slice(0, longestQuote),
})

const listGroup = ({ label, ids, total, links = [], quotes = [] }: KnownList): AnswerPiece[] => [
  words(label),
  ...quotes.map(({ passage, text }) => quotePiece(passage, text)),
  ...links.map(linkPiece),
  ...(ids.length > 0 ? [listEntries(ids, total)] : []),
]

/**
 * Returns the sentences that answer nearly as well as the best one, those of one text in its order. A sentence needs a score of `floor`,
 * and 80 % of the best score, which counts as `least` if it is lower.
 */
const sentencesFor = (question: string, knowledge: Knowledge, { least = 0, floor = 0.5 } = {}) => {
  const ranked = rankSentences(question, knowledge)
  const best = Math.max(least, ranked[0]?.score ?? 0)
  const texts = new Set<string>()
  const chosen = ranked.filter(({ text, score }) => {
    if (score < floor || score < best * 0.8 || texts.has(text)) return false
    texts.add(text)
    return true
  })
  return [...Map.groupBy(chosen.slice(0, mostQuotes), ({ passage }) => passage).values()].flatMap((some) =>
    some.toSorted((a, b) => a.n - b.n),
  )
}
const quotesFor = (question: string, knowledge: Knowledge, limits?: { least?: number; floor?: number }) =>
  sentencesFor(question, knowledge, limits).map(({ passage, text }) => quotePiece(passage, text))

const readers = [
  ['CAMPAIGN', 'Everyone in this campaign may read this:'],
  ['DM', 'Only its author and Dungeon Masters may read this:'],
  ['PRIVATE', 'Only you may read this:'],
] as const

/** Quotes sentences about a topic, grouped by the members who may read them, the widest circle first. */
const quoteByReaders = (topic: string, knowledge: Knowledge): AnswerPiece[] => {
  const isFor = (visibility: string) => (passage: KnownPassage) => (passage.visibility ?? 'CAMPAIGN') === visibility
  const best = rankSentences(topic, knowledge)[0]?.score ?? 0
  const names = new Set(knowledge.subjects.flatMap(({ name }) => stemsIn(name)))
  // If the topic is only a name, sentences that mention it count as well.
  const isName = stemsIn(topic).every((word) => names.has(word))
  const limits = isName ? { floor: 0.3 } : { least: best * 0.75 }
  return readers.flatMap(([visibility, label]) => {
    const passages = knowledge.passages.filter(isFor(visibility))
    const quotes = quotesFor(topic, { ...knowledge, passages }, limits).slice(0, 2)
    return quotes.length > 0 ? [words(label), ...quotes] : []
  })
}

/** Returns relationships of the subjects whose comment or other end the question mentions. */
const linksFor = (question: string, { links, subjects }: Knowledge): AnswerPiece[] => {
  const named = new Set(subjects.flatMap(({ name }) => stemsIn(name)))
  const terms = stemsIn(question).filter((word) => !named.has(word))
  const isAsked = ({ comment, source, target }: KnownLink) => {
    const own = new Set(stemsIn(`${comment} ${source.name} ${target.name}`))
    return terms.some((word) => own.has(word) || hasKin(word, own))
  }
  return links.filter(isAsked).slice(0, mostLinks).map(linkPiece)
}

const connect = (knowledge: Knowledge): AnswerPiece[] => {
  const [one, other] = knowledge.subjects
  if (!one) return [words('Name two entries, and I will look for what links them.')]
  if (!other) {
    const links = knowledge.links.slice(0, mostLinks).map(linkPiece)
    if (links.length === 0) return [words('I see no relationship of this entry:'), listEntries([one.id])]
    return [words('These relationships are recorded:'), ...links]
  }
  if (knowledge.path.length > 0)
    return [
      words(knowledge.path.length === 1 ? 'They are related directly:' : 'They are related by these steps:'),
      ...knowledge.path.map(linkPiece),
    ]
  const isMentioned = (entry: KnownEntry, text: string) =>
    mentionsAny([nameStems(entry.name)], text, new Set(stemsIn(text)))
  const quotes = knowledge.passages.flatMap((passage) => {
    const isOf = (entry: KnownEntry) => entry.id === passage.id
    const speaksOf = (entry: KnownEntry, text: string) => isOf(entry) || isMentioned(entry, text)
    return sentencesOf(passage.text)
      .filter((text) => speaksOf(one, text) && speaksOf(other, text) && !(isOf(one) && isOf(other)))
      .map((text) => quotePiece(passage, text))
  })
  if (quotes.length > 0)
    return [
      words('No relationship leads from one to the other, but this speaks of both:'),
      ...quotes.slice(0, mostQuotes),
    ]
  return [words('I find nothing that links these two in what you can see:'), listEntries([one.id, other.id])]
}

/** The part of the knowledge that concerns one subject. */
const ofSubject = (knowledge: Knowledge, subject: KnownEntry): Knowledge => ({
  ...knowledge,
  subjects: [subject],
  passages: knowledge.passages.filter(({ id }) => id === subject.id),
  links: knowledge.links.filter(({ source, target }) => source.id === subject.id || target.id === subject.id),
})

const compare = (knowledge: Knowledge): AnswerPiece[] =>
  knowledge.subjects
    .slice(0, 2)
    .flatMap((subject) => [
      listEntries([subject.id]),
      ...quotesFor(subject.name, ofSubject(knowledge, subject)).slice(0, 2),
    ])

/** Answers the question for each of some entries; entries without an answer are omitted. */
const answersOf = (question: string, knowledge: Knowledge, entries: readonly KnownEntry[]) =>
  entries.flatMap((entry) => {
    const own = ofSubject(knowledge, entry)
    const found = sentencesFor(question, own).slice(0, 2)
    const pieces = [
      ...found.map(({ passage, text }) => quotePiece(passage, text)),
      ...linksFor(question, own).slice(0, 2),
    ]
    const isLiteral = found.some(({ text }) => stemsIn(question).some((word) => stemsIn(text).includes(word)))
    return pieces.length > 0 ? [{ entry, pieces, isLiteral }] : []
  })

const [askWhom, askWhich] = ['Whom do you mean?', 'Which one do you mean?']
/** True for the assistant's own question, which requests a choice among several entries. */
export const asksBack = (text: string): boolean => text === askWhom || text === askWhich

/** Answers about the only candidate for which the campaign has an answer; otherwise requests a choice among the candidates. */
const chooseCandidate = (question: string, knowledge: Knowledge): AnswerPiece[] => {
  const { candidates, subjects } = knowledge
  // Texts of more candidates than subjects are not read.
  const answers = candidates.length > subjects.length ? undefined : answersOf(question, knowledge, candidates)
  // A sentence with a word of the question outweighs those with words of the same kind.
  const literal = answers?.filter(({ isLiteral }) => isLiteral) ?? []
  const [only, ...others] = literal.length > 0 ? literal : (answers ?? [])
  if (only && others.length === 0) return [listEntries([only.entry.id]), ...only.pieces]
  if (answers?.length === 0) return [words(nothingNear), listEntries(candidates.map(({ id }) => id))]
  const ask = /\b(?:he|him|his|she|her|hers)\b/i.test(question) ? askWhom : askWhich
  return [words(ask), listEntries(candidates.map(({ id }) => id))]
}

const countLabels = {
  tag: ['One entry that you can see has this tag:', 'entries that you can see have this tag:'],
  tags: ['One entry that you can see has these tags:', 'entries that you can see have these tags:'],
  likeTag: ['One entry that you can see has a tag like this:', 'entries that you can see have a tag like this:'],
  folder: ['One entry that you can see is in this folder:', 'entries that you can see are in this folder:'],
  all: ['You can see one entry:', 'entries are those that you can see:'],
} as const

const listCounted = (group: KnownGroup): AnswerPiece[] => {
  const [one, many] = countLabels[group.by]
  return listGroup({ ...group, label: group.total === 1 ? one : `${group.total} ${many}` })
}

/** Quotes sentences that contain a number of the things that a question counts: `seven bells`. */
const countedIn = (question: string, knowledge: Knowledge): AnswerPiece[] => {
  if (!/\bhow many\b/i.test(question)) return []
  const terms = new Set(stemsIn(question))
  const counts = ({ text }: { text: string }) =>
    [...text.matchAll(numberWithNoun)].some(([, ...nouns]) =>
      nouns.flatMap((noun) => stemsIn(noun ?? '')).some((word) => terms.has(word)),
    )
  const found = rankSentences(question, { ...knowledge, subjects: [] })
    .filter(counts)
    .slice(0, 2)
  return found.length > 0 ? introduced(found.map(({ passage, text }) => quotePiece(passage, text))) : []
}

/** Introduces found passages: the campaign's own first, then those of each file. */
const introduced = (pieces: readonly AnswerPiece[], lead = 'This is what your campaign says:'): AnswerPiece[] => {
  const fileOf = (piece: AnswerPiece) =>
    piece.kind === 'quote' && piece.source.kind === 'file' ? piece.source.id : undefined
  const own = pieces.filter((piece) => fileOf(piece) === undefined)
  const files = new Set(pieces.flatMap((piece) => fileOf(piece) ?? []))
  return [
    ...(own.length > 0 ? [words(lead), ...own] : []),
    ...[...files].flatMap((fileId): AnswerPiece[] => [
      { kind: 'words', text: 'This is what {file} says:', fileId },
      ...pieces.filter((piece) => fileOf(piece) === fileId),
    ]),
  ]
}

/** Answers with the campaign's own text and its sources, or states that it has no answer. */
export const converse = (question: string, knowledge: Knowledge): AnswerPiece[] => {
  if (isThanks(question)) return [words(welcome)]
  if (asksWhoYouAre.test(question)) return [words(self)]
  const { subjects, groups, lists } = knowledge
  if (lists !== null) return lists.length === 0 ? [words(nothing)] : lists.flatMap(listGroup)
  if (asksForComparison(question) && subjects.length > 1) return compare(knowledge)
  if (asksForConnection(question) && subjects.length > 0 && (subjects.length > 1 || keywords(question).length <= 3))
    return connect(knowledge)
  if (knowledge.candidates.length > 1) return chooseCandidate(question, knowledge)
  const topic = question.replace(asksForReaders, '')
  if (topic !== question && !knowledge.mayKnowReaders)
    return [words(readersUntold), ...converse(topic, { ...knowledge, question: topic, typed: topic })]
  if (topic !== question) {
    const found = quoteByReaders(topic, knowledge)
    return found.length > 0 ? found : [words(nothing)]
  }
  if (knowledge.isEach) {
    const answers = answersOf(question, knowledge, subjects)
    if (answers.length > 0) return answers.flatMap(({ entry, pieces }) => [listEntries([entry.id]), ...pieces])
  }
  const found = sentencesFor(question, knowledge)
  const quotes = found.map(({ passage, text }) => quotePiece(passage, text))
  if (knowledge.isLoose && quotes.length === 0)
    return converse(question, { ...knowledge, subjects: [], links: [], path: [], isLoose: false, isEach: false })
  const labels = new Set(groups.flatMap(({ label, kin = [] }) => [...stemsIn(label), ...kin]))
  const isAboutGroups = stemsIn(question).every((word) => labels.has(word))
  if (isForCounts(question) && groups.length > 0 && (isAboutGroups || quotes.length === 0))
    return [...groups.flatMap(listCounted), ...countedIn(question, knowledge)]
  const links = linksFor(question, knowledge)
  const isDirect = links.length > 0 || found.some(({ share }) => share >= leastShare)
  if (isDirect) return introduced([...quotes, ...links])
  if (quotes.length > 0) return introduced(quotes, 'I find no direct answer. This comes nearest to it:')
  const typed =
    knowledge.typed === question || keywords(knowledge.typed).length === 0 ? [] : quotesFor(knowledge.typed, knowledge)
  if (typed.length > 0) return [words(nothingBut), ...typed.slice(0, 2)]
  if (asksForMore(knowledge.typed)) return [words(noMore), listEntries(subjects.map(({ id }) => id))]
  if (subjects.length > 0) return [words(nothingNear), listEntries(subjects.map(({ id }) => id))]
  return [words(`${nothing} I look words up and quote them; a name that the campaign uses helps me most.`)]
}
