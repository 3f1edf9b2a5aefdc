import type { Element, HtmlNode } from '../html/read.ts'

/** Resolves what BBCode embeds by its id. */
export interface BbcodeContext {
  /** The contents of a secret; undefined where the export does not hold it. */
  secretOf(id: string): HtmlNode[] | undefined
  /** Receives the kind of an embedded thing that is not imported, such as a map. */
  onEmbed(kind: string): void
}

/** Prefix of the addresses of articles, in links that are converted from BBCode. */
export const articleAddress = 'world-anvil:'
/** Attribute for the id of an image of World Anvil. */
export const imageAttribute = 'data-image'

/** Largest depth of elements. Contents of deeper elements belong to the deepest one. */
const deepest = 60

const inline: Readonly<Record<string, string>> = {
  ...{ b: 'strong', i: 'em', u: 'u', s: 's', sub: 'sub', sup: 'sup', small: 'small', dc: 'span' },
  ...{ color: 'span', size: 'span', tooltip: 'span', url: 'a', font: 'span' },
}
const block: Readonly<Record<string, string>> = {
  ...{ p: 'p', h: 'h2', h1: 'h1', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h5', h6: 'h6' },
  ...{ quote: 'blockquote', aloud: 'blockquote', ul: 'ul', ol: 'ol', list: 'ul', li: 'li', '*': 'li' },
  ...{ table: 'table', tr: 'tr', td: 'td', th: 'th', row: 'div', col: 'div', col1: 'div', col2: 'div', col3: 'div' },
  ...{ col4: 'div', section: 'div', container: 'div', div: 'div', center: 'div', left: 'div', right: 'div' },
  ...{ justify: 'div', spoiler: 'div', secret: 'section', dm: 'section', gm: 'section', private: 'section' },
  ...{ subscriber: 'section', subscribers: 'section' },
}
/** Tags that have no text of their own. */
const silent = new Set(['articletoc', 'toc', 'clear', 'var', 'anchor', 'noparse'])
const embedded = new Set([
  ...['map', 'timeline', 'block', 'statblock', 'youtube', 'spotify', 'soundcloud', 'vimeo', 'video', 'chronicle'],
  ...[
    'calendar',
    'whiteboard',
    'manuscript',
    'familytree',
    'bloodline',
    'organigram',
    'gallery',
    'imageblock',
    'iframe',
  ],
])

/** The start of an item, a row or a cell ends the one before it in the same list, table or row. */
const siblings: Readonly<Record<string, { ends: readonly string[]; within: readonly string[] }>> = {
  li: { ends: ['li'], within: ['ul', 'ol'] },
  td: { ends: ['td', 'th'], within: ['tr', 'table'] },
  th: { ends: ['td', 'th'], within: ['tr', 'table'] },
  tr: { ends: ['tr'], within: ['table'] },
}

const token =
  /@\[((?:[^\]\n]|\](?!\()){1,300})\]\([\w-]{1,60}:([\w-]{1,80})\)|\[code\]([\s\S]*?)(?:\[\/code\]|$)|\[(\/?)([a-z][a-z\d]{0,30}|\*)((?:[:=|][^\][\n]{0,1000})?)\]|--([^:\n-]{1,80})::([^\n]{1,500}?)--|(\r?\n)|([^[\]@\r\n-]+|[\s\S])/gi

const element = (tag: string, children: HtmlNode[] = [], attributes: Element['attributes'] = {}): Element => ({
  tag,
  attributes,
  children,
})
export const secretElement = (children: HtmlNode[]): Element => element('section', children, { class: 'secret' })

const isInline = ({ tag }: Element) => !['section', ...Object.values(block)].includes(tag)
const isSecret = ({ tag }: Element) => tag === 'section'

