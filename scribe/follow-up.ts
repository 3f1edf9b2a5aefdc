import { womanIn } from './brief.ts'
import { keywords, nameStems, stemsIn } from './sentences.ts'

/** An entry of which a conversation has spoken. */
export interface Referent {
  id: string
  name: string
  isPerson: boolean
  description: string
}

/** Entries of a turn: those that its question named or referred to, and those of its answer, the most important first. */
export interface TurnTopic {
  named: readonly Referent[]
  answered: readonly Referent[]
}

export interface Reference {
  entries: readonly Referent[]
  /** True if the question is about each of several entries. Otherwise it is about one of them, without naming it. */
  isEach: boolean
}

type Pronoun = 'he' | 'she' | 'they' | 'it' | 'there'
const pronouns: readonly (readonly [Pronoun, RegExp])[] = [
  ['they', /\b(?:they|them|their|theirs|both|each other|these two)\b/i],
  ['he', /\b(?:he|him|his|himself)\b/i],
  ['she', /\b(?:she|her|hers|herself)\b/i],
  ['it', /\b(?:it|its|itself|this one|that one|(?:of|about|does|did|is|was) that)\b|\bthat\W*$/i],
  ['there', /\bthere\b/i],
]
/** Matches `there` where it means no place: `Are there gods?` */
const existential = /\b(?:is|are|was|were|be|been) there\b|\bthere(?:['’]s| (?:is|are|was|were|any))\b/gi
const impersonal = /\bknows? that\b|\bis it true\b/gi

export const pronounIn = (question: string): Pronoun | undefined => {
  const text = question.replaceAll(existential, ' ').replaceAll(impersonal, ' ')
  return pronouns.find(([, pattern]) => pattern.test(text))?.[0]
}

const continues = /^\W*(?:(?:and|but|or|so|also)\b\W*)?(?:what about|how about|what of)\b|^\W*(?:and|but|or|so|also)\b/i
const questionWord = /\b(?:who|whom|whose|what|where|when|why|how|which)\b/i
/** True for a question of nothing but a question word: `Why?` `And since when?` */
export const isBare = (question: string): boolean => keywords(question).length === 0 && questionWord.test(question)
/** True for a follow-up that may as well be about another subject: `And the reward?` */
export const isLoose = (question: string): boolean =>
  pronounIn(question) === undefined && !isBare(question) && !asksForMore(question)
const hasProperName = (question: string): boolean => /(?<!^|[.!?]\s)\b\p{Lu}\p{L}{2,}/u.test(question.trim())

/** True for a request for text that was not quoted before: `What else?` */
export const asksForMore = (question: string): boolean =>
  /\b(?:more|else|further|go on|continue)\b/i.test(question) &&
  keywords(question.replaceAll(/\b(?:more|else|further|go on|continue|details?|one)\b/gi, ' ')).length === 0

/** True if a question depends on earlier questions for its subject. */
export const isFollowUp = (question: string): boolean =>
  pronounIn(question) !== undefined ||
  asksForMore(question) ||
  isBare(question) ||
  (continues.test(question) && !hasProperName(question.replace(continues, '')))

/** True for a question that repeats the previous one about another entry: `And Pell?` */
export const isSwitch = (question: string, names: readonly string[]): boolean => {
  const own = new Set(names.flatMap(stemsIn))
  const rest = question.replace(continues, '')
  const isNameOnly = !questionWord.test(rest) && stemsIn(rest).every((word) => own.has(word))
  return continues.test(question) && pronounIn(question) === undefined && isNameOnly
}

/** Returns the question without the names of the entries that it is about. */
const withoutNames = (question: string, names: readonly string[]): string => {
  const own = new Set(names.flatMap((name) => [...nameStems(name), ...stemsIn(name)]))
  return question
    .split(/\s+/)
    .filter((word) => {
      const stems = stemsIn(word)
      return stems.length === 0 || !stems.every((stem) => own.has(stem))
    })
    .join(' ')
}

/** Completes a question by the one before it, which was about entries with these names. */
export const completed = (question: string, before: { question: string; names: readonly string[] }): string => {
  const frame = withoutNames(before.question, before.names)
  if (keywords(frame).length === 0) return question
  return isBare(question) ? `${question} ${frame}` : `${frame} ${question}`
}

/** `And taverns?` after `How many bells are there?` counts them as well; undefined where no count precedes it. */
export const countInstead = (question: string, before: string): string | undefined => {
  const [, request = ''] = /^\W*(how many|list|which)\b/i.exec(before) ?? []
  const what = question
    .replace(continues, '')
    .replace(/[?!.\s]+$/, '')
    .trim()
  if (request === '' || !continues.test(question) || isBare(question) || pronounIn(question) || questionWord.test(what))
    return undefined
  return `${request} ${what} are there?`
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** True for a woman, false for a man, by the pronouns of the description or else by the name; undefined if neither decides. */
const isWoman = ({ name, description }: Referent): boolean | undefined => {
  const difference =
    count(description, /\b(?:she|her|hers|herself)\b/gi) - count(description, /\b(?:he|him|his|himself)\b/gi)
  return difference === 0 ? womanIn(name) : difference > 0
}

const agreesWith = (woman: boolean) => (entry: Referent) =>
  (isWoman(entry) ?? (entry.isPerson ? woman : undefined)) === woman
const isThing = ({ isPerson }: Referent) => !isPerson
const someOf = (...choices: readonly (readonly Referent[])[]): readonly Referent[] =>
  choices.find((some) => some.length > 0) ?? []

/** Returns the entries of a turn to which a question may refer, by its pronoun or without any word for them. */
const referentsIn = (question: string, { named, answered }: TurnTopic): readonly Referent[] => {
  const pronoun = pronounIn(question)
  if (pronoun === 'he' || pronoun === 'she') {
    const agrees = agreesWith(pronoun === 'she')
    const people = (entries: readonly Referent[]) => entries.filter((entry) => entry.isPerson && agrees(entry))
    return someOf(people(named), people(answered), named.filter(agrees))
  }
  if (pronoun === 'it' || pronoun === 'there')
    return someOf(named.filter(isThing), named, answered.filter(isThing).slice(0, 1), answered.slice(0, 1))
  const people = answered.filter(({ isPerson }) => isPerson)
  const several = pronoun === 'they' && people.length > 1 ? people : answered.slice(0, 1)
  return someOf(named, several)
}

/** Returns the entries of an earlier turn that a follow-up is about; undefined if none of that turn fits. */
export const referenceOf = (question: string, turn: TurnTopic): Reference | undefined => {
  const entries = referentsIn(question, turn)
  const pronoun = pronounIn(question)
  const isEach = entries.length > 1 && (pronoun === 'they' || pronoun === undefined)
  return entries.length > 0 ? { entries, isEach } : undefined
}

const ordinals: readonly (readonly [RegExp, number])[] = [
  [/\b(?:first|former|1st)\b/i, 0],
  [/\b(?:second|latter|2nd)\b/i, 1],
  [/\b(?:third|3rd)\b/i, 2],
  [/\blast\b/i, -1],
]

/** Returns the entries that a reply chooses among those that the assistant listed; empty if the message is no such reply. */
export const chosenBy = <Entry extends { name: string }>(reply: string, among: readonly Entry[]): readonly Entry[] => {
  const said = stemsIn(reply).filter((word) => word !== 'one')
  const named = among.filter(({ name }) => nameStems(name).some((word) => said.includes(word)))
  const names = new Set(named.flatMap(({ name }) => stemsIn(name)))
  if (named.length > 0) return said.every((word) => names.has(word)) ? named : []
  if (/^\W*(?:both|all|each)\b/i.test(reply)) return among
  const at = said.length <= 1 ? ordinals.find(([pattern]) => pattern.test(reply))?.[1] : undefined
  return at === undefined ? [] : among.slice(at, at === -1 ? undefined : at + 1)
}
