import { Visibility } from '#domain/access.ts'
import { SegmentType } from '#domain/segment-words.ts'

/** A page of the sample campaign's lore, in its final version. */
export interface SamplePage {
  name: string
  /** Path of its folder, joined by ` › `; empty at the root. */
  folder: string
  /** The name of its writer. */
  by: string
  visibility: Visibility
  tags: string[]
  description: string
}

/** A content of a page; a text is Markdown, and a gallery a list of the names of its pictures. */
export interface SampleContent {
  page: string
  by: string
  type: SegmentType
  title: string
  isForDms: boolean
  content: string
}

/** A link from one page to another, or both ways. */
export interface SampleLink {
  by: string
  from: string
  to: string
  twoWay: boolean
  comment: string
}

/**
 * Reads pages from Markdown: `# Folder › Folder` opens a folder (`/` is the root), `## Name` a page, whose first line names its author, its
 * visibility and its tags (`*Tomasz · CAMPAIGN · bell, harbour*`), and the rest is its text. Throws on anything else.
 */
export function parsePages(text: string): SamplePage[] {
  const pages: SamplePage[] = []
  let folder = ''
  for (const section of text.trim().split(/^(?=##? )/m)) {
    const [heading = '', ...lines] = section.trim().split('\n')
    if (heading.startsWith('# ')) folder = heading === '# /' ? '' : heading.slice(2)
    else pages.push({ name: heading.slice(3), folder, ...bodyOf(heading, lines) })
  }
  return pages
}

const bodyOf = (heading: string, [line = '', ...body]: string[]) => {
  const [by = '', seenBy, tags = ''] = line.replace(/^\*|\*$/g, '').split(' · ')
  const visibility = Visibility.safeParse(seenBy)
  if (by === '' || !visibility.success) throw new Error(`${heading}: nobody can tell who wrote or sees it`)
  return { by, visibility: visibility.data, tags: tags.split(', '), description: plain(body.join('\n').trim()) }
}

/** A description is plain text, which would show the asterisks of an emphasis. */
const plain = (text: string) => text.replace(/\*([^*\n]+)\*/g, '$1')

/**
 * Reads contents from Markdown: `# Page` opens a page, `## Title` a content, whose first line names its author, and its type and audience
 * unless it is a text that all members may read (`*Tomasz · DM only*`, `*Tomasz · GALLERY*`).
 */
export const parseContents = (text: string): SampleContent[] =>
  text
    .trim()
    .split(/^# /m)
    .slice(1)
    .flatMap((section) => {
      const [page = '', ...contents] = section.split(/^## /m)
      return contents.map((content) => ({ page: page.trim(), ...contentIn(content) }))
    })

const contentIn = (text: string) => {
  const [title = '', line = '', ...body] = text.split('\n')
  const [by = '', ...marks] = line.replace(/^\*|\*$/g, '').split(' · ')
  const type = SegmentType.safeParse(marks.at(0)).data ?? 'STORY'
  return { by, type, title, isForDms: marks.includes('DM only'), content: body.join('\n').trim() }
}

/** Reads links from Markdown: `# Name` is the author of the links below, each `- Page → Page: words`, or `↔`. Throws on anything else. */
export const parseLinks = (text: string): SampleLink[] =>
  text
    .trim()
    .split(/^# /m)
    .slice(1)
    .flatMap((section) => {
      const [by = '', ...lines] = section.trim().split('\n')
      return lines.filter(Boolean).map((line) => ({ by, ...linkIn(line) }))
    })

const linkIn = (line: string) => {
  const [, from, way, to, comment] = /^- (.+) ([→↔]) (.+?): (.+)$/.exec(line) ?? []
  if (!from || !to || !comment) throw new Error(`${line}: this says no link`)
  return { from, to, comment, twoWay: way === '↔' }
}
