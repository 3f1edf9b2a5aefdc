import { Rejection } from '#domain/decider.ts'
import { enjoys, may, requiredPlan } from '#domain/entitlements.ts'
import type { ImageFile } from '#domain/image-sizes.ts'
import { modelNameLimit } from '#domain/model-words.ts'
import { costOfModel, type ModelRequest, models } from '#domain/models.ts'
import { can } from '#domain/rights.ts'
import { expectedModelBytes } from '#domain/storage.ts'
import type { Act } from '../../http/act.ts'
import { catchUp } from '../../http/catch-up.ts'
import type { Deps } from '../../http/deps.ts'
import { accessTo, viewerOf } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { loadEntitlements } from '../../queries/users/standing.ts'
import { holdFor } from '../credits/hold-for.ts'
import { refuseTakenId } from '../new-id.ts'
import { refuseFullStorage } from '../storage/room.ts'
import type { ModelWanted } from './model-request.ts'
import { paidModels } from './paid-models.ts'

type Needs = Pick<Deps, 'pool' | 'handler' | 'models' | 'quotas' | 'progress' | 'store'>

/** Requests a model, with credits that are held before, unless it is free for its user. Returns the model's id. */
export async function requestModel(act: Act, wanted: ModelWanted, deps: Needs): Promise<string> {
  const { pool, handler } = deps
  const { userId } = act
  const { id: modelId = act.idFor('model'), campaignId, size } = wanted
  await refuseTakenId(pool, { table: 'models', id: modelId, userId, campaignId })
  const isFree = await refuseWithoutPlan(deps, userId, wanted)
  const { picture, conjurationId } = await pictureOf(deps, userId, wanted)
  const name = wanted.name ?? (await loreName(deps, conjurationId))
  const prompt = wanted.prompt ?? null
  if (prompt !== null) refuseNotUnderstood(deps, prompt)

  const cost = isFree ? 0 : costOfModel({ picture })
  const holdId = isFree ? null : act.idFor('hold', modelId)
  const { seed = Number.parseInt(modelId.replaceAll('-', '').slice(-8), 16) } = wanted
  const data: ModelRequest = {
    modelId,
    userId,
    campaignId,
    conjurationId,
    holdId,
    cost,
    prompt,
    picture,
    name,
    size,
    seed,
  }
  const before = await handler.stateOf(models, modelId)
  if (before.status === 'none') await refuseFullStorage(deps, { userId, campaignId, bytes: expectedModelBytes })
  await hold(act, data, deps)
  return modelId
}

const hold = async (act: Act, data: ModelRequest, { handler }: Needs) => {
  const { modelId, holdId, cost, prompt } = data
  const label = prompt === null ? '3D model from an image' : '3D model from a prompt'
  const paid = { work: paidModels, streamId: modelId, id: modelId, amount: cost, label }
  const command = { type: 'RequestModel', data } as const
  const holds = holdId === null ? [] : [{ ...paid, holdId }]
  await holdFor(act, handler, [{ decider: models, streamId: modelId, command, holds }]).catch((error: unknown) => {
    if (!(error instanceof Rejection) || error.code !== 'insufficient_credits') throw error
    throw new Rejection('insufficient_model_credits', { ...error.facts, from: prompt === null ? 'an image' : 'text' })
  })
}

/** Returns whether models are free for the user. Throws `models_need_plan`, and from lore `plan_required`. */
const refuseWithoutPlan = async ({ pool }: Needs, userId: string, { conjurationId }: ModelWanted) => {
  const standing = await loadEntitlements(reading(pool), userId)
  if (conjurationId !== undefined && !may(standing, 'conjurationModels', standing.now)) {
    const wanted = 'conjurationModels'
    throw new Rejection('plan_required', { plan: requiredPlan(wanted), wanted, what: '3D models from lore' })
  }
  if (!enjoys(standing, 'generateModels', standing.now)) throw new Rejection('models_need_plan')
  return enjoys(standing, 'generateModelsFree', standing.now)
}

/** Returns the name of lore, which becomes the name of its model and is written on the model's base. */
const loreName = async ({ pool }: Needs, id: string | null): Promise<string | null> => {
  if (id === null) return null
  const [row] = await reading(pool)<{ name: string }>(`select name from conjurations where id = $1`, [id])
  return row?.name.trim().slice(0, modelNameLimit) || null
}

/** Throws `model_not_understood`, before anything is charged. */
const refuseNotUnderstood = ({ models: { read } }: Needs, prompt: string) => {
  const reading = read?.(prompt)
  if (reading && !reading.isUnderstood) throw new Rejection('model_not_understood', { hint: reading.hint ?? '' })
}

interface PictureRow {
  id: string
  conjurationId: string | null
  campaignId: string | null
  nsfw: boolean
  type: 'IMAGE' | 'MAP'
  file: ImageFile | null
}
/** A picture by its id, or the primary one of lore. */
const pictures = `select i.id, i."conjurationId", i."campaignId", i.nsfw, i.type, i.file from images i
  where i."deletedAt" is null and ($1::uuid is null or i.id = $1)
    and ($2::uuid is null or (i."conjurationId" = $2 and i."primary")) and coalesce($1, $2) is not null`

/** Returns the picture's current file, if the user may see the picture, with the picture's lore. Throws `Rejection`. */
const pictureOf = async (
  deps: Needs,
  userId: string,
  { campaignId, conjurationId, imageId, shape, crop }: ModelWanted,
): Promise<Pick<ModelRequest, 'picture' | 'conjurationId'>> => {
  if (imageId === undefined && conjurationId === undefined) return { picture: null, conjurationId: null }
  const find = async () => {
    const values = [imageId ?? null, conjurationId ?? null]
    const [row] = await reading(deps.pool)<PictureRow>(pictures, values)
    return row
  }
  // Catches up before refusing, since a lagging view may lack a picture that was uploaded just now.
  const row = (await find()) ?? (await catchUp(deps).then(find))
  if (!row && conjurationId !== undefined) throw new Rejection('model_without_primary')
  const access = row && (await accessTo(deps.pool, row.id))
  if (!row || !access || !can(await viewerOf(deps.pool, userId), 'see', access)) throw new Rejection('image_not_found')
  if (row.campaignId !== campaignId) throw new Rejection('model_image_elsewhere')
  if (row.nsfw) throw new Rejection('model_of_nsfw')
  if (!row.file) throw new Rejection('image_not_ready')
  const { shapes } = deps.models
  const usual = row.type === 'MAP' && shapes.includes('terrain') ? 'terrain' : shapes[0]
  const chosen = shape ?? usual
  if (chosen === undefined || !shapes.includes(chosen)) throw new Rejection('model_shape_missing')
  const picture = { imageId: row.id, key: row.file.key, shape: chosen, crop }
  return { picture, conjurationId: row.conjurationId }
}
