import { z } from 'zod'
import { accessRow } from './access-row.ts'
import type { Decider, MessageOf, Refusals } from './decider.ts'
import { Rejection } from './decider.ts'
import { erasable } from './erasable.ts'
import type { Kind } from './kind.ts'
import { orderAtEnd, type Placed, placing } from './segment-order.ts'
import { SegmentType, segmentTitleLimit } from './segment-words.ts'
import { text } from './text.ts'

/**
 * The segments of a lore item below its description: texts, relationships, galleries. Their existence, order and titles
 * are in the lore's own stream; the content of a text is in a stream of its own, named after the segment's id.
 */

/** Limits per lore item: segments, and pictures in all of its galleries. */
export const segmentLimit = 100
export const segmentImageLimit = 500

export const SegmentTitle = text(segmentTitleLimit).trim().min(1, 'Title is required')
export const SegmentOrder = z.number().min(-1e6).max(1e6)

const conjurationId = z.uuid()
const segmentId = z.uuid()
const segmentImageId = z.uuid()
const operationId = z.uuid()
const campaignId = z.uuid().nullable()
const of = { conjurationId, segmentId }

export const segmentCommands = {
  /** Adds a segment; at the end if `sortOrder` is null. */
  AddSegment: z.object({
    ...of,
    type: SegmentType,
    title: SegmentTitle,
    sortOrder: SegmentOrder.nullable(),
    isForDms: z.boolean(),
  }),
  RetitleSegment: z.object({ ...of, title: SegmentTitle }),
  MoveSegment: z.object({ ...of, sortOrder: SegmentOrder }),
  /** True if only the campaign's DMs and the lore's owner see the segment, as far as they see the lore. */
  KeepSegmentForDms: z.object({ ...of, isForDms: z.boolean() }),
  DeleteSegment: z.object({ ...of, operationId }),
  RestoreSegment: z.object({ ...of, operationId }),
  AddSegmentImage: z.object({ ...of, segmentImageId, imageId: z.uuid() }),
  MoveSegmentImage: z.object({ ...of, segmentImageId, sortOrder: SegmentOrder }),
  RemoveSegmentImage: z.object({ ...of, segmentImageId }),
}

/** Events about a segment or a picture's position in it, published to the viewers of the segment. */
export const segmentEvents = {
  SegmentAdded: z.object({
    ...of,
    ownerId: z.uuid(),
    campaignId,
    type: SegmentType,
    title: erasable(z.string()),
    sortOrder: z.number(),
    isForDms: z.boolean(),
  }),
  SegmentRetitled: z.object({ ...of, title: erasable(z.string()) }),
  SegmentMoved: z.object({ ...of, sortOrder: z.number() }),
  SegmentKeptForDms: z.object(of),
  SegmentShown: z.object(of),
  SegmentDeleted: z.object({ ...of, campaignId, operationId }),
  SegmentRestored: z.object({ ...of, campaignId, operationId }),
  /** Moved together with its lore; the title is included, since the previous campaign may be erased. */
  SegmentMovedToCampaign: z.object({ ...of, campaignId, words: z.object({ title: erasable(z.string()) }) }),
  SegmentImageAdded: z.object({
    ...of,
    segmentImageId,
    imageId: z.uuid(),
    ownerId: z.uuid(),
    campaignId,
    sortOrder: z.number(),
  }),
  SegmentImageMoved: z.object({ ...of, segmentImageId, sortOrder: z.number() }),
  SegmentImageRemoved: z.object({ ...of, segmentImageId }),
}
type Events = MessageOf<typeof segmentEvents>[]

interface SegmentImage extends Placed {
  imageId: string
}
export interface Segment extends Placed {
  type: SegmentType
  title: string
  isForDms: boolean
  /** The operation that deleted it. */
  deletedIn: string | null
  /** The pictures of a gallery. */
  images: readonly SegmentImage[]
}

/** The part of the lore's state that the segment rules read. */
interface Lore {
  userId: string
  campaignId: string | null
  segments: readonly Segment[]
}

