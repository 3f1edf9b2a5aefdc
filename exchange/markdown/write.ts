import { posix } from 'node:path'
import { stringify } from 'yaml'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import type { Ops } from '#domain/deltas.ts'
import { plainDescription } from '#domain/text-plain.ts'
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

/** A description without any format fits a property; others begin the page. */
const isOneLine = (ops: Ops): boolean =>
  ops.every(({ insert, attributes }) => typeof insert === 'string' && attributes === undefined) &&
  !plainDescription(ops).includes('\n')

interface Written {
  page: ExportedPage
  /** The name of its file, without its ending. */
  fileName: string
  addresses: PageAddresses
}

const frontMatter = ({ page, fileName, addresses }: Written): string => {
  const { name, tags, description, visibility, primary } = page
  const cover = primary === null ? undefined : addresses.picture(primary)
  const words = isOneLine(description) ? plainDescription(description).trim() : ''
  const properties = {
    ...(name.trim() !== '' && name.trim() !== fileName && { title: name.trim() }),
    ...(tags.length > 0 && { tags }),
    ...(words !== '' && { description: words }),
    ...(cover !== undefined && { cover: cover.replaceAll(/^<|>$/g, '') }),
    publish: visibility === 'CAMPAIGN',
  }
  return `---\n${stringify(properties, { lineWidth: 0 })}---`
}

const picturesOf = (ids: readonly string[], { picture, pictureName }: PageAddresses): string[] =>
  ids.flatMap((id) => {
    const address = picture(id)
    return address === undefined ? [] : [`![${plainMarkdown(pictureName(id))}](${address})`]
  })

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

const sectionOf = (section: ExportedSection, links: readonly ExportedLink[], addresses: PageAddresses): string => {
  const { title, type, isForDms, ops, pictures } = section
  const text = forObsidian(lowerHeadings(toMarkdown(ops, addresses), 2))
  const content = [text, type === 'RELATIONSHIPS' ? linksOf(links, addresses) : '', ...picturesOf(pictures, addresses)]
  const body = content.filter(Boolean).join('\n\n')
  const heading = plainMarkdown(title)
  if (!isForDms) return `## ${heading}\n\n${body}`
  return [`> [!secret] ${heading}`, ...body.split('\n').map((line) => `> ${line}`.trimEnd())].join('\n')
}

/** Writes lore as a Markdown page that Obsidian opens and the importer reads. DM-only sections are secret callouts. */
const pageMarkdown = (written: Written): string => {
  const { page, addresses } = written
  const { description, sections, links } = page
  const others = picturesOf(otherPictures(page), addresses)
  const isLinked = sections.some(({ type }) => type === 'RELATIONSHIPS')
  const parts = [
    frontMatter(written),
    isOneLine(description) ? '' : forObsidian(lowerHeadings(toMarkdown(description, addresses).trim(), 1)),
    ...sections.map((section) => sectionOf(section, links, addresses)),
    ...(links.length > 0 && !isLinked ? [`## Relationships\n\n${linksOf(links, addresses)}`] : []),
    ...(others.length > 0 ? ['## Pictures', ...others] : []),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

/** In angle brackets, since it may hold blanks. */
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
    await target.add(path, pageMarkdown({ page, fileName: posix.basename(path, '.md'), addresses }))
  },
  finish: async () => undefined,
})
