import { describe, expect, it } from 'vitest'
import { type MessageOf, stateOf } from '#domain/decider.ts'
import { currentFile, isNsfw } from '#domain/image-edits.ts'
import { otherSizeMessage } from '#domain/image-words.ts'
import { type imageEvents, images } from '#domain/images.ts'
import { given } from '../given.ts'

type Event = MessageOf<typeof imageEvents>
type Command = MessageOf<typeof images.commands>

const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const [imageId, ines, wren, campaignId, elsewhere] = [id(1), id(2), id(3), id(5), id(6)]
const original = { id: id(10), file: file('original') }
const originalId = original.id

function file(name: string, size = { width: 64, height: 48 }) {
  return { key: `images/${name}.png`, mime: 'image/png', size: 9, ...size } as const
}

const uploaded: Event = {
  type: 'ImageUploaded',
  data: { imageId, userId: ines, campaignId, conjurationId: null, name: null, file: original.file },
}
const asked = (n: number, over: object = {}) => ({
  ...({ imageId, editId: id(n), userId: ines, tool: 'replace', prompt: `words ${n}`, searchPrompt: 'a hat' } as const),
  ...{ growth: null, mask: null, premium: false, nsfw: false, seed: 1, provider: 'Here', cost: 0, holdId: null },
  ...over,
})
const edit = (n: number, over: object = {}): Command =>
  ({ type: 'EditImage', data: { ...asked(n, over), originalId } }) as Command
const requested = (n: number, over: object = {}, first = false): Event =>
  ({
    type: 'ImageEditRequested',
    data: { ...asked(n, over), ownerId: ines, campaignId, originalId, original: first ? original.file : null },
  }) as Event
const started = (n: number, from: string): Event => ({
  type: 'ImageEditStarted',
  data: { imageId, originalId, editId: id(n), parentId: from },
})
const outcome = (n: number, userId = ines) => ({ imageId, originalId, editId: id(n), userId, holdId: null })
const made = (n: number) => ({ file: file(`edit ${n}`), madeBy: 'Here', others: [] })
const edited = (n: number, parentId: string, over: object = {}): Event => ({
  type: 'ImageEdited',
  data: { ...outcome(n), parentId, ...made(n), nsfw: false, ...over },
})
const shown = (n: number, as = file(`edit ${n}`)): Event => ({
  type: 'ImageShown',
  data: { imageId, version: id(n), file: n === 10 ? original.file : as, nsfw: false },
})
const record = (n: number): Command => ({ type: 'RecordEdit', data: { imageId, editId: id(n), ...made(n) } })
const cancelled = (n: number, userId = ines): Event => ({ type: 'ImageEditCancelled', data: outcome(n, userId) })
const choose = (n: number, userId = ines): Command => ({
  type: 'ChooseEdit',
  data: { imageId, editId: id(n), userId },
})
const chosen = (n: number, tip: number, userId = ines): Event => ({
  type: 'ImageEditChosen',
  data: { imageId, originalId, editId: id(n), tipId: id(tip), userId },
})
const discard = (since: number | null, userId = ines): Command => ({
  type: 'DiscardEdits',
  data: { imageId, since: since === null ? null : id(since), userId },
})

/** Asked for, made, and what everybody sees. */
const whole = (n: number, from: number, over: object = {}): Event[] => [
  requested(n, over, n === 20),
  started(n, id(from)),
  edited(n, id(from), over),
  shown(n),
]
const givenImage = given(images)
const first = whole(20, 10)
const second = whole(21, 20)