const there = ({ segments }: Lore) => segments.filter(({ deletedIn }) => deletedIn === null)
const known = ({ segments }: Lore, segmentId: string) => {
  const segment = segments.find(({ id }) => id === segmentId)
  if (!segment) throw new Rejection('segment_not_found')
  return segment
}
const present = (lore: Lore, segmentId: string) => {
  const segment = known(lore, segmentId)
  if (segment.deletedIn !== null) throw new Rejection('segment_not_found')
  return segment
}
const gallery = (lore: Lore, segmentId: string) => {
  const segment = present(lore, segmentId)
  if (segment.type !== 'GALLERY') throw new Rejection('segment_no_gallery')
  return segment
}
const refuseFull = (lore: Lore) => {
  if (there(lore).length >= segmentLimit) throw new Rejection('too_many_segments', { limit: segmentLimit })
}
const movedTo = (conjurationId: string, moved: readonly Placed[]): Events =>
  moved.map(({ id: segmentId, sortOrder }) => ({
    type: 'SegmentMoved',
    data: { conjurationId, segmentId, sortOrder },
  }))

type Rules = Decider<typeof segmentCommands, typeof segmentEvents, Lore>

/** Segment deciders, called by the lore's decider after it checked that the lore exists. */
export const decideSegments: Rules['decide'] = {
  AddSegment(lore, { sortOrder: wanted, ...data }): Events {
    if (lore.segments.some(({ id }) => id === data.segmentId)) return []
    refuseFull(lore)
    const { sortOrder, renumbered } = placing(there(lore), { id: data.segmentId, wanted })
    const { userId: ownerId, campaignId } = lore
    return [
      { type: 'SegmentAdded', data: { ...data, ownerId, campaignId, sortOrder } },
      ...movedTo(data.conjurationId, renumbered),
    ]
  },

  RetitleSegment: (lore, data) =>
    present(lore, data.segmentId).title === data.title ? [] : [{ type: 'SegmentRetitled', data }],

  MoveSegment(lore, { conjurationId, segmentId, sortOrder: wanted }) {
    if (present(lore, segmentId).sortOrder === wanted) return []
    return movedTo(conjurationId, placing(there(lore), { id: segmentId, wanted }).moved)
  },

  KeepSegmentForDms(lore, { conjurationId, segmentId, isForDms }) {
    if (present(lore, segmentId).isForDms === isForDms) return []
    return [{ type: isForDms ? 'SegmentKeptForDms' : 'SegmentShown', data: { conjurationId, segmentId } }]
  },

  DeleteSegment(lore, data): Events {
    if (known(lore, data.segmentId).deletedIn !== null) return []
    return [{ type: 'SegmentDeleted', data: { ...data, campaignId: lore.campaignId } }]
  },

  RestoreSegment(lore, data): Events {
    const segment = known(lore, data.segmentId)
    if (segment.deletedIn !== data.operationId) return []
    refuseFull(lore)
    const all = [...there(lore), segment]
    return [
      { type: 'SegmentRestored', data: { ...data, campaignId: lore.campaignId } },
      ...movedTo(data.conjurationId, placing(all, { id: segment.id, wanted: segment.sortOrder }).moved),
    ]
  },

  AddSegmentImage(lore, data): Events {
    const { images } = gallery(lore, data.segmentId)
    if (images.some(({ id, imageId }) => id === data.segmentImageId || imageId === data.imageId)) return []
    if (there(lore).flatMap(({ images }) => images).length >= segmentImageLimit)
      throw new Rejection('too_many_segment_images', { limit: segmentImageLimit })
    const { userId: ownerId, campaignId } = lore
    return [{ type: 'SegmentImageAdded', data: { ...data, ownerId, campaignId, sortOrder: orderAtEnd(images) } }]
  },

  MoveSegmentImage(lore, { sortOrder: wanted, ...data }): Events {
    const { images } = gallery(lore, data.segmentId)
    const before = images.find(({ id }) => id === data.segmentImageId)
    if (!before) throw new Rejection('segment_image_not_found')
    if (before.sortOrder === wanted) return []
    return placing(images, { id: before.id, wanted }).moved.map(({ id: segmentImageId, sortOrder }) => ({
      type: 'SegmentImageMoved',
      data: { ...data, segmentImageId, sortOrder },
    }))
  },

  RemoveSegmentImage(lore, data): Events {
    const { images } = gallery(lore, data.segmentId)
    return images.some(({ id }) => id === data.segmentImageId) ? [{ type: 'SegmentImageRemoved', data }] : []
  },
}

