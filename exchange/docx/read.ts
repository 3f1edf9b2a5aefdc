import { stringify } from 'yaml'
import { Rejection } from '#domain/decider.ts'
import type { Archive, ArchiveFile } from '../archive.ts'
import { type HtmlContext, toMarkdown } from '../html/markdown.ts'
import { elementsIn, type HtmlNode, parseHtml, textOfNodes } from '../html/read.ts'
import { uniquePaths } from '../paths.ts'
import type { ProblemList } from '../plan.ts'
import { pictureConverter, wordHtml } from './mammoth.ts'

/** Names of headings in other languages than English: Word maps them by their ids, other programs do not. */
const headingNames = ['Heading', 'Überschrift', 'Titre', 'Título', 'Titolo', 'Kop', 'Nagłówek', 'Rubrik', 'Overskrift']
const levels = [1, 2, 3, 4, 5, 6]
const styleMap = [
  `p[style-name='Title'] => h1.title:fresh`,
  `p[style-name='Titel'] => h1.title:fresh`,
  `p[style-name='Subtitle'] => p:fresh`,
  `p[style-name='Quote'] => blockquote:fresh`,
  `p[style-name='Intense Quote'] => blockquote:fresh`,
  ...headingNames.flatMap((name) => levels.map((level) => `p[style-name='${name} ${level}'] => h${level}:fresh`)),
]

const endings: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg' }
const titleLetters = 255

interface Page {
  title: string
  path: string
  nodes: HtmlNode[]
}

const isTitle = (node: HtmlNode) => typeof node !== 'string' && node.tag === 'h1' && node.attributes.class === 'title'
const levelOf = (node: HtmlNode): number => {
  if (typeof node === 'string' || isTitle(node) || textOfNodes(node.children).trim() === '') return 0
  return Number(/^h([1-6])$/.exec(node.tag)?.[1] ?? 0)
}
const wordsOf = (nodes: readonly HtmlNode[]) => textOfNodes(nodes).replaceAll(/\s+/g, ' ').trim()

/** Removes the list of notes at the end of the HTML. Returns the notes by their ids. */
const takeNotes = (nodes: HtmlNode[]): ReadonlyMap<string, HtmlNode[]> => {
  const notes = new Map<string, HtmlNode[]>()
  const last = nodes.at(-1)
  if (last === undefined || typeof last === 'string' || last.tag !== 'ol') return notes
  for (const item of last.children)
    if (typeof item !== 'string' && /^(?:foot|end)note-\d+$/.test(item.attributes.id ?? ''))
      notes.set(item.attributes.id ?? '', item.children)
  if (notes.size > 0) nodes.pop()
  return notes
}

/** Returns the highest level of headings that occurs at least twice, whose headings begin pages; 0 if there is none. */
const splitLevel = (nodes: readonly HtmlNode[]): number => {
  const found = nodes.map(levelOf)
  return levels.find((level) => found.filter((each) => each === level).length >= 2) ?? 0
}

const splitPages = (nodes: readonly HtmlNode[], title: string): Page[] => {
  const level = splitLevel(nodes)
  const paths = uniquePaths()
  const pageOf = (name: string): Page => ({
    title: name.slice(0, titleLetters),
    path: paths.add('', name, '.md', 'Untitled'),
    nodes: [],
  })
  let page = pageOf(title)
  const pages = [page]
  for (const node of nodes) {
    const own = levelOf(node)
    if (own > 0 && own <= level && typeof node !== 'string') {
      page = pageOf(wordsOf(node.children))
      pages.push(page)
      // Bookmarks of the heading lead to the page.
      page.nodes.push({ tag: 'p', attributes: {}, children: [...elementsIn(node.children)].filter(isBookmark) })
    } else if (!isTitle(node)) page.nodes.push(node)
  }
  return pages
}
const isBookmark = ({ tag, attributes }: { tag: string; attributes: Readonly<Record<string, string>> }) =>
  tag === 'a' && attributes.id !== undefined && attributes.href === undefined

