import type { Op, Ops } from '#domain/deltas.ts'
import { isLink, type Mention } from '#domain/text-formats.ts'
import { cellsOf } from '#domain/text-plain.ts'
import { embedOf, type Line, linesOf } from '#richtext/lines.ts'

/** A run of text as the template reads it: `to` is the number of an entry of the book, `href` an external address. */
export interface Inline {
  text: string
  bold?: true
  italic?: true
  underline?: true
  strike?: true
  code?: true
  to?: number
  href?: string
}

interface ListItem {
  content: Inline[]
  below: Block[]
}

/** A part of a text as the template reads it. */
export type Block =
  | { kind: 'line'; content: Inline[] }
  | { kind: 'heading'; level: number; content: Inline[] }
  | { kind: 'quote'; lines: Inline[][] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: ListItem[] }
  | { kind: 'table'; columns: number; rows: { isHeader: boolean; cells: Inline[][] }[] }
  | { kind: 'rule' }
  | { kind: 'picture'; path: string; caption: string }
  | { kind: 'secret'; title: string; blocks: Block[] }
  | { kind: 'section'; title: string }

export interface BlockAddresses {
  /** The number of an entry of the book. */
  entry(id: string): number | undefined
  picture(id: string): string | undefined
}

const flags = { bold: 'bold', italic: 'italic', underline: 'underline', strike: 'strike', code: 'code' } as const

const inlineOf = (op: Op, { entry }: BlockAddresses): Inline[] => {
  const { insert, attributes = {} } = op
  const marks = Object.fromEntries(Object.keys(flags).flatMap((name) => (attributes[name] ? [[name, true]] : [])))
  const href = isLink(attributes.link) ? { href: String(attributes.link) } : {}
  if (typeof insert === 'string') return [{ text: insert, ...marks, ...href }]
  const { kind, value } = embedOf(op) ?? {}
  if (kind !== 'mention') return []
  const { id, words } = value as Mention
  const to = id === undefined ? undefined : entry(id)
  return [{ text: words, ...marks, ...(to === undefined ? {} : { to }) }]
}

const wordsOf = (parts: readonly Op[], addresses: BlockAddresses): Inline[] =>
  parts.flatMap((part) => inlineOf(part, addresses))

const tableOf = (value: unknown, addresses: BlockAddresses): Block => {
  const rows = cellsOf(value).map(({ isHeader, cells }) => ({
    isHeader,
    cells: cells.map((ops: Ops) =>
      linesOf(ops).flatMap(({ parts }, n) => [...(n > 0 ? [{ text: '\n' }] : []), ...wordsOf(parts, addresses)]),
    ),
  }))
  return { kind: 'table', columns: Math.max(1, ...rows.map(({ cells }) => cells.length)), rows }
}

const marker = { checked: '☑ ', unchecked: '☐ ' } as const

/** Converts the lines of a list to nested lists. */
const listOf = (lines: readonly Line[], addresses: BlockAddresses, depth = 0): Block => {
  const items: ListItem[] = []
  for (let n = 0; n < lines.length; ) {
    const line = lines[n] as Line
    let end = n + 1
    while (end < lines.length && Number(lines[end]?.formats.indent ?? 0) > depth) end++
    const box = marker[line.formats.list as keyof typeof marker]
    items.push({
      content: [...(box ? [{ text: box }] : []), ...wordsOf(line.parts, addresses)],
      below: end > n + 1 ? [listOf(lines.slice(n + 1, end), addresses, depth + 1)] : [],
    })
    n = end
  }
  return { kind: 'list', isOrdered: lines[0]?.formats.list === 'ordered', items }
}

/** Converts a line; pictures in it become blocks of their own. */
const blocksOfLine = ({ parts, formats: { header } }: Line, addresses: BlockAddresses): Block[] => {
  const blocks: Block[] = []
  const content = wordsOf(parts, addresses)
  if (content.length > 0)
    blocks.push(header === undefined ? { kind: 'line', content } : { kind: 'heading', level: Number(header), content })
  for (const part of parts) {
    const { kind, value } = embedOf(part) ?? {}
    if (kind === 'divider') blocks.push({ kind: 'rule' })
    if (kind !== 'image') continue
    const path = addresses.picture((value as { id: string }).id)
    if (path !== undefined) blocks.push({ kind: 'picture', path, caption: '' })
  }
  return blocks
}

const kindOf = ({ formats, table }: Line): 'table' | 'list' | 'code' | 'quote' | 'line' => {
  if (table !== undefined) return 'table'
  if (formats.list) return 'list'
  if (formats['code-block']) return 'code'
  return formats.blockquote ? 'quote' : 'line'
}

const textOf = ({ parts }: Line) => parts.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join('')

const blocksOfGroup = (kind: ReturnType<typeof kindOf>, lines: readonly Line[], addresses: BlockAddresses): Block[] => {
  if (kind === 'table') return lines.map(({ table }) => tableOf(table, addresses))
  if (kind === 'list') return [listOf(lines, addresses)]
  if (kind === 'code') return [{ kind: 'code', text: lines.map(textOf).join('\n') }]
  if (kind === 'quote') return [{ kind: 'quote', lines: lines.map(({ parts }) => wordsOf(parts, addresses)) }]
  return lines.flatMap((line) => blocksOfLine(line, addresses))
}

/** Turns a text into the blocks of a printed page. */
export const blocksOf = (ops: Ops, addresses: BlockAddresses): Block[] => {
  const groups: { kind: ReturnType<typeof kindOf>; lines: Line[] }[] = []
  for (const line of linesOf(ops)) {
    const kind = kindOf(line)
    const last = groups.at(-1)
    if (last?.kind === kind) last.lines.push(line)
    else groups.push({ kind, lines: [line] })
  }
  return groups.flatMap(({ kind, lines }) => blocksOfGroup(kind, lines, addresses))
}
