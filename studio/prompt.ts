import { emoji } from './emoji.ts'
import { type Group, type Idea, lexicon } from './lexicon.ts'
import { hash32 } from './random.ts'

/** What the words of a prompt say, as far as the studio understands them. Ideas stand in the order in which they were named. */
export type Scene = { readonly [G in Group]: readonly Idea<G>[] } & {
  /** Differs for every prompt, so that words outside the lexicon also steer. */
  readonly hash: number
  /** Everything named, as `group:idea`, in the order of the words. */
  readonly named: readonly string[]
  /** The colour said right before a noun: `hair` to `red` for "red hair". Keys are stems as written. */
  readonly tints: ReadonlyMap<string, Idea<'colour'>>
  /** Ideas that the prompt ("no boats") or the negative prompt rules out, of whatever group. */
  readonly banned: ReadonlySet<string>
}

const groups = Object.keys(lexicon) as Group[]

/** Phrase to the ideas it names, as `group:idea`. */
const index = new Map<string, string[]>()
for (const group of groups) {
  for (const [idea, words] of Object.entries(lexicon[group] as Record<string, string>)) {
    // "Red" alone is never a complexion: those ideas go by their phrases only.
    for (const phrase of group === 'complexion' ? words.split(' ') : [idea, ...words.split(' ')]) {
      const named = index.get(phrase) ?? []
      if (!named.includes(`${group}:${idea}`)) named.push(`${group}:${idea}`)
      index.set(phrase, named)
    }
  }
}

for (const [sign, word] of Object.entries(emoji)) index.set(sign, index.get(word) ?? [])

/** Forms under which a word may stand in the lexicon, as written first: "wolves" to wolf, "misty" to mist, "burning" to burn. */
export const stems = (word: string): string[] => {
  const forms = [word]
  // How a picture is lit is said of every picture: it asks for no lamp.
  if (word === 'lighting') return forms
  const add = (pattern: RegExp, ...endings: string[]) => {
    if (pattern.test(word)) for (const ending of endings) forms.push(word.replace(pattern, ending))
  }
  add(/ies$/, 'y')
  add(/ves$/, 'f', 'fe', 've')
  add(/(?<=s|x|z|ch|sh)es$/, '')
  add(/(?<=[^su])s$/, '')
  add(/(?<=..)(?:ed|ing|en|er)$/, '', 'e')
  add(/(?<=..)(.)\1(?:ed|ing|y)$/, '$1')
  add(/(?<=..)(?:y|ly|ish)$/, '', 'e')
  add(/(?<=...)(?:less|like|lit)$/, '')
  return forms
}

/** A word, an emoji or a mark that ends a clause: as written, and as the lexicon has it. */
interface Token {
  text: string
  start: number
  word: string
}

