import { hasKin } from './kin.ts'
import type { Knowledge, KnownPassage } from './knowledge.ts'
import { nameStems, sentencesOf, stemsIn } from './sentences.ts'

/** Largest number of characters of a quoted sentence. */
export const longestQuote = 600

const numeral =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|dozen'
/** A number with the noun that it counts, of one word or the second of two. */
export const numberWithNoun = new RegExp(`\\b(?:\\d+|${numeral})\\s+([\\p{L}’'-]+)(?:\\s+([\\p{L}’'-]+))?`, 'giu')
const measured = (unit: string) => new RegExp(`\\b(?:\\d+|${numeral})\\b.*\\b(?:${unit})\\b`, 'i')

/** Questions for a measure, with their answers: a number with its unit answers the adjective, and seldom repeats it. */
const measures: readonly (readonly [RegExp, RegExp])[] = [
  // A number alone is an age; before a noun it counts something else, and `in five years` is a span.
  [
    /\bhow old\b/i,
    new RegExp(
      `(?<!\\b(?:no|in|for|every|after|within|some|these|those|last|next|past)\\s)\\b(?:\\d+|${numeral})(?:-\\w+)?(?=[,.;:)]|$|\\s+(?:years?|winters?|summers?|if|and)\\b)|\\byears old\\b|\\bborn\\b|\\b(?:twenties|thirties|forties|fifties|sixties|seventies|eighties)\\b`,
      'i',
    ),
  ],
  [
    /\bhow (?:fast|quick(?:ly)?)\b/i,
    /\bspeed\b|\b(?:miles|leagues|knots|feet|yards)\b.*\b(?:hour|minute|day|round)\b|\bknots\b/i,
  ],
  [/\bhow long ago\b/i, /\bago\b|\bsince\b/i],
  [/\bhow heavy\b|\bhow much\b.*\bweigh/i, measured('tons?|pounds?|stones?|hundredweight')],
  [
    /\bhow long\b/i,
    measured('feet|foot|miles?|fathoms?|yards?|inches|minutes?|hours?|days?|nights?|weeks?|months?|years?'),
  ],
  [
    /\bhow (?:tall|high|wide|deep|big|large|far)\b/i,
    measured('feet|foot|miles?|fathoms?|yards?|inches|hours?|days?|steps?'),
  ],
  [/\bhow much\b|\bwhat\b.*\bcosts?\b|\bprice\b/i, /\b(?:silver|copper|coppers|gold|coins?|crowns?)\b/i],
]

/** Patterns that an answering sentence probably matches, by question word. */
const preferences: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\bwhen\b/i,
    /\b(?:\d+|ago|since|year|winter|summer|spring|autumn|night|day|before|after|until|during|if|once|whenever|unless)\b/i,
  ],
  [/\bwhere\b/i, /\b(?:in|at|on|under|behind|beneath|near|beside|above|north|south|east|west|between|into|inside)\b/i],
  [/\bwhy\b/i, /\b(?:because|since|so that|for fear|in order|owes?|revenge|therefore|to)\b/i],
  [/\bhow many\b/i, new RegExp(`\\b(?:\\d+|${numeral})`, 'i')],
  [/\bwh(?:o|om|ose)\b/i, /(?<!^)\b\p{Lu}\p{L}+/u],
]

/** Returns the preference of the first question word: a number answers `How many were aboard when she sank?` */
const likedBy = (question: string): RegExp | undefined => {
  const places = preferences.map(([kind, liked]) => ({ at: question.search(kind), liked })).filter(({ at }) => at >= 0)
  return places.sort((a, b) => a.at - b.at)[0]?.liked
}

interface Candidate {
  passage: KnownPassage
  /** Its position in the passage. */
  n: number
  text: string
  /** The share of the question that the sentence contains, from 0 to 1. */
  share: number
  score: number
}

/** Questions that only a time or a number answers. */
const asksForNumber = /^\W*(?:and\W+)?when\b|\bhow (?:many|old|heavy|long|far|tall|high|wide|deep)\b/i

