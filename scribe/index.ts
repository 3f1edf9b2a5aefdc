import { answer, isQuestion } from './answer.ts'
import { aspectIn, aspectOf } from './aspects.ts'
import { type Brief, briefOf, type Format, paragraphsAsked, tradeIn, type Words, womanIn } from './brief.ts'
import { type Cast, makeCast } from './cast.ts'
import { countWords, isBroken, sentence } from './grammar.ts'
import { anything, kindIn, recap, rumours } from './kinds/index.ts'
import type { Aspect } from './kinds/kind.ts'
import { quest } from './kinds/quest.ts'
import { banks } from './lexicon/banks.ts'
import { type Memory, memoryOf } from './memory.ts'
import { newName } from './naming.ts'
import { phrases } from './phrases.ts'
import { formed, sentencesOf } from './piece.ts'
import { hash32, seeded } from './random.ts'
import { themeOf } from './theme.ts'
import type { World } from './world.ts'

export { asksBack, converse } from './converse.ts'
export {
  asksForMore,
  chosenBy,
  completed,
  countInstead,
  isBare,
  isFollowUp,
  isLoose,
  isSwitch,
  pronounIn,
  type Reference,
  type Referent,
  referenceOf,
  type TurnTopic,
} from './follow-up.ts'
export { hasKin } from './kin.ts'
export type { Knowledge, KnownEntry, KnownGroup, KnownLink, KnownList, KnownPassage } from './knowledge.ts'
export { type RequestedChange, requestedChange } from './proposals.ts'
export { rankPassages } from './ranking.ts'
export {
  asksForComparison,
  asksForConnection,
  asksForNextStep,
  asksForPreparation,
  asksForRecap,
  changesSince,
  isForCounts,
} from './requests.ts'
export { keywords, nameStems, namesIn, sentencesOf, stemsIn } from './sentences.ts'
export { headingOf, questionsIn } from './several-questions.ts'
export type { Note, World } from './world.ts'
export { isQuestion }

export interface Order {
  /** In the user's own words. */
  prompt: string
  /** The kind of thing, such as `Tavern`. */
  subject: string | null
  /** The name of the subject, if it has one. */
  about?: string | undefined
  world: World
  seed: number
  /** Marks of the campaign's earlier pieces. */
  marks: readonly string[]
  /** Equal for all pieces of one entry, while each has a seed of its own, so that all describe the same person. */
  castSeed?: number | undefined
  /** Answers that were collected before, by the question. */
  facts?: readonly Fact[] | undefined
}

export interface Fact {
  name: string
  value: string
}

export interface Field {
  key: string
  name: string
  prompt: string
  format: Format
  words: Words
  dependsOn: readonly string[]
}

export interface Written<T> {
  content: T
  marks: string[]
}

const usual: Record<Format, Words> = {
  SINGLE_LINE: { min: 4, max: 30 },
  SHORT_PARAGRAPH: { min: 30, max: 60 },
  PARAGRAPH: { min: 75, max: 150 },
  LONG_PARAGRAPH: { min: 200, max: 320 },
  BULLET_POINTS: { min: 50, max: 130 },
}

interface Context {
  brief: Brief
  facts: readonly Fact[]
  memory: Memory
  cast: Cast
}

/** True if a name is the subject of the text, rather than its place or another person in it. */
const isSubject = (prompt: string, name: string): boolean => {
  const before = prompt.slice(0, prompt.indexOf(name)).trim()
  return before === '' || /\b(?:about|describe|for|write|introduce|is)(?: the)?$/i.test(before)
}

/** Names of facts that determine the subject and its place. */
const deciding = {
  name: /^(?:(?:full|first|its|their) )?name$|\bcalled\b/i,
  sex: /\b(?:gender|sex|pronouns?)\b/i,
  trade: /\b(?:occupation|profession|trade|job|role|class)\b/i,
  place: /\b(?:place|location|home|town|city|village|setting|where)\b/i,
}
const factOf = (facts: readonly Fact[], which: keyof typeof deciding): string | undefined =>
  facts.find(({ name, value }) => deciding[which].test(name) && value.trim() !== '')?.value.trim()

