import { lexer, type Token, type Tokens } from 'marked'
import { type Attributes, Delta, type Op, type Ops, tableEmbed } from '#domain/deltas.ts'
import { isDocument, isLink, textLimits, withoutControl } from '#domain/text-formats.ts'
import { mended } from '#domain/text-mending.ts'
import { namedBy } from './lines.ts'

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ')

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' }
const decoded = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')

/** Tags that say a format; all others go, and what stands between them stays. */
const tags: Readonly<Record<string, string>> = {
  u: 'underline',
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'strike',
  del: 'strike',
  code: 'code',
}

interface Writing {
  text: Delta
  /** Formats that tags have begun. */
  open: Set<string>
}

const inTags = ({ open }: Writing, formats: Attributes): Attributes => ({
  ...formats,
  ...Object.fromEntries([...open].map((name) => [name, true])),
})

const linked = (writing: Writing, { href, tokens, text }: Tokens.Link, formats: Attributes) => {
  const named = namedBy(href)
  const words = oneLine(text).slice(0, textLimits.words)
  if (named && named.kind !== 'image' && words !== '') {
    writing.text.insert({ mention: { id: named.id, kind: named.kind, words: decoded(words) } })
    return
  }
  inline(writing, tokens, isLink(href) ? { ...formats, link: href } : formats)
}

const pictured = (writing: Writing, { href, text }: Tokens.Image, formats: Attributes) => {
  const named = namedBy(href)
  if (named?.kind === 'image') writing.text.insert({ image: { id: named.id } })
  // A picture of elsewhere is not fetched: it stays as a link to it.
  else if (isLink(href)) writing.text.insert(oneLine(text) || href, { ...formats, link: href })
  else if (text !== '') writing.text.insert(oneLine(text), formats)
}

const tagged = ({ open, text }: Writing, raw: string) => {
  const [, isEnd, name = ''] = /^<(\/?)([a-z]+)\b[^>]*>$/i.exec(raw.trim()) ?? []
  if (name.toLowerCase() === 'br') text.insert('\n')
  const format = tags[name.toLowerCase()]
  if (!format) return
  if (isEnd) open.delete(format)
  else open.add(format)
}

const inline = (writing: Writing, tokens: readonly Token[] | undefined, formats: Attributes = {}): void => {
  const put = (text: string, more: Attributes = {}) => {
    if (text !== '') writing.text.insert(text, { ...inTags(writing, formats), ...more })
  }
  const nested = (token: Token, more: Attributes) =>
    inline(writing, (token as Tokens.Strong).tokens, { ...formats, ...more })
  for (const token of tokens ?? []) {
    if (token.type === 'strong') nested(token, { bold: true })
    else if (token.type === 'em') nested(token, { italic: true })
    else if (token.type === 'del') nested(token, { strike: true })
    else if (token.type === 'codespan') put(oneLine((token as Tokens.Codespan).text), { code: true })
    else if (token.type === 'link') linked(writing, token as Tokens.Link, inTags(writing, formats))
    else if (token.type === 'image') pictured(writing, token as Tokens.Image, inTags(writing, formats))
    else if (token.type === 'br') writing.text.insert('\n')
    else if (token.type === 'html') tagged(writing, token.raw)
    else if ((token as Tokens.Text).tokens) inline(writing, (token as Tokens.Text).tokens, formats)
    else put(decoded(oneLine((token as Tokens.Text).text ?? '')))
  }
}

const written = (tokens: readonly Token[] | undefined): Op[] => {
  const writing: Writing = { text: new Delta(), open: new Set() }
  inline(writing, tokens)
  return writing.text.ops
}

