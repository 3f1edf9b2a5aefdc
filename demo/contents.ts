import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultTitles } from '#domain/segment-words.ts'
import { parseContents, type SampleContent } from '#exchange/sample/texts.ts'
import { type Filling, idOf, keyOf } from './filling.ts'
import { type Page, sampleTexts } from './pages.ts'
import { type DemoPerson, isDemoPerson } from './people.ts'

/** A content of a page of the demo campaign; `by` is the member who wrote it. */
export interface DemoContent extends SampleContent {
  by: DemoPerson
}

/** Parses contents in the format of the sample campaign. Throws if a writer is no member of the demo campaign. */
export const readContents = (text: string): DemoContent[] =>
  parseContents(text).map((content) => {
    const { by } = content
    if (!isDemoPerson(by)) throw new Error(`${content.title}: nobody can tell who wrote it`)
    return { ...content, by }
  })

export const readDemoContents = (): DemoContent[] =>
  readContents(readFileSync(join(sampleTexts, 'contents.md'), 'utf8'))

/** Adds the contents of the given pages, below their descriptions. */
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

/** Returns the names of a gallery's pictures, in their order. */
export const hungIn = ({ content }: DemoContent): string[] => content.split('\n').map((line) => line.replace(/^- /, ''))

/** Adds the drawn pictures to the galleries of the given pages. */
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