describe('asking for an edit', () => {
  it('gives it its turn at once, and names what the picture was until then', () =>
    givenImage(uploaded)
      .when(edit(20))
      .emits(requested(20, {}, true), started(20, original.id)))
  it('is heard once', () =>
    givenImage(uploaded, ...first)
      .when(edit(20))
      .emitsNothing())
  it('waits in line while another is being made, whoever asked', () => {
    const line = [uploaded, requested(20, {}, true), started(20, original.id)]
    givenImage(...line)
      .when(edit(21, { userId: wren }))
      .emits(requested(21, { userId: wren }))
  })
  it('needs a picture that is there', () => {
    givenImage().when(edit(20)).rejects('image_not_found')
    const deleted: Event = { type: 'ImageDeleted', data: { imageId, campaignId } }
    givenImage(uploaded, deleted).when(edit(20)).rejects('image_not_found')
  })
  it('needs a mask of the picture’s size where the tool has one', () => {
    const mask = (width: number) => ({ tool: 'erase', mask: { key: 'm', width, height: 48 } })
    givenImage(uploaded)
      .when(edit(20, { tool: 'erase' }))
      .rejects('mask_missing')
    givenImage(uploaded)
      .when(edit(20, mask(63)))
      .rejects('mask_dimensions')
    givenImage(uploaded)
      .when(edit(20, mask(64)))
      .emits(requested(20, mask(64), true), started(20, original.id))
  })
  it('extends it to 4,096 pixels on a side', () => {
    const growth = { up: 0, down: 0, left: 0, right: 150 }
    const wide = (width: number): Event =>
      ({ ...uploaded, data: { ...uploaded.data, file: file('wide', { width, height: 48 }) } }) as Event
    const extend = edit(20, { tool: 'outpaint', growth })
    givenImage(wide(3947)).when(extend).rejects('extended_too_far')
    expect(images.decide.EditImage(stateOf(images, [wide(3946)]), extend.data as never)).toHaveLength(2)
  })
  it('is touch up alone of what is NSFW, and what it touches up as NSFW is so from then on', () => {
    const mask = { tool: 'inpaint', mask: { key: 'm', width: 64, height: 48 }, nsfw: true }
    const spicy = stateOf(images, [
      uploaded,
      requested(20, mask, true),
      started(20, original.id),
      edited(20, original.id, { nsfw: true }),
    ])
    expect(isNsfw(spicy)).toBe(true)
    expect(() => images.decide.EditImage(spicy, edit(21).data as never)).toThrow('edit_of_nsfw')
    expect(images.decide.EditImage(spicy, edit(21, { ...mask, nsfw: false }).data as never)).toHaveLength(2)
  })
  it('is refused with credits that lapsed or were used, and beyond a line of ten', () => {
    const lapsed: Event = { type: 'ImageHoldLapsed', data: { imageId, holdId: id(90) } }
    givenImage(uploaded, lapsed)
      .when(edit(20, { cost: 5, holdId: id(90) }))
      .rejects('request_lapsed')
    const paid = { cost: 5, holdId: id(91) }
    givenImage(uploaded, requested(20, paid, true))
      .when(edit(21, paid))
      .rejects('request_lapsed')
    const line = Array.from({ length: 10 }, (_, n) => requested(20 + n, {}, n === 0))
    givenImage(uploaded, ...line)
      .when(edit(40))
      .rejects('too_many_edits_waiting')
  })
})

describe('an edit that is made', () => {
  const running = [uploaded, requested(20, {}, true), started(20, original.id)]
  it('is what everybody sees, and the next in line begins from it', () => {
    givenImage(...running)
      .when(record(20))
      .emits(edited(20, original.id), shown(20))
    givenImage(...running, requested(21))
      .when(record(20))
      .emits(edited(20, original.id), shown(20), started(21, id(20)))
  })
  it('ends once, however often, late or early its maker answers', () => {
    givenImage(uploaded, ...first)
      .when(record(20))
      .emitsNothing()
    givenImage(...running, cancelled(20))
      .when(record(20))
      .emitsNothing()
    givenImage(...running, { type: 'ImageEditTimedOut', data: outcome(20) })
      .when(record(20))
      .emitsNothing()
    givenImage(uploaded, ...first)
      .when({ type: 'TimeOutEdit', data: { imageId, editId: id(20) } })
      .emitsNothing()
    givenImage(uploaded, ...first)
      .when({ type: 'CancelEdit', data: { imageId, editId: id(20) } })
      .emitsNothing()
    givenImage(...running, requested(21))
      .when(record(21))
      .emitsNothing()
  })
  it.each([
    [
      { type: 'FailEdit', data: { imageId, editId: id(20), code: 'failed', message: 'No' } },
      { type: 'ImageEditFailed', data: { ...outcome(20), code: 'failed', message: 'No' } },
    ],
    [
      { type: 'FilterEdit', data: { imageId, editId: id(20), message: 'No' } },
      { type: 'ImageEditFiltered', data: { ...outcome(20), message: 'No' } },
    ],
    [
      { type: 'TimeOutEdit', data: { imageId, editId: id(20) } },
      { type: 'ImageEditTimedOut', data: outcome(20) },
    ],
    [{ type: 'CancelEdit', data: { imageId, editId: id(20) } }, cancelled(20)],
  ] as [Command, Event][])('that does not come to be lets the next one begin: %o', (command, end) =>
    givenImage(...running, requested(21))
      .when(command)
      .emits(end, started(21, original.id)),
  )
  it('may be one of several to choose from', () => {
    const others = [{ editId: id(30), file: file('other') }]
    const history = [...running, edited(20, original.id, { others }), shown(20)]
    givenImage(...history)
      .when(choose(30))
      .emits(chosen(30, 30), shown(30, file('other')))
  })
  it('is cancelled while it waits, with nothing else changed', () => {
    givenImage(...running, requested(21))
      .when({ type: 'CancelEdit', data: { imageId, editId: id(21) } })
      .emits(cancelled(21))
    givenImage(...running)
      .when({ type: 'CancelEdit', data: { imageId, editId: id(77) } })
      .rejects('edit_not_found')
  })
  it('fails when its mask was painted on a picture of another size than it finds, and the next has its turn', () => {
    const wide = { file: file('wide', { width: 214, height: 48 }) }
    const mask = { tool: 'erase', mask: { key: 'm', width: 64, height: 48 } }
    givenImage(...running, requested(21, mask), requested(22))
      .when({ type: 'RecordEdit', data: { imageId, editId: id(20), ...made(20), ...wide } })
      .emits(
        edited(20, original.id, wide),
        shown(20, wide.file),
        { type: 'ImageEditFailed', data: { ...outcome(21), code: 'refused', message: otherSizeMessage } },
        started(22, id(20)),
      )
  })
})

