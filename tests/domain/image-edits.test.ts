import { describe, expect, it } from 'vitest'
import { stateOf } from '#domain/decider.ts'
import { isNsfw } from '#domain/image-versions.ts'
import { otherSizeMessage } from '#domain/image-words.ts'
import { images } from '#domain/images.ts'
import {
  type Command,
  campaignId,
  cancelled,
  choose,
  chosen,
  type Event,
  edit,
  edited,
  file,
  first,
  givenImage,
  id,
  imageId,
  made,
  original,
  outcome,
  record,
  requested,
  shown,
  started,
  uploaded,
  wren,
} from './edited-picture.ts'

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
