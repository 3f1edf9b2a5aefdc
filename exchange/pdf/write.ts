import { Readable } from 'node:stream'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import { type ExportedPage, type ExportedSection, linkArrows, otherPictures, picturesOn } from '../pages.ts'
import type { ExportSource, ExportWriter } from '../writer.ts'
import { type Block, type BlockAddresses, blocksOf, type Inline } from './blocks.ts'
import { bookTemplate } from './template.ts'

interface Addresses extends BlockAddresses {
  pictureName(id: string): string
}

const nameOf = (name: string) => name.trim() || untitledConjuration

const pictureBlocks = (ids: readonly string[], { picture, pictureName }: Addresses): Block[] =>
  ids.flatMap((id): Block[] => {
    const path = picture(id)
    return path === undefined ? [] : [{ kind: 'picture', path, caption: pictureName(id) }]
  })

const linksOf = ({ links }: ExportedPage, { entry }: Addresses): Block[] => {
  const items = links.map(({ id, name, direction, comment }) => {
    const to = entry(id)
    const content: Inline[] = [
      { text: `${linkArrows[direction]} ` },
      { text: nameOf(name), ...(to === undefined ? {} : { to }) },
      { text: comment && `: ${comment}` },
    ]
    return { content, below: [] }
  })
  return items.length > 0 ? [{ kind: 'list', isOrdered: false, items }] : []
}

const sectionOf = (page: ExportedPage, section: ExportedSection, addresses: Addresses): Block[] => {
  const { title, type, isForDms, ops, pictures } = section
  const blocks = [
    ...(type === 'STORY' ? blocksOf(ops, addresses) : []),
    ...(type === 'RELATIONSHIPS' ? linksOf(page, addresses) : []),
    ...pictureBlocks(pictures, addresses),
  ]
  return isForDms ? [{ kind: 'secret', title, blocks }] : [{ kind: 'section', title }, ...blocks]
}

/** Converts an entry to blocks, in the order of a book: picture, description, sections, relationships and other pictures. */
const blocksOfPage = (page: ExportedPage, addresses: Addresses): Block[] => {
  const { description, sections, links } = page
  const isLinked = sections.some(({ type }) => type === 'RELATIONSHIPS')
  const [first, ...others] = otherPictures(page)
  return [
    ...pictureBlocks(first === undefined ? [] : [first], addresses),
    ...blocksOf(description, addresses),
    ...sections.flatMap((section) => sectionOf(page, section, addresses)),
    ...(links.length > 0 && !isLinked
      ? [{ kind: 'section' as const, title: 'Relationships' }, ...linksOf(page, addresses)]
      : []),
    ...pictureBlocks(others, addresses),
  ]
}

/** Groups the names of the entries by their initials, in alphabetical order. */
const indexOf = (names: ReadonlyMap<number, string>): [string, [string, number][]][] => {
  const collator = new Intl.Collator('en')
  const initialOf = (name: string) => {
    const [letter = ''] = name.normalize('NFD').toUpperCase()
    return /\p{L}/u.test(letter) ? letter : '#'
  }
  const sorted = [...names]
    .map(([n, name]): [string, number] => [name, n])
    .toSorted(([one], [other]) => collator.compare(initialOf(one) + one, initialOf(other) + other))
  return [...Map.groupBy(sorted, ([name]) => initialOf(name))]
}

const counted = (pages: number) => `${pages.toLocaleString('en')} ${pages === 1 ? 'entry' : 'entries'}`

/**
 * Writes the source of a book for Typst: the template, and the content as JSON with its pictures. The caller typesets it. Chapters are the
 * outermost folders.
 */
export const pdfWriter = ({ name, at, layout, pictures, target }: ExportSource): ExportWriter => {
  const numberOf = new Map(layout.pages.map(({ id }, n) => [id, n]))
  const placed = new Map<string, string>()
  const addresses: Addresses = {
    entry: (id) => numberOf.get(id),
    picture: (id) => placed.get(id),
    pictureName: pictures.nameOf,
  }
  const addPictures = async (page: ExportedPage) => {
    for (const id of picturesOn(page)) {
      const bytes = placed.has(id) ? undefined : await pictures.read(id)
      if (!bytes) continue
      const path = `pictures/${placed.size}.jpg`
      await target.add(path, Readable.from([bytes]))
      placed.set(id, path)
    }
  }
  /** Names of the entries by their number. One that was deleted while the book is written has none. */
  const names = new Map<number, string>()
  let chapter: string | undefined
  return {
    async add(page, { id, folders }) {
      await addPictures(page)
      const number = numberOf.get(id) ?? 0
      const [outermost, ...within] = folders
      const entry = {
        name: nameOf(page.name),
        chapter: outermost !== undefined && outermost !== chapter ? outermost : null,
        path: within.join(' › '),
        tags: page.tags.map((tag) => `#${tag}`).join('  '),
        blocks: blocksOfPage(page, addresses),
      }
      chapter = outermost
      await target.add(`entries/${number}.json`, JSON.stringify(entry))
      names.set(number, entry.name)
    },
    async finish() {
      const date = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
      const book = {
        title: name.trim() || 'Untitled',
        subtitle: counted(names.size),
        imprint: `Exported from Loreloom on ${date}`,
        entries: Object.fromEntries([...names.keys()].map((number) => [String(number), true])),
        index: indexOf(names),
      }
      await target.add('book.json', JSON.stringify(book))
      await target.add('book.typ', bookTemplate)
    },
  }
}
