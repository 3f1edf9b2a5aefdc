import type { Op, Ops } from '#domain/deltas.ts'
import { isLink, type Mention } from '#domain/text-formats.ts'
import { cellsOf } from '#domain/text-plain.ts'
import { type Addresses, addressOf, embedOf, type Line, linesOf } from './lines.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Escapes text for HTML and its attributes. */
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
const tag = (name: string, inner: string, attributes = '') => `<${name}${attributes}>${inner}</${name}>`
const to = (href: string) => ` href="${escapeHtml(href)}"`

interface Options {
  /** The URL of this installation, for HTML that is read outside of it. */
  baseUrl?: string
  /** Replaces addresses within this installation. */
  addresses?: Addresses
}

const installedAt = (baseUrl: string): Addresses => ({
  mention: (kind, id) => `${baseUrl}${addressOf[kind](id)}`,
  picture: (id) => `${baseUrl}/api${addressOf.image(id)}/download`,
})

const embedded = (op: Op, { baseUrl = '', addresses = installedAt(baseUrl) }: Options): string => {
  const { kind, value } = embedOf(op) ?? {}
  if (kind === 'divider') return '<hr>'
  if (kind === 'image') {
    const source = addresses.picture((value as { id: string }).id)
    return source === undefined ? '' : `<img alt="" src="${escapeHtml(source)}">`
  }
  if (kind !== 'mention') return ''
  const { id, kind: what = 'lore', words } = value as Mention
  const address = id === undefined ? undefined : addresses.mention(what, id)
  return address === undefined ? escapeHtml(words) : tag('a', escapeHtml(words), to(address))
}

const inlineTags = { code: 'code', strike: 's', underline: 'u', italic: 'em', bold: 'strong' } as const

const inline = (op: Op, options: Options): string => {
  const { insert, attributes = {} } = op
  let html = typeof insert === 'string' ? escapeHtml(insert) : embedded(op, options)
  for (const [format, name] of Object.entries(inlineTags)) if (attributes[format]) html = tag(name, html)
  return isLink(attributes.link) ? tag('a', html, to(String(attributes.link))) : html
}
const words = (parts: readonly Op[], options: Options) => parts.map((part) => inline(part, options)).join('')

const table = (value: unknown, options: Options): string => {
  const rows = cellsOf(value).map(({ isHeader, cells }) => {
    const cell = (ops: Ops) =>
      linesOf(ops)
        .map(({ parts }) => words(parts, options))
        .join('<br>')
    return tag('tr', cells.map((ops) => tag(isHeader ? 'th' : 'td', cell(ops))).join(''))
  })
  return tag('table', tag('tbody', rows.join('')))
}

const item = ({ parts, formats: { list } }: Line, options: Options) => {
  const isTask = list === 'checked' || list === 'unchecked'
  const box = isTask ? `<input type="checkbox" disabled${list === 'checked' ? ' checked' : ''}> ` : ''
  return `${box}${words(parts, options)}`
}

/**
 * Converts the lines of a list to nested lists: bullets and numbers that follow each other are lists of their own. Each depth scans its
 * lines once, and there are at most nine depths.
 */
const list = (lines: readonly Line[], options: Options): string => {
  const indentAt = (n: number) => Number(lines[n]?.formats.indent ?? 0)
  const tagAt = (n: number) => (lines[n]?.formats.list === 'ordered' ? 'ol' : 'ul')
  const nested = (from: number, to: number, depth: number): string => {
    const lists: { name: string; items: string[] }[] = []
    for (let n = from; n < to; ) {
      let end = n + 1
      while (end < to && indentAt(end) > depth) end++
      const below = end > n + 1 ? nested(n + 1, end, depth + 1) : ''
      if (lists.at(-1)?.name !== tagAt(n)) lists.push({ name: tagAt(n), items: [] })
      lists.at(-1)?.items.push(tag('li', item(lines[n] as Line, options) + below))
      n = end
    }
    return lists.map(({ name, items }) => tag(name, items.join(''))).join('')
  }
  return nested(0, lines.length, 0)
}

const kindOf = ({ formats, table }: Line): string => {
  if (table !== undefined) return 'table'
  if (formats.list) return 'list'
  if (formats['code-block']) return 'code'
  return formats.blockquote ? 'quote' : 'line'
}

const made: Readonly<Record<string, (lines: readonly Line[], options: Options) => string>> = {
  table: (lines, options) => lines.map((line) => table(line.table, options)).join('\n'),
  list: (lines, options) => list(lines, options),
  code: (lines) =>
    tag(
      'pre',
      tag(
        'code',
        lines
          .map(({ parts }) =>
            escapeHtml(parts.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join('')),
          )
          .join('\n'),
      ),
    ),
  quote: (lines, options) => tag('blockquote', lines.map(({ parts }) => tag('p', words(parts, options))).join('')),
  line: (lines, options) =>
    lines
      .map(({ parts, formats: { header } }) => {
        const html = words(parts, options)
        if (html === '<hr>') return html
        return tag(header === undefined ? 'p' : `h${Number(header)}`, html || '<br>')
      })
      .join('\n'),
}

/** Converts a text to clean HTML: all text is escaped, and links have permitted URLs only. */
export const toHtml = (ops: Ops, options: Options = {}): string => {
  const groups: { kind: string; lines: Line[] }[] = []
  for (const line of linesOf(ops)) {
    const kind = kindOf(line)
    const last = groups.at(-1)
    if (last?.kind === kind) last.lines.push(line)
    else groups.push({ kind, lines: [line] })
  }
  return groups.map(({ kind, lines }) => made[kind]?.(lines, options) ?? '').join('\n')
}

/** Lowers headings by some levels, below the headings around the text; HTML has six. */
export const lowerHeadings = (html: string, levels: number): string =>
  html.replaceAll(
    /<(\/?)h([1-6])>/g,
    (_, slash: string, level: string) => `<${slash}h${Math.min(6, Number(level) + levels)}>`,
  )
