import type { Ops } from '#domain/deltas.ts'
import { countWords, mentionsIn, plainOp } from '#domain/text-plain.ts'

/** A part of a text that search finds as a unit, with its mentions and their context. */
export interface Passage {
  text: string
  mentions: { id: string; words: string }[]
}

/**
 * Words per passage: PostgreSQL's text vectors are limited to a megabyte, and a passage that matches several words should have them close
 * together.
 */
const mostWords = 1_000
const mostLetters = 20_000
const around = 80

interface Paragraph {
  text: string
  mentions: { id: string; words: string }[]
}

const paragraphsOf = (ops: Ops): Paragraph[] => {
  const paragraphs: Paragraph[] = []
  let text = ''
  let found: { id: string; at: number }[] = []
  const end = () => {
    const paragraph = text
    const mentions = found.map(({ id, at }) => ({
      id,
      words: paragraph.slice(Math.max(0, at - around), at + around).trim(),
    }))
    paragraphs.push({ text, mentions })
    text = ''
    found = []
  }
  for (const op of ops) {
    for (const { id } of typeof op.insert === 'object' ? mentionsIn([op]) : [])
      if (id) found.push({ id, at: text.length })
    for (const [n, piece] of plainOp(op).split('\n').entries()) {
      if (n > 0) end()
      text += piece
    }
  }
  if (text !== '') end()
  return paragraphs
}

/** Splits an overlong paragraph into pieces of `mostLetters` characters, regardless of word boundaries. */
const cut = ({ text, mentions }: Paragraph): Paragraph[] =>
  Array.from({ length: Math.ceil(text.length / mostLetters) || 1 }, (_, n) => ({
    text: text.slice(n * mostLetters, (n + 1) * mostLetters).toWellFormed(),
    mentions: n === 0 ? mentions : [],
  }))

/** Splits a text into passages: joins paragraphs up to a thousand words. A longer paragraph is a passage alone, cut at `mostLetters`. */
export const passagesOf = (ops: Ops): Passage[] => {
  const passages: (Passage & { count: number })[] = []
  for (const { text, mentions } of paragraphsOf(ops).flatMap(cut)) {
    if (text.trim() === '' && mentions.length === 0) continue
    const count = countWords(text)
    const last = passages.at(-1)
    if (last && last.count + count <= mostWords && last.text.length + text.length <= mostLetters) {
      last.text += `\n${text}`
      last.count += count
      last.mentions.push(...mentions)
    } else passages.push({ text, mentions: [...mentions], count })
  }
  return passages
}
