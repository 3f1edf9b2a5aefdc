import { type Phrase, phrasesOf, stems } from '../prompt.ts'
import { type CreatureName, creatureOf } from './creature-names.ts'
import type { GearName } from './gear.ts'
import { nameIn } from './given-name.ts'
import { type ItemName, itemOf } from './item-names.ts'
import { type Trade, type TradeName, trades } from './trades.ts'

/** A person with what they carry: left hand, right hand. */
interface PersonOrder {
  kind: 'person'
  trade: Trade
  carried: readonly [GearName | null, GearName | null]
}

/** The figure that a prompt describes. */
export type FigureOrder = PersonOrder | { kind: 'creature'; creature: CreatureName } | { kind: 'item'; item: ItemName }

interface FigureReading {
  /** Undefined if the prompt names nothing that can be sculpted. */
  order: FigureOrder | undefined
  /** Words of the prompt that the figure shows (`understood`), and words that change nothing (`ignored`). */
  understood: string[]
  ignored: string[]
}

/** Words that name each piece of equipment. */
const gearWords: Record<GearName, string> = {
  sword: 'sword longsword shortsword blade broadsword',
  greatsword: 'greatsword claymore zweihander',
  cutlass: 'cutlass sabre saber scimitar rapier',
  dagger: 'dagger knife dirk',
  axe: 'axe hatchet handaxe',
  greataxe: 'greataxe battleaxe',
  hammer: 'hammer warhammer mallet',
  mace: 'mace club morningstar flail',
  spear: 'spear lance pike halberd glaive trident javelin',
  staff: 'staff',
  crook: 'crook',
  quarterstaff: 'quarterstaff',
  bow: 'bow longbow shortbow crossbow',
  shield: 'shield',
  'round shield': 'buckler',
  book: 'book tome grimoire spellbook',
  flame: 'flame fire fireball',
  torch: 'torch',
  lantern: 'lantern lamp',
  potion: 'potion flask vial bottle',
  tankard: 'tankard mug beer ale',
  goblet: 'goblet chalice cup',
  lute: 'lute mandolin guitar',
  sceptre: 'sceptre scepter',
  scroll: 'scroll parchment',
  orb: 'orb',
}
const gearOf = new Map(
  Object.entries(gearWords).flatMap(([gear, words]) =>
    words.split(' ').map((word) => [word, gear as GearName] as const),
  ),
)
const tradeOf = new Map(
  Object.entries(trades).flatMap(([name, { words }]) =>
    words.split(' ').map((word) => [word, name as TradeName] as const),
  ),
)
/** Trades by ideas of the lexicon, for people whose word is not among the words of any trade. */
const tradeOfIdea: Readonly<Record<string, TradeName>> = {
  'person:guard': 'guard',
  'person:witch': 'witch',
  'person:wizard': 'wizard',
  'person:noble': 'noble',
  'person:ruler': 'ruler',
  'person:rogue': 'rogue',
  'person:monk': 'monk',
  'person:sailor': 'sailor',
  'person:commoner': 'innkeeper',
  'person:bard': 'bard',
  'person:barbarian': 'barbarian',
  'kin:human': 'innkeeper',
  'kin:elf': 'ranger',
  'kin:dwarf': 'guard',
  'kin:orc': 'barbarian',
  'kin:goblin': 'rogue',
  'kin:tiefling': 'rogue',
  'kin:halfling': 'innkeeper',
  'kin:undead': 'guard',
}
/** Groups of the lexicon that change what a person looks like. */
const shown = new Set(['person', 'kin', 'feature', 'complexion', 'colour'])
const isShown = (idea: string) => shown.has(idea.slice(0, idea.indexOf(':')))

const twoHanded = new Set<GearName>(['greatsword', 'greataxe', 'lute'])
const shields = new Set<GearName>(['shield', 'round shield'])
/** Items that are held out in front of the body. */
const offered = new Set<GearName>(['book', 'flame', 'torch', 'lantern', 'potion', 'tankard', 'goblet', 'scroll', 'orb'])
const shafts = new Set<GearName>(['spear', 'staff', 'crook', 'quarterstaff'])

const joining = new Set(
  'a an the this that these those his her their its with of in on at and or by from to who which holding carrying wielding wearing is as for named called'.split(
    ' ',
  ),
)

const formsOf = ({ word }: Phrase) => stems(word)
const found = <T>(phrase: Phrase, table: ReadonlyMap<string, T>): T | undefined =>
  formsOf(phrase)
    .map((form) => table.get(form))
    .find((each) => each !== undefined)

