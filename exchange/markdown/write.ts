import { posix } from 'node:path'
import { stringify } from 'yaml'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import type { Ops } from '#domain/deltas.ts'
import { imagesIn, plainDescription } from '#domain/text-plain.ts'
import { fenceReader } from '#richtext/code-fences.ts'
import { lowerHeadings, plainMarkdown, toMarkdown } from '#richtext/to-markdown.ts'
import { outsideCode } from '../obsidian/code-spans.ts'
import {
  type ExportedLink,
  type ExportedPage,
  type ExportedSection,
  linkArrows,
  otherPictures,
  type PageAddresses,
} from '../pages.ts'
import { relativeAddress } from '../paths.ts'
import type { ExportSource, ExportWriter } from '../writer.ts'

/** True for a description of one line without formats, which becomes a property; others begin the page. */
const isOneLine = (ops: Ops): boolean =>
  ops.every(({ insert, attributes }) => typeof insert === 'string' && attributes === undefined) &&
  !plainDescription(ops).includes('\n')

interface Written {
  page: ExportedPage
  /** The name of its file, without its ending. */
  fileName: string
  addresses: PageAddresses
  /** True for a picture that all readers of the page see. */
  isOpenPicture(id: string): boolean
}

const frontMatter = ({ page, fileName, addresses, isOpenPicture }: Written): string => {
  const { name, tags, description, visibility, primary } = page
  const cover = primary !== null && isOpenPicture(primary) ? addresses.picture(primary) : undefined
  const words = isOneLine(description) ? plainDescription(description).trim() : ''
  const properties = {
    ...(name.trim() !== '' && name.trim() !== fileName && { title: name.trim() }),
    ...(tags.length > 0 && { tags }),
    ...(words !== '' && { description: words }),
    ...(cover !== undefined && { cover: cover.replaceAll(/^<|>$/g, '') }),
    publish: visibility === 'CAMPAIGN',
    ...(visibility !== 'CAMPAIGN' && { 'dm-only': true }),
  }
  return `---\n${stringify(properties, { lineWidth: 0 })}---`
}

const secretCallout = (title: string, body: string): string =>
  [`> [!secret] ${title}`, ...body.split('\n').map((line) => `> ${line}`.trimEnd())].join('\n')

/** Joins paragraphs; empty ones are left out. */
const joined = (parts: readonly string[]) => parts.filter(Boolean).join('\n\n')

const picturesOf = (ids: readonly string[], { picture, pictureName }: PageAddresses): string =>
  joined(
    ids.map((id) => {
      const address = picture(id)
      return address === undefined ? '' : `![${plainMarkdown(pictureName(id))}](${address})`
    }),
  )

const linksOf = (links: readonly ExportedLink[], { mention }: PageAddresses): string =>
  links
    .map(({ id, name, direction, comment }) => {
      const words = plainMarkdown(name.trim() || untitledConjuration)
      const address = mention('lore', id)
      const link = address === undefined ? words : `[${words}](${address})`
      return `- ${linkArrows[direction]} ${link}${comment ? `: ${plainMarkdown(comment)}` : ''}`
    })
    .join('\n')

