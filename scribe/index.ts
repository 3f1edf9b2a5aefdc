import { answer, isQuestion } from './answer.ts'
import { aspectIn, aspectOf } from './aspects.ts'
import { type Brief, briefOf, type Format, paragraphsAsked, tradeIn, type Words, womanIn } from './brief.ts'
import { type Cast, makeCast } from './cast.ts'
import { countWords, isBroken, sentence } from './grammar.ts'
import { recap, rumours } from './kinds/index.ts'
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

export {
  asksForConnection,
  converse,
  isFollowUp,
  type Knowledge,
  type KnownEntry,
  type KnownGroup,
  type KnownLink,
  type KnownPassage,
} from './converse.ts'
export { keywords, sentencesOf, stemsIn } from './sentences.ts'
export type { Note, World } from './world.ts'
export { isQuestion }

export interface Order {
  /** In the asker's own words. */
  prompt: string
  /** The kind of thing, such as `Tavern`. */
  subject: string | null
  /** The name of what it is about, where it has one. */
  about?: string | undefined
  world: World
  seed: number
  /** What earlier pieces of the campaign used. */
  marks: readonly string[]
  /** The same for all pieces of one entry, of which each has a seed of its own: who it is about stays who they are. */
  castSeed?: number | undefined
  /** Answers that were collected before, by what was asked. */
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

export interface Told<T> {
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

interface Desk {
  brief: Brief
  facts: readonly Fact[]
  memory: Memory
  cast: Cast
}

/** Whether a name is what the text is to be about, rather than where it happens or who else is in it. */
const isSubject = (prompt: string, name: string): boolean => {
  const before = prompt.slice(0, prompt.indexOf(name)).trim()
  return before === '' || /\b(?:about|describe|for|write|introduce|is)(?: the)?$/i.test(before)
}

/** Facts that decide who and where it is, by what was asked for. */
const deciding = {
  name: /^(?:(?:full|first|its|their) )?name$|\bcalled\b/i,
  sex: /\b(?:gender|sex|pronouns?)\b/i,
  trade: /\b(?:occupation|profession|trade|job|role|class)\b/i,
  place: /\b(?:place|location|home|town|city|village|setting|where)\b/i,
}
const factOf = (facts: readonly Fact[], which: keyof typeof deciding): string | undefined =>
  facts.find(({ name, value }) => deciding[which].test(name) && value.trim() !== '')?.value.trim()

/** `Mira is a harbour clerk`, on the page of Mira. */
const tradeOnPage = (text: string): string | undefined => {
  const said = /\b(?:is|was|works as) (an? [^.,;:!?\n]{3,80})/i.exec(text)?.[1]
  return said && tradeIn(said)
}

/** A choice that stays the same while others are added. */
const steady = <T extends string>(from: readonly T[], seed: number, label: string): T | undefined =>
  from.toSorted((a, b) => hash32(`${seed} ${label} ${a}`) - hash32(`${seed} ${label} ${b}`))[0]

/** Everything that a piece is told from. Whatever is given of its subject, or stands on the subject's page, is not drawn. */
const deskFor = ({ prompt, subject, about, world, seed, marks, castSeed, facts = [] }: Order): Desk => {
  const random = seeded(seed, `${prompt} ${subject}`)
  const given = factOf(facts, 'name') ?? about
  const brief = briefOf(prompt, subject, given)
  const memory = memoryOf(random, marks, themeOf(`${prompt} ${subject ?? ''}`, world.words))
  const page = given === undefined ? '' : (world.notes.find(({ title }) => title === given)?.text ?? '')
  // Pieces about one name agree though nobody says that they belong together.
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

/** Said again and again in a campaign, this alone does not tire. */
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

/** The first sentence, where the asker said what it is to be. */
const premiseOf = ({ brief: { premise, kind }, cast, memory }: Desk): string[] => {
  if (!premise) return []
  const ways = kind.isPerson ? ofPeople : kind === quest ? ofWork : ofThings
  const fresh = memory.fresh(ways)
  const way = cast.compose(fresh.length > 0 ? memory.pick(fresh) : kind === quest ? 'This is PREMISE.' : plainly)
  if (!way) return []
  cast.keep()
  return [sentence(way.replace('PREMISE', premise))]
}

/** A text of its own, or the answer to a question. The same order gives the same text. */
export function tell(order: Order & { format?: Format | undefined; words?: Words | undefined }): Told<string> {
  if (isQuestion(order.prompt)) return { content: answer(order.prompt, order.world), marks: [] }
  const desk = deskFor(order)
  const { brief, cast, memory } = desk
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
  const first = kind === recap && brief.beats.length > 0 ? [] : premiseOf(desk)
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
  const sentences = sentencesOf({ ...piece, first: [...first, ...told(brief)] })
  return {
    content: formed(sentences, format, {
      isNumbered: entries !== undefined && !/\bbullets?\b/i.test(order.prompt),
      paragraphs: brief.paragraphs,
    }),
    marks: memory.marks(),
  }
}

/** Each of a few sentences. */
const wordsOfParagraphs = (count: number): Words => ({ min: 50 * count, max: 85 * count })

const formatFor = (words: Words | undefined): Format =>
  words && words.max > 160 ? 'LONG_PARAGRAPH' : words && words.max < 25 ? 'SINGLE_LINE' : 'PARAGRAPH'

const listAspects = (prompt: string, areRumours: boolean): Aspect[] =>
  areRumours
    ? ['rumour', 'rumour', 'rumour', 'hook', 'rumour', 'trouble', 'rumour', 'secret']
    : [aspectIn(prompt) ?? aspectOf({ name: prompt, prompt }) ?? 'hook']

/** What happened, as it was handed in. */
const told = ({ beats }: Brief): string[] =>
  beats.map((each, n) => {
    const whole = /[.!?]["”]?$/.test(each) ? each : `${each}.`
    return sentence(
      n === 0 ? `Last time, ${whole.replace(/^(?:The|They|You|We|It|There) /, (word) => word.toLowerCase())}` : whole,
    )
  })

/** Texts that belong together: one cast for all, so that they agree, each after what it depends on. */
export function tellSheet(
  order: Order & { fields: readonly Field[] },
  hear: (key: string, text: string) => void = () => undefined,
): Told<Record<string, string>> {
  const desk = deskFor(order)
  const content: Record<string, string> = {}
  let premise = premiseOf(desk)
  for (const field of inOrder(order.fields)) {
    desk.cast.begin()
    const line = lineFor(desk, field)
    if (line !== undefined) content[field.key] = line
    else {
      const aspect = aspectOf(field) ?? 'opening'
      const opens = premise.length > 0 && (aspect === 'opening' || aspect === 'look' || aspect === 'past')
      content[field.key] = fieldText(desk, field, aspect, opens ? premise : [])
      if (opens) premise = []
    }
    hear(field.key, content[field.key] ?? '')
  }
  return { content, marks: desk.memory.marks() }
}

const fieldText = (
  { brief: { kind }, cast, memory, facts }: Desk,
  { format, words, prompt }: Field,
  aspect: Aspect,
  first: readonly string[],
) => {
  const said = facts.filter((fact) => isSaid(fact) && prompt.includes(fact.value)).map(sayFact)
  const sentences = sentencesOf({ kind, cast, memory, aspects: [aspect], words, first: [...first, ...said] })
  return formed(sentences, format, { paragraphs: paragraphsAsked(prompt) })
}

/** Facts that decide who it is are told by all of it; the others are said where a field asks with them. */
const isSaid = ({ name, value }: Fact): boolean =>
  value.trim() !== '' && !Object.values(deciding).some((asked) => asked.test(name))
const sayFact = ({ name, value }: Fact): string =>
  sentence(`The ${name.replace(/^the /i, '')} is ${value.trim().replace(/[.!?]+$/, '')}.`)

/** A fact rather than a sentence, where a single line asks for one and has room for it. */
const lineFor = ({ cast, memory }: Desk, { name, prompt, format, words }: Field): string | undefined => {
  if (format !== 'SINGLE_LINE') return undefined
  const found = phrases.find(([asked]) => asked.test(name)) ?? phrases.find(([asked]) => asked.test(prompt))
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

/** Each after those that it depends on; of a circle, as they come. */
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

/** Data of the example's keys and types: texts are told by their keys, numbers and answers are drawn. */
export function tellLike(order: Order & { example: Json }): Told<Json> {
  const desk = deskFor(order)
  const random = seeded(order.seed, `data ${hash32(JSON.stringify(order.example))}`)
  const fill = (example: Json, key: string): Json => {
    if (example === null) return null
    if (Array.isArray(example))
      return Array.from({ length: Math.max(3, Math.min(6, example.length)) }, () => fill(example[0] ?? '', key))
    if (typeof example === 'object')
      return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, fill(value, name)]))
    if (typeof example === 'number') return 1 + Math.floor(random() * Math.max(20, Math.abs(example) * 1.5))
    if (typeof example === 'boolean') return random() < 0.5
    return textFor(desk, key)
  }
  return { content: fill(order.example, ''), marks: desk.memory.marks() }
}

const textFor = (desk: Desk, key: string): string => {
  const name = key.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ')
  desk.cast.begin()
  const asked = { key, name, prompt: name, words: { min: 1, max: 40 }, dependsOn: [] }
  return (
    lineFor(desk, { ...asked, format: 'SINGLE_LINE' }) ??
    fieldText(
      desk,
      { ...asked, words: { min: 8, max: 45 }, format: 'SHORT_PARAGRAPH' },
      aspectOf({ name, prompt: '' }) ?? 'opening',
      [],
    )
  )
}
