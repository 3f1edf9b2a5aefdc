import type { Op, Ops } from '#domain/deltas.ts'
import type { Mention } from '#domain/text-formats.ts'
import { cellsOf } from '#domain/text-plain.ts'
import { fenceReader } from './code-fences.ts'
import { type Addresses, embedOf, installed, type Line, linesOf } from './lines.ts'

const escaped = (text: string) => text.replaceAll(/[\\`*_[\]<>~|&]/g, '\\$&')
/** Escapes text that would otherwise begin a heading, a list, a quote or a code block, or underline a heading. */
const plainStart = (text: string) =>
  text
    .replace(/^(\s*)(#{1,6}(?=\s|$)|[-+](?=\s|$)|[-=]{2,}|=(?=\s*$)|:?-{2,}:?)/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^(?= {4}| {0,3}\t)[ \t]/, (blank) => `&#${blank.charCodeAt(0)};`)
/** Escapes signs that would otherwise end a heading, and not be part of it. */
const plainEnd = (text: string) => text.replace(/(^|\s)#(?=#*\s*$)/, '$1\\#')

/** Wraps the text in markers, which must adjoin it: blanks at either end stay outside. */
const around = (text: string, before: string, after = before): string => {
  const words = text.trim()
  if (words === '') return text
  const start = text.length - text.trimStart().length
  return `${text.slice(0, start)}${before}${words}${after}${text.slice(start + words.length)}`
}

/** Returns backticks that outnumber each run of them in the text, at least `least`. */
const ticksAround = (text: string, least: number): string =>
  '`'.repeat((text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length + 1), least))

const code = (text: string) => {
  const ticks = ticksAround(text, 1)
  const words = text.trim()
  const gap = words.startsWith('`') || words.endsWith('`') ? ' ' : ''
  return around(text, `${ticks}${gap}`, `${gap}${ticks}`)
}

const embedded = (op: Op, addresses: Addresses): string => {
  const { kind, value } = embedOf(op) ?? {}
  if (kind === 'divider') return '---'
  if (kind === 'image') {
    const address = addresses.picture((value as { id: string }).id)
    return address === undefined ? '' : `![](${address})`
  }
  if (kind !== 'mention') return ''
  const { id, kind: what = 'lore', words } = value as Mention
  const address = id === undefined ? undefined : addresses.mention(what, id)
  return address === undefined ? escaped(words) : `[${escaped(words)}](${address})`
}

/** The characters around a part of a line: undefined at its ends. */
interface Neighbours {
  before: string | undefined
  after: string | undefined
}

/** Returns the first character of a part once it is converted, as far as it matters to a mark before it. */
const startOf = ({ insert, attributes: { bold, italic, underline, strike, code: isCode, link } = {} }: Op): string => {
  if (typeof insert !== 'string') return '['
  if (/^\s/.test(insert)) return ' '
  if (typeof link === 'string') return '['
  if (bold || italic || strike) return '*'
  if (underline) return '<'
  return isCode ? '`' : insert.slice(0, 1)
}

/**
 * True if Markdown recognises marks such as `**` between a neighbour and the edge of the marked text: next to a blank, a punctuation mark
 * or the end of a line, or if the edge is a letter. Other marks would merge with them (CommonMark, "left-flanking delimiter run").
 */
const isFlanking = (neighbour: string | undefined, edge: string): boolean => {
  if (neighbour === undefined || /\s/.test(neighbour)) return true
  if (/[*_~\\]/.test(neighbour)) return false
  return /[!-/:-@[-`{-~]/.test(neighbour) || /[\p{L}\p{N}]/u.test(edge)
}

/** Wraps the text in marks, or in the tags of HTML where Markdown would not recognise the marks. */
const emphasise = (text: string, mark: string, name: string, { before, after }: Neighbours): string => {
  const words = text.trim()
  const [left, right] = [/^\s/.test(text) ? ' ' : before, /\s$/.test(text) ? ' ' : after]
  return isFlanking(left, words.slice(0, 1)) && isFlanking(right, words.slice(-1))
    ? around(text, mark)
    : around(text, `<${name}>`, `</${name}>`)
}

interface PartOptions {
  addresses: Addresses
  neighbours: Neighbours
  /** True within a table, whose columns are separated before code is recognised: a bar in code needs a backslash. */
  isInCell: boolean
}

const inline = (op: Op, { addresses, neighbours, isInCell }: PartOptions): string => {
  const { attributes: { bold, italic, underline, strike, code: isCode, link } = {}, insert } = op
  if (typeof insert !== 'string') return embedded(op, addresses)
  const isLinked = typeof link === 'string'
  const inner: Neighbours = isLinked ? { before: '[', after: ']' } : neighbours
  // Ticks next to others would merge with them.
  const hasTicks = isCode && inner.before !== '`' && inner.after !== '`'
  let text = hasTicks ? code(isInCell ? insert.replaceAll('|', '\\|') : insert) : escaped(insert)
  if (isCode && !hasTicks) text = around(text, '<code>', '</code>')
  if (strike) text = emphasise(text, '~~', 's', inner)
  if (underline) text = around(text, '<u>', '</u>')
  if (italic) text = emphasise(text, '*', 'em', inner)
  if (bold) text = emphasise(text, '**', 'strong', inner)
  if (isLinked) return around(text, '[', `](<${link}>)`)
  // Otherwise a link after an exclamation mark would be a picture.
  return neighbours.after === '[' ? text.replace(/!$/, '\\!') : text
}

const words = (parts: readonly Op[], addresses: Addresses, isInCell = false) => {
  let text = ''
  for (const [n, part] of parts.entries()) {
    const next = parts[n + 1]
    const neighbours = { before: text.at(-1), after: next && startOf(next) }
    text += inline(part, { addresses, neighbours, isInCell })
  }
  return text
}

const table = (value: unknown, addresses: Addresses): string => {
  const rows = cellsOf(value)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const text = rows.map(({ cells }) =>
    cells.map((cell) =>
      linesOf(cell)
        .map(({ parts }) => words(parts, addresses, true))
        .join('<br>')
        .trim()
        // Bars in addresses of links are not escaped yet.
        .replaceAll(/(?<!\\)\|/g, '\\|'),
    ),
  )
  // Markdown tables require a header: a table without one gets an empty one.
  const columns = text[0]?.length ?? 0
  const [head = [], ...rest] = rows[0]?.isHeader ? text : [Array<string>(columns).fill(''), ...text]
  return [line(head), line(Array<string>(columns).fill('---')), ...rest.map(line)].join('\n')
}

/** The kind of block of a line; lines of the same kind need no blank line between them. */
const blockOf = ({ formats: { list, blockquote, header, 'code-block': code } }: Line): string => {
  if (code) return 'code'
  if (list) return 'list'
  if (blockquote) return 'quote'
  return header ? 'header' : ''
}
/** Appends a line to a quote, whose lines form one paragraph with hard line breaks. */
const quoteOn = (lines: string[] | undefined, text: string) => lines?.push(`${lines.pop()}\\`, text)
const bullets: Record<string, string> = { bullet: '-', checked: '- [x]', unchecked: '- [ ]' }

/** Encloses lines of code in fences, which are longer than any in it. */
const fenced = (lines: readonly string[]): string[] => {
  const marks = ticksAround(lines.join('\n'), 3)
  return [marks, ...lines, marks]
}

/** Converts a text to GitHub's Markdown. Mentions and pictures are links, by default within this installation. */
export const toMarkdown = (ops: Ops, addresses: Addresses = installed): string => {
  const numbers: number[] = []
  let kind = ''
  const blocks: { kind: string; lines: string[] }[] = []
  for (const line of linesOf(ops)) {
    const { parts } = line
    const next = blockOf(line)
    if (next !== 'list') numbers.length = 0
    const together = next !== '' && next !== 'header' && next === kind
    kind = next
    if (next === '' && parts.length === 0) continue
    const text = line.table === undefined ? said(line, next, numbers, addresses) : table(line.table, addresses)
    if (together && next === 'quote') quoteOn(blocks.at(-1)?.lines, text)
    else if (together) blocks.at(-1)?.lines.push(text)
    else blocks.push({ kind: next, lines: [text] })
  }
  return blocks.map(({ kind, lines }) => (kind === 'code' ? fenced(lines) : lines).join('\n')).join('\n\n')
}

const said = ({ parts, formats }: Line, kind: string, numbers: number[], addresses: Addresses): string => {
  if (kind === 'code') return parts.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join('')
  const text = words(parts, addresses)
  if (kind === 'header') return `${'#'.repeat(Number(formats.header))} ${plainEnd(text)}`
  if (kind === 'quote') return `> ${plainStart(text)}`
  if (kind !== 'list') return /^[!-]/.test(text) && embedOf(parts[0] ?? {}) ? text : plainStart(text)
  const depth = Number(formats.indent ?? 0)
  numbers.length = depth + 1
  numbers[depth] = formats.list === 'ordered' ? (numbers[depth] ?? 0) + 1 : 0
  const sign = bullets[String(formats.list)] ?? `${numbers[depth]}.`
  return `${'    '.repeat(depth)}${sign} ${plainStart(text)}`
}

/** Lowers headings by some levels, below the parent heading; Markdown has six. Code blocks are unchanged. */
export const lowerHeadings = (markdown: string, levels: number): string => {
  const fences = fenceReader()
  const lines = markdown.split('\n').map((line) => {
    if (fences.read(line).isCode) return line
    return line.replace(
      /^( {0,3})(#{1,6})(?=\s|$)/,
      (_, indent, signs) => indent + '#'.repeat(Math.min(6, signs.length + levels)),
    )
  })
  return lines.join('\n')
}

/** Escapes a line of text for Markdown. */
export const plainMarkdown = (words: string) => words.replace(/([\\`*_[\]<>#|])/g, '\\$1').replace(/\s*\n\s*/g, ' ')