/** Questions for a place. The answer seldom repeats their verbs (`placeVerbs`): a hidden letter `is sewn into a hat`. */
const asksForPlace = /^\W*(?:and\W+)?where\b/i
const placeVerbs = new Set(
  stemsIn('hide hides hidden locate located find found lie lies stand stands keep kept put placed'),
)

/** Returns the share of a question in a sentence, from 0 to 1: rare words weigh more, and words of the same group count nearly as much. */
const shareOf = (
  weights: ReadonlyMap<string, number>,
  stems: ReadonlySet<string>,
  title: ReadonlySet<string>,
): number => {
  let [hits, all] = [0, 0]
  for (const [word, weight] of weights) {
    all += weight
    if (stems.has(word)) hits += weight
    else if (hasKin(word, stems)) hits += 0.8 * weight
    else if (title.has(word)) hits += 0.7 * weight
  }
  return all === 0 ? 0 : hits / all
}

const ordinal = /\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th))\b/gi

/** True if a sentence mentions one of these names: all of it, or a capitalised word of it. `Small bells` are not the Seventh Bell. */
export const mentionsAny = (
  names: readonly (readonly string[])[],
  text: string,
  stems: ReadonlySet<string>,
): boolean => {
  const capitals = new Set((text.match(/\p{Lu}[\p{L}’'-]+/gu) ?? []).flatMap(stemsIn))
  return names.some((own) => own.every((word) => stems.has(word)) || own.some((word) => capitals.has(word)))
}

/** Matches sentences with a reason, which may be quoted again if the question requests more. */
const reason = /\b(?:because|since|so that|for fear|in order|owes?|revenge|therefore)\b/i

/** A sentence before it is scored: its stems, and those of the headings above it. */
interface Row {
  passage: KnownPassage
  title: ReadonlySet<string>
  /** Its position in the passage. */
  n: number
  text: string
  stems: ReadonlySet<string>
}

/** The terms of a question, weighted by their rarity in the sentences. */
interface Wanted {
  knowledge: Knowledge
  names: readonly (readonly string[])[]
  ordinals: readonly string[]
  subjectIds: ReadonlySet<string>
  isMeasure: boolean
  /** The words that a sentence should have, each with its weight. */
  weights: ReadonlyMap<string, number>
  /** True for a question for a place whose verbs no sentence about the subjects contains. */
  isPlaceUnsaid: boolean
  /** True if the question has a name that the campaign does not have. */
  hasStrangeName: boolean
  asksForNumber: boolean
  liked: RegExp | undefined
}

/** Ranks sentences by how well they answer the question. */
export const rankSentences = (question: string, knowledge: Knowledge): Candidate[] => {
  const subjectIds = new Set(knowledge.subjects.map(({ id }) => id))
  const rows = splitPassages(knowledge, subjectIds)
  const wanted = readQuestion(question, knowledge, subjectIds, rows)
  const scored = rows.map((row) => {
    const share = shareOf(wanted.weights, row.stems, row.title)
    return { ...row, share, score: scoreRow(row, share, wanted) }
  })
  return scored
    .map(({ passage, n, share, text, score }, index) => {
      const before = scored[index - 1]
      // A sentence may continue the one before it, as in `One tug is more rope`, and then gets a part of its score.
      const isContinued = n > 0 && share > 0 && before !== undefined && !knowledge.quoted.has(text)
      const continued = isContinued ? before.score * 0.85 : 0
      return {
        passage,
        n,
        text: text.slice(0, longestQuote),
        share: wanted.weights.size === 0 ? 1 : share,
        score: Math.max(score, continued),
      }
    })
    .sort((a, b) => b.score - a.score)
}

const splitPassages = ({ passages, quoted, isMore }: Knowledge, subjectIds: ReadonlySet<string>): Row[] =>
  passages.flatMap((passage) => {
    const isOwn = subjectIds.has(passage.id)
    // The question names the subject already, so only the heading of the section counts, not the subject's name and tags.
    const headings = isOwn ? [passage.title] : [passage.title, passage.name, ...(passage.tags ?? [])]
    const title = new Set(headings.flatMap((heading) => stemsIn(heading ?? '')))
    const sentences = sentencesOf(passage.text).filter((text) => !isMore || !quoted.has(text) || reason.test(text))
    return sentences.map((text, n) => ({ passage, title, n, text, stems: new Set(stemsIn(text)) }))
  })

const readQuestion = (
  question: string,
  knowledge: Knowledge,
  subjectIds: ReadonlySet<string>,
  rows: readonly Row[],
): Wanted => {
  const { subjects, misspelt } = knowledge
  const all = new Set([...subjects.map(({ name }) => name), ...misspelt].flatMap(stemsIn))
  const measure = measures.find(([kind]) => kind.test(question))
  const adjectives = new Set(
    measure
      ? stemsIn('old heavy tall high long wide deep big large far ago weigh cost costs price fast quick go travel')
      : [],
  )
  const contentWords = [...new Set(stemsIn(question))].filter((word) => !all.has(word) && !adjectives.has(word))
  const isPlace =
    asksForPlace.test(question) && contentWords.length > 0 && contentWords.every((word) => placeVerbs.has(word))
  const isPlaceUnsaid =
    isPlace &&
    !rows.some(
      ({ passage, stems }) =>
        subjectIds.has(passage.id) && contentWords.some((word) => stems.has(word) || hasKin(word, stems)),
    )
  const terms = isPlaceUnsaid ? [] : contentWords
  const countOf = (word: string) => rows.filter(({ stems }) => stems.has(word)).length
  const weights = new Map(terms.map((word) => [word, Math.log(2 + rows.length / (1 + countOf(word)))]))
  // Sentences about others do not answer a question about a name that the campaign does not have.
  const properNames = (question.slice(1).match(/(?<![.!?]\s)\b\p{Lu}\p{L}{2,}/gu) ?? []).flatMap(stemsIn)
  const hasStrangeName = properNames.some(
    (word) => weights.has(word) && countOf(word) === 0 && !rows.some(({ title }) => title.has(word)),
  )
  return {
    knowledge,
    names: subjects.map(({ name }) => nameStems(name)),
    ordinals: (question.match(ordinal) ?? []).flatMap(stemsIn),
    subjectIds,
    isMeasure: measure !== undefined,
    weights,
    isPlaceUnsaid,
    hasStrangeName,
    asksForNumber: asksForNumber.test(question),
    liked: measure?.[1] ?? likedBy(question),
  }
}

/** Returns the score of a sentence; `share` is the share of the question that it contains. */
const scoreRow = ({ passage, title, n, text, stems }: Row, share: number, wanted: Wanted): number => {
  const { names, ordinals, subjectIds, isMeasure, weights, isPlaceUnsaid, liked } = wanted
  const { subjects, near, quoted } = wanted.knowledge
  const isOwn = subjectIds.has(passage.id)
  const isSubject = isOwn || (subjects.length > 0 && mentionsAny(names, text, stems))
  const isLiked = liked?.test(text) ?? false
  let score = share
  if (subjects.length > 0) {
    if (!isSubject) score = share * 0.45
    else if (weights.size > 0) score = share > 0 ? 0.35 + 0.65 * share : 0
    else if (isMeasure || isPlaceUnsaid) score = isOwn && isLiked ? 0.9 - 0.02 * n : 0
    else if (isOwn) score = passage.segmentId === null ? 0.9 - 0.05 * n : 0.7 - 0.1 * n
    else score = 0.3
  } else if (!ordinals.every((word) => stems.has(word) || title.has(word))) score *= 0.6
  if (score > 0.2 && isLiked && (isSubject || subjects.length === 0)) score += 0.1
  if (score > 0.2 && isOwn) score += 0.05
  else if (score > 0.2 && near.has(passage.id)) score += 0.02
  if (((isMeasure && share < 1) || wanted.asksForNumber) && !isLiked) score *= 0.45
  if (wanted.hasStrangeName || quoted.has(text)) score *= 0.5
  return score
}

/** Ranks passages by their best sentence for a question. Returns each with that sentence. */
export const rankPassages = (question: string, knowledge: Knowledge): { passage: KnownPassage; best: string }[] => {
  const ranked = new Map<KnownPassage, string>()
  for (const { passage, text } of rankSentences(question, knowledge))
    if (!ranked.has(passage)) ranked.set(passage, text)
  return [...ranked].map(([passage, best]) => ({ passage, best }))
}
