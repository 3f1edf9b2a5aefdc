import { conjurations } from '#domain/conjurations.ts'
import { lengthOf, type Ops } from '#domain/deltas.ts'
import { currentFile, isNsfw } from '#domain/image-versions.ts'
import { images } from '#domain/images.ts'
import { relationships } from '#domain/relationships.ts'
import type { segmentCommands } from '#domain/segments.ts'
import { plainDescription } from '#domain/text-plain.ts'
import type { Files } from '../../providers/files.ts'
import { sawSegments, wordsOf } from '../../queries/past/contents.ts'
import { type Found, type Looking, sawOf, sawPictures } from '../../queries/past/lore.ts'
import { type LoreNow, visibleLinksOf, visibleLore } from '../../queries/past/now.ts'
import { stateAt } from '../../queries/past/state-at.ts'
import { redactOps, visibleMentions } from '../../queries/texts/seen.ts'
import type { Command } from '../dispatch.ts'
import { derivedId } from '../ids.ts'
import type { Run } from '../operations/perform.ts'
import { beginText } from '../segments/texts.ts'
import { copyModels } from './copy-models.ts'

export interface Copying extends Looking {
  run: Run
  files: Files
  copyId: string
  /** Ids of the original folders that were copied. */
  folders: ReadonlySet<string>
}
const mostLinks = 500

const sawThese = (copying: Copying, page: readonly LoreNow[], ids: readonly string[]) =>
  sawOf(
    copying,
    page.filter(({ id }) => ids.includes(id)),
  )

/**
 * Copies a page of lore with its texts, contents, pictures and models. A copied picture shares the original's file;
 * NSFW pictures are not copied.
 */
export async function copyLore(copying: Copying, page: readonly LoreNow[], ids: readonly string[]): Promise<boolean> {
  const found = new Map((await sawThese(copying, page, ids)).map((lore) => [lore.id, lore]))
  return copying.run.each([...found.keys()], {
    async work(id) {
      const lore = found.get(id)
      if (lore) await copyOne(copying, lore)
    },
  })
}

async function copyOne(copying: Copying, lore: Found): Promise<void> {
  const { run, copyId, folders, read, viewer } = copying
  const idOf = (id: string) => derivedId(copyId, id)
  const conjurationId = idOf(lore.id)
  const { name, tags, visibility, collectionId } = lore.state
  const segments = await sawSegments(copying, lore)

  const readShown = async (textId: string, plain?: string): Promise<Ops> => {
    const ops = await wordsOf(copying, textId, plain)
    return redactOps(ops, await visibleMentions(read, viewer, ops))
  }
  const description = await readShown(lore.id, lore.state.description)
  const texts = [{ textId: conjurationId, ops: description }]
  for (const { id, type } of segments) if (type === 'STORY') texts.push({ textId: idOf(id), ops: await readShown(id) })
  for (const { textId, ops } of texts) {
    const by = [{ length: lengthOf(ops), userId: run.userId, at: '' }]
    await beginText(run, { conjurationId, campaignId: copyId, textId, ops, by })
  }

  const data = {
    conjurationId,
    userId: run.userId,
    campaignId: copyId,
    visibility,
    name,
    tags: [...tags],
    copyOf: null,
    collectionId: collectionId !== null && folders.has(collectionId) ? idOf(collectionId) : null,
    description: plainDescription(description),
  }
  const contents = segments.map(({ id, type, title, sortOrder, isForDms }): Command<typeof segmentCommands> => {
    const segment = { conjurationId, segmentId: idOf(id), type, title: title || '-', sortOrder, isForDms }
    return { type: 'AddSegment', data: segment, item: segment.segmentId }
  })
  await run.send(conjurations, conjurationId, [{ type: 'CreateConjuration', data }, ...contents])

  await copyPictures(copying, lore, conjurationId, segments)
  await copyModels(copying, lore.id)
}

const copyPictures = async (
  copying: Copying,
  lore: Found,
  conjurationId: string,
  segments: Awaited<ReturnType<typeof sawSegments>>,
) => {
  const { run, copyId } = copying
  const { primaryImageId } = lore.state
  const pictures = [
    ...(primaryImageId === null ? [] : [{ imageId: primaryImageId, segmentId: null }]),
    ...segments.flatMap(({ id, images }) => images.map(({ imageId }) => ({ imageId, segmentId: id }))),
  ]
  const seen = await sawPictures(
    copying,
    pictures.map(({ imageId }) => ({ imageId, lore })),
  )
  for (const { imageId, segmentId } of pictures) {
    if (!seen.has(imageId) || !(await copyPicture(copying, imageId, conjurationId))) continue
    const of = { conjurationId, imageId: derivedId(copyId, imageId) }
    const place = segmentId && {
      ...of,
      segmentId: derivedId(copyId, segmentId),
      segmentImageId: derivedId(copyId, segmentId, imageId),
    }
    await run.send(
      conjurations,
      conjurationId,
      place
        ? { type: 'AddSegmentImage', data: place, item: place.segmentImageId }
        : { type: 'SetPrimaryImage', data: of },
    )
  }
}

const copyPicture = async ({ run, store, position, copyId }: Copying, imageId: string, conjurationId: string) => {
  const { state } = await stateAt(store, images, imageId, position)
  const file = currentFile(state)
  if (!file || isNsfw(state)) return false
  const data = { imageId: derivedId(copyId, imageId), userId: run.userId, campaignId: copyId, conjurationId, file }
  await run.send(images, data.imageId, { type: 'UploadImage', data: { ...data, name: state.name } })
  return true
}

/** Copies the outgoing links of a page of lore, once all lore was copied. */
export async function copyLinks(copying: Copying, page: readonly LoreNow[], ids: readonly string[]): Promise<boolean> {
  const { run, store, read, viewer, position, copyId } = copying
  for (const { id: source } of await sawThese(copying, page, ids)) {
    const links = (await visibleLinksOf(read, viewer, source, mostLinks)).filter(({ sourceId }) => sourceId === source)
    const targets = await visibleLore(read, viewer, [...new Set(links.map(({ targetId }) => targetId))])
    const saw = new Set((await sawOf(copying, [...targets.values()])).map(({ id }) => id))
    for (const { id, sourceId, targetId } of links) {
      const { state } = await stateAt(store, relationships, id, position)
      if (!saw.has(targetId) || !state.exists || state.deletedIn !== null) continue
      const ends = { sourceId: derivedId(copyId, sourceId), targetId: derivedId(copyId, targetId), reverseId: null }
      const data = { relationshipId: derivedId(copyId, id), userId: run.userId, campaignId: copyId, ...ends }
      await run.send(relationships, data.relationshipId, {
        type: 'CreateRelationship',
        data: { ...data, comment: state.comment },
      })
    }
  }
  return true
}
