import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  parseContents,
  parseLinks,
  parsePages,
  type SampleContent,
  type SampleLink,
  type SamplePage,
} from '#exchange/sample/texts.ts'
import { readDemoContents } from '../../demo/contents.ts'
import { readDemoPages } from '../../demo/pages.ts'
import { readDemoLinks } from '../../demo/relationships.ts'

/** The lore of a campaign about which questions are asked. */
export interface CampaignTexts {
  pages: readonly SamplePage[]
  contents: readonly SampleContent[]
  links: readonly SampleLink[]
}

export const readDemoTexts = (): CampaignTexts => ({
  pages: readDemoPages(),
  contents: readDemoContents(),
  links: readDemoLinks(),
})

/** A campaign of another setting and in another style. */
export const readCinderLineTexts = (): CampaignTexts => {
  const textIn = (file: string) => readFileSync(path.join(import.meta.dirname, 'cinder-line', file), 'utf8')
  return {
    pages: parsePages(textIn('lore.md')),
    contents: parseContents(textIn('contents.md')),
    links: parseLinks(textIn('relationships.md')),
  }
}

/** Sends a request of the campaign's owner; rejects where it is refused. */
type Post = (path: string, body: object) => Promise<{ id: string }>

/** Writes a campaign's lore, sections and relationships. Returns the number of texts that are indexed later. */
export const writeCampaign = async (
  post: Post,
  campaignId: string,
  { pages, contents, links }: CampaignTexts,
): Promise<number> => {
  const ids = new Map<string, string>()
  for (const { name, visibility, tags, description } of pages)
    ids.set(name, (await post('/conjurations', { campaignId, name, visibility, tags, description })).id)
  for (const { page, type, title, isForDms, content } of contents) {
    const entityId = ids.get(page)
    if (type === 'STORY' && entityId)
      await post('/content-segments', { entityType: 'CONJURATION', entityId, type, title, isForDms, content })
  }
  for (const { from, to, comment, twoWay } of links)
    if (ids.has(from) && ids.has(to))
      await post(`/relationships/${ids.get(from)}`, { relatedNodeId: ids.get(to), comment, twoWay })
  return contents.filter(({ page, type, content }) => ids.has(page) && type === 'STORY' && content !== '').length
}
