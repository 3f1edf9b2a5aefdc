import { Delta, type Op, tableEmbed } from '#domain/deltas.ts'
import { isDocument, isLink, type TextKind, textLimits } from '#domain/text-formats.ts'
import { plainOp } from '#domain/text-plain.ts'
import { thingAt } from '#richtext/lines.ts'
import { newId } from '../../base/ids.ts'
import { cleanText } from './clean-text.ts'
import { type Attributes, held, isSign, styled, wordList } from './word-processors.ts'

const marks: Record<string, string> = {
  B: 'bold',
  STRONG: 'bold',
  I: 'italic',
  EM: 'italic',
  CITE: 'italic',
  DFN: 'italic',
  VAR: 'italic',
  U: 'underline',
  INS: 'underline',
  S: 'strike',
  STRIKE: 'strike',
  DEL: 'strike',
  CODE: 'code',
  KBD: 'code',
  SAMP: 'code',
  TT: 'code',
}
const headers: Record<string, number> = { H1: 1, H2: 2, H3: 3, H4: 3, H5: 3, H6: 3 }
/** Elements without readable text. */
const unread = new Set([
  ...['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'IFRAME', 'OBJECT', 'EMBED', 'HEAD', 'TITLE', 'META', 'LINK', 'BASE'],
  ...['SVG', 'MATH', 'CANVAS', 'VIDEO', 'AUDIO', 'SELECT', 'TEXTAREA', 'BUTTON', 'INPUT', 'FRAMESET', 'APPLET', 'XMP'],
])
const blocks = new Set([
  ...['P', 'DIV', 'SECTION', 'ARTICLE', 'HEADER', 'FOOTER', 'MAIN', 'ASIDE', 'NAV', 'FIGURE', 'FIGCAPTION', 'ADDRESS'],
  ...[
    'UL',
    'OL',
    'LI',
    'DL',
    'DT',
    'DD',
    'BLOCKQUOTE',
    'PRE',
    'DETAILS',
    'SUMMARY',
    'FORM',
    'FIELDSET',
    'CENTER',
    'TR',
    'TD',
    'TH',
  ],
  ...Object.keys(headers),
])

/** Returns a link in its stored form; a link to an item of this installation becomes a mention of it, except to images. */
const linked = (element: Element, origin: string): { link?: string; named?: ReturnType<typeof thingAt> } => {
  const href = (element.getAttribute('href') ?? '').trim()
  const inside = URL.canParse(href, origin) ? new URL(href, origin) : undefined
  // Drops links to footnotes, whose address the browser completes with that of the page into which they are pasted.
  if (href.startsWith('#') || (inside?.origin === origin && inside.hash !== '')) return {}
  const named = inside?.origin === origin ? thingAt(inside.pathname) : undefined
  if (named && named.kind !== 'image') return { named }
  return isLink(href) ? { link: href } : {}
}

/** Returns the id of an image of this installation; undefined for external images, which are not inserted. */
const pictured = (element: Element, origin: string): string | undefined => {
  const src = element.getAttribute('src') ?? ''
  const inside = URL.canParse(src, origin) ? new URL(src, origin) : undefined
  return inside?.origin === origin ? /^\/api\/images\/([\da-f-]{36})\//.exec(inside.pathname)?.[1] : undefined
}

const checkOf = (item: Element): string | undefined => {
  const box = item.querySelector(
    ':scope > input[type=checkbox], :scope > p > input[type=checkbox], :scope > label > input',
  )
  const state = item.getAttribute('data-list') ?? item.getAttribute('data-checked')
  if (state === 'checked' || state === 'true') return 'checked'
  if (state === 'unchecked' || state === 'false') return 'unchecked'
  return box ? (box.hasAttribute('checked') ? 'checked' : 'unchecked') : undefined
}

const listOf = (item: Element): Attributes => {
  let depth = -1
  for (let at = item.parentElement; at; at = at.parentElement) if (at.tagName === 'OL' || at.tagName === 'UL') depth++
  const list = checkOf(item) ?? (item.parentElement?.tagName === 'OL' ? 'ordered' : 'bullet')
  return { list, ...(depth > 0 && { indent: Math.min(depth, 8) }) }
}

const lineOf = (element: Element): Attributes | undefined => {
  const header = headers[element.tagName]
  if (header) return { header }
  if (element.tagName === 'LI') return listOf(element)
  if (element.tagName === 'BLOCKQUOTE') return { blockquote: true }
  return element.tagName === 'PRE' ? { 'code-block': true } : wordList(element)
}

/** Formats that apply at the current node of the page. */
interface Where {
  line: Attributes
  words: Attributes
  isVerbatim: boolean
}

/** A part of a page. Within a cell, nested tables are reduced to their text, so that nesting costs no more than length. */
interface Part {
  root: Node
  isCell: boolean
}

/** Converts a part of a page to a Delta with the text's own formats only. `origin` is that of this installation. */
const converted = ({ root, isCell }: Part, origin: string): Delta => {
  const out = new Delta()
  let isLineEmpty = true
  /** Line format of the block that has begun. */
  let begun: Attributes = {}
  const end = (line: Attributes) => {
    out.insert('\n', line)
    isLineEmpty = true
  }
  const endIfBegun = (line: Attributes) => {
    if (!isLineEmpty) end(line)
  }
  const write = (text: string, words: Attributes) => {
    if (text === '') return
    out.insert(text, held(words))
    isLineEmpty = false
  }
  const table = (element: HTMLTableElement) => {
    const rows = [...element.rows].slice(0, textLimits.rows)
    const width = Math.min(textLimits.columns, Math.max(0, ...rows.map(({ children }) => children.length)))
    if (width === 0) return
    const cells = Object.fromEntries(
      rows.flatMap((row, r) =>
        [...row.children].slice(0, width).flatMap((cell, c) => {
          const content = cellOf(cell, origin)
          return content.length > 0 ? [[`${r + 1}:${c + 1}`, { content }]] : []
        }),
      ),
    )
    const isHead = rows[0]?.querySelector('th') !== null
    const value = {
      rows: rows.map((_, n) => ({
        insert: { id: newId() },
        ...(n === 0 && isHead && { attributes: { header: true } }),
      })),
      columns: Array.from({ length: width }, () => ({ insert: { id: newId() } })),
      ...(Object.keys(cells).length > 0 && { cells }),
    }
    out.insert({ [tableEmbed]: value })
    isLineEmpty = true
  }

  const verbatim = (text: string, { line, words }: Where) => {
    for (const [n, part] of text.split('\n').entries()) {
      if (n > 0) end(line)
      write(part, words)
    }
  }
  const flowing = (text: string, { words }: Where) => {
    const spaced = text.replace(/\s+/g, ' ')
    write(isLineEmpty ? spaced.trimStart() : spaced, words)
  }
  const inside = (node: Node, where: Where) => {
    for (const child of node.childNodes) walk(child, where)
  }
  const put = (embed: Record<string, unknown>, words: Attributes = {}) => {
    out.insert(embed, held(words))
    isLineEmpty = false
  }
  const leaf: Record<string, (element: HTMLElement, where: Where) => void> = {
    BR: (_, { line }) => end(line),
    HR(_, { line }) {
      endIfBegun(line)
      put({ divider: true })
      end({})
    },
    TABLE(element, where) {
      endIfBegun(where.line)
      if (!isCell && element instanceof HTMLTableElement) table(element)
      else inside(element, where)
    },
    IMG(element) {
      const id = pictured(element, origin)
      if (id) put({ image: { id } })
    },
    A(element, where) {
      const { link, named } = linked(element, origin)
      const words = cleanText(element.textContent ?? '')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, textLimits.words)
      if (named && words) put({ mention: { ...named, words } }, where.words)
      else inside(element, link ? { ...where, words: { ...where.words, link } } : where)
    },
  }
  const block = (element: HTMLElement, where: Where) => {
    endIfBegun(begun)
    const line = lineOf(element) ?? where.line
    const isPlain = 'code-block' in line || 'header' in line
    for (const child of element.childNodes) {
      begun = line
      walk(child, {
        line,
        words: isPlain ? {} : { ...where.words, ...styled(element) },
        isVerbatim: where.isVerbatim || element.tagName === 'PRE',
      })
    }
    endIfBegun(line)
    begun = where.line
  }
  const walk = (node: Node, where: Where) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = cleanText(node.textContent ?? '')
      if (where.isVerbatim) verbatim(text, where)
      else flowing(text, where)
    } else if (node instanceof HTMLElement && !unread.has(node.tagName) && !isSign(node)) {
      const special = leaf[node.tagName]
      const mark = marks[node.tagName]
      if (special) special(node, where)
      else if (blocks.has(node.tagName)) block(node, where)
      else inside(node, { ...where, words: { ...where.words, ...(mark && { [mark]: true }), ...styled(node) } })
    }
  }
  walk(root, { line: {}, words: {}, isVerbatim: false })
  return out
}

