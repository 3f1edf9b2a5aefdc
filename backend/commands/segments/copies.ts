import type pg from 'pg'
import type { segmentCommands } from '#domain/segments.ts'
import { authorsSince, boundedRuns } from '#domain/text-authors.ts'
import { authorsOf, textOf, texts } from '#domain/texts.ts'
import type { Sender } from '../../http/act.ts'
import { viewerOf } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { segmentItems } from '../../queries/segments/items.ts'
import { beginningOf } from '../../queries/texts/beginning.ts'
import { redactFor } from '../../queries/texts/seen.ts'
import type { Command, Dispatcher } from '../dispatch.ts'
import { derivedId } from '../ids.ts'
import { beginText } from './texts.ts'

interface Copying {
  from: string
  to: string
  campaignId: string | null
}

/**
 * Commands that add the segments visible to the requester to a copy of lore. Their texts are created before, with
 * authors except for parts from before the requester's visible history; galleries refer to the same pictures. The views
 * must have caught up.
 */
export async function copiedContents(
  act: Sender,
  deps: { pool: pg.Pool; handler: Pick<Dispatcher, 'stateOf'> },
  { from, to: conjurationId, campaignId }: Copying,
): Promise<Command<typeof segmentCommands>[]> {
  const [read, viewer] = [reading(deps.pool), await viewerOf(deps.pool, act.userId)]
  const items = await segmentItems(read, viewer, { conjurationId: from })
  const idOf = (id: string) => derivedId('copied', conjurationId, id)
  const stories = items.filter(({ type }) => type === 'STORY').map(({ id }) => ({ id, textId: idOf(id) }))
  for (const { id, textId } of [{ id: from, textId: conjurationId }, ...stories]) {
    const text = await deps.handler.stateOf(texts, id)
    if (!text.exists) continue
    const ops = await redactFor(read, viewer, textOf(text))
    const { at: since } = await beginningOf(read, viewer, id, from)
    const by = boundedRuns(authorsSince(authorsOf(text), since, act.userId))
    await beginText(act, { conjurationId, campaignId, textId, ops, by })
  }
  return items.flatMap(({ id, type, title, sortOrder, isForDms, gallerySegments }) => {
    const segmentId = idOf(id)
    const data = { conjurationId, segmentId, type, title, sortOrder, isForDms }
    const pictures = gallerySegments.map(({ id, imageId }) => {
      const data = { conjurationId, segmentId, segmentImageId: idOf(id), imageId }
      return { type: 'AddSegmentImage' as const, data, item: data.segmentImageId }
    })
    return [{ type: 'AddSegment' as const, data, item: segmentId }, ...pictures]
  })
}