/** Returns the occupation that a page states: `Mira is a harbour clerk`. */
const tradeOnPage = (text: string): string | undefined => {
  const said = /\b(?:is|was|works as) (an? [^.,;:!?\n]{3,80})/i.exec(text)?.[1]
  return said && tradeIn(said)
}

/** Chooses the item with the lowest hash, so that the choice seldom changes when items are added. */
const steady = <T extends string>(from: readonly T[], seed: number, label: string): T | undefined =>
  from.toSorted((a, b) => hash32(`${seed} ${label} ${a}`) - hash32(`${seed} ${label} ${b}`))[0]

/** Creates the context of a text. Facts of the subject that are given, or on its page, are not chosen at random. */
const createContext = ({ prompt, subject, about, world, seed, marks, castSeed, facts = [] }: Order): Context => {
  const random = seeded(seed, `${prompt} ${subject}`)
  const given = factOf(facts, 'name') ?? about
  const brief = briefOf(prompt, subject, given)
  const memory = memoryOf(random, marks, themeOf(`${prompt} ${subject ?? ''}`, world.words))
  const page = given === undefined ? '' : (world.notes.find(({ title }) => title === given)?.text ?? '')
  // Texts about one name agree without a reference to each other.
  const own = castSeed ?? (given === undefined ? undefined : hash32(given))
  const sex = factOf(facts, 'sex')
  const woman =
    (sex === undefined ? undefined : womanIn(sex.replace(/\bfemale\b/i, 'woman').replace(/\bmale\b/i, 'man'))) ??
    brief.woman ??
    womanIn(page) ??
    (own === undefined ? random() : seeded(own, 'woman')()) < 0.5
  const mentioned = [...world.places, ...world.names].filter((each) => each.length > 3 && prompt.includes(each))
  const name =
    brief.name ?? mentioned.find((each) => isSubject(prompt, each)) ?? newName(brief.kind, memory, world, woman, prompt)
  const trade =
    factOf(facts, 'trade') ??
    brief.trade ??
    tradeOnPage(page) ??
    (own === undefined ? undefined : steady(banks.trade, own, 'trade'))
  const person = brief.kind.isPerson && { person: { woman, trade } }
  const places = world.places.filter((place) => place !== name)
  const place =
    factOf(facts, 'place') ??
    places.find((each) => prompt.includes(each)) ??
    places.find((each) => page.includes(each)) ??
    (own === undefined ? undefined : steady(places, own, 'place'))
  return { brief, facts, memory, cast: makeCast(random, memory, world, { name, mentioned, place, ...person }) }
}

/** The only way to state a premise that may be repeated in a campaign. */
const plainly = '{self} is PREMISE.'
const ofPeople = [
  plainly,
  'Whatever else is said at {place}, {self} is PREMISE.',
  'You are told that {self} is PREMISE, which is true as far as it goes.',
  'At {place} everyone knows {self}: PREMISE.',
]
const ofThings = [
  plainly,
  'Most people know {self} as PREMISE.',
  'Ask about {self} at {place} and you will be told of PREMISE.',
  '{self}, to begin with the plain facts, is PREMISE.',
  'To a stranger {self} is PREMISE, and that is as much as strangers are told.',
]
const ofWork = [
  'What is on offer is PREMISE.',
  'On the face of it this is PREMISE.',
  '{head} calls it PREMISE, and does not smile.',
]

/** Returns the first sentence, which states the prompt's premise; empty if the prompt has none. */
const premiseOf = ({ brief: { premise, kind }, cast, memory }: Context): string[] => {
  if (!premise) return []
  const ways = kind.isPerson ? ofPeople : kind === quest ? ofWork : ofThings
  const fresh = memory.fresh(ways)
  const way = cast.compose(fresh.length > 0 ? memory.pick(fresh) : kind === quest ? 'This is PREMISE.' : plainly)
  if (!way) return []
  cast.keep()
  return [sentence(way.replace('PREMISE', premise))]
}

