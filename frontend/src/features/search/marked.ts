/** A part of a text; true if it matches. */
export interface TextPart {
  text: string
  hit: boolean
}

const plain = (letter: string) => letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const wordsOf = (term: string) => [
  ...new Set(
    [...term]
      .map(plain)
      .join('')
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  ),
]

/** Marks words that start with words of the term, ignoring case and accents, as the server matches them. */
export const splitAtMatches = (text: string, term: string): TextPart[] => {
  const words = wordsOf(term)
  // Characters are folded one by one to preserve positions; a character whose folded form has another length stays.
  const folded = [...text].map((letter) => (plain(letter).length === letter.length ? plain(letter) : letter)).join('')
  const parts: TextPart[] = []
  let at = 0
  const take = (end: number, hit: boolean) => {
    if (end > at) parts.push({ text: text.slice(at, end), hit })
    at = Math.max(at, end)
  }
  for (const [start, end] of words.length > 0 ? starts(folded, words) : []) {
    take(start, false)
    take(end, true)
  }
  take(text.length, false)
  return parts
}

const starts = (text: string, words: string[]): [start: number, end: number][] => {
  const longestFirst = words.toSorted((a, b) => b.length - a.length).join('|')
  return [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst})`, 'gu'))].map(({ index, 0: word }) => [
    index,
    index + word.length,
  ])
}

const before = 30
const shown = 220

/** The part of a long text around its first hit, or its beginning. Line breaks become blanks. */
export const excerpt = (text: string, term: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  const [first] = splitAtMatches(line, term)
  const start = first && !first.hit && first.text.length < line.length ? Math.max(0, first.text.length - before) : 0
  const from = start === 0 ? 0 : line.indexOf(' ', start) + 1
  return `${from > 0 ? '…' : ''}${line.slice(from, from + shown)}`
}
