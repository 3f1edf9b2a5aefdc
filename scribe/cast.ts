import { banks, facts } from './lexicon/banks.ts'
import { adjectives, families, men, women } from './lexicon/names.ts'
import type { Memory } from './memory.ts'
import type { Random } from './random.ts'
import { titled } from './title.ts'

/** A person in a text: the full name at the first mention, the first name from then on. */
export interface Person {
  name: string
  short: string
  woman: boolean
  trade: string
}

/** The people and things of a text. All sentences are filled from it, so that they agree. */
export interface Cast {
  /** Fills the slots of a frame; undefined if a slot cannot be filled. Takes effect only with `keep`. */
  compose(frame: string): string | undefined
  /** Accepts the frame filled last: its people are introduced from now on. */
  keep(): void
  /** Begins a new text, in which names are written in full again. */
  begin(): void
}

export interface Known {
  /** Names in use in the campaign, and its places. */
  names: readonly string[]
  places: readonly string[]
}

export interface Subject {
  name: string
  person?: { woman: boolean; trade?: string | undefined }
  /** Names that the requester mentioned. */
  mentioned?: readonly string[]
  /** The place of the whole text, if it has one. */
  place?: string | undefined
}

const pronouns: Record<string, readonly [woman: string, man: string]> = {
  he: ['she', 'he'],
  him: ['her', 'him'],
  his: ['her', 'his'],
  himself: ['herself', 'himself'],
  hers: ['hers', 'his'],
  man: ['woman', 'man'],
}

/** Slots that are long enough to be used only once in a text. */
const saidOnce = new Set(['danger', 'want', 'wrong'])

const people = ['self', 'head', 'friend', 'rival', 'other']

/**
 * The choices of a text so far. A slot or a person that was chosen once stays; `said` contains the statements of the
 * frame that was filled last, and becomes `introduced` if that frame is used.
 */
interface CastState {
  random: Random
  memory: Memory
  known: Known
  subject: Subject
  settled: Map<string, string>
  persons: Map<string, Person>
  introduced: Set<string>
  said: Set<string>
  mentioned: readonly string[]
  /** Names of people. */
  names: readonly string[]
}

export const makeCast = (random: Random, memory: Memory, known: Known, subject: Subject): Cast => {
  const cast: CastState = {
    random,
    memory,
    known,
    subject,
    settled: new Map(),
    persons: new Map(),
    introduced: new Set(),
    said: new Set(),
    mentioned: (subject.mentioned ?? []).filter((name) => name !== subject.name),
    // Names such as The Brass Heron belong to houses and swords, not to people.
    names: known.names.filter(
      (name) => name !== subject.name && !known.places.includes(name) && !name.startsWith('The '),
    ),
  }
  return {
    compose(frame) {
      cast.said = new Set(cast.introduced)
      return fillFrame(cast, frame)
    },
    keep() {
      cast.introduced = cast.said
    },
    begin() {
      cast.introduced = new Set()
    },
  }
}

const fillFrame = (cast: CastState, text: string): string | undefined => expand(text, (slot) => fillSlot(cast, slot))

const fillSlot = (cast: CastState, slot: string): string | undefined => {
  const { memory, known, subject, names } = cast
  const [head = '', what] = slot.split('.')
  if (people.includes(head) && (head !== 'self' || subject.person))
    return what ? describePerson(cast, head, what) : namePerson(cast, head)
  if (slot in pronouns) return subject.person ? describePerson(cast, 'self', slot) : undefined
  if (head === 'self')
    return what === undefined || what === 'full' || what === 'first' ? lowerThe(subject.name) : undefined
  if (head === 'place')
    return settle(cast, head, () =>
      subject.place === undefined ? (pickMentioned(cast, known.places) ?? pickPlace(cast)) : lowerThe(subject.place),
    )
  if (head === 'elsewhere') return settle(cast, head, () => pickPlace(cast))
  if (head === 'known')
    return settle(
      cast,
      head,
      () => pickMentioned(cast, names) ?? (names.length > 0 ? lowerThe(memory.pick(names)) : undefined),
    )
  const fact = facts[head]
  if (fact) {
    const text = settle(cast, head, () => memory.pick(fact))
    return sayFact(cast, head, text)
  }
  const bank = (banks as Record<string, readonly string[]>)[head]
  return bank && fillFrame(cast, memory.pick(bank))
}