const inOneLine = (ops: Op[], keepEmbeds: readonly string[]): Op[] =>
  new Delta(
    ops.flatMap(({ insert, attributes }): Op[] => {
      if (typeof insert === 'string') {
        const words = insert.replace(/\n+/g, ' ')
        // Formats of a line belong to its line break alone.
        return insert.includes('\n') ? [{ insert: words }] : [{ insert: words, ...(attributes && { attributes }) }]
      }
      const [kind = ''] = Object.keys(insert ?? {})
      return keepEmbeds.includes(kind) && insert ? [{ insert, ...(attributes && { attributes }) }] : []
    }),
  ).ops

const cellOf = (cell: Element, origin: string): Op[] => {
  const ops = inOneLine(converted({ root: cell, isCell: true }, origin).ops, ['mention'])
  const last = ops.at(-1)
  if (typeof last?.insert === 'string') last.insert = last.insert.trimEnd()
  return ops.filter(({ insert }) => insert !== '')
}

/** Reduces content to text, mentions and inline formats. Lines lose their formats, and each row of a table becomes a line of text. */
const forDescription = ({ ops }: Delta): Delta =>
  new Delta(
    ops.flatMap(({ insert, attributes }): Op[] => {
      if (typeof insert === 'string') return [{ insert, ...(attributes && !insert.includes('\n') && { attributes }) }]
      if (insert && 'mention' in insert) return [{ insert, ...(attributes && { attributes }) }]
      return insert && tableEmbed in insert ? [{ insert: `${plainOp({ insert })}\n` }] : []
    }),
  )

/** Reduces pasted content to one line for a table cell. */
export const forCell = (pasted: Delta): Delta => new Delta(inOneLine(pasted.ops, ['mention']))

/** Returns content as this kind of text allows it; content that the server would still reject is reduced to its plain text. */
export const fitting = (pasted: Delta, kind: TextKind): Delta => {
  const fitted = kind === 'description' ? forDescription(pasted) : pasted
  if (isDocument([...fitted.ops, { insert: '\n' }], kind)) return fitted
  const words = fitted.ops.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join('')
  return new Delta().insert(cleanText(words))
}

/** Converts untrusted HTML. It is parsed into a separate document, in which no script runs and nothing is fetched. */
export const fromHtml = (html: string, kind: TextKind, origin: string): Delta => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const pasted = converted({ root: body, isCell: false }, origin)
  return fitting(withoutEnd(pasted), kind)
}

/** Removes the last newline if it has no format: the line into which the content is pasted has its own. */
export const withoutEnd = (pasted: Delta): Delta => {
  const last = pasted.ops.at(-1)
  const isPlain = typeof last?.insert === 'string' && last.insert.endsWith('\n') && last.attributes === undefined
  return isPlain ? pasted.slice(0, pasted.length() - 1) : pasted
}