/** Escapes what Obsidian reads as a comment, a highlight, a formula, a tag or the id of a block. */
const escapeObsidian = (text: string) =>
  text
    .replaceAll('%%', '%\\%')
    .replaceAll('==', '=\\=')
    .replaceAll('$', '\\$')
    .replaceAll(/(^|[\s(])#(?=[\p{L}\p{N}_/-])/gu, '$1\\#')
    .replace(/(^|[ \t])\^(?=[A-Za-z\d-]+[ \t]*$)/, '$1\\^')

const forObsidian = (markdown: string): string => {
  const fences = fenceReader()
  return markdown
    .split('\n')
    .map((line) => (fences.read(line).isCode ? line : outsideCode(line, escapeObsidian)))
    .join('\n')
}

const textMarkdown = (ops: Ops, levels: number, addresses: PageAddresses): string =>
  forObsidian(lowerHeadings(toMarkdown(ops, addresses), levels))

/** Writes what all readers of a page see, below a heading, and the rest as a secret. */
const divided = (title: string, heading: string, [open, closed]: readonly [open: string, closed: string]): string =>
  joined([open && joined([heading, open]), closed && secretCallout(title, closed)])

const dividedPictures = (ids: readonly string[], heading: string, { addresses, isOpenPicture }: Written): string =>
  divided('Pictures', heading, [
    picturesOf(ids.filter(isOpenPicture), addresses),
    picturesOf(
      ids.filter((id) => !isOpenPicture(id)),
      addresses,
    ),
  ])

const dividedLinks = (heading: string, { page: { links, visibility }, addresses }: Written): string => {
  const isOpen = ({ isForAll }: ExportedLink) => isForAll || visibility !== 'CAMPAIGN'
  return divided('Relationships', heading, [
    linksOf(links.filter(isOpen), addresses),
    linksOf(
      links.filter((link) => !isOpen(link)),
      addresses,
    ),
  ])
}

/** Converts a text, followed by a secret with its pictures that some readers may not see. */
const openText = (ops: Ops, levels: number, written: Written): string => {
  const { addresses, isOpenPicture } = written
  const picture = (id: string) => (isOpenPicture(id) ? addresses.picture(id) : undefined)
  const closed = imagesIn(ops).filter((id) => !isOpenPicture(id))
  return joined([textMarkdown(ops, levels, { ...addresses, picture }).trim(), dividedPictures(closed, '', written)])
}

const sectionOf = (section: ExportedSection, written: Written): string => {
  const { title, type, isForDms, ops, pictures } = section
  const { page, addresses } = written
  const isLinked = type === 'RELATIONSHIPS'
  const heading = plainMarkdown(title)
  if (isForDms) {
    const links = isLinked ? linksOf(page.links, addresses) : ''
    return secretCallout(heading, joined([textMarkdown(ops, 2, addresses), links, picturesOf(pictures, addresses)]))
  }
  const links = isLinked ? dividedLinks('', written) : ''
  return joined([`## ${heading}`, openText(ops, 2, written), links, dividedPictures(pictures, '', written)])
}

/**
 * Writes lore as a Markdown page that Obsidian opens and the importer reads. Sections for DMs become secret callouts, as do pictures, and
 * links to lore, that some readers of the page may not see.
 */
const pageMarkdown = (written: Written): string => {
  const { page } = written
  const { description, sections } = page
  const isLinked = sections.some(({ type }) => type === 'RELATIONSHIPS')
  const parts = [
    frontMatter(written),
    isOneLine(description) ? '' : openText(description, 1, written),
    ...sections.map((section) => sectionOf(section, written)),
    isLinked ? '' : dividedLinks('## Relationships', written),
    dividedPictures(otherPictures(page), '## Pictures', written),
  ]
  return `${joined(parts)}\n`
}

/** Returns a relative address in angle brackets, since it may contain spaces. */
const addressFrom = (from: string, to: string | undefined) =>
  to === undefined ? undefined : `<${relativeAddress(from, to)}>`

/** Writes a folder of Markdown pages. */
export const markdownWriter = ({ layout, pictures, target }: ExportSource): ExportWriter => ({
  async add(page, { path }) {
    const addresses: PageAddresses = {
      mention: (kind, id) => (kind === 'lore' ? addressFrom(path, layout.pathOf.get(id)) : undefined),
      picture: (id) => addressFrom(path, pictures.pathOf(id)),
      pictureName: pictures.nameOf,
    }
    // Any other page is visible only to DMs or its owner, who see all pictures.
    const isOpenPicture = page.visibility === 'CAMPAIGN' ? pictures.isForAll : () => true
    await target.add(path, pageMarkdown({ page, fileName: posix.basename(path, '.md'), addresses, isOpenPicture }))
  },
  finish: async () => undefined,
})
