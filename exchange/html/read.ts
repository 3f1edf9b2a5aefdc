/** An element of HTML. */
export interface Element {
  tag: string
  attributes: Readonly<Record<string, string>>
  children: HtmlNode[]
}
export type HtmlNode = Element | string

const isVoid = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
/** Largest depth of elements. Contents of deeper elements belong to the deepest one, since foreign HTML may be nested without limit. */
const deepest = 60

const names: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…', mdash: '—', ndash: '–' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»', shy: '' },
}
const characterOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')
const unescaped = (text: string) =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (decimal !== undefined) return characterOf(Number(decimal))
      if (hex !== undefined) return characterOf(Number.parseInt(hex, 16))
      return names[name ?? ''] ?? whole
    },
  )

const attributesIn = (text: string): Record<string, string> => {
  const found = [...text.matchAll(/([a-z][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/gi)]
  return Object.fromEntries(
    found.map(([, name = '', double, single, bare]) => [name.toLowerCase(), unescaped(double ?? single ?? bare ?? '')]),
  )
}

/** Elements whose end tag does not close a section that began within them, as in browsers: the text after it remains in the section. */
const isFormatting = new Set([
  'a',
  'b',
  'code',
  'em',
  'font',
  'i',
  's',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'u',
])

/** A comment without an end hides the rest, as it does in browsers. Each part of the HTML is read once. */
const token = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z\d-]*)([^<>]*)>|([^<]+|<)/gi

/** Reads HTML of any kind into the nodes of its top level. Nothing is run, loaded or rejected. */
export const parseHtml = (html: string): HtmlNode[] => {
  const root: Element = { tag: '', attributes: {}, children: [] }
  const open: Element[] = [root]
  // Counts elements that are open beyond the deepest.
  let beyond = 0
  for (const [, closing, name = '', attributes = '', text] of html.matchAll(token)) {
    const parent = open.at(-1) ?? root
    const tag = name.toLowerCase()
    if (text !== undefined) parent.children.push(unescaped(text))
    else if (tag === '') continue
    else if (closing === '/') {
      if (beyond > 0) beyond--
      else {
        const at = open.findLastIndex((each) => each.tag === tag)
        const crossesSection = isFormatting.has(tag) && open.findLastIndex((each) => each.tag === 'section') > at
        if (at > 0 && !crossesSection) open.length = at
      }
    } else if (isVoid.has(tag)) parent.children.push({ tag, attributes: attributesIn(attributes), children: [] })
    else if (open.length > deepest) beyond++
    else {
      const element: Element = { tag, attributes: attributesIn(attributes), children: [] }
      parent.children.push(element)
      open.push(element)
    }
  }
  return root.children
}

export const textOfNodes = (nodes: readonly HtmlNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOfNodes(node.children))).join('')

/** Every element among these nodes, the outer ones first. */
export function* elementsIn(nodes: readonly HtmlNode[]): Generator<Element> {
  for (const node of nodes) {
    if (typeof node === 'string') continue
    yield node
    yield* elementsIn(node.children)
  }
}
