import type { ImageEditRequest } from '#domain/image-edit-events.ts'
import { type EditTool, editDeadlineMs } from '#domain/image-edit-tools.ts'
import type { ImageFile } from '#domain/image-sizes.ts'
import { isUnderWay, versionFiles } from '#domain/image-versions.ts'
import { editFailedMessage, filteredMessage } from '#domain/image-words.ts'
import { imageEvents, images } from '#domain/images.ts'
import type { Command } from '../commands/dispatch.ts'
import { derivedId } from '../commands/ids.ts'
import type { Files } from '../providers/files.ts'
import type { Edit, ImageEdits } from '../providers/image-edits.ts'
import { ImageRefused, type Picture } from '../providers/images.ts'
import { keepSidecars, readSidecar, sidecarKeys } from '../providers/sidecars.ts'
import { answered } from './answered.ts'
import type { Cancellations } from './cancellations.ts'
import { expiries } from './expiries.ts'
import { type Reaction, reactor } from './reactor.ts'
import { duringWorkTime, type WithinWorkTime } from './work-time.ts'

interface Ports {
  editor(tool: EditTool, provider: string): ImageEdits | undefined
  files: Files
  cancellations: Cancellations
  /** True if the user may edit the picture now; they may have lost the right since the request. */
  mayEdit(userId: string, imageId: string): Promise<boolean>
  deadlineMs?: number
  withinTime?: WithinWorkTime
  /** Reports the progress, from 0 to 1, to viewers; `originalId` names the picture's edits. */
  progress?: (originalId: string, share: number) => void
}

/** Dependencies of the steps of an edit. */
type Editing = Pick<Required<Ports>, 'editor' | 'files' | 'mayEdit' | 'progress'>

/** The edit that is now first in its picture's queue. */
interface Turn {
  imageId: string
  originalId: string
  editId: string
  parentId: string
}

/** Signals that end the wait for a provider. */
interface Ends {
  cancelled: AbortSignal
  deadline: AbortSignal
}

/**
 * Makes an edit once it is first in the queue. The picture's own stream decides whether the result is still wanted, so
 * late and duplicate results are handled there. A refusal by the provider is an outcome and is recorded; a fault is
 * reported as "retrying" and thrown, so that the queue retries it.
 */
export const editImages = ({
  editor,
  files,
  cancellations,
  mayEdit,
  deadlineMs = editDeadlineMs,
  withinTime = duringWorkTime,
  progress = () => undefined,
}: Ports) => {
  const editing: Editing = { editor, files, mayEdit, progress }
  return reactor(imageEvents, {
    name: 'edit-images',
    slow: true,
    attempts: 5,
    on: {
      // Subscribes to cancellations before checking, so that none is missed in between.
      ImageEditStarted: (turn, reaction) =>
        cancellations.during(turn.editId, 1, (cancelled) =>
          withinTime(reaction, deadlineMs, (deadline) =>
            makeEdit(editing, turn, reaction, { cancelled, deadline }),
          ).finally(() =>
            reaction.tries === 0 ? undefined : removeUnused(files, turn.imageId, turn.editId, reaction),
          ),
        ),
    },
  })
}

const makeEdit = async (editing: Editing, turn: Turn, reaction: Reaction, { cancelled, deadline }: Ends) => {
  const { imageId, originalId, editId, parentId } = turn
  const image = await reaction.stateOf(images, imageId)
  const request = image.editing.requested[editId]
  const parent = image.editing.versions.find(({ id }) => id === parentId)
  if (!request || !parent || !isUnderWay(image, editId)) return
  const of = { imageId, editId }
  const send = (command: Command<typeof images.commands>) => reaction.dispatch(images, imageId, command)

  const chosen = editing.editor(request.tool, request.provider)
  if (!chosen) {
    const message = `${request.provider} does not do this here any more.`
    return send({ type: 'FailEdit', data: { ...of, code: 'refused', message } })
  }
  if (!(await editing.mayEdit(request.userId, imageId))) return send({ type: 'CancelEdit', data: of })
  if (deadline.aborted) return send({ type: 'TimeOutEdit', data: of })

  const signal = AbortSignal.any([reaction.signal, deadline, cancelled])
  const input = {
    ...(await readInput(editing.files, request, parent.file)),
    signal,
    progress: (share: number) => editing.progress(originalId, share),
  }
  const pictures = await answered(chosen.edit(input), signal).catch((error: unknown) => error as Error)

  // The cancellation is recorded already, and the credits were released.
  if (cancelled.aborted) return
  if (pictures instanceof ImageRefused) {
    const data = { ...of, message: pictures.message || filteredMessage }
    return pictures.kind === 'filtered'
      ? send({ type: 'FilterEdit', data })
      : send({ type: 'FailEdit', data: { ...data, code: 'refused' } })
  }
  if (!(pictures instanceof Error)) return recordEdit(editing, pictures, request, reaction)
  if (deadline.aborted) return send({ type: 'TimeOutEdit', data: of })
  const message = editFailedMessage(request.tool)
  const command = reaction.last
    ? ({ type: 'FailEdit', data: { ...of, code: 'failed', message } } as const)
    : ({ type: 'RetryStartedEdit', data: of } as const)
  // A server that is stopping records nothing: another worker will make the edit.
  if (!reaction.signal.aborted) await send(command)
  throw pictures
}