/** Includes segments in the Trash, so that they can be restored in the lore's campaign. */
export const moveSegments = ({ segments }: Lore, conjurationId: string, campaignId: string | null): Events =>
  segments.map(({ id: segmentId, title }) => ({
    type: 'SegmentMovedToCampaign',
    data: { conjurationId, segmentId, campaignId, words: { title } },
  }))

const changed = <State extends Lore>(
  lore: State,
  segmentId: string,
  change: (segment: Segment) => Partial<Segment>,
) => ({
  ...lore,
  segments: lore.segments.map((segment) => (segment.id === segmentId ? { ...segment, ...change(segment) } : segment)),
})
type Evolve = {
  [Type in keyof typeof segmentEvents]: <State extends Lore>(
    lore: State,
    event: z.infer<(typeof segmentEvents)[Type]>,
  ) => State
}

export const evolveSegments: Evolve = {
  SegmentAdded: (lore, { segmentId: id, type, title, sortOrder, isForDms }) => ({
    ...lore,
    segments: [...lore.segments, { id, type, title, sortOrder, isForDms, deletedIn: null, images: [] }],
  }),
  SegmentRetitled: (lore, { segmentId, title }) => changed(lore, segmentId, () => ({ title })),
  SegmentMoved: (lore, { segmentId, sortOrder }) => changed(lore, segmentId, () => ({ sortOrder })),
  SegmentKeptForDms: (lore, { segmentId }) => changed(lore, segmentId, () => ({ isForDms: true })),
  SegmentShown: (lore, { segmentId }) => changed(lore, segmentId, () => ({ isForDms: false })),
  SegmentDeleted: (lore, { segmentId, operationId }) => changed(lore, segmentId, () => ({ deletedIn: operationId })),
  SegmentRestored: (lore, { segmentId }) => changed(lore, segmentId, () => ({ deletedIn: null })),
  SegmentMovedToCampaign: (lore, { segmentId, words }) => changed(lore, segmentId, () => words),
  SegmentImageAdded: (lore, { segmentId, segmentImageId: id, imageId, sortOrder }) =>
    changed(lore, segmentId, ({ images }) => ({ images: [...images, { id, imageId, sortOrder }] })),
  SegmentImageMoved: (lore, { segmentId, segmentImageId, sortOrder }) =>
    changed(lore, segmentId, ({ images }) => ({
      images: images.map((image) => (image.id === segmentImageId ? { ...image, sortOrder } : image)),
    })),
  SegmentImageRemoved: (lore, { segmentId, segmentImageId }) =>
    changed(lore, segmentId, ({ images }) => ({ images: images.filter(({ id }) => id !== segmentImageId) })),
}

export const segmentRefusals = {
  segment_not_found: [404, 'This content does not exist, or you may not see it.'],
  segment_image_not_found: [404, 'This image is not in this gallery, or you may not see it.'],
  segment_no_gallery: [409, 'Images can be added to a gallery only.'],
  segment_no_text: [409, 'Only a text has content that can be written.'],
  nothing_to_convert: [409, 'This lore has no description that could be made a text.'],
  image_elsewhere: [409, 'This image belongs to another campaign. Move it here first.'],
  too_many_segments: [422, ({ limit }) => `A lore item holds at most ${limit} pieces of content.`],
  too_many_segment_images: [422, ({ limit }) => `The galleries of a lore item hold at most ${limit} images.`],
} as const satisfies Refusals

export const segmentsKind = {
  events: segmentEvents,
  refusals: segmentRefusals,
  access: {
    SegmentAdded: ({ segmentId: id, ownerId, campaignId, conjurationId: sameAs, isForDms }) =>
      accessRow({ id, ownerId, campaignId, visibility: 'PRIVATE', sameAs, isForDms }),
    SegmentKeptForDms: ({ segmentId: id }) => ({ update: { isForDms: true }, where: { id } }),
    SegmentShown: ({ segmentId: id }) => ({ update: { isForDms: false }, where: { id } }),
    SegmentMovedToCampaign: ({ segmentId, campaignId }) => ({ update: { campaignId }, where: { sameAs: segmentId } }),
    // Members who cannot see the picture do not learn of it.
    SegmentImageAdded: ({ segmentImageId: id, ownerId, campaignId, segmentId, imageId }) =>
      accessRow({ id, ownerId, campaignId, bothOf: [segmentId, imageId] }),
  },
} as const satisfies Kind<typeof segmentEvents>
