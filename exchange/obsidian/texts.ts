import type { Ops } from '#domain/deltas.ts'
import { textLimits } from '#domain/text-formats.ts'
import { fenceReader } from '#richtext/code-fences.ts'
import { fittingMarkdown, type MarkdownOptions, wordsOnly } from '#richtext/from-markdown.ts'

/** Longer Markdown is cut before it is converted. */
const sectionLetters = 400_000

/** Cuts Markdown near its middle, before a heading or between paragraphs, outside of code. */
const cut = (markdown: string): [string, string] => {
  const middle = markdown.length / 2
  let [at, best, rank] = [0, -1, Number.POSITIVE_INFINITY]
  const fences = fenceReader()
  for (const line of markdown.split('\n')) {
    const isBoundary = !fences.read(line).isCode && at > 0 && (/^#{1,6} /.test(line) || line.trim() === '')
    const distance = Math.abs(at - middle) * (line.startsWith('#') ? 1 : 1.3)
    if (isBoundary && distance < rank) [best, rank] = [at, distance]
    at += line.length + 1
  }
  const far = best < markdown.length / 10 || best > (markdown.length * 9) / 10
  const place = best > 0 && !far ? best : Math.floor(middle)
  return [markdown.slice(0, place), markdown.slice(place)]
}

/** Converts Markdown to texts, as few as the size limit permits. */
export const textsOf = (markdown: string, options: MarkdownOptions): { texts: Ops[]; isPlain: boolean } => {
  const ops = markdown.length <= sectionLetters ? fittingMarkdown(markdown, options) : undefined
  if (ops && JSON.stringify(ops).length <= textLimits.bytes / 2) return { texts: [ops], isPlain: false }
  if (markdown.length < 2_000) return { texts: [wordsOnly(markdown)], isPlain: true }
  const halves = cut(markdown).map((half) => textsOf(half, options))
  return { texts: halves.flatMap(({ texts }) => texts), isPlain: halves.some(({ isPlain }) => isPlain) }
}

/** Divides plain text into texts, as few as the size limit permits. */
export const plainTextsOf = (text: string): Ops[] => {
  const ops = wordsOnly(text.trimEnd())
  const isFitting = text.length <= sectionLetters && JSON.stringify(ops).length <= textLimits.bytes / 2
  return isFitting || text.length < 2_000 ? [ops] : cut(text).flatMap(plainTextsOf)
}

export const hasWords = (ops: Ops) => ops.some(({ insert }) => typeof insert !== 'string' || insert.trim() !== '')
