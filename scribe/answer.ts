import { stem } from './theme.ts'
import type { Note, World } from './world.ts'

/** Questions that request new content are treated like any request: `What should happen next?` */
const asksForNew =
  /\b(?:should|could|might|would|can you|will you|write|describe|create|invent|suggest|come up with|make up|ideas?)\b/i
const begins = /^(?:who|whom|whose|what|where|when|why|how|which|is|are|was|were|does|do|did|has|have|had)\b/i
const requestsFacts = /^(?:tell me|remind me|do (?:you|we) know|what do (?:you|we) know|list)\b/i

/** True if a prompt queries facts of the campaign, rather than requesting new content. */
export const isQuestion = (prompt: string): boolean => {
  const text = prompt.trim()
  if (asksForNew.test(text)) return false
  return requestsFacts.test(text) || (begins.test(text) && /\?["”']?$/.test(text))
}

const empty = new Set(
  `a about all am an and any are at be been but by did do does else for from had has have he her hers him his how i in into is it its know known list
  many me much my of on or our remind said say says she so some tell than that the their them then there these they this to up us was we were what
  when where which who whom whose why will with you your anything everything something there's who's what's campaign`.split(
    /\s+/,
  ),
)

const wordsIn = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’]s\b)?/gu) ?? []).filter((word) => !empty.has(word)).map(stem)

/** Patterns that make a sentence a better answer to this kind of question. */
const wanted: readonly (readonly [RegExp, RegExp])[] = [
  [/\bwhen\b/i, /\b(?:\d+|ago|since|year|winter|summer|spring|autumn|night|day|before|after|until|during)\b/i],
  [/\bwhere\b/i, /\b(?:in|at|on|under|behind|beneath|near|beside|north|south|east|west|between)\b/i],
  [/\bwhy\b/i, /\b(?:because|since|so that|for fear|in order|owes?|revenge|therefore)\b/i],
  [/\bhow (?:many|much|old|long|far)\b/i, /\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|dozen|hundred)\b/i],
  [/\bwh(?:o|om|ose)\b/i, /(?<!^)\b\p{Lu}\p{L}+/u],
]

const sentencesOf = (text: string): string[] =>
  text
    .split(/\n+/)
    .filter((line) => !/^\s*#/.test(line))
    .flatMap((line) =>
      line
        .replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
        .replaceAll(/^\s*(?:[-*>]|\d+\.)\s+|[*_`~]/g, '')
        .split(/(?<=[.!?]["”]?)\s+/),
    )
    .map((sentence) => sentence.trim())
    .filter(Boolean)

interface Found {
  title: string
  sentence: string
  score: number
}

const most = 4
const mostNamed = 12

/** Scores sentences as answers by the question's words; a page that the question names need not repeat its own name. */
const found = (question: string, { title, text }: Note): Found[] => {
  const questionWords = new Set(wordsIn(question))
  const own = new Set(wordsIn(title))
  const isNamed = own.size > 0 && [...own].every((word) => questionWords.has(word))
  const liked = wanted.find(([kind]) => kind.test(question))?.[1]
  return sentencesOf(text).map((sentence, n) => {
    const words = new Set(wordsIn(sentence))
    const hits = [...questionWords].filter((word) => words.has(word) || (isNamed && own.has(word))).length
    const isBeside = isNamed && n < 3 ? 0.4 : 0
    const score = hits / Math.max(1, questionWords.size) + (hits > 0 && liked?.test(sentence) ? 0.2 : 0) + isBeside
    return { title, sentence, score }
  })
}

const listed = (names: readonly string[]): string => {
  const some = names.slice(0, mostNamed)
  const more = names.length - some.length
  return `${some.join(', ')}${more > 0 ? `, and ${more} more` : ''}`
}

/** Titles of notes with a tag from the question: `Which taverns are there?` */
const tagged = (question: string, notes: readonly Note[]): string[] => {
  if (!/\b(?:which|list|how many|(?:are|were) there)\b/i.test(question)) return []
  const questionWords = new Set(wordsIn(question))
  const tags = [...new Set(notes.flatMap((note) => note.tags))].filter((tag) =>
    wordsIn(tag).every((word) => questionWords.has(word)),
  )
  return tags.map((tag) => {
    const names = notes.filter((note) => note.tags.includes(tag)).map(({ title }) => title)
    return `Tagged “${tag}”: ${listed(names)}.`
  })
}

const unanswered =
  'Nothing that you can see in this campaign speaks of that. The Scribe looks words up and puts sentences together; it does not understand questions beyond that. Ask with a name that the campaign has, or ask for a draft, such as “A tavern by the harbour”.'

/**
 * Answers a question with quotes from the campaign and their sources, or reports that it contains no answer. Invents
 * nothing.
 */
export const answer = (question: string, { names, notes }: World): string => {
  const best = notes
    .flatMap((note) => found(question, note))
    .filter(({ score }) => score >= 0.5)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
  const said = best.map(({ title, sentence }) => `- ${title}: ${sentence}`)
  const tags = tagged(question, notes)
  if (said.length > 0 || tags.length > 0) {
    const lead = said.length > 0 ? ['This is what the campaign says, in its own words:', said.join('\n')] : []
    return [...tags, ...lead].join('\n\n')
  }
  const questionWords = new Set(wordsIn(question))
  const named = names.filter((name) => wordsIn(name).some((word) => word.length > 2 && questionWords.has(word)))
  if (named.length === 0) return unanswered
  return `There is ${listed([...new Set(named)])} in this campaign, but nothing that you can see there answers this. Choose the page as context to have it read.`
}
