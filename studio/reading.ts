import type { ModelSlug } from './draw.ts'
import { writtenOn } from './handout/words.ts'
import { type Phrase, phrasesOf, readPrompt, stems } from './prompt.ts'
import { type Repertoire, repertoire } from './repertoire.ts'

/** What a model would make of a prompt. */
export interface Reading {
  /** Words that steer the picture, as they were written and in their order; each once. What a "no" keeps out is among them. */
  understood: string[]
  /** Words that nothing comes of. What only joins others (a, of, with) is in neither list. */
  ignored: string[]
  /** Whether this model draws what the prompt asks for, as far as any here does. */
  suits: boolean
  /** Models of its family that suit it better, the best first; none where it suits. */
  better: ModelSlug[]
}

const joining = new Set(
  (
    'a an the this that these those its his her their our my your some any each every all both one s is are was were be been being has have had ' +
    'do does did it he she they them him who whose which what where when while as if so than then there here of to for from in into on onto at by ' +
    'with under beneath beside near behind before above over below between among through across along around against upon about out up down off ' +
    'and or but nor yet no not without never lacking minus only just also too very more most'
  ).split(' '),
)

/** Where one thing ends and what is said of it begins: the thing that a prompt is about stands before the first of these. */
const breaks = new Set(
  (
    'with of in into on onto at by under beneath beside near behind before above over below between among through across along around ' +
    'against upon from to for and while who whose which where wearing holding carrying reading riding sitting looking , . ; : ( ) ! ? \n'
  ).split(' '),
)
const weights = [1, 0.5, 0.25]

/** What pictures are of, whichever model draws them. */
const nouns = [...new Set(Object.values(repertoire).flatMap(({ kinds, subjects }) => [...kinds, ...subjects]))]

const names = (list: readonly string[], idea: string): boolean =>
  list.includes(idea) || list.includes(idea.slice(0, idea.indexOf(':')))

/** Ideas of a phrase that come to something in this model's hands. `taken` has what its single groups are spent on. */
const counted = (model: Repertoire, { ideas }: Phrase, taken: Map<string, string>): string[] =>
  ideas.filter((idea) => {
    if (!names([...model.kinds, ...model.subjects, ...model.details], idea) || model.blind?.includes(idea)) return false
    const group = idea.slice(0, idea.indexOf(':'))
    if (!model.single?.some((single) => single === group)) return true
    if (!taken.has(group)) taken.set(group, idea)
    return taken.get(group) === idea
  })

interface Span {
  from: number
  to: number
}
const within = (spans: readonly Span[], at: number) => spans.some(({ from, to }) => at >= from && at < to)

/** What stands between quotation marks: a text, of which nothing is drawn. */
const quoted = (prompt: string): Span[] =>
  [...prompt.matchAll(/"[^"\n]+"|“[^“”\n]+”|«[^«»\n]+»|„[^„“”\n]+[“”]/gu)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }))

/** Where names and rewards stand that a handout is lettered with. */
const lettered = (prompt: string): Span[] => {
  const { name, from, reward } = writtenOn(prompt)
  return [name, from, reward].flatMap((text) => {
    const at = text ? prompt.indexOf(text) : -1
    return text && at >= 0 ? [{ from: at, to: at + text.length }] : []
  })
}

/** How strongly a prompt asks for each model: what it is said to be outweighs what it is of, and that outweighs the rest. */
const claimOf = (model: Repertoire, phrases: readonly Phrase[]): number => {
  const taken = new Map<string, string>()
  const seen = new Set<string>()
  let segment = 0
  let named = false
  return phrases.reduce((claim, phrase, at) => {
    if (breaks.has(phrase.word)) {
      if (named) segment++
      named = false
      return claim
    }
    // A word that is said again asks for nothing more.
    if (phrase.denied || seen.has(phrase.word)) return claim
    seen.add(phrase.word)
    if (phrase.ideas.some((idea) => names(nouns, idea))) named = true
    const mine = counted(model.shy ? model : { ...model, single: [] }, phrase, taken)
    if (mine.some((idea) => names(model.kinds, idea))) return claim + 3
    const weight = weights[Math.min(segment, 2)] as number
    // "A dragon egg" is an egg: what is said before the noun counts half.
    const next = phrases[at + 1]
    const isNoun = !next?.ideas.some((idea) => names(nouns, idea))
    if (mine.some((idea) => names(model.subjects, idea)))
      return claim + weight * (isNoun ? 1 : 0.5) * (model.shy ? 0.65 : 1)
    const isHint = mine.some((idea) => names(model.hints ?? [], idea))
    return claim + (isHint ? 0.4 * weight : mine.length > 0 ? 0.1 * weight : 0)
  }, 0)
}

/** Below this nothing is asked for that any model is made for. */
const faint = 0.5
const enough = 0.6

/** Reads a prompt as a model would. Pure; a prompt of two thousand characters takes about a millisecond. */
export const readFor = (slug: ModelSlug, prompt: string, negativePrompt = ''): Reading => {
  const model = repertoire[slug]
  const { banned } = readPrompt('', negativePrompt)
  const isBanned = (idea: string) => banned.has(idea.slice(idea.indexOf(':') + 1))
  const phrases = phrasesOf(prompt).map((phrase) => ({
    ...phrase,
    denied: phrase.denied || (phrase.ideas.length > 0 && phrase.ideas.every(isBanned)),
  }))
  const texts = quoted(prompt)
  const written = model.letters ? [...texts, ...lettered(prompt)] : []
  const taken = new Map<string, string>()
  const understood = new Set<string>()
  const ignored = new Set<string>()
  phrases.forEach((phrase, at) => {
    if (joining.has(phrase.word) || !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(phrase.text)) return
    const isLettered = within(written, phrase.start) || model.words?.includes(phrase.word)
    const mine = phrase.denied ? [] : counted(model, phrase, taken)
    const isTinted = stems(phrase.word).some((stem) => model.tinted?.includes(stem)) && isColoured(phrases, at)
    // What nothing draws is kept out as it was asked.
    const heard = isLettered || phrase.denied || mine.length > 0 || isTinted
    ;(heard ? understood : ignored).add(phrase.denied ? `no ${phrase.text}` : phrase.text)
  })
  return {
    understood: [...understood],
    ignored: [...ignored].filter((text) => !understood.has(text)),
    ...suitability(
      slug,
      phrases.filter(({ start }) => !within(texts, start)),
    ),
  }
}

/** Whether one of the two words before it is a colour. */
const isColoured = (phrases: readonly Phrase[], at: number): boolean =>
  phrases.slice(Math.max(0, at - 2), at).some(({ ideas }) => ideas.some((idea) => idea.startsWith('colour:')))

const suitability = (slug: ModelSlug, phrases: readonly Phrase[]): Pick<Reading, 'suits' | 'better'> => {
  const family = Object.entries(repertoire).filter(([, { family }]) => family === repertoire[slug].family)
  const claims = family.map(([other, model]) => ({ slug: other as ModelSlug, claim: claimOf(model, phrases) }))
  const own = claims.find((claim) => claim.slug === slug)?.claim ?? 0
  const best = Math.max(...claims.map(({ claim }) => claim))
  if (best < faint || own >= best * enough) return { suits: true, better: [] }
  const better = claims.filter(({ claim }) => claim >= best * enough).sort((a, b) => b.claim - a.claim)
  return { suits: false, better: better.map(({ slug }) => slug) }
}
