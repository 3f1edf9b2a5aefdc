import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Visibility } from '#domain/access.ts'
import { type DemoPerson, isDemoPerson } from './people.ts'

/** A page of the demo campaign's lore, as it reads in the end. */
export interface Page {
  name: string
  /** Path of its folder, joined by ` › `; empty at the root. */
  folder: string
  by: DemoPerson
  visibility: Visibility
  tags: string[]
  description: string
}

/**
 * Reads pages from Markdown: `# Folder › Folder` opens a folder (`/` is the root), `## Name` a page, whose first line says who
 * wrote it, who sees it and its tags (`*Tomasz · CAMPAIGN · bell, harbour*`), and the rest is its text. Throws on anything else.
 */
export function readPages(text: string): Page[] {
  const pages: Page[] = []
  let folder = ''
  for (const section of text.trim().split(/^(?=##? )/m)) {
    const [heading = '', ...lines] = section.trim().split('\n')
    if (heading.startsWith('# ')) folder = heading === '# /' ? '' : heading.slice(2)
    else pages.push({ name: heading.slice(3), folder, ...written(heading, lines) })
  }
  return pages
}

const written = (heading: string, [line = '', ...body]: string[]) => {
  const [by = '', seenBy, tags = ''] = line.replace(/^\*|\*$/g, '').split(' · ')
  const visibility = Visibility.safeParse(seenBy)
  if (!isDemoPerson(by) || !visibility.success) throw new Error(`${heading}: nobody can tell who wrote or sees it`)
  return { by, visibility: visibility.data, tags: tags.split(', '), description: plain(body.join('\n').trim()) }
}

/** A description is plain text, which would show the asterisks of an emphasis. */
const plain = (text: string) => text.replace(/\*([^*\n]+)\*/g, '$1')

const dir = join(import.meta.dirname, 'lore')

/** All pages of the demo campaign. */
export const readDemoPages = (): Page[] =>
  readdirSync(dir)
    .sort()
    .flatMap((file) => readPages(readFileSync(join(dir, file), 'utf8')))