describe('undo and redo', () => {
  const history = [uploaded, ...first, ...second]
  it('show what was made before, and what came after it', () => {
    givenImage(...history)
      .when(choose(20))
      .emits(chosen(20, 21), shown(20))
    givenImage(...history)
      .when(choose(10))
      .emits(chosen(10, 21), shown(10))
    givenImage(...history, chosen(10, 21), shown(10))
      .when(choose(21))
      .emits(chosen(21, 21), shown(21))
  })
  it('said again say nothing', () =>
    givenImage(...history)
      .when(choose(21))
      .emitsNothing())
  it('go nowhere that the picture has not been', () => {
    givenImage(...history)
      .when(choose(77))
      .rejects('edit_not_found')
    givenImage(uploaded).when(choose(10)).rejects('edit_not_found')
  })
  it('branch: an edit after an undo begins from there, and the other branch is where it was', () => {
    const branched = [...history, chosen(20, 21), shown(20), ...whole(22, 20)]
    givenImage(...history, chosen(20, 21), shown(20))
      .when(edit(22))
      .emits(requested(22), started(22, id(20)))
    givenImage(...branched)
      .when(choose(21))
      .emits(chosen(21, 21), shown(21))
    givenImage(...branched)
      .when(choose(20))
      .emits(chosen(20, 22), shown(20))
    givenImage(...branched, chosen(21, 21), chosen(20, 21))
      .when(choose(22))
      .emits(chosen(22, 22), shown(22))
  })
  it('change what tokens are cut from', () => {
    expect(currentFile(stateOf(images, [...history, chosen(10, 21), shown(10)]))).toEqual(original.file)
    expect(currentFile(stateOf(images, history))).toEqual(file('edit 21'))
  })
})

describe('discarding what was done since the editor opened', () => {
  const history = [uploaded, ...first, ...second]
  it('shows what was current then, and what they still wait for is cancelled', () => {
    givenImage(...history)
      .when(discard(20))
      .emits(chosen(20, 21), shown(20))
    givenImage(...history, requested(22), started(22, id(21)))
      .when(discard(20))
      .emits(cancelled(22), chosen(20, 21), shown(20))
  })
  it('leaves what somebody else made since, and what they wait for', () => {
    const theirs = [...history, ...whole(22, 21, { userId: wren })]
    givenImage(...theirs)
      .when(discard(20))
      .emitsNothing()
    givenImage(...history, requested(22, { userId: wren }), started(22, id(21)), requested(23))
      .when(discard(20))
      .emits(cancelled(23), chosen(20, 21), shown(20))
  })
  it('without a beginning goes back to the original', () => {
    givenImage(...history)
      .when(discard(null))
      .emits(chosen(10, 21), shown(10))
    givenImage(uploaded).when(discard(null)).emitsNothing()
  })
  it('said again says nothing', () =>
    givenImage(...history, chosen(20, 21), shown(20))
      .when(discard(20))
      .emitsNothing())
})

describe('a picture with edits', () => {
  const waiting = [uploaded, ...first, requested(21), started(21, id(20)), requested(22, { userId: wren })]
  it('cancels what it waits for when it goes into the Trash', () =>
    givenImage(...waiting)
      .when({ type: 'DeleteImage', data: { imageId } })
      .emits(cancelled(21), cancelled(22, wren), { type: 'ImageDeleted', data: { imageId, campaignId } }))
  it('takes what is written of them along to another campaign', () => {
    const words = { name: null, note: '', prompt: null, negativePrompt: null }
    givenImage(uploaded, ...first)
      .when({ type: 'MoveImage', data: { imageId, campaignId: elsewhere } })
      .emits(
        { type: 'ImageMoved', data: { imageId, campaignId: elsewhere, fromCampaignId: campaignId, words } },
        {
          type: 'ImageEditsMoved',
          data: { imageId, originalId, campaignId: elsewhere, editIds: [id(20)], texts: ['words 20', 'a hat'] },
        },
      )
  })
})
