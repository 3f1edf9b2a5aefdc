import { describe, expect, it } from 'vitest'
import { type MessageOf, stateOf } from '#domain/decider.ts'
import { ImageNote, ImageRequest, type imageEvents, images, loreShownBy } from '#domain/images.ts'
import { given } from '../given.ts'

type Event = MessageOf<typeof imageEvents>

const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const [imageId, userId, holdId, secondHold, campaignId, loreId] = [id(1), id(2), id(3), id(4), id(5), id(6)]

const request: ImageRequest = {
  imageId,
  userId,
  campaignId,
  conjurationId: null,
  requestId: id(7),
  holdId,
  cost: 2,
  modelId: id(8),
  modelName: 'Longlight Vista',
  type: 'IMAGE',
  prompt: 'A drowned chapel under a low moon',
  negativePrompt: '',
  stylePreset: 'fantasy-art',
  width: 1024,
  height: 1024,
  seed: 7,
  nsfw: false,
  reference: null,
}
const file = { key: 'images/a/1.png', mime: 'image/png', width: 1024, height: 1024, size: 9 } as const
const picture = { file, seed: 7, madeBy: 'Drawn here' }
const outcome = { imageId, userId, holdId, attempt: 1 }

const requested: Event = { type: 'ImageRequested', data: request }
const started: Event = { type: 'ImageStarted', data: { imageId, attempt: 1 } }
const generated: Event = { type: 'ImageGenerated', data: { ...outcome, ...picture, charged: true } }
const timedOut: Event = { type: 'ImageTimedOut', data: outcome }
const failed: Event = { type: 'ImageFailed', data: { ...outcome, code: 'failed', message: 'No' } }
const cancelled: Event = { type: 'ImageCancelled', data: outcome }
const retried: Event = { type: 'ImageRetried', data: { imageId, userId, holdId: secondHold, attempt: 2 } }
const deleted: Event = { type: 'ImageDeleted', data: { imageId, campaignId } }
const lapsed = (hold: string): Event => ({ type: 'ImageHoldLapsed', data: { imageId, holdId: hold } })
const record = (attempt = 1, isLate = false) =>
  ({ type: 'RecordPicture', data: { imageId, attempt, ...picture, isLate } }) as const

const givenImage = given(images)

describe('a token', () => {
  const look = { x: 0.5, y: 0.25, zoom: 1.5, rim: 'gold', dye: '#e0a44c' } as const
  const make = (n: number) => ({ type: 'MakeToken', data: { imageId, tokenId: id(n), ...look } }) as const
  const made = (n: number): Event => ({ type: 'ImageTokenMade', data: { imageId, tokenId: id(n), ...look, file } })
  it('is cut from the picture as it is now, and each look once', () => {
    givenImage(requested, started, generated).when(make(20)).emits(made(20))
    givenImage(requested, started, generated, made(20)).when(make(20)).emitsNothing()
    givenImage(requested, started, generated, made(20)).when(make(21)).emits(made(21))
  })
  it('needs a picture, which is not NSFW and not in the Trash', () => {
    givenImage(requested, started).when(make(20)).rejects('image_not_ready')
    givenImage({ ...requested, data: { ...request, nsfw: true } }, started, generated)
      .when(make(20))
      .rejects('token_of_nsfw')
    givenImage(requested, started, generated, deleted).when(make(20)).rejects('image_not_found')
  })
})

describe('a note', () => {
  const note = (text: string) => ({ type: 'NoteImage', data: { imageId, note: text } }) as const
  const noted = (text: string): Event => ({ type: 'ImageNoted', data: { imageId, note: text } })
  it('is kept with the image, changed and taken away', () => {
    givenImage(requested, started, generated).when(note('For the third night.')).emits(noted('For the third night.'))
    givenImage(requested, started, generated, noted('Once')).when(note('')).emits(noted(''))
  })
  it('said again says nothing', () =>
    givenImage(requested, started, generated, noted('Once')).when(note('Once')).emitsNothing())
  it('is not written on what lies in the Trash, or was never there', () => {
    givenImage(requested, deleted).when(note('Late')).rejects('image_not_found')
    givenImage().when(note('Early')).rejects('image_not_found')
  })
  it('has 2,000 letters at most', () =>
    expect([2000, 2001].map((size) => ImageNote.safeParse('x'.repeat(size)).success)).toEqual([true, false]))
})

describe('asking for a picture', () => {
  const ask = { type: 'RequestImage', data: request } as const
  it('puts it in the queue', () => givenImage().when(ask).emits(requested))
  it('is heard once', () => givenImage(requested).when(ask).emitsNothing())
  it.each([
    [{ prompt: '' }],
    [{ prompt: 'x'.repeat(2001) }],
    [{ negativePrompt: 'x'.repeat(2001) }],
    [{ width: 1000 }],
    [{ seed: -1 }],
  ])('is malformed with %o', (wrong) => expect(ImageRequest.safeParse({ ...request, ...wrong }).success).toBe(false))
})

