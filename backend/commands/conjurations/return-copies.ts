import { collections, isThere } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import { images } from '#domain/images.ts'
import { relationships } from '#domain/relationships.ts'
import type { segmentCommands } from '#domain/segments.ts'
import { authorsSince, boundedRuns } from '#domain/text-authors.ts'
import { plainDescription } from '#domain/text-plain.ts'
import { authorsOf, textOf, texts } from '#domain/texts.ts'
import { reading } from '../../http/snapshot.ts'
import { stateAt } from '../../queries/past/state-at.ts'
import { beginningOf } from '../../queries/texts/beginning.ts'
import type { Command } from '../dispatch.ts'
import { derivedId } from '../ids.ts'
import type { Run } from '../operations/perform.ts'
import { beginText } from '../segments/texts.ts'
import type { ReturnDeps } from './bring-back.ts'

type Lore = typeof conjurations.initial

interface Left {
  id: string
  /** The lore just before it was moved away, at a position of the log. */
  before: Lore
  position: bigint
}

/** The id of the copy that an operation makes of lore. */
export const returnedCopy = (run: Run, id: string): string => derivedId(run.operationId, 'returned', id)

/**
 * Begins the texts of a copy with the former texts of the lore. Omits authors from before the point at which the
 * returning user's visible history begins. Returns the description as plain text.
 */
async function copyTexts(run: Run, { store, pool }: ReturnDeps, { id, before, position }: Left): Promise<string> {
  const conjurationId = returnedCopy(run, id)
  const [read, viewer] = [reading(pool), await run.viewer()]
  const stories = before.segments.filter(({ type, deletedIn }) => type === 'STORY' && deletedIn === null)
  const { campaignId } = before
  let description = before.description
  for (const from of [id, ...stories.map((story) => story.id)]) {
    const { state } = await stateAt(store, texts, from, position)
    if (!state.exists) continue
    const ops = textOf(state)
    if (from === id) description = plainDescription(ops)
    const textId = from === id ? conjurationId : derivedId(conjurationId, from)
    const { at: since } = await beginningOf(read, viewer, from, id)
    const by = boundedRuns(authorsSince(authorsOf(state), since, run.userId))
    await beginText(run, { conjurationId, campaignId, textId, ops, by })
  }
  return description
}

/**
 * Creates a copy of lore as it was when it was moved away, with the same owner. Pictures and links are added by
 * `completeCopy`.
 */
export async function copyAsItWas(run: Run, deps: ReturnDeps, left: Left): Promise<void> {
  const { id, before } = left
  const { userId, campaignId, collectionId, visibility, name, tags, segments } = before
  const conjurationId = returnedCopy(run, id)
  const description = await copyTexts(run, deps, left)
  const hasFolder =
    campaignId !== null && collectionId !== null && isThere(await run.stateOf(collections, campaignId), collectionId)
  const data = {
    conjurationId,
    userId,
    campaignId,
    visibility,
    name,
    description,
    tags: [...tags],
    copyOf: id,
    collectionId: hasFolder ? collectionId : null,
  }
  const contents = segments
    .filter(({ deletedIn }) => deletedIn === null)
    .map(({ id: from, type, title, sortOrder, isForDms }): Command<typeof segmentCommands> => {
      const segmentId = derivedId(conjurationId, from)
      const segment = { conjurationId, segmentId, type, title: title || '-', sortOrder, isForDms }
      return { type: 'AddSegment', data: segment, item: segmentId }
    })
  await run.send(conjurations, conjurationId, [{ type: 'CreateConjuration', data }, ...contents])
}

/** Adds to a copy the pictures that are in its campaign, and the links to lore there. Repeatable. */
export async function completeCopy(run: Run, deps: ReturnDeps, { id, before }: Omit<Left, 'position'>): Promise<void> {
  const conjurationId = returnedCopy(run, id)
  const { campaignId, primaryImageId, segments } = before
  const pictureOf = async (imageId: string) => {
    const picture = await run.stateOf(images, imageId)
    return picture.campaignId === campaignId && !picture.deleted ? picture : undefined
  }
  if (primaryImageId !== null && (await pictureOf(primaryImageId))?.conjurationId === conjurationId)
    await run.send(conjurations, conjurationId, {
      type: 'SetPrimaryImage',
      data: { conjurationId, imageId: primaryImageId },
    })
  for (const segment of segments.filter(({ deletedIn }) => deletedIn === null))
    for (const { imageId, id: slot } of segment.images) {
      if (!(await pictureOf(imageId))) continue
      const segmentImageId = derivedId(conjurationId, slot)
      const data = { conjurationId, segmentId: derivedId(conjurationId, segment.id), segmentImageId, imageId }
      await run.send(conjurations, conjurationId, { type: 'AddSegmentImage', data, item: segmentImageId })
    }
  await copyLinks(run, deps, id, campaignId)
}

async function copyLinks(run: Run, { pool }: ReturnDeps, id: string, campaignId: string | null): Promise<void> {
  const { rows } = await pool.query<{
    id: string
    userId: string
    sourceId: string
    targetId: string
    comment: string
  }>(
    `select id, "userId", "sourceId", "targetId", comment from relationships
      where $1 in ("sourceId", "targetId") and "deletedAt" is null`,
    [id],
  )
  /** The link's end in the campaign: the copy of the lore, or the lore itself. */
  const endOf = async (end: string) => {
    for (const one of [returnedCopy(run, end), end]) {
      const lore = await run.stateOf(conjurations, one)
      if (lore.exists && lore.campaignId === campaignId && lore.deletedIn === null) return one
    }
    return undefined
  }
  for (const { id: link, userId, comment, ...ends } of rows) {
    const [sourceId, targetId] = [await endOf(ends.sourceId), await endOf(ends.targetId)]
    if (sourceId === undefined || targetId === undefined) continue
    const relationshipId = derivedId(run.operationId, 'returned', link)
    const data = { relationshipId, userId, campaignId, sourceId, targetId, reverseId: null, comment }
    await run.send(relationships, relationshipId, { type: 'CreateRelationship', data })
  }
}