const pictograph = String.raw`\p{Extended_Pictographic}(?:\u200d\p{Extended_Pictographic}|[\ufe0f\p{Emoji_Modifier}])*`
const written = new RegExp(String.raw`[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*|[.,;:!?()\n]|${pictograph}`, 'gu')

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}|\ufe0f/gu, '')
    .replace(/['’]s?\b/g, '')

const tokenize = (text: string): Token[] =>
  [...text.matchAll(written)].map((match) => ({ text: match[0], start: match.index, word: plain(match[0]) }))

const tokens = (text: string): string[] => tokenize(text).map(({ word }) => word)

const isWord = (token: string | undefined): token is string => token !== undefined && !/^[.,;:!?()\n]$/.test(token)

interface Reading {
  at: number
  ideas: string[]
}

/** Longest phrase first, from one to three words. */
const readAt = (words: readonly string[], at: number): { ideas: string[]; length: number } => {
  for (const length of [3, 2, 1]) {
    const slice = words.slice(at, at + length)
    if (slice.length < length || !slice.every(isWord)) continue
    const lead = slice.slice(0, -1).join('_')
    for (const stem of stems(slice.at(-1) as string)) {
      const ideas = index.get(lead ? `${lead}_${stem}` : stem)
      if (ideas) return { ideas, length }
    }
  }
  return { ideas: [], length: 1 }
}

const read = (words: readonly string[]): Reading[] => {
  const readings: Reading[] = []
  for (let at = 0; at < words.length; ) {
    const { ideas, length } = readAt(words, at)
    if (ideas.length) readings.push({ at, ideas })
    at += length
  }
  return readings
}

/** Banning the general word bans what the studio would put there by itself. */
const implied: Record<string, readonly string[]> = {
  figure: ['figure', 'crowd', 'guard'],
  commoner: ['figure'],
  human: ['figure'],
  lantern: ['lantern', 'window', 'torch', 'campfire', 'candle'],
  sea: ['water', 'sea', 'lake', 'river', 'coast', 'boat', 'ship'],
  water: ['water', 'river', 'lake'],
  bird: ['bird', 'raven'],
  forest: ['forest', 'tree', 'deadtree'],
  tree: ['tree', 'forest', 'deadtree', 'bush'],
  ship: ['ship', 'boat'],
  boat: ['boat'],
  town: ['town', 'village', 'house'],
  city: ['city', 'village', 'town'],
  village: ['village', 'town'],
  castle: ['castle', 'tower'],
  storm: ['storm', 'rain', 'lightning'],
  star: ['star', 'comet'],
  road: ['road', 'path'],
  fog: ['fog', 'smoke'],
}

const negators = new Set(['no', 'without', 'not', 'never', 'nor', 'lacking', 'minus'])
const reach = 3

/** Positions of words that stand under a negator: up to three words on, not beyond the clause. */
const negated = (words: readonly string[]): Set<number> => {
  const under = new Set<number>()
  words.forEach((word, at) => {
    if (!negators.has(word)) return
    for (let i = at + 1; i <= at + reach; i++) {
      const next = words[i]
      if (!isWord(next) || next === 'but' || next === 'only' || next === 'just') break
      under.add(i)
    }
  })
  return under
}

const ban = (ideas: readonly string[]): string[] =>
  ideas.flatMap((named) => {
    const idea = named.slice(named.indexOf(':') + 1)
    return [idea, ...(implied[idea] ?? [])]
  })

/** "red hair", "a black iron sword": the colour belongs to the nouns right after it, and to the ideas they name. */
const tintsOf = (words: readonly string[]): Map<string, Idea<'colour'>> => {
  const tints = new Map<string, Idea<'colour'>>()
  words.forEach((_, at) => {
    const { ideas, length } = readAt(words, at)
    const colour = ideas.find((named) => named.startsWith('colour:'))?.slice(7) as Idea<'colour'> | undefined
    if (!colour) return
    for (let i = at + length; i < at + length + 2 && isWord(words[i]); i++) {
      for (const stem of stems(words[i] as string)) if (!tints.has(stem)) tints.set(stem, colour)
      for (const named of readAt(words, i).ideas) {
        const idea = named.slice(named.indexOf(':') + 1)
        if (!tints.has(idea)) tints.set(idea, colour)
      }
    }
  })
  return tints
}

/** Reads a prompt and a negative prompt. Pure; the same words always read the same. */
export const readPrompt = (prompt: string, negativePrompt = ''): Scene => {
  const words = tokens(prompt)
  const under = negated(words)
  const readings = read(words)
  const banned = new Set([
    ...readings.filter(({ at }) => under.has(at)).flatMap(({ ideas }) => ban(ideas)),
    ...read(tokens(negativePrompt)).flatMap(({ ideas }) => ban(ideas)),
  ])
  const named = readings.filter(({ at }) => !under.has(at)).flatMap(({ ideas }) => ideas)
  const ideasOf = (group: Group) =>
    [
      ...new Set(named.filter((name) => name.startsWith(`${group}:`)).map((name) => name.slice(group.length + 1))),
    ].filter((idea) => !banned.has(idea))
  return {
    ...(Object.fromEntries(groups.map((group) => [group, ideasOf(group)])) as { [G in Group]: Idea<G>[] }),
    hash: hash32(words.filter(isWord).join(' ')),
    named: named.filter((name) => !banned.has(name.slice(name.indexOf(':') + 1))),
    tints: tintsOf(words),
    banned,
  }
}

/** A word, or several that count as one, as it was written; or a mark between clauses. */
export interface Phrase {
  text: string
  /** Where it begins in the prompt. */
  start: number
  /** As the lexicon has it, by `_` where there are several. */
  word: string
  /** What it names, as `group:idea`; nothing where the lexicon has no word of it. */
  ideas: readonly string[]
  /** Whether a "no" or "without" stands before it. */
  denied: boolean
}

/** A prompt from its first word to its last, cut as the studio reads it. */
export const phrasesOf = (prompt: string): Phrase[] => {
  const written = tokenize(prompt)
  const words = written.map(({ word }) => word)
  const under = negated(words)
  const phrases: Phrase[] = []
  for (let at = 0; at < words.length; ) {
    const { ideas, length } = readAt(words, at)
    const { start } = written[at] as Token
    const last = written[at + length - 1] as Token
    phrases.push({
      text: prompt.slice(start, last.start + last.text.length),
      start,
      word: words.slice(at, at + length).join('_'),
      ideas,
      denied: under.has(at),
    })
    at += length
  }
  return phrases
}