describe('a picture that comes to be', () => {
  it('is started once', () => {
    const start = { type: 'StartImage', data: { imageId, attempt: 1 } } as const
    givenImage(requested).when(start).emits(started)
    givenImage(requested, started).when(start).emitsNothing()
  })
  it('is recorded and charged', () => givenImage(requested, started).when(record()).emits(generated))
  it('is called what its drawer calls it, unless somebody has named it', () => {
    const named = { ...record(), data: { ...record().data, name: 'The Drowned Crypt' } }
    const renamed = (name: string): Event => ({ type: 'ImageRenamed', data: { imageId, name } })
    givenImage(requested, started).when(named).emits(generated, renamed('The Drowned Crypt'))
    givenImage(requested, started, renamed('Level 4')).when(named).emits(generated)
  })
  it('is recorded once, though the provider answers twice', () =>
    givenImage(requested, started, generated).when(record()).emitsNothing())
  it('is kept and not charged where the provider answered after its deadline', () => {
    const late: Event = { type: 'ImageGenerated', data: { ...outcome, ...picture, charged: false } }
    givenImage(requested, started, timedOut).when(record(1, true)).emits(late)
    // No timer has noticed.
    givenImage(requested, started).when(record(1, true)).emits(timedOut, late)
  })
  it('is not free because it was recorded late: answered in time, it is charged or dropped', () =>
    givenImage(requested, started, timedOut).when(record(1, false)).emitsNothing())
  it('is not wanted from an attempt that another has followed', () =>
    givenImage(requested, timedOut, retried).when(record(1)).emitsNothing())
  it('is dropped when it was cancelled, whether its deadline comes as well or not', () => {
    givenImage(requested, started, cancelled).when(record()).emitsNothing()
    givenImage(requested, started, cancelled)
      .when({ type: 'TimeOutImage', data: { imageId, attempt: 1 } })
      .emitsNothing()
  })
  it('is kept where an older server kept it for nothing, after it was cancelled', () => {
    const late: Event = { type: 'ImageGenerated', data: { ...outcome, ...picture, charged: false } }
    expect(stateOf(images, [requested, cancelled, late])).toMatchObject({ status: 'done', original: file })
  })
})

describe('a picture that does not', () => {
  const endings = [
    { type: 'FailImage', data: { imageId, attempt: 1, code: 'failed', message: 'No' } },
    { type: 'FilterImage', data: { imageId, attempt: 1, message: 'No' } },
    { type: 'TimeOutImage', data: { imageId, attempt: 1 } },
    { type: 'CancelImage', data: { imageId } },
  ] as const
  it('times out with the hold it was asked with, so that its credits can go back', () =>
    givenImage(requested).when(endings[2]).emits(timedOut))
  it.each(endings)('ends once: $type changes nothing once it is there', (ending) =>
    givenImage(requested, generated).when(ending).emitsNothing(),
  )
  it.each(endings)('ends once: $type changes nothing once it has failed', (ending) =>
    givenImage(requested, failed).when(ending).emitsNothing(),
  )
  it('is not ended by the deadline of an earlier attempt', () =>
    givenImage(requested, failed, retried).when(endings[2]).emitsNothing())
})

describe('asking again', () => {
  const retry = { type: 'RetryImage', data: { imageId, holdId: secondHold } } as const
  it('begins a second attempt on a new hold', () => givenImage(requested, failed).when(retry).emits(retried))
  it('does nothing while it is being made', () => givenImage(requested, started).when(retry).emitsNothing())
  it('follows a cancelled one', () => givenImage(requested, cancelled).when(retry).emits(retried))
  it('is refused with credits that were used before, or that go back', () => {
    const withFirst = { type: 'RetryImage', data: { imageId, holdId } } as const
    givenImage(requested, failed).when(withFirst).rejects('request_lapsed')
    givenImage(requested, failed, lapsed(secondHold)).when(retry).rejects('request_lapsed')
    givenImage(lapsed(holdId)).when({ type: 'RequestImage', data: request }).rejects('request_lapsed')
  })
  it('is refused for a picture that is there', () =>
    givenImage(requested, generated).when(retry).rejects('image_already_generated'))
  it('is refused for an upload', () =>
    givenImage({
      type: 'ImageUploaded',
      data: { imageId, userId, campaignId, conjurationId: null, name: null, file },
    })
      .when(retry)
      .rejects('image_not_generated'))
})

