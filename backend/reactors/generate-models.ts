import { workGraceMs } from '#domain/image-sizes.ts'
import { withoutSecrets } from '#domain/map-audience.ts'
import { modelDeadlineMs } from '#domain/model-words.ts'
import { isModelWelcome, type ModelRequest, modelEvents, models } from '#domain/models.ts'
import { FileMissing, type Files } from '../providers/files.ts'
import { ImageRefused } from '../providers/images.ts'
import type {
  ModelProgress,
  ModelProvider,
  ModelRequest as Order,
  SculptedModel,
  TaskMemory,
} from '../providers/models.ts'
import { readSidecar } from '../providers/sidecars.ts'
import { answered } from './answered.ts'
import { expiries } from './expiries.ts'
import { type Reaction, reactor } from './reactor.ts'
import { duringWorkTime, isOverFirst, type WithinWorkTime } from './work-time.ts'

interface Ports {
  provider: ModelProvider
  files: Files
  deadlineMs?: number
  /** Additional time after the deadline in which a model is still accepted: it is stored without charge. */
  graceMs?: number
  withinTime?: WithinWorkTime
  /** Reports progress to viewers. */
  progress?: (modelId: string, progress: ModelProgress) => void
}

/** Signals that end the wait for a provider. */
interface Ends {
  /** Aborts when an answer becomes late. */
  deadline: AbortSignal
  /** Aborts when a late answer is no longer accepted. */
  graceEnd: AbortSignal
}

const glbKey = (modelId: string) => `models/${modelId}/model.glb`
const previewKey = (modelId: string) => `models/${modelId}/preview.png`

/**
 * Turns a request into a 3D model, even if the model is in the Trash by then, since deleting it captured its credits. The model's own
 * stream decides whether a result is still wanted, so late and duplicate results are handled there. A refusal by the provider is an
 * outcome and is recorded; a fault is thrown, so that the queue retries it.
 */
export const generateModels = ({
  provider,
  files,
  deadlineMs = modelDeadlineMs,
  graceMs = workGraceMs,
  withinTime = duringWorkTime,
  progress = () => undefined,
}: Ports) => {
  const generate = async (modelId: string, reaction: Reaction, { deadline, graceEnd }: Ends) => {
    const model = await reaction.stateOf(models, modelId)
    const { request } = model
    if (!request || model.status !== 'generating' || model.isPurged) return
    const fail = (code: 'failed' | 'refused', message: string) =>
      reaction.dispatch(models, modelId, { type: 'FailModel', data: { modelId, code, message } })
    const timeOut = () => reaction.dispatch(models, modelId, { type: 'TimeOutModel', data: { modelId } })
    if (deadline.aborted) return timeOut()

    const signal = AbortSignal.any([reaction.signal, graceEnd])
    const onProgress = (each: ModelProgress) => progress(modelId, each)
    const tasks: TaskMemory = {
      begun: model.task,
      store: (task) =>
        reaction.dispatch(models, modelId, { type: 'StartModelTask', data: { modelId, task }, item: task }),
      isKept: () => reaction.signal.aborted,
    }
    const made = orderOf(request, files).then((order) => provider.sculpt(order, { signal, onProgress, tasks }))
    const answer = answered(made, signal).catch((error: unknown) => error as Error)
    const isLate = await isOverFirst(deadline, answer)
    if (isLate) await timeOut()
    const sculpted = await answer
    if (sculpted instanceof ImageRefused) return fail('refused', sculpted.message)
    if (sculpted instanceof FileMissing) return fail('failed', 'The image is not there any more.')
    if (sculpted instanceof Error) {
      // A stopping process records nothing: another worker will make the model.
      if (!reaction.signal.aborted && (reaction.last || graceEnd.aborted)) await fail('failed', '')
      throw sculpted
    }
    return keep(sculpted, modelId, isLate, reaction)
  }

  const keep = async (sculpted: SculptedModel, modelId: string, isLate: boolean, reaction: Reaction) => {
    if (!isModelWelcome(await reaction.stateOf(models, modelId), isLate)) return
    const { glb, previews, madeBy } = sculpted
    const [hero] = previews
    const model = { key: glbKey(modelId), mime: 'model/gltf-binary', size: glb.length }
    const preview = hero ? { key: previewKey(modelId), mime: 'image/png', size: hero.png.length } : null
    await files.put(model.key, glb, model.mime)
    if (hero && preview) await files.put(preview.key, hero.png, preview.mime)
    const data = { modelId, glb: model, preview, report: reportOf(sculpted), madeBy, isLate }
    await reaction.dispatch(models, modelId, { type: 'RecordModel', data })
    const { isPurged } = await reaction.stateOf(models, modelId)
    if (isPurged) for (const key of [model.key, previewKey(modelId)]) await files.remove(key)
  }

  return reactor(modelEvents, {
    name: 'generate-models',
    slow: true,
    attempts: 3,
    on: {
      ModelRequested: ({ modelId }, reaction) =>
        withinTime(reaction, deadlineMs, (deadline) =>
          withinTime(reaction, deadlineMs + graceMs, (graceEnd) => generate(modelId, reaction, { deadline, graceEnd })),
        ),
    },
  })
}

const reportOf = ({ report: { triangles, sizeMm, overhang, warnings } }: SculptedModel) => ({
  triangles,
  ...sizeMm,
  overhang,
  warnings,
})

/**
 * Returns the provider's order for a request. The plan of a map is included without its secrets, since all viewers of the picture see
 * the model.
 */
export const orderOf = async (
  { size, seed, prompt, picture, name }: Pick<ModelRequest, 'size' | 'seed' | 'prompt' | 'picture' | 'name'>,
  files: Pick<Files, 'get'>,
): Promise<Order> => {
  const common = { size, seed, ...(name !== null && { name }) }
  if (!picture) return { ...common, kind: 'prompt', prompt: prompt ?? '' }
  const { key, shape, crop } = picture
  const order = { ...common, kind: 'image', image: await files.get(key), as: shape, ...(crop && { crop }) } as const
  if (shape === 'terrain') {
    const plan = await readSidecar(files, key, 'plan')
    return plan ? { ...order, plan: withoutSecrets(plan) } : order
  }
  const things = await readSidecar(files, key, 'things')
  return things ? { ...order, things } : order
}

/** Times out a model at its deadline. Its stream knows whether it is finished. */
export const expireModels = ({ deadlineMs = modelDeadlineMs }: { deadlineMs?: number } = {}) =>
  expiries(modelEvents, {
    name: 'models',
    worker: 'generate-models',
    deadlineMs,
    on: {
      ModelRequested: ({ modelId }, { dispatch }) =>
        dispatch(models, modelId, { type: 'TimeOutModel', data: { modelId } }),
    },
  })