/** Writes a single text, or answers a question. The same order gives the same text. */
export function tell(order: Order & { format?: Format | undefined; words?: Words | undefined }): Written<string> {
  if (isQuestion(order.prompt)) return { content: answer(order.prompt, order.world), marks: [] }
  const context = createContext(order)
  const { brief, cast, memory } = context
  const { kind } = brief
  const entries =
    order.format === undefined && order.words === undefined
      ? (brief.entries ?? (kind === rumours ? 6 : undefined))
      : undefined
  const words =
    order.words ??
    brief.words ??
    (brief.paragraphs === undefined ? undefined : wordsOfParagraphs(brief.paragraphs)) ??
    (entries ? { min: 1, max: entries * 45 } : undefined)
  const format = order.format ?? (entries === undefined ? brief.format : 'BULLET_POINTS') ?? formatFor(words)
  const limits = words ?? usual[format]
  const first = kind === recap && brief.beats.length > 0 ? [] : premiseOf(context)
  const isBegun = first.length > 0 || brief.beats.length > 0
  const wanted = isBegun ? undefined : aspectIn(order.prompt)
  const aspects: Aspect[] = wanted ? [wanted] : kind.order.filter((aspect) => !(isBegun && aspect === 'opening'))
  const piece = {
    kind,
    cast,
    memory,
    aspects: entries === undefined ? aspects : listAspects(order.prompt, kind === rumours),
    words: limits,
    entries,
  }
  const sentences = sentencesOf({ ...piece, first: [...first, ...beatSentences(brief)] })
  return {
    content: formed(sentences, format, {
      isNumbered: entries !== undefined && !/\bbullets?\b/i.test(order.prompt),
      paragraphs: brief.paragraphs,
    }),
    marks: memory.marks(),
  }
}

/** Returns the range of words for a number of paragraphs, each of a few sentences. */
const wordsOfParagraphs = (count: number): Words => ({ min: 50 * count, max: 85 * count })

const formatFor = (words: Words | undefined): Format =>
  words && words.max > 160 ? 'LONG_PARAGRAPH' : words && words.max < 25 ? 'SINGLE_LINE' : 'PARAGRAPH'

const listAspects = (prompt: string, areRumours: boolean): Aspect[] =>
  areRumours
    ? ['rumour', 'rumour', 'rumour', 'hook', 'rumour', 'trouble', 'rumour', 'secret']
    : [aspectIn(prompt) ?? aspectOf({ name: prompt, prompt }) ?? 'hook']

