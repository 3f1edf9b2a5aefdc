import MarkdownIt, { type Token } from 'markdown-it'
import { type Attributes, Delta, type Op, type Ops, tableEmbed } from '#domain/deltas.ts'
import { isDocument, textLimits, withoutControl } from '#domain/text-formats.ts'
import { mended } from '#domain/text-mending.ts'
import { textOfHtml } from './html-text.ts'
import { inlineOps } from './markdown-inline.ts'

/** Maximum nesting of quotes and lists. The parser drops deeper content, so a text with deeper nesting is taken as plain text. */
const nestingLimit = 60

/** Encodes a URL as browsers do. The parser's own normalisation takes quadratic time for host names in other scripts. */
const encodeAddress = (href: string): string => encodeURI(href).replaceAll('%25', '%')

/** A parser whose time grows linearly with its input; `npm run bench -- untrusted` measures it. */
const parser = new MarkdownIt({ html: true, linkify: true, maxNesting: nestingLimit })
parser.linkify.set({ fuzzyLink: false, fuzzyIP: false })
parser.validateLink = () => true
parser.normalizeLink = encodeAddress
parser.normalizeLinkText = (text) => text

/** A quote or a list item: the format of the lines in it. */
interface Container {
  formats: Attributes
  /** Nesting level of a list item, from 0. */
  depth?: number
}

export interface MarkdownOptions {
  /** True if line breaks in paragraphs are retained, as in Obsidian; otherwise, and always in lists, a space replaces them. */
  hasLineBreaks?: boolean
}

interface Document extends MarkdownOptions {
  text: Delta
  /** The innermost container is last. */
  containers: Container[]
  /** The kinds of the open lists; the innermost is last. */
  lists: ('ordered' | 'bullet')[]
  tokens: readonly Token[]
}

const insertLines = (text: Delta, ops: readonly Op[], formats: Attributes) => {
  for (const { insert, attributes } of ops) {
    if (typeof insert !== 'string') {
      text.insert(insert as Record<string, unknown>, attributes)
      continue
    }
    for (const [n, piece] of insert.split('\n').entries()) {
      if (n > 0) text.insert('\n', formats)
      if (piece !== '') text.insert(piece, attributes)
    }
  }
  text.insert('\n', formats)
}

const insertCode = (text: Delta, code: string) => {
  for (const line of code.replace(/\n$/, '').split('\n')) {
    if (line !== '') text.insert(line)
    text.insert('\n', { 'code-block': true })
  }
}

/** Returns the rows of the table that opens at an index, and the index of its last token. */
const readTable = (tokens: readonly Token[], opening: number) => {
  const rows: Op[][][] = []
  let at = opening
  for (; tokens[at] && tokens[at]?.type !== 'table_close'; at++) {
    const { type, children } = tokens[at] as Token
    if (type === 'tr_open') rows.push([])
    else if (type === 'inline') rows.at(-1)?.push(inlineOps(children ?? []))
  }
  return { rows, end: at }
}

const tableOf = (all: readonly (readonly Op[][])[]): Record<string, unknown> => {
  const [header = []] = all
  const isHeaderBlank = header.every((ops) => ops.every(({ insert }) => typeof insert === 'string' && !insert.trim()))
  const rows = (isHeaderBlank && all.length > 1 ? all.slice(1) : all).slice(0, textLimits.rows)
  const width = Math.max(1, Math.min(header.length, textLimits.columns))
  const cells = rows.flatMap((row, y) =>
    row
      .slice(0, width)
      .flatMap((content, x) => (content.length === 0 ? [] : [[`${y + 1}:${x + 1}`, { content }] as const])),
  )
  return {
    rows: rows.map((_, n) => ({
      insert: { id: `r${n + 1}` },
      ...(n === 0 && !isHeaderBlank ? { attributes: { header: true } } : {}),
    })),
    columns: Array.from({ length: width }, (_, n) => ({ insert: { id: `c${n + 1}` } })),
    ...(cells.length > 0 ? { cells: Object.fromEntries(cells.slice(0, textLimits.cells)) } : {}),
  }
}

const taskBox = /^\[([ xX])\]\s/

