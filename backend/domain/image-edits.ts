import { type MessageOf, type Refusals, Rejection, stateOf } from './decider.ts'
import { tipFrom } from './image-branches.ts'
import type { ImageEditRequest, imageEditCommands, imageEditEvents } from './image-edit-events.ts'
import { editsLimit, lineLimit, needsMask, sideLimit } from './image-edit-tools.ts'
import type { ImageFile } from './image-sizes.ts'
import { currentFile, type Editable, editEvolve, isNsfw, isUnderWay } from './image-versions.ts'
import { otherSizeMessage } from './image-words.ts'

type Commands = typeof imageEditCommands
type Event = MessageOf<typeof imageEditEvents>
type DataOf<Type extends keyof Commands> = Extract<MessageOf<Commands>, { type: Type }>['data']

/** The id of the original version; edits exist only once it has one. */
const originalOf = ({ editing }: Editable) => editing.versions[0]?.id ?? ''

const outcomeOf = (image: Editable, imageId: string, editId: string) => {
  const { userId = '', holdId = null } = image.editing.requested[editId] ?? {}
  return { imageId, originalId: originalOf(image), editId, userId, holdId }
}

/** Decides several steps in order, each on the state after the previous one. */
const decideEach = (image: Editable, steps: readonly ((image: Editable) => Event[])[]): Event[] =>
  steps.flatMap((step) => {
    const events = step(image)
    image = stateOf({ evolve: editEvolve, initial: image }, events)
    return events
  })

const fits = ({ mask }: ImageEditRequest, file: ImageFile | null) =>
  mask === null || (mask.width === file?.width && mask.height === file.height)

const isTooLarge = ({ growth }: ImageEditRequest, file: ImageFile) =>
  growth !== null &&
  (file.width + growth.left + growth.right > sideLimit || file.height + growth.up + growth.down > sideLimit)

/** Starts the next queued edit on the current version. A mask painted on another size is no longer usable. */
const begin = (image: Editable): Event[] => {
  const { line, running, requested, currentId } = image.editing
  const next = requested[line[0] ?? '']
  if (running || !next) return []
  const { imageId, editId } = next
  if (fits(next, currentFile(image)))
    return [{ type: 'ImageEditStarted', data: { imageId, originalId: originalOf(image), editId, parentId: currentId } }]
  const data = { ...outcomeOf(image, imageId, editId), code: 'refused', message: otherSizeMessage } as const
  return decideEach(image, [() => [{ type: 'ImageEditFailed', data }], begin])
}

/** Ends an edit once and starts the next one, since a provider may answer late, twice or never. */
const ends = (image: Editable, editId: string, events: Event[]): Event[] =>
  isUnderWay(image, editId) ? decideEach(image, [() => events, begin]) : []

const cancelled = (image: Editable, imageId: string, editIds: readonly string[]): Event[] =>
  editIds.map((editId) => ({ type: 'ImageEditCancelled', data: outcomeOf(image, imageId, editId) }))

/** Cancels all requested edits of a picture that moves to the Trash. */
export const cancelAll = (image: Editable, imageId: string): Event[] => cancelled(image, imageId, image.editing.line)

/** Re-encrypts the edit texts under the key of the target campaign. */
export const moveEdits = (image: Editable, imageId: string, campaignId: string | null): Event[] => {
  const requested = Object.values(image.editing.requested)
  if (requested.length === 0) return []
  const editIds = requested.map(({ editId }) => editId)
  const texts = requested.flatMap(({ prompt, searchPrompt }) => [prompt, searchPrompt])
  return [{ type: 'ImageEditsMoved', data: { imageId, originalId: originalOf(image), campaignId, editIds, texts } }]
}

const show = (image: Editable, imageId: string, id: string, userId: string): Event[] => {
  const { versions, currentId } = image.editing
  const version = versions.find((each) => each.id === id)
  if (!version) throw new Rejection('edit_not_found')
  if (currentId === id) return []
  const { file, nsfw } = version
  const of = { imageId, originalId: originalOf(image), editId: id }
  const tipId = tipFrom(versions, image.editing.tipId, id)
  return [
    { type: 'ImageEditChosen', data: { ...of, tipId, userId } },
    { type: 'ImageShown', data: { imageId, version: id, file, nsfw } },
  ]
}

const present = <Image extends Editable>(image: Image): Image => {
  if (image.status === 'none' || image.deleted) throw new Rejection('image_not_found')
  return image
}

/**
 * Rules of editing a picture: one edit runs at a time, based on the version that is current at its start; the others
 * are queued.
 */
