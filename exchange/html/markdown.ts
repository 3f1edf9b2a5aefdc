import { type Element, type HtmlNode, textOfNodes } from './read.ts'

/** Resolves what a page refers to. */
export interface HtmlContext {
  /** The address of a link in Markdown; undefined if only the link's text remains. */
  addressOf(href: string): string | undefined
  /** Markdown in place of a link, such as the mark of a footnote. */
  instead?(href: string): string | undefined
  /** The path of a picture. */
  pictureOf(attributes: Element['attributes']): string | undefined
  /** Converts the text of a node, in which some products write mentions in brackets. */
  text?(text: string): string
  /** True for an element that only the source's Dungeon Masters see. */
  isSecret?(element: Element): boolean
  /** The context of the contents of such elements; this context if absent. */
  inSecret?: HtmlContext
}

/** Escapes marks of Markdown, and of Obsidian's extensions of it, which the importer reads as well. */
export const escapeMarkdown = (text: string) => text.replaceAll(/[\\`*_[\]#|<>~=%^!&$]/g, '\\$&')
export const markdownLink = (words: string, address: string): string =>
  `[${words.trim()}](<${address.replaceAll(/[<>\n]/g, encodeURIComponent)}>)`
/** Writes a part of a page that only Dungeon Masters see as a comment of Obsidian, without comment marks inside, which would end it. */
export const secretMarkdown = (markdown: string): string => `%%\n${markdown.replaceAll('%%', '')}\n%%`

/** A part of a line that only Dungeon Masters see. */
const secretInLine = (markdown: string): string =>
  markdown.trim() === '' ? '' : ` %%${markdown.replaceAll('%%', '').trim()}%% `
/** Returns the context of an element's contents. Secrets within a secret are not marked again. */
const contextOf = (element: Element, context: HtmlContext): { context: HtmlContext; isSecret: boolean } => {
  if (!context.isSecret?.(element)) return { context, isSecret: false }
  return { context: { ...(context.inSecret ?? context), isSecret: () => false }, isSecret: true }
}

/** Escapes a line start that Markdown would read as a list item or a rule. */
const safeStart = (line: string) =>
  line.replace(
    /^(\s*)([-+]|\d+[.)])(?=\s|$)/,
    (_, space: string, mark: string) => `${space}${mark.slice(0, -1)}\\${mark.slice(-1)}`,
  )

const omitted = new Set(['script', 'style', 'template', 'head', 'title', 'iframe', 'object', 'noscript'])
const blocks = new Set([
  ...['p', 'div', 'ul', 'ol', 'table', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'hr', 'figure'],
  ...['section', 'article', 'aside', 'details', 'summary', 'header', 'footer', 'main', 'dl', 'dt', 'dd', 'figcaption'],
])
const isBlock = (node: HtmlNode): node is Element => typeof node !== 'string' && blocks.has(node.tag)
const isWebAddress = (address: string) => /^(?:https?:|mailto:)/i.test(address)

const wrapped = (mark: string, text: string): string => {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  return inner === '' ? text : `${before}${mark}${inner}${mark}${after}`
}
const marks: Readonly<Record<string, string>> = {
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  s: '~~',
  del: '~~',
  strike: '~~',
}

const linkOf = ({ attributes: { href = '' }, children }: Element, context: HtmlContext): string => {
  const instead = context.instead?.(href)
  if (instead !== undefined) return instead
  const words = inlineOf(children, context)
  const address = context.addressOf(href) ?? (isWebAddress(href) ? href : undefined)
  return address === undefined || words.trim() === '' ? words : markdownLink(words, address)
}

const pictureOf = ({ attributes }: Element, context: HtmlContext): string => {
  const path = context.pictureOf(attributes)
  if (path !== undefined) return `![](<${path}>)`
  // The importer reports pictures on other sites, and never fetches them.
  const { src = '' } = attributes
  return isWebAddress(src) ? `![](<${src.replaceAll(/[<>\s]/g, encodeURIComponent)}>)` : ''
}

/** Converts nodes to one line; blocks among them are parts of it. */
const inlineOf = (nodes: readonly HtmlNode[], context: HtmlContext): string =>
  nodes
    .map((node): string => {
      if (typeof node === 'string') return (context.text ?? escapeMarkdown)(node.replaceAll(/\s+/g, ' '))
      const { tag, children } = node
      if (omitted.has(tag)) return ''
      if (tag === 'br' || tag === 'hr') return ' '
      if (tag === 'img') return pictureOf(node, context)
      if (tag === 'a') return linkOf(node, context)
      const { context: own, isSecret } = contextOf(node, context)
      const inner = inlineOf(children, own)
      if (isSecret) return secretInLine(inner)
      const mark = marks[tag]
      // A mark around a secret is omitted: its end would be removed together with the secret.
      if (mark !== undefined) return inner.includes('%%') ? inner : wrapped(mark, inner)
      return blocks.has(tag) || tag === 'li' || tag === 'td' || tag === 'th' ? `${inner} ` : inner
    })
    .join('')

const lineOf = (nodes: readonly HtmlNode[], context: HtmlContext): string =>
  safeStart(inlineOf(nodes, context).replaceAll(/ {2,}/g, ' ').trim())

const elementsOf = (nodes: readonly HtmlNode[], ...tags: string[]): Element[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    if (tags.includes(node.tag)) return [node]
    return ['thead', 'tbody', 'tfoot'].includes(node.tag) ? elementsOf(node.children, ...tags) : []
  })

const mostColumns = 50
const tableOf = ({ children }: Element, context: HtmlContext): string => {
  const rows = elementsOf(children, 'tr').map((row) =>
    elementsOf(row.children, 'td', 'th')
      .flatMap((cell) => {
        const span = Math.min(20, Math.max(1, Number(cell.attributes.colspan ?? 1) || 1))
        return [lineOf(cell.children, context), ...Array.from({ length: span - 1 }, () => '')]
      })
      .slice(0, mostColumns),
  )
  const columns = Math.max(0, ...rows.map((row) => row.length))
  if (columns === 0) return ''
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, n) => cells[n] ?? '').join(' | ')} |`
  const [head = [], ...rest] = rows
  return [line(head), `|${' --- |'.repeat(columns)}`, ...rest.map(line)].join('\n')
}

const isList = (node: HtmlNode) => typeof node !== 'string' && (node.tag === 'ul' || node.tag === 'ol')
const listOf = ({ tag, children }: Element, context: HtmlContext, indent: string): string =>
  elementsOf(children, 'li')
    .map((item, n) => {
      const mark = tag === 'ol' ? `${n + 1}. ` : '- '
      const words = inlineOf(
        item.children.filter((node) => !isList(node)),
        context,
      ).trim()
      const nested = elementsOf(item.children, 'ul', 'ol').map((list) =>
        listOf(list, context, indent + ' '.repeat(mark.length)),
      )
      return [`${indent}${mark}${words}`, ...nested].join('\n')
    })
    .join('\n')

const quoted = (markdown: string) => markdown.replaceAll(/^/gm, '> ')

const blockOf = (node: Element, outer: HtmlContext): string => {
  const { tag, children } = node
  const { context, isSecret } = contextOf(node, outer)
  if (isSecret) {
    const inner = toMarkdown(children, context)
    return inner === '' ? '' : secretMarkdown(inner)
  }
  if (tag === 'table') return tableOf(node, context)
  if (tag === 'ul' || tag === 'ol') return listOf(node, context, '')
  if (tag === 'hr') return '---'
  const level = /^h([1-6])$/.exec(tag)?.[1]
  if (level !== undefined && textOfNodes(children).trim() !== '')
    return `${'#'.repeat(Number(level))} ${lineOf(children, context)}`
  const inner = children.some(isBlock) ? toMarkdown(children, context) : lineOf(children, context)
  return tag === 'blockquote' && inner !== '' ? quoted(inner) : inner
}

/** Converts nodes to Markdown, with an empty line between blocks. */
export const toMarkdown = (nodes: readonly HtmlNode[], context: HtmlContext): string => {
  const written: string[] = []
  let line: HtmlNode[] = []
  const flush = () => {
    if (line.length > 0) written.push(lineOf(line, context))
    line = []
  }
  for (const node of nodes) {
    const isBreak = typeof node !== 'string' && node.tag === 'br'
    if (isBreak || isBlock(node)) flush()
    if (isBlock(node)) written.push(blockOf(node, context))
    else if (!isBreak) line.push(node)
  }
  flush()
  return written.filter((block) => block !== '').join('\n\n')
}