/** Words of a block, each of its lines with what is said of all of them. */
const lines = (text: Delta, tokens: readonly Token[] | undefined, formats: Attributes = {}): void => {
  for (const { insert, attributes } of written(tokens)) {
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

const table = ({ header, rows }: Tokens.Table): Record<string, unknown> => {
  const all = [header, ...rows].slice(0, textLimits.rows).map((row) => row.slice(0, textLimits.columns))
  const width = all[0]?.length ?? 1
  const isBlank = header.every(({ text }) => text.trim() === '')
  const shown = isBlank && all.length > 1 ? all.slice(1) : all
  const cells = shown.flatMap((row, y) =>
    row.slice(0, width).flatMap(({ tokens }, x) => {
      const content = written(tokens)
      return content.length === 0 ? [] : [[`${y + 1}:${x + 1}`, { content }] as const]
    }),
  )
  return {
    rows: shown.map((_, n) => ({
      insert: { id: `r${n + 1}` },
      ...(n === 0 && !isBlank ? { attributes: { header: true } } : {}),
    })),
    columns: Array.from({ length: width }, (_, n) => ({ insert: { id: `c${n + 1}` } })),
    ...(cells.length > 0 ? { cells: Object.fromEntries(cells.slice(0, textLimits.cells)) } : {}),
  }
}

const listed = (text: Delta, { ordered, items }: Tokens.List, depth: number): void => {
  for (const { task, checked, tokens } of items) {
    const kind = task ? (checked ? 'checked' : 'unchecked') : ordered ? 'ordered' : 'bullet'
    const formats = { list: kind, ...(depth > 0 ? { indent: Math.min(depth, 8) } : {}) }
    for (const token of tokens) {
      if (token.type === 'list') listed(text, token as Tokens.List, depth + 1)
      else if (token.type === 'text' || token.type === 'paragraph') lines(text, (token as Tokens.Text).tokens, formats)
      else if (token.type !== 'checkbox') blocks(text, [token])
    }
  }
}

const blocks = (text: Delta, tokens: readonly Token[], formats: Attributes = {}): void => {
  for (const token of tokens) {
    if (token.type === 'heading')
      lines(text, (token as Tokens.Heading).tokens, { header: Math.min((token as Tokens.Heading).depth, 3) })
    else if (token.type === 'list') listed(text, token as Tokens.List, 0)
    else if (token.type === 'blockquote') blocks(text, (token as Tokens.Blockquote).tokens, { blockquote: true })
    else if (token.type === 'hr') text.insert({ divider: true }).insert('\n')
    else if (token.type === 'table') text.insert({ [tableEmbed]: table(token as Tokens.Table) }).insert('\n')
    else if (token.type === 'code')
      for (const line of (token as Tokens.Code).text.split('\n')) {
        if (line !== '') text.insert(line)
        text.insert('\n', { 'code-block': true })
      }
    else if (token.type === 'paragraph' || token.type === 'text') lines(text, (token as Tokens.Text).tokens, formats)
    else if (token.type === 'html') withoutTags(text, (token as Tokens.HTML).text)
  }
}

/** HTML in Markdown is words: its tags go, and what runs or is hidden in them too. */
const withoutTags = (text: Delta, html: string) => {
  const words = decoded(html.replaceAll(/<(script|style)\b.*?<\/\1\s*>/gis, '').replaceAll(/<[^>]*>/g, '')).trim()
  for (const line of words === '' ? [] : words.split('\n')) text.insert(`${line.trim()}\n`)
}

/** Text that has more than it may is taken as plain words, as far as there is room. */
const asWords = (markdown: string): Ops => [{ insert: `${markdown.slice(0, textLimits.letters - 1)}\n` }]

/** A text from Markdown, holding nothing but what a text may hold. */
export const fromMarkdown = (markdown: string): Ops => {
  const source = withoutControl(markdown.replaceAll(/\r\n?/g, '\n'))
  const text = new Delta()
  blocks(text, lexer(source, { gfm: true }))
  const ops = text.length() === 0 ? [{ insert: '\n' }] : mended(text.ops)
  return isDocument(ops) ? ops : asWords(source)
}
