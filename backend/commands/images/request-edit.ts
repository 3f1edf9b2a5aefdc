import { Rejection } from '#domain/decider.ts'
import { may, requiredPlan } from '#domain/entitlements.ts'
import { editCost } from '#domain/image-edit-costs.ts'
import { maxSeed } from '#domain/image-sizes.ts'
import { currentFile } from '#domain/image-versions.ts'
import { images } from '#domain/images.ts'
import { expectedPictureBytes } from '#domain/storage.ts'
import type { ImageRow } from '#projections/images.ts'
import type { Act } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { reading } from '../../http/snapshot.ts'
import { editorFor, type ImageEdits } from '../../providers/image-edits.ts'
import { loadEntitlements } from '../../queries/users/standing.ts'
import { storeAwaited } from '../storage/put-awaited.ts'
import { refuseFullStorage } from '../storage/room.ts'
import type { EditWanted } from './edit-request.ts'
import { requestPaidEdit } from './paid-edits.ts'
import { refuseNsfw } from './refuse-nsfw.ts'

type Needs = Pick<Deps, 'pool' | 'handler' | 'files' | 'imageEdits' | 'quotas'>

/** An uploaded mask, with the size of the picture that it was painted on. */
export interface TakenMask {
  bytes: Buffer
  width: number
  height: number
}

/** Number of pictures that a premium touch-up offers to choose from. */
const premiumCandidates = 4

const maskKey = (imageId: string, editId: string) => `images/${imageId}/masks/${editId}.png`

/** Requests an edit; its mask is stored first, so that the editor finds it. Returns the edit's id. */
export async function requestEdit(
  act: Act,
  imageId: string,
  { mask, ...wanted }: EditWanted & { mask?: TakenMask },
  deps: Needs,
): Promise<string> {
  const editId = act.idFor('edit')
  const editor = editorFor(deps.imageEdits, wanted.tool, wanted.provider)
  if (!editor) throw new Rejection('edit_not_offered')
  const image = await deps.handler.stateOf(images, imageId)
  const { editing, campaignId } = image
  const isRepeat = editId in editing.requested
  if (!isRepeat) await refuseWithoutPlan(act.userId, wanted, editor, deps)
  const { tool, prompt = '', searchPrompt = '', growth = null, premium = false, nsfw = false } = wanted
  const cost = editCost(editor, tool, premium)
  const key = maskKey(imageId, editId)
  // Checked before any credits are held, since a result that was paid for is always stored.
  if (!isRepeat) {
    const expected = (currentFile(image)?.size ?? 0) * (premium ? premiumCandidates : 1)
    await refuseFullStorage(deps, { userId: act.userId, campaignId, bytes: Math.max(expected, expectedPictureBytes) })
  }
  if (mask && !isRepeat)
    await storeAwaited(deps, `${images.category}-${imageId}`, {
      key,
      bytes: mask.bytes,
      mime: 'image/png',
      userId: act.userId,
      campaignId,
    })
  const data = {
    imageId,
    editId,
    userId: act.userId,
    tool,
    prompt,
    searchPrompt,
    growth,
    premium,
    nsfw,
    mask: mask ? { key, width: mask.width, height: mask.height, size: mask.bytes.length } : null,
    seed: seedOf(act.idFor('seed')),
    provider: editor.name,
    cost,
    holdId: cost > 0 ? act.idFor('hold') : null,
    originalId: editing.versions[0]?.id ?? (await shownVersion(deps, imageId)),
  }
  await requestPaidEdit(act, data, deps.handler).catch(async (error: unknown) => {
    if (mask && error instanceof Rejection) await deps.files.remove(key)
    throw error
  })
  return editId
}

async function refuseWithoutPlan(
  userId: string,
  { tool, premium, nsfw }: EditWanted,
  editor: ImageEdits,
  { pool }: Needs,
) {
  const entitlements = await loadEntitlements(reading(pool), userId)
  if (tool === 'remove-background' && !may(entitlements, 'backgroundRemoval', entitlements.now))
    throw new Rejection('background_removal_needs_pro')
  if (nsfw) await refuseNsfw(reading(pool), userId)
  if (!premium) return
  if (!may(entitlements, 'premiumInpainting', entitlements.now)) {
    const facts = { plan: requiredPlan('premiumInpainting'), wanted: 'premiumInpainting', what: 'premium touch up' }
    throw new Rejection('plan_required', facts)
  }
  if (editor.premiumPrice === undefined) throw new Rejection('edit_not_offered')
}

/** The id of the picture's current version; before the first edit, that of the original. */
async function shownVersion({ pool }: Needs, imageId: string): Promise<string> {
  const [row] = await reading(pool)<Pick<ImageRow, 'edits'>>('select edits from images where id = $1', [imageId])
  const version = row?.edits.at(-1)?.id
  if (version === undefined) throw new Rejection('image_not_ready')
  return version
}

const seedOf = (id: string): number => Number.parseInt(id.slice(0, 8), 16) % (maxSeed + 1)
