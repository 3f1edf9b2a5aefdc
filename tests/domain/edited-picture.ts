import type { MessageOf } from '#domain/decider.ts'
import { type imageEvents, images } from '#domain/images.ts'
import { given } from '../given.ts'

export type Event = MessageOf<typeof imageEvents>
export type Command = MessageOf<typeof images.commands>

export const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
export const [imageId, ines, wren, campaignId, elsewhere] = [id(1), id(2), id(3), id(5), id(6)]
export const original = { id: id(10), file: file('original') }
export const originalId = original.id

export function file(name: string, size = { width: 64, height: 48 }) {
  return { key: `images/${name}.png`, mime: 'image/png', size: 9, ...size } as const
}

export const uploaded: Event = {
  type: 'ImageUploaded',
  data: { imageId, userId: ines, campaignId, conjurationId: null, name: null, file: original.file },
}
const asked = (n: number, over: object = {}) => ({
  ...({ imageId, editId: id(n), userId: ines, tool: 'replace', prompt: `words ${n}`, searchPrompt: 'a hat' } as const),
  growth: null,
  mask: null,
  premium: false,
  nsfw: false,
  seed: 1,
  provider: 'Here',
  cost: 0,
  holdId: null,
  ...over,
})
export const edit = (n: number, over: object = {}): Command =>
  ({ type: 'EditImage', data: { ...asked(n, over), originalId } }) as Command
export const requested = (n: number, over: object = {}, first = false): Event =>
  ({
    type: 'ImageEditRequested',
    data: { ...asked(n, over), ownerId: ines, campaignId, originalId, original: first ? original.file : null },
  }) as Event
export const started = (n: number, from: string): Event => ({
  type: 'ImageEditStarted',
  data: { imageId, originalId, editId: id(n), parentId: from },
})
export const outcome = (n: number, userId = ines) => ({ imageId, originalId, editId: id(n), userId, holdId: null })
export const made = (n: number) => ({ file: file(`edit ${n}`), madeBy: 'Here', others: [] })
export const edited = (n: number, parentId: string, over: object = {}): Event => ({
  type: 'ImageEdited',
  data: { ...outcome(n), parentId, ...made(n), nsfw: false, ...over },
})
export const shown = (n: number, as = file(`edit ${n}`)): Event => ({
  type: 'ImageShown',
  data: { imageId, version: id(n), file: n === 10 ? original.file : as, nsfw: false },
})
export const record = (n: number): Command => ({ type: 'RecordEdit', data: { imageId, editId: id(n), ...made(n) } })
export const cancelled = (n: number, userId = ines): Event => ({ type: 'ImageEditCancelled', data: outcome(n, userId) })
export const choose = (n: number, userId = ines): Command => ({
  type: 'ChooseEdit',
  data: { imageId, editId: id(n), userId },
})
export const chosen = (n: number, tip: number, userId = ines): Event => ({
  type: 'ImageEditChosen',
  data: { imageId, originalId, editId: id(n), tipId: id(tip), userId },
})
export const discard = (since: number | null, userId = ines): Command => ({
  type: 'DiscardEdits',
  data: { imageId, since: since === null ? null : id(since), userId },
})

/** Asked for, made, and what everybody sees. */
export const whole = (n: number, from: number, over: object = {}): Event[] => [
  requested(n, over, n === 20),
  started(n, id(from)),
  edited(n, id(from), over),
  shown(n),
]
export const givenImage = given(images)
export const first = whole(20, 10)
export const second = whole(21, 20)
