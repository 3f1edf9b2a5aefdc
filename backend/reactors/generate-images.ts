import { generationDeadlineMs, workGraceMs } from '#domain/image-sizes.ts'
import { failedMessage, filteredMessage } from '#domain/image-words.ts'
import { type ImageRequest, imageEvents, images, isAwaited, isWelcome } from '#domain/images.ts'
import type { Command } from '../commands/dispatch.ts'
import type { Files } from '../providers/files.ts'
import { ImageRefused, type Images, type Picture, type PictureRequest } from '../providers/images.ts'
import { keepSidecars, sidecarKeys } from '../providers/sidecars.ts'
import { answered } from './answered.ts'
import type { Cancellations } from './cancellations.ts'
import { type Reaction, reactor } from './reactor.ts'
import { duringWorkTime, isOverFirst, type WithinWorkTime } from './work-time.ts'

interface Ports {
  /** The adapter that draws a model, by the model's id. */
  painter(modelId: string): { images: Images; slug: string } | undefined
  files: Files
  cancellations: Cancellations
  deadlineMs?: number
  /** Additional time after the deadline in which a picture is still accepted: it is stored without charge. */
  graceMs?: number
  withinTime?: WithinWorkTime
  /** Reports progress to viewers that the image's own events do not contain. */
  progress?: (imageId: string, stage: 'drawing' | 'storing', share?: number) => void
}

/** Dependencies of the steps of a generation. */
type Drawing = Pick<Required<Ports>, 'painter' | 'files' | 'progress'>

/** Signals that end the wait for a provider. */
interface Ends {
  cancelled: AbortSignal
  /** Aborts when an answer becomes late. */
  deadline: AbortSignal
  /** Aborts when a late answer is no longer accepted. */
  graceEnd: AbortSignal
}

/**
 * Turns a request into a picture.
 *
 * The image's own stream decides whether the result is still wanted, so late and duplicate results are handled there. A
 * refusal by the provider is an outcome and is recorded; a fault is reported as "retrying" and thrown, so that the
 * queue retries it.
 */
export const generateImages = ({
  painter,
  files,
  cancellations,
  deadlineMs = generationDeadlineMs,
  graceMs = workGraceMs,
  withinTime = duringWorkTime,
  progress = () => undefined,
}: Ports) => {
  const drawing: Drawing = { painter, files, progress }

  // Subscribes to cancellations before checking, so that none is missed in between.
  const generateInTime = (imageId: string, attempt: number, reaction: Reaction) =>
    cancellations.during(imageId, attempt, (cancelled) =>
      withinTime(reaction, deadlineMs, (deadline) =>
        withinTime(reaction, deadlineMs + graceMs, (graceEnd) =>
          generate(drawing, imageId, attempt, reaction, { cancelled, deadline, graceEnd }),
        ),
      ).finally(() => removeLeftovers(files, imageId, attempt, reaction)),
    )

  return reactor(imageEvents, {
    name: 'generate-images',
    slow: true,
    attempts: 5,
    on: {
      ImageRequested: ({ imageId }, reaction) => generateInTime(imageId, 1, reaction),
      ImageRetried: ({ imageId, attempt }, reaction) => generateInTime(imageId, attempt, reaction),
    },
  })
}

