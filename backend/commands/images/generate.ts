import { Rejection } from '#domain/decider.ts'
import { may, mayUseModel, requiredPlan } from '#domain/entitlements.ts'
import { costOf, type ImageModel, stylesOf } from '#domain/image-models.ts'
import { maxSeed } from '#domain/image-sizes.ts'
import { type ImageRequest, images } from '#domain/images.ts'
import { can } from '#domain/rights.ts'
import { expectedPictureBytes } from '#domain/storage.ts'
import type { ImageRow } from '#projections/images.ts'
import type { Act } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { accessTo, viewerOf } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { offeredModels } from '../../queries/images/models.ts'
import { loadEntitlements } from '../../queries/users/standing.ts'
import { refuseTakenId } from '../new-id.ts'
import { refuseFullStorage } from '../storage/room.ts'
import type { ImagesWanted } from './image-request.ts'
import { refuseMissingConjuration, unlinkIfElsewhere } from './linking.ts'
import { ask, requestImageAgain } from './paid-images.ts'
import { refuseNsfw } from './refuse-nsfw.ts'

type Needs = Pick<Deps, 'pool' | 'handler' | 'images' | 'quotas'>

/** Holds the credits of all pictures together, then requests each. Returns the pictures' ids. */
export async function requestImages(act: Act, wanted: ImagesWanted, deps: Needs): Promise<string[]> {
  const model = await mayUse(act.userId, wanted, deps)
  const reference = await referenceOf(act.userId, wanted, model, deps)
  await refuseMissingConjuration(deps.handler, wanted.campaignId, wanted.linking)

  const requestId = act.idFor('request')
  const requests = Array.from({ length: wanted.count }, (_, n): ImageRequest => {
    const imageId = wanted.imageIds?.[n] ?? act.idFor('image', n)
    const { campaignId, prompt, negativePrompt, stylePreset, width, height, nsfw } = wanted
    return {
      imageId,
      userId: act.userId,
      campaignId,
      conjurationId: wanted.linking,
      requestId,
      holdId: act.idFor('hold', imageId),
      cost: costOf(model),
      modelId: model.id,
      modelName: model.name,
      type: model.type,
      prompt,
      negativePrompt,
      stylePreset,
      width,
      height,
      seed: wanted.seed === undefined ? seedOf(act.idFor('seed', n)) : (wanted.seed + n) % (maxSeed + 1),
      nsfw,
      reference,
    }
  })

  await Promise.all(requests.map(({ imageId }) => refuseTaken(deps, imageId, act.userId, requestId)))
  const isRepeat = await wasRequested(deps, requests[0]?.imageId)
  if (!isRepeat) await refuseFullFor(deps, act.userId, wanted.campaignId, wanted.count)
  await ask(act, deps.handler, requests)
  await Promise.all(requests.map(({ imageId }) => unlinkIfElsewhere(act, deps.handler, imageId)))
  return requests.map(({ imageId }) => imageId)
}

/** Requests a failed picture again, with new credits of its owner. */
export const retryImage = (act: Act, imageId: string, deps: Needs): Promise<void> =>
  requestImageAgain(act, imageId, deps.handler, async (request) => {
    const model = await mayUse(act.userId, request, deps)
    await refuseFullFor(deps, act.userId, request.campaignId, 1)
    return model
  })

/**
 * Throws `storage_full` if there is no room for the pictures at their expected size. Checked before credits are held,
 * since a picture that was paid for is stored whatever its size.
 */
export const refuseFullFor = (
  deps: Pick<Deps, 'pool' | 'quotas'>,
  userId: string,
  campaignId: string | null,
  pictures: number,
): Promise<void> => refuseFullStorage(deps, { userId, campaignId, bytes: pictures * expectedPictureBytes })

/** True for a repeated request, which gets the answer of the first one even if the storage is full by now. */
const wasRequested = async ({ handler }: Needs, imageId: string | undefined): Promise<boolean> =>
  imageId !== undefined && (await handler.stateOf(images, imageId)).status !== 'none'

/** The model, if this installation offers it, the user may use it, and it supports the request. */
export async function mayUse(
  userId: string,
  { modelId, stylePreset, nsfw }: Pick<ImagesWanted, 'modelId' | 'stylePreset' | 'nsfw'>,
  deps: Needs,
): Promise<ImageModel> {
  const model = offeredModels(deps).find(({ id }) => id === modelId)
  if (!model) throw new Rejection('model_not_found', { id: modelId })
  const entitlements = await loadEntitlements(reading(deps.pool), userId)
  if (!mayUseModel(entitlements, model.plan, entitlements.now))
    throw new Rejection('plan_required', { plan: model.plan })
  if (model.type === 'MAP' && !may(entitlements, 'battleMaps', entitlements.now))
    throw new Rejection('plan_required', { plan: requiredPlan('battleMaps'), wanted: 'battleMaps' })
  if (nsfw) await refuseNsfw(reading(deps.pool), userId)
  if (nsfw && !model.supportsNSFW) throw new Rejection('nsfw_not_supported', { model: model.name })
  if (stylePreset !== null && !stylesOf(model, true).includes(stylePreset))
    throw new Rejection('style_not_supported', { model: model.name, style: stylePreset })
  return model
}

async function referenceOf(
  userId: string,
  { imageId, imageStrength: strength }: ImagesWanted,
  model: ImageModel,
  { pool }: Needs,
): Promise<ImageRequest['reference']> {
  if (imageId === null) return null
  if (!model.supportsReference) throw new Rejection('reference_not_supported', { model: model.name })
  const access = await accessTo(pool, imageId)
  if (!access || access.inTrash || !can(await viewerOf(pool, userId), 'see', access))
    throw new Rejection('image_not_found')
  const [row] = await reading(pool)<Pick<ImageRow, 'file'>>('select file from images where id = $1', [imageId])
  if (!row?.file) throw new Rejection('image_not_ready')
  return { imageId, key: row.file.key, strength }
}

/** Refuses a used id, which would hold credits for a picture that is never generated. */
async function refuseTaken({ handler, pool }: Needs, imageId: string, userId: string, requestId: string) {
  await refuseTakenId(pool, { table: 'images', id: imageId, userId })
  const { status, request } = await handler.stateOf(images, imageId)
  if (status !== 'none' && request?.requestId !== requestId) throw new Rejection('image_exists')
}

const seedOf = (id: string): number => Number.parseInt(id.slice(0, 8), 16) % (maxSeed + 1)
