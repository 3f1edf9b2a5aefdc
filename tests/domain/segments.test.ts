import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conjurations } from '#domain/conjurations.ts'
import { decideAll, type MessageOf, stateOf } from '#domain/decider.ts'
import { byOrder, orderAtTop, type Placed, placing } from '#domain/segment-order.ts'
import { segmentImageLimit, segmentLimit } from '#domain/segments.ts'
import { given } from '../given.ts'

type Event = MessageOf<typeof conjurations.events>
type Command = MessageOf<typeof conjurations.commands>

const uuid = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const [conjurationId, userId, campaignId, operationId] = [uuid(1), uuid(2), uuid(3), uuid(4)]
const created: Event = {
  type: 'ConjurationCreated',
  data: {
    conjurationId,
    userId,
    campaignId,
    collectionId: null,
    visibility: 'CAMPAIGN',
    copyOf: null,
    name: 'Weighhouse',
    description: '',
    tags: [],
  },
}
const add = (n: number, over: object = {}): Command => ({
  type: 'AddSegment',
  data: {
    conjurationId,
    segmentId: uuid(n),
    type: 'STORY',
    title: 'New Text',
    sortOrder: null,
    isForDms: false,
    ...over,
  },
})
const added = (n: number, sortOrder: number, over: object = {}): Event => ({
  type: 'SegmentAdded',
  data: {
    conjurationId,
    segmentId: uuid(n),
    ownerId: userId,
    campaignId,
    type: 'STORY',
    title: 'New Text',
    sortOrder,
    isForDms: false,
    ...over,
  },
})
const of = (n: number) => ({ conjurationId, segmentId: uuid(n) })
const moved = (n: number, sortOrder: number): Event => ({ type: 'SegmentMoved', data: { ...of(n), sortOrder } })
const lore = given(conjurations)
const three = [created, added(10, 0), added(11, 1), added(12, 2)] as const

describe('contents of lore', () => {
  it('are added after all others, the first at 0, and once', () => {
    lore(created).when(add(10)).emits(added(10, 0))
    lore(created, added(10, 4)).when(add(11)).emits(added(11, 5))
    lore(created, added(10, 0)).when(add(10)).emitsNothing()
  })
  it('are added at the top one less than the least', () => {
    expect(orderAtTop([])).toBe(0)
    lore(created, added(10, 0))
      .when(add(11, { sortOrder: -1 }))
      .emits(added(11, -1))
  })
  it('move up and down by a fraction of the neighbour, which numbers all anew', () => {
    lore(...three)
      .when({ type: 'MoveSegment', data: { ...of(12), sortOrder: 0.9 } })
      .emits(moved(12, 1), moved(11, 2))
    lore(...three)
      .when({ type: 'MoveSegment', data: { ...of(10), sortOrder: 1.1 } })
      .emits(moved(10, 1), moved(11, 0))
  })
  it('take the index to which they are dragged, from above and from below', () => {
    lore(...three)
      .when({ type: 'MoveSegment', data: { ...of(12), sortOrder: 0 } })
      .emits(moved(12, 0), moved(10, 1), moved(11, 2))
    lore(...three)
      .when({ type: 'MoveSegment', data: { ...of(10), sortOrder: 2 } })
      .emits(moved(10, 2), moved(11, 0), moved(12, 1))
  })
  it('do nothing when they stand there already, are called so, or are shown so', () => {
    for (const command of [
      { type: 'MoveSegment', data: { ...of(10), sortOrder: 0 } },
      { type: 'RetitleSegment', data: { ...of(10), title: 'New Text' } },
      { type: 'KeepSegmentForDms', data: { ...of(10), isForDms: false } },
    ] satisfies Command[])
      lore(...three)
        .when(command)
        .emitsNothing()
  })
  it('whatever is asked for, numbers stay whole and different, and what was moved stands where it was asked to', () => {
    const orders = fc.uniqueArray(fc.integer({ min: -5, max: 20 }), { minLength: 2, maxLength: 8 })
    const wanted = fc.oneof(
      fc.integer({ min: -6, max: 21 }),
      fc.integer({ min: -60, max: 210 }).map((n) => n / 10),
    )
    fc.assert(
      fc.property(orders, fc.nat(), wanted, (numbers, which, wanted) => {
        const all: Placed[] = numbers.map((sortOrder, n) => ({ id: String(n), sortOrder }))
        const id = String(which % all.length)
        const { moved } = placing(all, { id, wanted })
        const after = all.map((one) => moved.find((other) => other.id === one.id) ?? one)
        expect(new Set(after.map(({ sortOrder }) => sortOrder)).size).toBe(all.length)
        expect(after.every(({ sortOrder }) => Number.isInteger(sortOrder))).toBe(true)
        const others = (some: Placed[]) => some.toSorted(byOrder).flatMap((one) => (one.id === id ? [] : [one.id]))
        expect(others(after)).toEqual(others(all))
        const place = after.toSorted(byOrder).findIndex((one) => one.id === id)
        const before = all.filter((one) => one.id !== id && one.sortOrder < wanted).length
        const tie = all.some((one) => one.id !== id && one.sortOrder === wanted) ? 1 : 0
        expect([before, before + tie]).toContain(place)
      }),
    )
  })
  it('are for DMs alone, and shown again', () => {
    lore(...three)
      .when({ type: 'KeepSegmentForDms', data: { ...of(10), isForDms: true } })
      .emits({ type: 'SegmentKeptForDms', data: of(10) })
    lore(...three, { type: 'SegmentKeptForDms', data: of(10) })
      .when({ type: 'KeepSegmentForDms', data: { ...of(10), isForDms: false } })
      .emits({ type: 'SegmentShown', data: of(10) })
  })
  it('are hidden before, and shown after, what is changed with it', () => {
    const order = (isForDms: boolean) =>
      decideAll(conjurations, stateOf(conjurations, [created, added(10, 0, { isForDms: !isForDms })]), [
        { type: 'RetitleSegment', data: { ...of(10), title: 'The ledger' } },
        { type: 'KeepSegmentForDms', data: { ...of(10), isForDms } },
      ]).flatMap(({ events }) => events.map(({ type }) => type))
    expect(order(true)).toEqual(['SegmentKeptForDms', 'SegmentRetitled'])
    expect(order(false)).toEqual(['SegmentRetitled', 'SegmentShown'])
  })
  it('go to the Trash and come back by the operation that put them there', () => {
    const gone: Event = { type: 'SegmentDeleted', data: { ...of(10), campaignId, operationId } }
    lore(...three)
      .when({ type: 'DeleteSegment', data: { ...of(10), operationId } })
      .emits(gone)
    lore(...three, gone)
      .when({ type: 'DeleteSegment', data: { ...of(10), operationId: uuid(99) } })
      .emitsNothing()
    lore(...three, gone)
      .when({ type: 'RetitleSegment', data: { ...of(10), title: 'Late' } })
      .rejects('segment_not_found')
    lore(...three, gone)
      .when({ type: 'RestoreSegment', data: { ...of(10), operationId: uuid(99) } })
      .emitsNothing()
    // Where it stood another stands now.
    lore(...three, gone, moved(11, 0))
      .when({ type: 'RestoreSegment', data: { ...of(10), operationId } })
      .emits({ type: 'SegmentRestored', data: { ...of(10), campaignId, operationId } }, moved(10, 1))
  })
  it('of lore in the Trash stay as they are', () => {
    lore(...three, { type: 'ConjurationDeleted', data: { conjurationId, campaignId, operationId } })
      .when({ type: 'RetitleSegment', data: { ...of(10), title: 'Late' } })
      .rejects('conjuration_not_found')
  })
  it('are so many at most', () => {
    const full = Array.from({ length: segmentLimit }, (_, n) => added(100 + n, n))
    lore(created, ...full)
      .when(add(10))
      .rejects('too_many_segments', { limit: segmentLimit })
  })
  it('go along to another campaign, those in the Trash too, each in an event of its own, with what it is called', () => {
    const gone: Event = { type: 'SegmentDeleted', data: { ...of(11), campaignId, operationId } }
    const went = (n: number): Event => ({
      type: 'SegmentMovedToCampaign',
      data: { ...of(n), campaignId: uuid(5), words: { title: 'New Text' } },
    })
    lore(created, added(10, 0), added(11, 1), gone)
      .when({ type: 'MoveConjurationToCampaign', data: { conjurationId, campaignId: uuid(5), collectionId: null } })
      .emits(
        {
          type: 'ConjurationMovedToCampaign',
          data: {
            conjurationId,
            campaignId: uuid(5),
            fromCampaignId: campaignId,
            collectionId: null,
            words: { name: 'Weighhouse', description: '', tags: [] },
          },
        },
        went(10),
        went(11),
      )
  })
  it('are more than nothing: lore with content is not discarded', () => {
    const blank: Event = { ...created, data: { ...created.data, name: '' } } as Event
    lore(blank, added(10, 0)).when({ type: 'DiscardConjuration', data: { conjurationId, operationId } }).emitsNothing()
  })
})