const generate = async (drawing: Drawing, imageId: string, attempt: number, reaction: Reaction, ends: Ends) => {
  const { painter, files, progress } = drawing
  const { cancelled, deadline, graceEnd } = ends
  const image = await reaction.stateOf(images, imageId)
  const { request } = image
  if (!request || !isAwaited(image, attempt)) return
  const send = (command: Command<typeof images.commands>) => reaction.dispatch(images, imageId, command)

  const chosen = painter(request.modelId)
  if (!chosen) {
    const message = `Unable to find model ${request.modelId}. Please try again.`
    return send({ type: 'FailImage', data: { imageId, attempt, code: 'refused', message } })
  }
  const timeOut = () => send({ type: 'TimeOutImage', data: { imageId, attempt } })
  if (deadline.aborted) return timeOut()
  await send({ type: 'StartImage', data: { imageId, attempt } })

  const signal = AbortSignal.any([reaction.signal, graceEnd, cancelled])
  const input = {
    ...(await imageRequest(request, chosen.slug, files)),
    signal,
    progress: (share: number) => progress(imageId, 'drawing', share),
  }
  progress(imageId, 'drawing')
  const answer = answered(chosen.images.generate(input), signal).catch((error: unknown) => error as Error)
  const isLate = await isOverFirst(deadline, answer)
  if (isLate && !cancelled.aborted) await timeOut()
  const picture = await answer

  // The cancellation is recorded already, and the credits were released.
  if (cancelled.aborted) return
  if (picture instanceof ImageRefused) {
    const data = { imageId, attempt, message: picture.message || filteredMessage }
    return picture.kind === 'filtered'
      ? send({ type: 'FilterImage', data })
      : send({ type: 'FailImage', data: { ...data, code: 'refused' } })
  }
  if (!(picture instanceof Error)) return recordPicture(drawing, picture, { imageId, attempt, isLate }, reaction)
  const command =
    reaction.last || graceEnd.aborted
      ? ({ type: 'FailImage', data: { imageId, attempt, code: 'failed', message: failedMessage } } as const)
      : ({ type: 'RetryStartedImage', data: { imageId, attempt } } as const)
  // A stopping process records nothing: another worker will draw the picture.
  if (!reaction.signal.aborted) await send(command)
  throw picture
}

const recordPicture = async (
  { files, progress }: Drawing,
  { bytes, madeBy, seed, mime, width, height, sidecars }: Picture,
  { imageId, attempt, isLate }: { imageId: string; attempt: number; isLate: boolean },
  reaction: Reaction,
) => {
  if (!isWelcome(await reaction.stateOf(images, imageId), attempt, isLate)) return
  const key = keyOf(imageId, attempt, mime)
  progress(imageId, 'storing')
  await files.put(key, bytes, mime)
  const sidecarBytes = await keepSidecars(files, key, sidecars)
  const file = { key, mime, width, height, size: bytes.length, ...(sidecarBytes > 0 && { beside: sidecarBytes }) }
  const title = sidecars?.plan?.title.trim()
  const data = { imageId, attempt, file, seed, madeBy, isLate, ...(title && { name: title }) }
  await reaction.dispatch(images, imageId, { type: 'RecordPicture', data })
  await removeUnused(files, [key], imageId, attempt, reaction)
}

/** Removes only files that no picture refers to, or can refer to later. */
const removeUnused = async (
  files: Files,
  keys: readonly string[],
  imageId: string,
  attempt: number,
  { stateOf }: Reaction,
) => {
  const image = await stateOf(images, imageId)
  if (isWelcome(image, attempt, true)) return
  const unused = keys.filter((key) => image.original?.key !== key)
  for (const key of unused.flatMap((key) => [key, ...sidecarKeys(key)])) await files.remove(key)
}

/** An earlier attempt may have stored its picture and been interrupted before recording it. */
const removeLeftovers = async (files: Files, imageId: string, attempt: number, reaction: Reaction) => {
  if (reaction.tries === 0) return
  const keys = imageMimes.map((mime) => keyOf(imageId, attempt, mime))
  await removeUnused(files, keys, imageId, attempt, reaction)
}

const imageMimes = ['image/png', 'image/jpeg', 'image/webp'] as const satisfies Picture['mime'][]
const keyOf = (imageId: string, attempt: number, mime: Picture['mime']) =>
  `images/${imageId}/${attempt}.${mime.slice('image/'.length)}`

const imageRequest = async (
  request: ImageRequest,
  slug: string,
  files: Files,
): Promise<Omit<PictureRequest, 'signal' | 'progress'>> => {
  const { prompt, negativePrompt, stylePreset, width, height, seed, nsfw, reference } = request
  const input = { model: slug, prompt, negativePrompt, stylePreset, width, height, seed, nsfw }
  if (!reference) return input
  const stored = await files.stat(reference.key)
  const bytes = await files.get(reference.key)
  return { ...input, reference: { bytes, mime: stored?.mime ?? 'image/png', strength: reference.strength } }
}