/** A list item that begins with a box, whose brackets are not escaped, is a task. Returns the item's text without the box. */
const readTask = (container: Container, { content, children }: Token): readonly Token[] => {
  const [first, ...rest] = children ?? []
  const [box, mark] = first?.type === 'text' ? (taskBox.exec(content) ?? []) : []
  if (first === undefined || box === undefined) return children ?? []
  container.formats = { ...container.formats, list: mark === ' ' ? 'unchecked' : 'checked' }
  const text = Object.assign(Object.create(Object.getPrototypeOf(first)), first) as Token
  text.content = first.content.slice(box.length)
  return [text, ...rest]
}

const openItem = ({ containers, lists }: Document) => {
  const depth = (containers.at(-1)?.depth ?? -1) + 1
  const list = lists.at(-1) ?? 'bullet'
  containers.push({ formats: { list, ...(depth > 0 ? { indent: Math.min(depth, 8) } : {}) }, depth })
}

/** Converts the paragraph or heading whose text is at an index. */
const insertBlock = ({ text, containers, tokens, hasLineBreaks }: Document, at: number) => {
  const children = (tokens[at] as Token).children ?? []
  const opening = tokens[at - 1]
  if (opening?.type === 'heading_open') {
    insertLines(text, inlineOps(children), { header: Math.min(Number(opening.tag.slice(1)), 3) })
    return
  }
  const container = containers.at(-1)
  const isFirstOfItem = container?.depth !== undefined && tokens[at - 2]?.type === 'list_item_open'
  const words = container && isFirstOfItem ? readTask(container, tokens[at] as Token) : children
  // A further line of an item would become an item of its own.
  const isInList = container?.depth !== undefined
  insertLines(text, inlineOps(words, hasLineBreaks && !isInList), container?.formats ?? {})
}

const handlers: Readonly<Record<string, (document: Document, at: number) => void>> = {
  bullet_list_open: ({ lists }) => lists.push('bullet'),
  bullet_list_close: ({ lists }) => lists.pop(),
  ordered_list_open: ({ lists }) => lists.push('ordered'),
  ordered_list_close: ({ lists }) => lists.pop(),
  list_item_open: (document) => openItem(document),
  list_item_close: ({ containers }) => containers.pop(),
  blockquote_open: ({ containers }) => containers.push({ formats: { blockquote: true } }),
  blockquote_close: ({ containers }) => containers.pop(),
  hr: ({ text }) => text.insert({ divider: true }).insert('\n'),
  fence: ({ text, tokens }, at) => insertCode(text, tokens[at]?.content ?? ''),
  code_block: ({ text, tokens }, at) => insertCode(text, tokens[at]?.content ?? ''),
  inline: (document, at) => insertBlock(document, at),
  html_block({ text, tokens }, at) {
    const words = textOfHtml(tokens[at]?.content ?? '')
    for (const line of words === '' ? [] : words.split('\n')) text.insert(`${line.trim()}\n`)
  },
}

const convert = (tokens: readonly Token[], options: MarkdownOptions): Delta => {
  const document: Document = { ...options, text: new Delta(), containers: [], lists: [], tokens }
  for (let at = 0; at < tokens.length; at++) {
    const { type } = tokens[at] as Token
    if (type === 'table_open') {
      const { rows, end } = readTable(tokens, at)
      document.text.insert({ [tableEmbed]: tableOf(rows) }).insert('\n')
      at = end
    } else handlers[type]?.(document, at)
  }
  return document.text
}

const cleaned = (markdown: string) => withoutControl(markdown.replaceAll(/\r\n?/g, '\n'))

/** Returns Markdown as plain text, cut to the limit of a text. */
export const wordsOnly = (markdown: string): Ops => [
  { insert: `${cleaned(markdown).slice(0, textLimits.letters - 1)}\n` },
]

/** Converts Markdown to a text; undefined if it is nested too deeply or exceeds a text's limits. */
export const fittingMarkdown = (markdown: string, options: MarkdownOptions = {}): Ops | undefined => {
  const tokens = parser.parse(cleaned(markdown), {})
  if (tokens.some(({ level }) => level >= nestingLimit - 1)) return undefined
  const text = convert(tokens, options)
  const ops = text.length() === 0 ? [{ insert: '\n' }] : mended(text.ops)
  return isDocument(ops) ? ops : undefined
}

/** Converts Markdown to a valid text, or else takes it as plain text. The time grows linearly with the input. */
export const fromMarkdown = (markdown: string): Ops => fittingMarkdown(markdown) ?? wordsOnly(markdown)