const nameOf = (phrases: readonly Phrase[]): TradeName | undefined => {
  const named = phrases.map((phrase) => found(phrase, tradeOf)).find((name) => name !== undefined)
  if (named) return named
  const ideas = phrases.flatMap(({ ideas }) => ideas)
  const person = ideas.find((idea) => idea.startsWith('person:') && idea in tradeOfIdea)
  const kin = ideas.find((idea) => idea in tradeOfIdea)
  return tradeOfIdea[person ?? kin ?? '']
}

/** Returns a person with the mentioned equipment, or with the trade's own equipment if none is mentioned. */
const equipped = (trade: Trade, mentioned: readonly GearName[]): PersonOrder => {
  const kind = 'person'
  const [first] = mentioned
  if (first === undefined) return { kind, trade, carried: trade.gear }
  const heavy = mentioned.find((gear) => twoHanded.has(gear))
  if (heavy) return { kind, trade: { ...trade, twoHanded: true, arms: ['ready', 'ready'] }, carried: [null, heavy] }
  const left = mentioned.find((gear) => shields.has(gear) || offered.has(gear) || gear === 'bow')
  const right = mentioned.find((gear) => gear !== left)
  const { twoHanded: _both, ...oneHanded } = trade
  const leftArm = left === undefined ? 'akimbo' : left === 'bow' ? 'drawn' : shields.has(left) ? 'shielded' : 'offered'
  const rightArm =
    right === undefined ? 'akimbo' : shafts.has(right) ? 'planted' : offered.has(right) ? 'offered' : 'ready'
  return { kind, trade: { ...oneHanded, arms: [leftArm, rightArm] }, carried: [left ?? null, right ?? null] }
}

/** Words that, directly after an item, begin a description of the item: "a sword of the dragon king". */
const describing = new Set('of with in on from for that which guarded made'.split(' '))

const firstOf = <T>(phrases: readonly Phrase[], find: (phrase: Phrase) => T | undefined) => {
  for (const [at, phrase] of phrases.entries()) {
    const value = find(phrase)
    if (value !== undefined) return { at, value }
  }
  return undefined
}
const isPerson = (phrase: Phrase): boolean =>
  found(phrase, tradeOf) !== undefined || phrase.ideas.some((idea) => idea in tradeOfIdea)

/**
 * Returns the subject: the person or creature that is named first, except that a creature directly before a person describes that
 * person ("a dragon knight"). An item is the subject if no living being is named, or only after it, in its description.
 */
const subjectOf = (said: readonly Phrase[], mentioned: readonly GearName[]): FigureOrder | undefined => {
  const item = firstOf(said, itemOf)
  const creature = firstOf(said, creatureOf)
  const person = firstOf(said, (phrase) => (isPerson(phrase) && !creatureOf(phrase) ? phrase : undefined))
  const isHeadNoun = item && describing.has(said[item.at + 1]?.word ?? '')
  const living = Math.min(creature?.at ?? said.length, person?.at ?? said.length)
  if (item && (living === said.length || (isHeadNoun && item.at < living))) return { kind: 'item', item: item.value }
  if (creature && (!person || (creature.at < person.at && creature.at + 1 !== person.at)))
    return { kind: 'creature', creature: creature.value }
  const name = nameOf(said)
  return name && equipped(trades[name], mentioned)
}

/** Reads a prompt. Pure: the same prompt always gives the same reading. */
export const readFigure = (prompt: string): FigureReading => {
  const { name, rest } = nameIn(prompt)
  const phrases = phrasesOf(rest)
  const said = phrases.filter(({ denied }) => !denied)
  const mentioned = [...new Set(said.flatMap((phrase) => found(phrase, gearOf) ?? []))]
  const order = subjectOf(said, mentioned)
  const understood = new Set<string>()
  const ignored = new Set<string>()
  for (const phrase of phrases) {
    const { text, word, denied } = phrase
    if (joining.has(word) || !/[\p{L}\p{N}]/u.test(text)) continue
    if (isShownBy(order, phrase)) understood.add(denied ? `no ${text}` : text)
    else ignored.add(text)
  }
  if (name !== undefined) understood.add(`“${name}” on the base`)
  return { order, understood: [...understood], ignored: [...ignored] }
}

/** Returns true if a figure shows the thing or quality that a phrase names. */
const isShownBy = (order: FigureOrder | undefined, phrase: Phrase): boolean => {
  const { ideas } = phrase
  switch (order?.kind) {
    case 'creature':
      return creatureOf(phrase) === order.creature || ideas.some((idea) => idea.startsWith('colour:'))
    case 'item':
      return (
        itemOf(phrase) === order.item ||
        ideas.some((idea) => idea.startsWith('colour:') || idea.startsWith('material:'))
      )
    default:
      return ideas.some(isShown) || found(phrase, tradeOf) !== undefined || found(phrase, gearOf) !== undefined
  }
}