/** Chooses the contents of a slot once for the whole text. */
const settle = ({ settled }: CastState, slot: string, make: () => string | undefined): string | undefined => {
  const there = settled.get(slot)
  if (there !== undefined) return there
  const made = make()
  if (made !== undefined) settled.set(slot, made)
  return made
}

/** Fills a fact of the form `in full|in short`: in full at its first mention, in short after that. */
const sayFact = (cast: CastState, slot: string, text: string | undefined): string | undefined => {
  const [full = '', short = full] = text?.split('|') ?? []
  const isSaid = cast.said.has(slot)
  if (isSaid && saidOnce.has(slot)) return undefined
  const form = isSaid ? short : full
  cast.said.add(slot)
  return fillFrame(cast, form)
}

const describePerson = (cast: CastState, role: string, what: string): string | undefined => {
  const one = findPerson(cast, role)
  const forms = pronouns[what]
  if (forms) return forms[one.woman ? 0 : 1]
  if (what === 'full' || what === 'first') return namePerson(cast, role)
  if (what === 'intro')
    return cast.said.has(`${role}.trade`)
      ? namePerson(cast, role)
      : `${namePerson(cast, role)}, a ${sayTrade(cast, role)},`
  return what === 'trade' ? sayTrade(cast, role) : undefined
}

const namePerson = (cast: CastState, role: string): string => {
  const { name, short } = findPerson(cast, role)
  const isFirst = !cast.said.has(role)
  cast.said.add(role)
  return isFirst ? name : short
}

/** Another person's occupation is mentioned once; the main person may be called by it. */
const sayTrade = (cast: CastState, role: string): string | undefined => {
  if (role !== 'self' && cast.said.has(`${role}.trade`)) return undefined
  cast.said.add(`${role}.trade`)
  return findPerson(cast, role).trade
}

/** The person in a role, invented at the first mention. */
const findPerson = (cast: CastState, role: string): Person => {
  const { persons, subject } = cast
  const there = persons.get(role)
  if (there) return there
  const made = inventPerson(cast)
  const own = role === 'self' && subject.person
  const one = own
    ? { ...made, name: subject.name, short: shortOf(subject.name), woman: own.woman, trade: own.trade ?? made.trade }
    : made
  persons.set(role, one)
  return one
}

const inventPerson = ({ random, memory }: CastState): Person => {
  const woman = random() < 0.5
  const short = memory.pick(woman ? women : men)
  return { name: `${short} ${memory.pick(families)}`, short, woman, trade: memory.pick(banks.trade) }
}

const pickPlace = ({ random, memory, known }: CastState): string => {
  if (known.places.length > 0 && random() < 0.75) return lowerThe(memory.pick(known.places))
  return titled(`the ${memory.pick(adjectives)} ${memory.pick(banks.site)}`)
}

const pickMentioned = ({ mentioned }: CastState, among: readonly string[]): string | undefined => {
  const name = mentioned.find((each) => among.includes(each))
  return name && lowerThe(name)
}

/** Returns the frame with all of its slots filled; undefined if one cannot be filled. */
export const expand = (frame: string, fill: (slot: string) => string | undefined): string | undefined => {
  let isWhole = true
  const text = frame.replace(/\{([\w.]+)\}( ?)/g, (_, slot: string, space: string) => {
    const filled = fill(slot)
    if (filled === undefined) isWhole = false
    // An insertion that begins with a comma ends with one, if the sentence continues.
    return `${filled ?? ''}${space && filled?.includes(',') ? ', ' : space}`
  })
  return isWhole ? text : undefined
}

const honorific =
  /^(?:Captain|Sister|Brother|Lady|Lord|Sir|Dame|Master|Mistress|Mother|Father|Doctor|Old|King|Queen|Prince|Princess|Duke|Duchess|Baron|Baroness|Count|Countess|Saint|Aunt|Uncle|Widow)$/
const shortOf = (name: string): string => {
  const [first = name, second] = name.split(' ')
  return honorific.test(first) && second ? `${first} ${second}` : first === 'The' ? name : first
}

const lowerThe = (name: string): string => name.replace(/^The /, 'the ')