/** Tracks the open elements while BBCode is read. Tags without an end, and overlapping tags, are normal. */
const openElements = () => {
  const root = element('')
  const open = [root]
  // Counts elements that are open beyond the deepest.
  let beyond = 0
  const last = () => open.at(-1) ?? root
  const closeInline = () => {
    while (open.length > 1 && isInline(last())) open.pop()
  }
  const closeSibling = (tag: string) => {
    const rule = siblings[tag]
    const at = open.findLastIndex(
      (each) => rule?.ends.includes(each.tag) || rule?.within.includes(each.tag) || isSecret(each),
    )
    if (rule?.ends.includes(open[at]?.tag ?? '')) open.length = at
  }
  return {
    root,
    closeInline,
    add: (node: HtmlNode) => void last().children.push(node),
    isInSecret: () => open.some(isSecret),
    open(each: Element) {
      if (!isInline(each)) {
        closeInline()
        closeSibling(each.tag)
      }
      // A secret is opened at any depth. One within another is part of that.
      const isLost = isSecret(each) ? open.some(isSecret) : open.length > deepest
      if (isLost) {
        beyond++
        return
      }
      last().children.push(each)
      open.push(each)
    },
    close(tag: string) {
      if (beyond > 0) {
        beyond--
        return
      }
      const at = open.findLastIndex((each) => each.tag === tag)
      const secret = open.findLastIndex(isSecret)
      // An end tag does not close a secret that began within its element.
      if (at > 0 && at >= secret) open.length = at
    },
  }
}
type Open = ReturnType<typeof openElements>

/** Returns the node of a tag without contents of its own; undefined for any other tag. */
const voidNode = (tag: string, value: string, open: Open, context: BbcodeContext): HtmlNode | undefined => {
  const [id = ''] = value.split('|')
  if (tag === 'br' || tag === 'hr') return element(tag)
  if (tag === 'img') return element('img', [], { [imageAttribute]: id.trim() })
  if (tag === 'roll') return id
  if (tag === 'secret' && id !== '') {
    if (open.isInSecret()) return ''
    return secretElement(
      context.secretOf(id.trim()) ?? [`A secret that World Anvil’s export does not hold (${id.trim()}).`],
    )
  }
  if (silent.has(tag)) return ''
  if (!embedded.has(tag)) return undefined
  context.onEmbed(tag)
  return ''
}

const openTag = (tag: string, value: string, open: Open): boolean => {
  if (tag === 'url') open.open(element('a', [], { href: (value.split('|')[0] ?? '').trim() }))
  else if (inline[tag] !== undefined) open.open(element(inline[tag]))
  else if (block[tag] !== undefined) {
    const name = block[tag]
    open.open(name === 'section' ? secretElement([]) : element(name))
    if (tag === 'quote' && value !== '') open.add(element('p', [`${value}:`]))
  } else return false
  return true
}

/** Sets the address of links that contain it as their text only. */
const withAddresses = (node: Element) => {
  for (const child of node.children) {
    if (typeof child === 'string') continue
    const [words] = child.children
    if (child.tag === 'a' && child.attributes.href === '' && typeof words === 'string')
      child.attributes = { ...child.attributes, href: words.trim() }
    withAddresses(child)
  }
}

/** Parses BBCode to the nodes of equivalent HTML. */
export const parseBbcode = (text: string, context: BbcodeContext): HtmlNode[] => {
  const open = openElements()
  let isBlankLine = false
  for (const found of text.matchAll(token)) {
    const [whole, label, id, code, slash, name = '', argument = '', key, value = '', newLine, words] = found
    const wasBlankLine: boolean = isBlankLine
    isBlankLine = newLine !== undefined || (wasBlankLine && words?.trim() === '')
    const tag = name.toLowerCase()
    if (label !== undefined) open.add(element('a', [label], { href: `${articleAddress}${id}` }))
    else if (code !== undefined) {
      open.closeInline()
      open.add(element('pre', [code]))
    } else if (key !== undefined) {
      open.closeInline()
      open.add(element('p', [element('strong', [`${key.trim()}:`]), ` ${value.trim()}`]))
    } else if (newLine !== undefined) {
      // An empty line closes open inline tags.
      if (wasBlankLine) open.closeInline()
      open.add(element('br'))
    } else if (words !== undefined) open.add(words)
    else if (slash === '/') open.close(inline[tag] ?? (tag === 'url' ? 'a' : (block[tag] ?? '')))
    else {
      const node = voidNode(tag, argument.slice(1), open, context)
      if (typeof node === 'object' && isSecret(node)) open.closeInline()
      if (node !== undefined) open.add(node)
      else if (!openTag(tag, argument.slice(1), open)) open.add(whole)
    }
  }
  withAddresses(open.root)
  return open.root.children
}
