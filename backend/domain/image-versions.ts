import type { MessageOf } from './decider.ts'
import type { ImageEditRequest, imageEditEvents } from './image-edit-events.ts'
import type { ImageFile } from './image-sizes.ts'

/** A version of a picture. */
interface Version {
  id: string
  parentId: string | null
  file: ImageFile
  nsfw: boolean
}

/** The edit state of a picture: its versions, a pointer to the current one, and a queue of requested edits. */
export interface Editing {
  /** All requested edits by id. */
  requested: Readonly<Record<string, ImageEditRequest>>
  /** Ids of unfinished edits, in queue order. */
  line: readonly string[]
  /** The first queued edit, once it has started. */
  running: { editId: string; parentId: string } | null
  /** Oldest (the original) first; empty until an edit is requested. */
  versions: readonly Version[]
  currentId: string
  tipId: string
  /** The user who made the current version current. */
  shownBy: string | null
}
export const unedited: Editing = {
  requested: {},
  line: [],
  running: null,
  versions: [],
  currentId: '',
  tipId: '',
  shownBy: null,
}

/** The part of a picture's state that the editing rules read. */
export interface Editable {
  status: string
  deleted: boolean
  userId: string
  campaignId: string | null
  /** The file of the original version; null until there is a picture. */
  original: ImageFile | null
  request: { nsfw: boolean } | null
  holds: Readonly<Record<string, 'used' | 'lapsed'>>
  editing: Editing
}

const currentVersion = ({ editing: { versions, currentId } }: Editable) => versions.find(({ id }) => id === currentId)

/** The current file, which all viewers see, and which lore, search, tokens and references use. */
export const currentFile = (image: Editable): ImageFile | null => currentVersion(image)?.file ?? image.original

export const isNsfw = (image: Editable): boolean => currentVersion(image)?.nsfw ?? image.request?.nsfw ?? false

/** True if this edit is running. */
export const isUnderWay = ({ editing }: Editable, editId: string): boolean => editing.running?.editId === editId

/** The files of all versions. */
export const versionFiles = ({ original, editing }: Editable): ImageFile[] => [
  ...(original ? [original] : []),
  ...editing.versions.slice(1).map(({ file }) => file),
]

type Event = MessageOf<typeof imageEditEvents>
type DataOf<Type extends Event['type']> = Extract<Event, { type: Type }>['data']

const withEditing = <Image extends Editable>(image: Image, editing: Partial<Editing>): Image => ({
  ...image,
  editing: { ...image.editing, ...editing },
})

/** Removes a finished edit from the queue. */
const ended = <Image extends Editable>(image: Image, { editId }: { editId: string }): Image => {
  const { line, running } = image.editing
  const left = line.filter((one) => one !== editId)
  return withEditing(image, { line: left, running: running?.editId === editId ? null : running })
}

const same = <Image extends Editable>(image: Image): Image => image

export const editEvolve = {
  ImageEditRequested<Image extends Editable>(image: Image, data: DataOf<'ImageEditRequested'>): Image {
    const { ownerId: _owner, campaignId: _campaign, originalId: id, original: file, ...request } = data
    const { requested, line } = image.editing
    const holds = request.holdId === null ? image.holds : { ...image.holds, [request.holdId]: 'used' as const }
    const first = file && {
      versions: [{ id, file, parentId: null, nsfw: isNsfw(image) }],
      currentId: id,
      tipId: id,
    }
    return withEditing(
      { ...image, holds },
      { requested: { ...requested, [request.editId]: request }, line: [...line, request.editId], ...first },
    )
  },
  ImageEditStarted: <Image extends Editable>(image: Image, { editId, parentId }: DataOf<'ImageEditStarted'>): Image =>
    withEditing(image, { running: { editId, parentId } }),
  ImageEditRetrying: same,
  ImageEdited<Image extends Editable>(image: Image, data: DataOf<'ImageEdited'>): Image {
    const { editId, parentId, file, others, nsfw, userId } = data
    const made = [{ editId, file }, ...others].map((each) => ({ id: each.editId, file: each.file, parentId, nsfw }))
    return withEditing(ended(image, data), {
      versions: [...image.editing.versions, ...made],
      currentId: editId,
      tipId: editId,
      shownBy: userId,
    })
  },
  ImageEditFailed: ended,
  ImageEditFiltered: ended,
  ImageEditTimedOut: ended,
  ImageEditCancelled: ended,
  ImageEditChosen: <Image extends Editable>(image: Image, data: DataOf<'ImageEditChosen'>): Image =>
    withEditing(image, { currentId: data.editId, tipId: data.tipId, shownBy: data.userId }),
  ImageEditsMoved<Image extends Editable>(image: Image, { editIds, texts }: DataOf<'ImageEditsMoved'>): Image {
    const { requested } = image.editing
    const moved = editIds.flatMap((id, n) => {
      const [prompt = '', searchPrompt = ''] = texts.slice(2 * n)
      return requested[id] ? [[id, { ...requested[id], prompt, searchPrompt }]] : []
    })
    return withEditing(image, { requested: { ...requested, ...Object.fromEntries(moved) } })
  },
  ImageShown: same,
}