/** Returns a note without the arrow that links back to its place in the text. */
const withoutArrow = (nodes: readonly HtmlNode[]): HtmlNode[] =>
  nodes.map((node) => {
    if (typeof node === 'string') return node
    const children = node.children.filter(
      (child) =>
        typeof child === 'string' ||
        (!child.attributes.href?.startsWith('#footnote-ref') && !child.attributes.href?.startsWith('#endnote-ref')),
    )
    return { ...node, children: withoutArrow(children) }
  })

const unlinked: HtmlContext = { addressOf: () => undefined, pictureOf: ({ src }) => src || undefined }

const markdownOf = (page: Page, pages: ReadonlyMap<string, Page>, notes: ReadonlyMap<string, HtmlNode[]>): string => {
  const numbers = new Map<string, number>()
  const links: HtmlContext = {
    ...unlinked,
    addressOf(href) {
      const target = href.startsWith('#') ? pages.get(href.slice(1)) : undefined
      return target === undefined || target === page ? undefined : `./${target.path}`
    },
    instead(href) {
      const [, note] = /^#((?:foot|end)note-\d+)$/.exec(href) ?? []
      if (note === undefined) return undefined
      const number = numbers.get(note) ?? numbers.size + 1
      numbers.set(note, number)
      return `\\[${number}\\]`
    },
  }
  const body = toMarkdown(page.nodes, links)
  // A note may refer to a further one.
  const written: string[] = []
  for (const [note, number] of numbers)
    written.push(`${number}. ${toMarkdown(withoutArrow(notes.get(note) ?? []), links).replaceAll(/\s*\n\s*/g, ' ')}`)
  const footnotes = written.length > 0 ? `\n\n**Footnotes**\n\n${written.join('\n')}` : ''
  return `---\n${stringify({ title: page.title }, { lineWidth: 0 })}---\n${body}${footnotes}\n`
}

/** Converts the pictures of a document to files. Pictures of types that the gallery does not accept are only reported by name. */
const pictureFiles = (problems: ProblemList) => {
  const files: ArchiveFile[] = []
  let count = 0
  const convertImage = pictureConverter(async (image) => {
    // Mammoth knows no type of metafiles.
    const type: string | undefined = image.contentType
    const ending = endings[type ?? '']
    const name = `image${++count}.${ending ?? type?.replace(/^.*[/.-]/, '') ?? 'picture'}`
    if (ending === undefined) {
      problems.add('left', name, 'Only JPEG and PNG pictures can be imported.')
      return { src: '' }
    }
    const bytes = Buffer.from(await image.readAsBuffer())
    files.push({ path: `Pictures/${name}`, size: bytes.length, read: async () => bytes })
    return { src: `Pictures/${name}` }
  })
  return { files, convertImage }
}

/**
 * Converts a Word document to a folder of Markdown for the importer: one page for each heading of the highest level that occurs more than
 * once. Throws `document_…`.
 */
export const openWordDocument = async (bytes: Buffer, filename: string, problems: ProblemList): Promise<Archive> => {
  const { files, convertImage } = pictureFiles(problems)
  const nodes = parseHtml(await wordHtml(bytes, { styleMap, convertImage, idPrefix: '' }))
  const notes = takeNotes(nodes)
  const title = nodes.find(isTitle)
  const fromFile = filename.replace(/^.*[\\/]/, '').replace(/\.docx$/i, '')
  const name = (title && wordsOf([title])) || fromFile
  const pages = splitPages(nodes, name)
  if (pages.every((page) => toMarkdown(page.nodes, unlinked) === '')) throw new Rejection('document_without_text')
  const byBookmark = new Map<string, Page>()
  for (const page of pages)
    for (const { attributes } of elementsIn(page.nodes)) if (attributes.id) byBookmark.set(attributes.id, page)
  const written = pages.map((page): ArchiveFile => {
    const text = Buffer.from(markdownOf(page, byBookmark, notes))
    return { path: page.path, size: text.length, read: async () => text }
  })
  return { name: name.slice(0, titleLetters), files: [...written, ...files], settings: new Map() }
}
