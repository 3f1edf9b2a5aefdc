import type { Token } from 'markdown-it'
import { type Attributes, Delta, type Op } from '#domain/deltas.ts'
import { isLink, textLimits } from '#domain/text-formats.ts'
import { thingAt } from './lines.ts'

const onOneLine = (text: string) => text.replaceAll('\n', ' ')

/** HTML tags that represent a format; all others are dropped, and the text between them stays. */
const tagFormats: Readonly<Record<string, string>> = {
  u: 'underline',
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'strike',
  del: 'strike',
  code: 'code',
}
const tokenFormats: Readonly<Record<string, string>> = { strong: 'bold', em: 'italic', s: 'strike' }

const textOf = (tokens: readonly Token[]): string =>
  tokens.map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content)).join('')

interface Line {
  text: Delta
  /**
   * Number of open tokens or tags of each format; the parser returns a flat list, so that nesting needs no recursion.
   */
  openFormats: Map<string, number>
  link: string | undefined
}

const formatsOf = ({ openFormats, link }: Line): Attributes => ({
  ...Object.fromEntries([...openFormats.keys()].map((name) => [name, true])),
  ...(link === undefined ? {} : { link }),
})

const openFormat = ({ openFormats }: Line, name: string) => openFormats.set(name, (openFormats.get(name) ?? 0) + 1)
const closeFormat = ({ openFormats }: Line, name: string) => {
  const left = (openFormats.get(name) ?? 0) - 1
  if (left > 0) openFormats.set(name, left)
  else openFormats.delete(name)
}

const insertText = (line: Line, text: string, more: Attributes = {}) => {
  if (text !== '') line.text.insert(text, { ...formatsOf(line), ...more })
}

const applyTag = (line: Line, tag: string) => {
  const [, isEnd, name = ''] = /^<(\/?)([a-z]+)\b[^>]*>$/i.exec(tag.trim()) ?? []
  if (name.toLowerCase() === 'br') line.text.insert('\n')
  const format = tagFormats[name.toLowerCase()]
  if (!format) return
  // A tag that is opened twice is closed by one closing tag.
  if (isEnd) line.openFormats.delete(format)
  else if (!line.openFormats.has(format)) openFormat(line, format)
}

/** Inserts a picture of this installation. An external picture is not fetched, but becomes a link. */
const insertPicture = (line: Line, token: Token) => {
  const src = String(token.attrGet('src') ?? '')
  const named = thingAt(src)
  const description = onOneLine(textOf(token.children ?? []))
  if (named?.kind === 'image') line.text.insert({ image: { id: named.id } })
  else if (isLink(src)) insertText(line, description || src, { link: src })
  else insertText(line, description)
}

/** Links cannot contain links, so the next closing token belongs to this one. */
const linkEnd = (tokens: readonly Token[], opening: number): number => {
  let at = opening + 1
  while (at < tokens.length && tokens[at]?.type !== 'link_close') at++
  return at
}

/** Inserts a mention for a link to an item of this installation. Returns the index of the last token it consumed. */
const openLink = (line: Line, tokens: readonly Token[], at: number): number => {
  const href = String(tokens[at]?.attrGet('href') ?? '')
  const named = thingAt(href)
  if (named && named.kind !== 'image') {
    const end = linkEnd(tokens, at)
    const words = onOneLine(textOf(tokens.slice(at + 1, end))).slice(0, textLimits.words)
    if (words !== '') {
      line.text.insert({ mention: { id: named.id, kind: named.kind, words } })
      return end
    }
  }
  line.link = isLink(href) ? href : undefined
  return at
}

const insertToken = (line: Line, token: Token, hasLineBreaks: boolean) => {
  const { type, content } = token
  const [, name = '', side] = /^(\w+)_(open|close)$/.exec(type) ?? []
  const format = tokenFormats[name]
  if (format) (side === 'open' ? openFormat : closeFormat)(line, format)
  else if (type === 'link_close') line.link = undefined
  else if (type === 'code_inline') insertText(line, onOneLine(content), { code: true })
  else if (type === 'image') insertPicture(line, token)
  else if (type === 'hardbreak') line.text.insert('\n')
  else if (type === 'softbreak' && hasLineBreaks) line.text.insert('\n')
  else if (type === 'softbreak') insertText(line, ' ')
  else if (type === 'html_inline') applyTag(line, content)
  else insertText(line, onOneLine(content))
}

/**
 * Converts the tokens of one block of text to operations; a newline represents a line break within the block. Line ends of the
 * source become such breaks with `hasLineBreaks`, and spaces otherwise.
 */
export const inlineOps = (tokens: readonly Token[], hasLineBreaks = false): Op[] => {
  const line: Line = { text: new Delta(), openFormats: new Map(), link: undefined }
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.type === 'link_open') at = openLink(line, tokens, at)
    else insertToken(line, token, hasLineBreaks)
  }
  return line.text.ops
}