/** The events of the last session as sentences, in the user's words. */
const beatSentences = ({ beats }: Brief): string[] =>
  beats.map((each, n) => {
    const whole = /[.!?]["”]?$/.test(each) ? each : `${each}.`
    return sentence(
      n === 0 ? `Last time, ${whole.replace(/^(?:The|They|You|We|It|There) /, (word) => word.toLowerCase())}` : whole,
    )
  })

/** Writes texts that belong together: with one cast, so that they agree, and each after the fields on which it depends. */
export function writeFields(
  order: Order & { fields: readonly Field[] },
  hear: (key: string, text: string) => void = () => undefined,
): Written<Record<string, string>> {
  const context = createContext(order)
  const content: Record<string, string> = {}
  let premise = premiseOf(context)
  for (const field of inOrder(order.fields)) {
    context.cast.begin()
    const line = lineFor(context, field)
    if (line !== undefined) content[field.key] = line
    else {
      const aspect = aspectOf(field) ?? 'opening'
      const opens = premise.length > 0 && (aspect === 'opening' || aspect === 'look' || aspect === 'past')
      content[field.key] = fieldText(context, field, aspect, opens ? premise : [])
      if (opens) premise = []
    }
    hear(field.key, content[field.key] ?? '')
  }
  return { content, marks: context.memory.marks() }
}

const emptyWorld: World = { names: [], places: [], words: '', notes: [] }

/**
 * Returns the description of a new entry: the user's text or, without any, an invented one if the name shows what kind of
 * thing it is. Uses nothing of a campaign.
 */
export function describeEntry({ name, text, seed }: { name: string; text: string; seed: number }): {
  text: string
  isInvented: boolean
} {
  if (text !== '') {
    const whole = /^(?:an?|the|one)\s/i.test(text)
      ? `${name} is ${(text[0] ?? '').toLowerCase()}${text.slice(1)}`
      : text
    return { text: sentence(/[.!?]["”]?$/.test(whole) ? whole : `${whole}.`), isInvented: false }
  }
  if (kindIn(name) === anything) return { text: '', isInvented: false }
  const about = name.replace(/^The /, 'the ')
  const order = { prompt: name, about, subject: null, world: emptyWorld, seed, marks: [] }
  return { text: tell({ ...order, format: 'SHORT_PARAGRAPH' }).content, isInvented: true }
}

const fieldText = (
  { brief: { kind }, cast, memory, facts }: Context,
  { format, words, prompt }: Field,
  aspect: Aspect,
  first: readonly string[],
) => {
  const said = facts.filter((fact) => isSaid(fact) && prompt.includes(fact.value)).map(sayFact)
  const sentences = sentencesOf({ kind, cast, memory, aspects: [aspect], words, first: [...first, ...said] })
  return formed(sentences, format, { paragraphs: paragraphsAsked(prompt) })
}

/** True for a fact that is stated only in the field that requests it. Facts in `deciding` apply to the whole text. */
const isSaid = ({ name, value }: Fact): boolean =>
  value.trim() !== '' && !Object.values(deciding).some((pattern) => pattern.test(name))
const sayFact = ({ name, value }: Fact): string =>
  sentence(`The ${name.replace(/^the /i, '')} is ${value.trim().replace(/[.!?]+$/, '')}.`)

/** Returns a phrase instead of a sentence, for a single-line field that requests a fact; undefined if none fits. */
const lineFor = ({ cast, memory }: Context, { name, prompt, format, words }: Field): string | undefined => {
  if (format !== 'SINGLE_LINE') return undefined
  const found = phrases.find(([pattern]) => pattern.test(name)) ?? phrases.find(([pattern]) => pattern.test(prompt))
  for (let n = 0; found && n < 8; n++) {
    const text = cast.compose(memory.pick(found[1]))
    const line = text && sentence(text)
    if (!line || isBroken(line)) continue
    const length = countWords(line)
    if (length > words.max) continue
    cast.keep()
    return line
  }
  return undefined
}

/** Orders fields so that each follows those on which it depends. Circular dependencies are ignored. */
const inOrder = (fields: readonly Field[]): Field[] => {
  const done: Field[] = []
  const seen = new Set<string>()
  const visit = (field: Field) => {
    if (seen.has(field.key)) return
    seen.add(field.key)
    for (const key of field.dependsOn) {
      const before = fields.find((each) => each.key === key)
      if (before) visit(before)
    }
    done.push(field)
  }
  fields.forEach(visit)
  return done
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Returns data with the example's keys and types: texts are written by their keys, numbers and booleans are random. */
export function tellLike(order: Order & { example: Json }): Written<Json> {
  const context = createContext(order)
  const random = seeded(order.seed, `data ${hash32(JSON.stringify(order.example))}`)
  const fill = (example: Json, key: string): Json => {
    if (example === null) return null
    if (Array.isArray(example))
      return Array.from({ length: Math.max(3, Math.min(6, example.length)) }, () => fill(example[0] ?? '', key))
    if (typeof example === 'object')
      return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, fill(value, name)]))
    if (typeof example === 'number') return 1 + Math.floor(random() * Math.max(20, Math.abs(example) * 1.5))
    if (typeof example === 'boolean') return random() < 0.5
    return textFor(context, key)
  }
  return { content: fill(order.example, ''), marks: context.memory.marks() }
}

const textFor = (context: Context, key: string): string => {
  const name = key.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ')
  context.cast.begin()
  const field = { key, name, prompt: name, words: { min: 1, max: 40 }, dependsOn: [] }
  return (
    lineFor(context, { ...field, format: 'SINGLE_LINE' }) ??
    fieldText(
      context,
      { ...field, words: { min: 8, max: 45 }, format: 'SHORT_PARAGRAPH' },
      aspectOf({ name, prompt: '' }) ?? 'opening',
      [],
    )
  )
}