/** Reads the picture to edit, and the edit, in the form that the port requires. */
const readInput = async (files: Files, request: ImageEditRequest, file: ImageFile) => {
  const [bytes, edit, things] = await Promise.all([
    files.get(file.key),
    editOf(request, files),
    readSidecar(files, file.key, 'things'),
  ])
  const { mime, width, height } = file
  const image = { bytes, mime, width, height }
  return { image, edit, seed: request.seed, ...(things !== undefined && { things }) }
}

/** Stores the pictures and records them, unless the edit is no longer wanted or allowed. */
const recordEdit = async (
  { files, mayEdit }: Editing,
  pictures: readonly Picture[],
  { imageId, editId, userId }: ImageEditRequest,
  reaction: Reaction,
) => {
  if (!isUnderWay(await reaction.stateOf(images, imageId), editId)) return
  if (!(await mayEdit(userId, imageId)))
    return reaction.dispatch(images, imageId, { type: 'CancelEdit', data: { imageId, editId } })
  const stored = await Promise.all(
    pictures.slice(0, candidates).map((picture, n) => storeCandidate(files, imageId, candidateId(editId, n), picture)),
  )
  const [first, ...others] = stored
  const madeBy = pictures[0]?.madeBy ?? ''
  if (!first) throw new Error('The provider answered with no picture')
  const data = { imageId, editId, file: first.file, madeBy, others }
  await reaction.dispatch(images, imageId, { type: 'RecordEdit', data })
  await removeUnused(files, imageId, editId, reaction)
}

const storeCandidate = async (
  files: Files,
  imageId: string,
  editId: string,
  { bytes, mime, width, height, sidecars }: Picture,
) => {
  const key = keyOf(imageId, editId, mime)
  await files.put(key, bytes, mime)
  const sidecarBytes = await keepSidecars(files, key, sidecars)
  const file = { key, mime, width, height, size: bytes.length, ...(sidecarBytes > 0 && { beside: sidecarBytes }) }
  return { editId, file }
}

/**
 * Removes files stored by an earlier attempt, or by one that came too late, which no version refers to or can refer
 * to later.
 */
const removeUnused = async (files: Files, imageId: string, editId: string, { stateOf }: Reaction) => {
  const image = await stateOf(images, imageId)
  if (isUnderWay(image, editId)) return
  const used = new Set(versionFiles(image).map(({ key }) => key))
  const ids = Array.from({ length: candidates }, (_, n) => candidateId(editId, n))
  const keys = ids.flatMap((id) => imageMimes.map((mime) => keyOf(imageId, id, mime))).filter((key) => !used.has(key))
  for (const key of keys.flatMap((key) => [key, ...sidecarKeys(key)])) await files.remove(key)
}

/** Times out an edit at its deadline. The picture's stream knows whether it is finished. */
export const expireEdits = ({ deadlineMs = editDeadlineMs }: { deadlineMs?: number } = {}) =>
  expiries(imageEvents, {
    name: 'edits',
    worker: 'edit-images',
    deadlineMs,
    on: {
      ImageEditStarted: ({ imageId, editId }, { dispatch }) =>
        dispatch(images, imageId, { type: 'TimeOutEdit', data: { imageId, editId } }),
    },
  })

/** Maximum number of pictures to choose from. */
const candidates = 4
const candidateId = (editId: string, n: number) => (n === 0 ? editId : derivedId(editId, 'candidate', n))
const imageMimes = ['image/png', 'image/jpeg', 'image/webp'] as const satisfies Picture['mime'][]
const keyOf = (imageId: string, id: string, mime: Picture['mime']) =>
  `images/${imageId}/edits/${id}.${mime.slice('image/'.length)}`

/** Returns the edit in the form that the port requires, with its mask. */
const editOf = async (request: ImageEditRequest, files: Files): Promise<Edit> => {
  const { tool, prompt, searchPrompt, premium, nsfw, growth, mask: storedMask } = request
  const mask = storedMask ? await files.get(storedMask.key) : Buffer.alloc(0)
  const sides = growth ?? { up: 0, down: 0, left: 0, right: 0 }
  const edits: { [Tool in EditTool]: Extract<Edit, { tool: Tool }> } = {
    inpaint: { tool: 'inpaint', prompt, mask, premium, nsfw },
    erase: { tool: 'erase', mask },
    outpaint: { tool: 'outpaint', prompt, ...sides },
    replace: { tool: 'replace', prompt, searchPrompt },
    recolor: { tool: 'recolor', prompt, searchPrompt },
    'remove-background': { tool: 'remove-background' },
    'replace-background': { tool: 'replace-background', prompt },
  }
  return edits[tool]
}