describe('pictures in a gallery', () => {
  const gallery = added(10, 0, { type: 'GALLERY' })
  const picture = (n: number) => ({ ...of(10), segmentImageId: uuid(n), imageId: uuid(n + 500) })
  const put = (n: number, sortOrder: number): Event => ({
    type: 'SegmentImageAdded',
    data: { ...picture(n), ownerId: userId, campaignId, sortOrder },
  })
  it('come last, each once', () => {
    lore(created, gallery, put(20, 0))
      .when({ type: 'AddSegmentImage', data: picture(21) })
      .emits(put(21, 1))
    lore(created, gallery, put(20, 0))
      .when({ type: 'AddSegmentImage', data: { ...picture(20), segmentImageId: uuid(77) } })
      .emitsNothing()
  })
  it('are put in order and taken out', () => {
    lore(created, gallery, put(20, 0), put(21, 1))
      .when({ type: 'MoveSegmentImage', data: { ...of(10), segmentImageId: uuid(21), sortOrder: 0 } })
      .emits(
        { type: 'SegmentImageMoved', data: { ...of(10), segmentImageId: uuid(21), sortOrder: 0 } },
        { type: 'SegmentImageMoved', data: { ...of(10), segmentImageId: uuid(20), sortOrder: 1 } },
      )
    lore(created, gallery, put(20, 0))
      .when({ type: 'RemoveSegmentImage', data: { ...of(10), segmentImageId: uuid(20) } })
      .emits({ type: 'SegmentImageRemoved', data: { ...of(10), segmentImageId: uuid(20) } })
    lore(created, gallery)
      .when({ type: 'RemoveSegmentImage', data: { ...of(10), segmentImageId: uuid(20) } })
      .emitsNothing()
  })
  it('are so many at most in all of the lore, and in galleries alone', () => {
    const full = Array.from({ length: segmentImageLimit }, (_, n) => put(1000 + n, n))
    lore(created, gallery, added(11, 1, { type: 'GALLERY' }), ...full)
      .when({ type: 'AddSegmentImage', data: { ...picture(20), segmentId: uuid(11) } })
      .rejects('too_many_segment_images', { limit: segmentImageLimit })
    lore(created, added(11, 0))
      .when({ type: 'AddSegmentImage', data: { ...picture(20), segmentId: uuid(11) } })
      .rejects('segment_no_gallery')
  })
})
