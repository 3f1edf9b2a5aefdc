import { readDemoContents } from '../../demo/contents.ts'
import { readDemoPages } from '../../demo/pages.ts'
import { readDemoLinks } from '../../demo/relationships.ts'

/** Sends a request of the campaign's owner; rejects where it is refused. */
type Post = (path: string, body: object) => Promise<{ id: string }>

/** Writes the demo campaign's lore, sections and relationships. Returns the number of texts that are indexed later. */
export const writeDemo = async (post: Post, campaignId: string): Promise<number> => {
  const ids = new Map<string, string>()
  for (const { name, visibility, tags, description } of readDemoPages())
    ids.set(name, (await post('/conjurations', { campaignId, name, visibility, tags, description })).id)
  for (const { page, type, title, isForDms, content } of readDemoContents()) {
    const entityId = ids.get(page)
    if (type === 'STORY' && entityId)
      await post('/content-segments', { entityType: 'CONJURATION', entityId, type, title, isForDms, content })
  }
  for (const { from, to, comment, twoWay } of readDemoLinks())
    if (ids.has(from) && ids.has(to))
      await post(`/relationships/${ids.get(from)}`, { relatedNodeId: ids.get(to), comment, twoWay })
  return readDemoContents().filter(({ type, content }) => type === 'STORY' && content !== '').length
}
