import { untitledConjuration } from '#domain/conjuration-words.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import type { RelationshipItem } from '#projections/relationship-answers.ts'
import type { SegmentAnswer } from '#projections/segment-answers.ts'
import { lowerHeadings, plainMarkdown } from '#richtext/to-markdown.ts'
import { type Direction, pairsOf } from '../../../relationships/pairs.ts'

/** The exported parts of a lore item. */
export interface Exported {
  lore: Pick<ConjurationItem, 'id' | 'name' | 'tags'>
  /** Markdown. */
  description: string
  segments: readonly Pick<SegmentAnswer, 'type' | 'title' | 'content' | 'gallerySegments' | 'isForDms'>[]
  links: readonly RelationshipItem[]
  /** The origin of links to pages. */
  origin: string
}

const arrows: Record<Direction, string> = { out: '→', in: '←', both: '↔' }

/** In an exported file, images link to their files and other items to their pages. */
const ownPicture = /(!\[[^\]]*\]\()\/images\/([\da-f-]{36})\)/g
const ownAddress = /\]\((?=\/(?:lore\/view|images|files)\/)/g

/**
 * Formats a lore item as Markdown: name, tags, description, and its segments in order. Links follow unless a segment
 * contains them.
 */
export const loreMarkdown = ({ lore, description, segments, links, origin }: Exported): string => {
  const linked = pairsOf(lore.id, links).map(({ link: { entitydata: other, comment }, direction }) => {
    const name = `[${plainMarkdown(other.name.trim() || untitledConjuration)}](${origin}/lore/view/${other.id})`
    return `- ${arrows[direction]} ${name}${comment ? `: ${plainMarkdown(comment)}` : ''}`
  })
  const parts = segments.map(({ type, title, content, gallerySegments, isForDms }) => {
    const pictures = gallerySegments.flatMap(({ image: { name, uri } }, n) =>
      uri === null ? [] : [`![${plainMarkdown(name ?? `Image ${n + 1}`)}](${origin}${uri})`],
    )
    const list = type === 'RELATIONSHIPS' ? linked.join('\n') : ''
    // Marks segments for DMs as the page does, so that users notice them before they share the file.
    return [
      `## ${plainMarkdown(title)}${isForDms ? ' (DM only)' : ''}`,
      lowerHeadings(content ?? '', 2),
      list,
      ...pictures,
    ]
  })
  const isListed = segments.some(({ type }) => type === 'RELATIONSHIPS')
  const rest = linked.length > 0 && !isListed ? ['## Relationships', linked.join('\n')] : []
  const tags = lore.tags.map((tag) => `#${tag}`).join(' ')
  const all = [
    `# ${plainMarkdown(lore.name || untitledConjuration)}`,
    tags,
    lowerHeadings(description.trim(), 1),
    ...parts.flat(),
    ...rest,
  ]
  const written = all.filter(Boolean).join('\n\n')
  const pictured = written.replaceAll(ownPicture, `$1${origin}/api/images/$2/download)`)
  return `${pictured.replaceAll(ownAddress, `](${origin}`)}\n`
}
