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
  /** A new text begins: names are said in full again. */
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
  /** The place of all of it, where there is one. */
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

export const makeCast = (random: Random, memory: Memory, known: Known, subject: Subject): Cast => {
  const settled = new Map<string, string>()
  const persons = new Map<string, Person>()
  let introduced = new Set<string>()
  let said = new Set<string>()
  const mentioned = (subject.mentioned ?? []).filter((name) => name !== subject.name)
  // Names of people: houses and swords have names like The Brass Heron.
  const names = known.names.filter(
    (name) => name !== subject.name && !known.places.includes(name) && !name.startsWith('The '),
  )

  const newcomer = (): Person => {
    const woman = random() < 0.5
    const short = memory.pick(woman ? women : men)
    return { name: `${short} ${memory.pick(families)}`, short, woman, trade: memory.pick(banks.trade) }
  }

  const person = (role: string): Person => {
    const there = persons.get(role)
    if (there) return there
    const made = newcomer()
    const own = role === 'self' && subject.person
    const one = own
      ? { ...made, name: subject.name, short: shortOf(subject.name), woman: own.woman, trade: own.trade ?? made.trade }
      : made
    persons.set(role, one)
    return one
  }

  const called = (role: string): string => {
    const { name, short } = person(role)
    const isFirst = !said.has(role)
    said.add(role)
    return isFirst ? name : short
  }

  /** Another person's occupation is mentioned once; the main person may be called by it. */
  const tradeOf = (role: string): string | undefined => {
    if (role !== 'self' && said.has(`${role}.trade`)) return undefined
    said.add(`${role}.trade`)
    return person(role).trade
  }

  const ofPerson = (role: string, what: string): string | undefined => {
    const one = person(role)
    const forms = pronouns[what]
    if (forms) return forms[one.woman ? 0 : 1]
    if (what === 'full' || what === 'first') return called(role)
    if (what === 'intro') return said.has(`${role}.trade`) ? called(role) : `${called(role)}, a ${tradeOf(role)},`
    return what === 'trade' ? tradeOf(role) : undefined
  }

  const place = (): string => {
    if (known.places.length > 0 && random() < 0.75) return lowerThe(memory.pick(known.places))
    return titled(`the ${memory.pick(adjectives)} ${memory.pick(banks.site)}`)
  }

  const spokenOf = (among: readonly string[]): string | undefined => {
    const name = mentioned.find((each) => among.includes(each))
    return name && lowerThe(name)
  }

  const settle = (slot: string, make: () => string | undefined): string | undefined => {
    const there = settled.get(slot)
    if (there !== undefined) return there
    const made = make()
    if (made !== undefined) settled.set(slot, made)
    return made
  }

  /** In full where it comes first, `in full|in short`. */
  const again = (slot: string, text: string | undefined): string | undefined => {
    const [full = '', short = full] = text?.split('|') ?? []
    const isSaid = said.has(slot)
    if (isSaid && saidOnce.has(slot)) return undefined
    const form = isSaid ? short : full
    said.add(slot)
    return inside(form)
  }

  const inside = (text: string): string | undefined => expand(text, fill)

  const fill = (slot: string): string | undefined => {
    const [head = '', what] = slot.split('.')
    if (people.includes(head) && (head !== 'self' || subject.person)) return what ? ofPerson(head, what) : called(head)
    if (slot in pronouns) return subject.person ? ofPerson('self', slot) : undefined
    if (head === 'self')
      return what === undefined || what === 'full' || what === 'first' ? lowerThe(subject.name) : undefined
    if (head === 'place')
      return settle(head, () =>
        subject.place === undefined ? (spokenOf(known.places) ?? place()) : lowerThe(subject.place),
      )
    if (head === 'elsewhere') return settle(head, place)
    if (head === 'known')
      return settle(head, () => spokenOf(names) ?? (names.length > 0 ? lowerThe(memory.pick(names)) : undefined))
    const fact = facts[head]
    if (fact)
      return again(
        head,
        settle(head, () => memory.pick(fact)),
      )
    const bank = (banks as Record<string, readonly string[]>)[head]
    return bank && inside(memory.pick(bank))
  }

  return {
    compose(frame) {
      said = new Set(introduced)
      return expand(frame, fill)
    },
    keep() {
      introduced = said
    },
    begin() {
      introduced = new Set()
    },
  }
}

/** A frame with each of its slots filled; undefined where one cannot be. */
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
