import { countWords } from './grammar.ts'
import { kindIn, recap } from './kinds/index.ts'
import type { Kind } from './kinds/kind.ts'

export type Format = 'SINGLE_LINE' | 'SHORT_PARAGRAPH' | 'PARAGRAPH' | 'LONG_PARAGRAPH' | 'BULLET_POINTS'
export interface Words {
  min: number
  max: number
}

/** The request as parsed from its text. */
export interface Brief {
  kind: Kind
  name: string | undefined
  woman: boolean | undefined
  /** The subject in the requester's own words: `a ferry pilot who owes the duke money`. */
  premise: string | undefined
  /** The occupation named in the premise. */
  trade: string | undefined
  /** Events in the requester's own words. */
  beats: readonly string[]
  format: Format | undefined
  words: Words | undefined
  /** The number of list entries. */
  entries: number | undefined
  /** The number of paragraphs. */
  paragraphs: number | undefined
}

const requestPattern =
  /^(?:(?:please|can you|could you|i need|i want|i would like|give me|write|describe|create|generate|make|draft|invent|come up with|tell me(?: about)?|help me with|me|up|us)\s+)+/i
const measures = [
  /[,;]?\s*(?:in|of|with|using|about|around|at most|up to|no more than|at least)?\s*\d{1,6}\s*(?:(?:-|–|to)\s*\d{1,6}\s*)?words?(?: long)?/gi,
  /[,;]?\s*(?:in|as|with)\s+(?:one|two|three|a few|some|\d{1,6})?\s*(?:short |long )?(?:bullet points?|bullets|points|paragraphs?|sentences?|a (?:bullet )?list)/gi,
]
const naming =
  /[,]?\s*\b(?:called|named|known as)\s+["“]?((?:the\s)?\p{Lu}[\p{L}'’-]*(?:\s(?:(?:of|the|and)\s)?\p{Lu}[\p{L}'’-]*)*)["”]?/u
const numbers: Record<string, number> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
}

const sentencesIn = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((each) => each.trim())
    .filter(Boolean)

const wordsAsked = (text: string): Words | undefined => {
  const range = /(\d{1,6})\s*(?:-|–|to)\s*(\d{1,6})\s*words?/i.exec(text)
  if (range) return ordered(Number(range[1]), Number(range[2]))
  const atMost = /(?:at most|up to|no more than|under|max(?:imum)?)\s*(\d{1,6})\s*words?/i.exec(text)
  if (atMost) return ordered(Math.ceil(Number(atMost[1]) * 0.5), Number(atMost[1]))
  const about = /(\d{1,6})\s*words?/i.exec(text)
  return about ? ordered(Math.ceil(Number(about[1]) * 0.85), Math.floor(Number(about[1]) * 1.1)) : undefined
}
const ordered = (a: number, b: number): Words => {
  const [min, max] = [Math.max(1, Math.min(a, b, 2_000)), Math.max(1, Math.min(Math.max(a, b), 2_000))]
  return { min, max }
}

const formatAsked = (text: string): Format | undefined => {
  if (/\b(?:bullets?|bullet points?|list|table|rumou?rs|d6|d8|d10|d12)\b/i.test(text)) return 'BULLET_POINTS'
  if (/\b(?:one sentence|single (?:line|sentence)|one-liner|one line)\b/i.test(text)) return 'SINGLE_LINE'
  if (/\b(?:short|brief)\b/i.test(text)) return 'SHORT_PARAGRAPH'
  return /\b(?:long|detailed|in depth|at length)\b/i.test(text) ? 'LONG_PARAGRAPH' : undefined
}

const entriesAsked = (text: string): number | undefined => {
  const die = /\bd(4|6|8|10|12|20)\b/i.exec(text)
  if (die) return Number(die[1])
  const count =
    /\b(\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|twelve)\s+(?:\w+\s)?(?:rumou?rs?|hooks?|ideas?|secrets?|entries|bullets?|points|omens?|things|facts)\b/i.exec(
      text,
    )
  const said = count?.[1]?.toLowerCase()
  return said ? Math.min(20, numbers[said] ?? Number(said)) : undefined
}

