import type { Element, HtmlNode } from '../html/read.ts'

/** Resolves what BBCode embeds by its id. */
export interface BbcodeContext {
  /** The contents of a secret; undefined where the export does not hold it. */
  secretOf(id: string): HtmlNode[] | undefined
  /** An embedded thing that is not imported, such as a map. */
  onEmbed(kind: string): void
}

/** The address of an article as links of BBCode have it, in the form of a link of HTML. */
export const articleAddress = 'world-anvil:'
/** Images of World Anvil are named by ids. */
export const imageAttribute = 'data-image'

/** Elements below that many others belong to the last of those. */
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

/** An item, a row or a cell that begins ends the one before it in the same list, table or row. */
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

/** The elements that are open while BBCode is read. Tags without an end and crossed ones are normal. */
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
      // A secret is never lost, and one within another is part of it.
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
      // An end tag outside of a secret does not end the secret.
      if (at > 0 && at >= secret) open.length = at
    },
  }
}
type Open = ReturnType<typeof openElements>

/** Whatever a tag without contents of its own becomes; undefined for any other tag. */
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

/** An address that a link has as its words. */
const withAddresses = (node: Element) => {
  for (const child of node.children) {
    if (typeof child === 'string') continue
    const [words] = child.children
    if (child.tag === 'a' && child.attributes.href === '' && typeof words === 'string')
      child.attributes = { ...child.attributes, href: words.trim() }
    withAddresses(child)
  }
}

/** Reads BBCode into the nodes that HTML of the same meaning has. */
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
      // An empty line closes every open tag.
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
