import type { Visibility } from '#domain/access.ts'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import type { Ops } from '#domain/deltas.ts'
import { imagesIn } from '#domain/text-plain.ts'
import { escapeHtml, lowerHeadings, toHtml } from '#richtext/to-html.ts'
import { type ExportedLink, type ExportedPage, type ExportedSection, linkArrows, otherPictures } from '../pages.ts'
import { foundryId } from './ids.ts'

/** A journal entry of Foundry VTT, as "Import Data" and its API read it. */
export interface FoundryJournal {
  _id: string
  name: string
  folder: string | null
  sort: number
  ownership: { default: number }
  pages: FoundryPage[]
  flags: { loreloom: { tags: string[] } }
  _stats: { coreVersion: string }
}

interface FoundryPage {
  _id: string
  name: string
  type: 'text' | 'image'
  sort: number
  title: { show: boolean; level: number }
  ownership: { default: number }
  text?: { format: number; content: string }
  src?: string
  image?: { caption: string }
}

/** Addresses and visibility of the lore and pictures to which a journal refers. */
export interface JournalContext {
  /** True for lore that is exported too. */
  isExported(id: string): boolean
  isPictureForAll(id: string): boolean
  pictureAddress(id: string): string | undefined
  pictureName(id: string): string
}

const [hidden, observer, inherited] = [0, 2, -1]
const ownershipOf = (visibility: Visibility) => ({ default: visibility === 'CAMPAIGN' ? observer : hidden })

const htmlFormat = 1
const sortStep = 100_000
const link = 'foundry:'

/** Inserts a character without width into text that Foundry would read as a link or a roll. */
const splitCommands = (text: string) =>
  text.replaceAll('[[', '[\u2060[').replaceAll(/(@|&amp;)(?=\p{L}+\[)/gu, '$1\u2060')

/** Writes a link to a journal entry, without braces in its label: Foundry ends the label at the first closing brace. */
const linkTo = (id: string, label: string) => {
  const plain = label.replaceAll('{', '(').replaceAll('}', ')').trim()
  return `@UUID[JournalEntry.${foundryId(id)}]${plain && `{${plain}}`}`
}

/** Writes links to lore as Foundry does, and everything else that looks like a command of Foundry as text. */
const withCommands = (html: string): string =>
  html
    .split(/(<a href="foundry:[^"]*">.*?<\/a>|<[^>]*>)/s)
    .map((part) => {
      const [, id, label = ''] = /^<a href="foundry:([^"]*)">(.*)<\/a>$/s.exec(part) ?? []
      if (id !== undefined) return linkTo(id, splitCommands(label))
      return part.startsWith('<') ? part : splitCommands(part)
    })
    .join('')

/** Converts a text to HTML, without pictures that some members may not see, unless the text is a secret itself. */
const textOf = (ops: Ops, isSecret: boolean, context: JournalContext): string =>
  withCommands(
    toHtml(ops, {
      addresses: {
        mention: (kind, id) => (kind === 'lore' && context.isExported(id) ? `${link}${id}` : undefined),
        picture: (id) => (isSecret || context.isPictureForAll(id) ? context.pictureAddress(id) : undefined),
      },
    }),
  )

const plain = (text: string) => splitCommands(escapeHtml(text))

const pictureOf = (id: string, { pictureAddress, pictureName }: JournalContext): string => {
  const address = pictureAddress(id)
  if (address === undefined) return ''
  const name = plain(pictureName(id))
  return `<figure><img src="${escapeHtml(address)}" alt="${name}">${name && `<figcaption>${name}</figcaption>`}</figure>`
}

const linkItem = ({ id, name, direction, comment }: ExportedLink, { isExported }: JournalContext): string => {
  const words = plain(name.trim() || untitledConjuration)
  const target = isExported(id) ? linkTo(id, words) : words
  return `<li>${linkArrows[direction]} ${target}${comment && `: ${plain(comment)}`}</li>`
}

/** A block that Foundry shows to owners of the journal until it is revealed. */
const secret = (id: string, html: string) => `<section class="secret" id="secret-${id}">${html}</section>`