const mostParagraphs = 12
/** Returns the requested number of paragraphs: `in three paragraphs`, `a paragraph`. */
export const paragraphsAsked = (text: string): number | undefined => {
  const said =
    /\b(\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s+(?:\w+\s)?paragraphs?\b/i.exec(text)?.[1]
  if (said === undefined) return undefined
  const count = /^(?:an?|one)$/i.test(said) ? 1 : (numbers[said.toLowerCase()] ?? Number(said))
  return count > 0 ? Math.min(mostParagraphs, count) : undefined
}

/** Returns a premise such as `a smuggler who …` if the first sentence describes the subject; undefined if it only names a form of text. */
const premiseIn = (first: string): string | undefined => {
  const bare = measures.reduce(
    (text, measure) => text.replace(measure, ''),
    first.replace(requestPattern, '').replace(naming, ''),
  )
  const phrase = /^(?:an?)\s.+$/i.exec(bare.replace(/[.!?:;,\s]+$/, '').trim())?.[0]
  if (
    !phrase ||
    /\b(?:description|backstory|paragraph|text|recap|list|table|summary|scene|sentence|dialogue|speech|letter|poem|song|names?)\b/i.test(
      phrase,
    )
  )
    return undefined
  const length = countWords(phrase)
  return length >= 3 && length <= 40 ? (phrase[0] ?? '').toLowerCase() + phrase.slice(1) : undefined
}

const nobodysTrade =
  /^(?:man|woman|girl|boy|person|npc|character|elf|dwarf|human|gnome|halfling|orc|half-\w+|villain|hero|ally|friend|fellow)$/i
/** Returns the noun before the description of a person: `a one-eyed ferry pilot who …` is a pilot. */
export const tradeIn = (premise: string): string | undefined => {
  const head = premise
    .split(/\s(?:who|whose|with|that|from|in|of|at|and|without|on|to|for)\s|[,;:]/)[0]
    ?.split(' ')
    .at(-1)
  return head && !nobodysTrade.test(head) ? head.toLowerCase() : undefined
}

export const womanIn = (text: string): boolean | undefined => {
  const woman = text.search(/\b(?:she|her|woman|lady|queen|mother|sister|widow|abbess|duchess|witch|girl|priestess)\b/i)
  const man = text.search(/\b(?:he|his|him|man|lord|king|father|brother|abbot|duke|boy|priest)\b/i)
  if (woman < 0 && man < 0) return undefined
  return man < 0 || (woman >= 0 && woman < man)
}

/** Reduces runs of blanks to one: expressions with several `\s*` would backtrack over every way to divide a long run. */
const withoutRuns = (text: string): string => text.replace(/[^\S\n]+/g, ' ').replace(/ ?\n[ \n]*/g, '\n')

export const briefOf = (request: string, subject: string | null, about?: string): Brief => {
  const prompt = withoutRuns(request)
  const sentences = sentencesIn(prompt)
  // A premise has at most 40 words; the expressions for it are not meant for longer texts.
  const first = (sentences[0] ?? '').slice(0, 2_000)
  const kind = kindIn(subject, first, prompt)
  const premise = premiseIn(first)
  return {
    kind,
    name: about ?? naming.exec(prompt)?.[1],
    woman: womanIn(prompt),
    premise,
    trade: premise && tradeIn(premise),
    beats: kind === recap ? sentences.filter(isTold) : [],
    format: formatAsked(prompt),
    words: wordsAsked(prompt),
    entries: entriesAsked(prompt),
    paragraphs: paragraphsAsked(prompt),
  }
}

/** True for a sentence about an event, as opposed to a wish. */
const isTold = (text: string): boolean =>
  !requestPattern.test(text) && !/\b(?:recap|summary|words|please)\b/i.test(text) && countWords(text) > 3