export const editRules = {
  EditImage(image: Editable, { originalId, ...request }: DataOf<'EditImage'>): Event[] {
    const { editing, original, userId: ownerId, campaignId, holds } = present(image)
    if (request.editId in editing.requested) return []
    if (!original) throw new Rejection('image_not_ready')
    if (isNsfw(image) && request.tool !== 'inpaint') throw new Rejection('edit_of_nsfw')
    if (needsMask(request.tool) && !request.mask) throw new Rejection('mask_missing')
    if (!fits(request, currentFile(image))) throw new Rejection('mask_dimensions')
    if (isTooLarge(request, currentFile(image) ?? original)) throw new Rejection('extended_too_far')
    if (editing.line.length >= lineLimit) throw new Rejection('too_many_edits_waiting')
    if (Object.keys(editing.requested).length >= editsLimit) throw new Rejection('too_many_edits')
    if (request.holdId !== null && request.holdId in holds) throw new Rejection('request_lapsed')
    const isFirst = editing.versions.length === 0
    const named = isFirst ? { originalId, original } : { originalId: originalOf(image), original: null }
    const data = { ...request, ...named, ownerId, campaignId }
    return decideEach(image, [() => [{ type: 'ImageEditRequested', data }], begin])
  },

  RetryStartedEdit: (image: Editable, data: DataOf<'RetryStartedEdit'>): Event[] =>
    isUnderWay(image, data.editId)
      ? [{ type: 'ImageEditRetrying', data: { ...data, originalId: originalOf(image) } }]
      : [],

  RecordEdit(image: Editable, { imageId, editId, file, madeBy, others }: DataOf<'RecordEdit'>): Event[] {
    const { running, requested, versions } = image.editing
    const parent = versions.find(({ id }) => id === running?.parentId)
    if (!parent) return []
    const nsfw = parent.nsfw || (requested[editId]?.nsfw ?? false)
    const of = { ...outcomeOf(image, imageId, editId), parentId: parent.id }
    return ends(image, editId, [
      { type: 'ImageEdited', data: { ...of, file, madeBy, others, nsfw } },
      { type: 'ImageShown', data: { imageId, version: editId, file, nsfw } },
    ])
  },

  FailEdit: (image: Editable, { imageId, editId, code, message }: DataOf<'FailEdit'>): Event[] =>
    ends(image, editId, [{ type: 'ImageEditFailed', data: { ...outcomeOf(image, imageId, editId), code, message } }]),

  FilterEdit: (image: Editable, { imageId, editId, message }: DataOf<'FilterEdit'>): Event[] =>
    ends(image, editId, [{ type: 'ImageEditFiltered', data: { ...outcomeOf(image, imageId, editId), message } }]),

  TimeOutEdit: (image: Editable, { imageId, editId }: DataOf<'TimeOutEdit'>): Event[] =>
    ends(image, editId, [{ type: 'ImageEditTimedOut', data: outcomeOf(image, imageId, editId) }]),

  CancelEdit(image: Editable, { imageId, editId }: DataOf<'CancelEdit'>): Event[] {
    if (!(editId in image.editing.requested)) throw new Rejection('edit_not_found')
    if (!image.editing.line.includes(editId)) return []
    return decideEach(image, [() => cancelled(image, imageId, [editId]), begin])
  },

  ChooseEdit: (image: Editable, { imageId, editId, userId }: DataOf<'ChooseEdit'>): Event[] =>
    show(present(image), imageId, editId, userId),

  /** Cancels the user's pending edits too. Later versions by other users stay. */
  DiscardEdits(image: Editable, { imageId, since, userId }: DataOf<'DiscardEdits'>): Event[] {
    const { versions, line, requested, shownBy } = present(image).editing
    const [original] = versions
    if (!original) return []
    const own = line.filter((editId) => requested[editId]?.userId === userId)
    const isOthers = since !== null && shownBy !== userId
    return decideEach(image, [
      () => cancelled(image, imageId, own),
      (now) => (isOthers ? [] : show(now, imageId, since ?? original.id, userId)),
      begin,
    ])
  },
}

/** HTTP status and message of each refusal of edits, by code. */
export const editRefusals = {
  edit_not_found: [404, 'This edit does not exist, or you may not see it.'],
  edit_of_nsfw: [422, 'NSFW images not supported yet.'],
  edit_not_offered: [409, 'This tool is not set up on this installation.'],
  background_removal_needs_pro: [403, 'You must upgrade to PRO to use background removal.'],
  mask_missing: [422, 'Please paint over what is to be changed.'],
  mask_dimensions: [422, 'The mask must be as large as the picture. Please paint it again.'],
  extended_too_far: [422, `A picture can be extended to ${sideLimit} pixels on a side.`],
  too_many_edits_waiting: [409, `At most ${lineLimit} edits of a picture can wait. Please let some of them end first.`],
  too_many_edits: [409, `A picture can be edited ${editsLimit} times. Please download it and upload it as a new one.`],
} as const satisfies Refusals
