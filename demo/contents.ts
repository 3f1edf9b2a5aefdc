import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultTitles, SegmentType } from '#domain/segment-words.ts'
import { type Filling, idOf, keyOf } from './filling.ts'
import type { Page } from './pages.ts'
import { type DemoPerson, isDemoPerson } from './people.ts'

/** A content of a page of the demo campaign; what a text says is Markdown, and a gallery a list of the names of its pictures. */
export interface DemoContent {
  page: string
  by: DemoPerson
  type: SegmentType
  title: string
  isForDms: boolean
  content: string
}

/**
 * Reads contents from Markdown: `# Page` opens a page, `## Title` a content, whose first line says who wrote it and what it is, where that is no text that
 * everybody reads (`*Tomasz · DM only*`, `*Tomasz · GALLERY*`). Throws on anything else.
 */
export const readContents = (text: string): DemoContent[] =>
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
  if (!isDemoPerson(by)) throw new Error(`${title}: nobody can tell who wrote it`)
  const type = SegmentType.safeParse(marks.at(0)).data ?? 'STORY'
  return { by, type, title, isForDms: marks.includes('DM only'), content: body.join('\n').trim() }
}

export const readDemoContents = (): DemoContent[] =>
  readContents(readFileSync(join(import.meta.dirname, 'contents.md'), 'utf8'))

/** Writes below the descriptions of the pages that are there. */
export async function addContents({ cast, tell, unlessChanged }: Filling, pages: readonly Page[]): Promise<void> {
  const there = new Set(pages.map(({ name }) => name))
  const contents = readDemoContents().filter(({ page }) => there.has(page))
  tell(`${contents.length} contents of pages …`)
  for (const { page, by, title, content, ...what } of contents) {
    const place = { entityType: 'CONJURATION', entityId: idOf('page', page) }
    const said = content === '' || what.type !== 'STORY' ? {} : { content }
    const body = {
      id: idOf(`content of ${page}`, title),
      ...place,
      ...what,
      title: title || defaultTitles[what.type],
      ...said,
    }
    await unlessChanged(() => cast[by].act(keyOf('content', page, title), 'POST', '/content-segments', body))
  }
}

/** What hangs in a gallery, in its order. */
export const hungIn = ({ content }: DemoContent): string[] => content.split('\n').map((line) => line.replace(/^- /, ''))

/** Hangs pictures that have been drawn into the galleries of the pages that are there. */
export async function hangGalleries({ cast, unlessChanged }: Filling, pages: readonly Page[]): Promise<void> {
  const there = new Set(pages.map(({ name }) => name))
  const galleries = readDemoContents().filter(({ page, type }) => type === 'GALLERY' && there.has(page))
  for (const gallery of galleries)
    for (const picture of hungIn(gallery)) {
      const segmentId = idOf(`content of ${gallery.page}`, gallery.title)
      const body = { imageId: idOf('picture', picture) }
      const hang = () =>
        cast[gallery.by].act(keyOf('hang', segmentId, picture), 'POST', `/content-segments/${segmentId}/gallery`, body)
      await unlessChanged(hang)
    }
}