describe('uploading', () => {
  const data = { imageId, userId, campaignId, conjurationId: null, name: null, file }
  const upload = { type: 'UploadImage', data } as const
  const uploaded = { type: 'ImageUploaded', data } as const
  it('keeps the picture, and a repeat changes nothing', () => {
    givenImage().when(upload).emits(uploaded)
    givenImage(uploaded).when(upload).emitsNothing()
  })
  it('is refused with another file under its id', () => {
    const other = { ...data, file: { ...file, key: `images/${imageId}/other.png` } }
    givenImage(uploaded).when({ type: 'UploadImage', data: other }).rejects('upload_differs')
  })
  it('is refused under the id of a picture that is awaited', () =>
    givenImage(requested).when(upload).rejects('image_exists'))
})

describe('credits that are held for a picture', () => {
  const lapse = (hold: string) => ({ type: 'LapseHold', data: { imageId, holdId: hold } }) as const
  it('lapse when no attempt used them, once, and before there is any picture too', () => {
    givenImage().when(lapse(holdId)).emits(lapsed(holdId))
    givenImage(requested, failed).when(lapse(secondHold)).emits(lapsed(secondHold))
    givenImage(requested, lapsed(secondHold)).when(lapse(secondHold)).emitsNothing()
  })
  it('do not when one did', () => {
    givenImage(requested).when(lapse(holdId)).emitsNothing()
    givenImage(requested, failed, retried).when(lapse(secondHold)).emitsNothing()
  })
})

describe('keeping pictures', () => {
  const rename = { type: 'RenameImage', data: { imageId, name: 'The chapel' } } as const
  it('renames', () =>
    givenImage(requested, generated)
      .when(rename)
      .emits({ type: 'ImageRenamed', data: { imageId, name: 'The chapel' } }))
  it('does nothing when the name is the same', () =>
    givenImage(requested, { type: 'ImageRenamed', data: rename.data }).when(rename).emitsNothing())
  it('knows no picture that was never asked for', () => givenImage().when(rename).rejects('image_not_found'))
  it('shows only a linked picture as its lore’s primary', () => {
    const linked = { type: 'ImageLinked', data: { imageId, conjurationId: loreId } } as const
    const lore = (...events: Event[]) => loreShownBy(stateOf(images, events))
    expect(() => lore()).toThrow('image_not_found')
    expect(() => lore(requested, generated)).toThrow('image_without_lore')
    expect(() => lore(requested, linked)).toThrow('image_not_ready')
    expect(lore(requested, generated, linked)).toBe(loreId)
    expect(() => lore(requested, generated, linked, deleted)).toThrow('image_not_found')
  })
  it('moves to another campaign, saying where from', () =>
    givenImage(requested)
      .when({ type: 'MoveImage', data: { imageId, campaignId: id(9) } })
      .emits({
        type: 'ImageMoved',
        data: {
          imageId,
          campaignId: id(9),
          fromCampaignId: campaignId,
          words: { name: null, note: '', prompt: requested.data.prompt, negativePrompt: requested.data.negativePrompt },
        },
      }))
})

describe('deleting', () => {
  const remove = { type: 'DeleteImage', data: { imageId } } as const
  it('puts it in the Trash', () => givenImage(requested, generated).when(remove).emits(deleted))
  it('cancels one that is still being made, so that its credits go back', () =>
    givenImage(requested).when(remove).emits({ type: 'ImageCancelled', data: outcome }, deleted))
  it('happens once', () => givenImage(requested, generated, deleted).when(remove).emitsNothing())
  it('is undone by restoring', () =>
    givenImage(requested, generated, deleted)
      .when({ type: 'RestoreImage', data: { imageId } })
      .emits({ type: 'ImageRestored', data: { imageId, campaignId } }))
  it('hides it from every other command', () =>
    givenImage(requested, generated, deleted)
      .when({ type: 'RenameImage', data: { imageId, name: 'x' } })
      .rejects('image_not_found'))
  it('is made final by its owner alone, once, and only where it happened', () => {
    const purge = (by: string | null) => ({ type: 'PurgeImage', data: { imageId, by } }) as const
    const purged: Event = { type: 'ImagePurged', data: { imageId, campaignId } }
    const inTrash = [requested, started, timedOut, deleted] as const
    for (const by of [userId, null]) {
      givenImage(...inTrash)
        .when(purge(by))
        .emits(purged)
      givenImage(requested, generated).when(purge(by)).rejects('purge_not_in_trash')
    }
    givenImage(...inTrash)
      .when(purge(id(99)))
      .rejects('only_owner_purges')
    const gone = givenImage(...inTrash, purged)
    gone.when(purge(userId)).emitsNothing()
    gone.when({ type: 'RestoreImage', data: { imageId } }).rejects('image_not_found')
    // A picture that arrives late would lie where nobody can find it.
    gone.when(record(1, true)).emitsNothing()
  })
})
