import { describe, expect, it } from 'vitest'
import { stateOf } from '#domain/decider.ts'
import { currentFile } from '#domain/image-versions.ts'
import { images } from '#domain/images.ts'
import {
  campaignId,
  cancelled,
  choose,
  chosen,
  discard,
  edit,
  elsewhere,
  file,
  first,
  givenImage,
  id,
  imageId,
  original,
  originalId,
  requested,
  second,
  shown,
  started,
  uploaded,
  whole,
  wren,
} from './edited-picture.ts'

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