/** Writes items that all members see, and after them the others as a secret. */
const dividedBy = <Item>(
  items: readonly Item[],
  { isForAll, write, id }: { isForAll(item: Item): boolean; write(items: readonly Item[]): string; id: string },
): string => {
  const [open, closed] = [items.filter(isForAll), items.filter((item) => !isForAll(item))]
  return `${open.length > 0 ? write(open) : ''}${closed.length > 0 ? secret(id, write(closed)) : ''}`
}

interface Writing {
  page: ExportedPage
  context: JournalContext
  /** Ids of the parts of the entry, each once. */
  nextId(): string
}

const pictures = (ids: readonly string[], context: JournalContext) => ids.map((id) => pictureOf(id, context)).join('')

/** Converts a text, followed by a secret with its pictures that some members may not see. */
const openText = (ops: Ops, { context, nextId }: Writing): string => {
  const closed = pictures(
    imagesIn(ops).filter((id) => !context.isPictureForAll(id)),
    context,
  )
  return `${textOf(ops, false, context)}${closed && secret(nextId(), closed)}`
}

const linksOf = ({ page, context, nextId }: Writing, isSecret: boolean) =>
  dividedBy(page.links, {
    isForAll: ({ isForAll }) => isSecret || isForAll,
    write: (links) => `<ul>${links.map((each) => linkItem(each, context)).join('')}</ul>`,
    id: nextId(),
  })

const sectionOf = (section: ExportedSection, writing: Writing): string => {
  const { context, nextId } = writing
  const { title, type, isForDms, ops } = section
  const text = () => lowerHeadings(isForDms ? textOf(ops, true, context) : openText(ops, writing), 2)
  const parts = [
    `<h2>${plain(title)}</h2>`,
    type === 'STORY' ? text() : '',
    type === 'RELATIONSHIPS' ? linksOf(writing, isForDms) : '',
    dividedBy(section.pictures, {
      isForAll: (id) => isForDms || context.isPictureForAll(id),
      write: (ids) => pictures(ids, context),
      id: nextId(),
    }),
  ]
  return isForDms ? secret(nextId(), parts.join('')) : parts.join('')
}

const contentOf = (writing: Writing): string => {
  const { page } = writing
  const { tags, description, sections, links } = page
  const isLinked = sections.some(({ type }) => type === 'RELATIONSHIPS')
  return [
    tags.length > 0 ? `<p><em>${tags.map((tag) => `#${plain(tag)}`).join(' ')}</em></p>` : '',
    lowerHeadings(openText(description, writing), 1),
    ...sections.map((section) => sectionOf(section, writing)),
    links.length > 0 && !isLinked ? `<h2>Relationships</h2>${linksOf(writing, false)}` : '',
  ].join('')
}

const nameOf = (name: string) => name.trim() || untitledConjuration

/** Converts lore to a journal entry: a page of text, and a page for each picture that the text does not show. */
export const journalOf = (
  page: ExportedPage,
  { folder, sort }: { folder: string | null; sort: number },
  context: JournalContext,
): FoundryJournal => {
  let parts = 0
  const nextId = () => foundryId(page.id, ++parts)
  const name = nameOf(page.name)
  const text: FoundryPage = {
    _id: nextId(),
    name,
    type: 'text',
    sort: sortStep,
    title: { show: true, level: 1 },
    ownership: { default: inherited },
    text: { format: htmlFormat, content: contentOf({ page, context, nextId }) },
  }
  const images = otherPictures(page).flatMap((id, n): FoundryPage[] => {
    const src = context.pictureAddress(id)
    if (src === undefined) return []
    const caption = context.pictureName(id)
    return [
      {
        _id: nextId(),
        name: caption.trim() || `Picture ${n + 1}`,
        type: 'image',
        sort: (n + 2) * sortStep,
        title: { show: false, level: 1 },
        ownership: { default: context.isPictureForAll(id) ? inherited : hidden },
        src,
        image: { caption },
      },
    ]
  })
  return {
    _id: foundryId(page.id),
    name,
    folder,
    sort: sort * sortStep,
    ownership: ownershipOf(page.visibility),
    pages: [text, ...images],
    flags: { loreloom: { tags: page.tags } },
    _stats: { coreVersion: '12.331' },
  }
}
