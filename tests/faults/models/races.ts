import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ModelVendor } from '../../vendors/models-3d.ts'
import type { Installation } from '../lib/installation.ts'
import type { Person } from '../lib/person.ts'
import { until } from '../lib/until.ts'
import type { Maker } from './maker.ts'
import { paidSince } from './round.ts'

/** What rounds that kill nothing, apart from a worker, are done with. */
export interface Bench {
  installation: Installation
  admin: Person
  maker: Maker
  vendor: ModelVendor
}

/** Returns what is wrong. */
type Race = (bench: Bench) => Promise<string[]>

const price = 75
const once = [1, 1] as const
/** The vendor's work, during which the rest of a round happens. */
const workMs = 2_500

const wantedOf = (imageId: string) => ({ id: randomUUID(), imageId, shape: 'figure' })

/** Ends a round about one model. */
const ending = async (
  { maker }: Bench,
  modelId: string,
  { before, expected }: { before: number; expected: number },
): Promise<string[]> => {
  const model = await maker.ended(modelId)
  const paid = await paidSince(maker, before)
  return paid === expected ? [] : [`${model.status} (${model.errorMessage}), for ${paid} credits and not ${expected}`]
}

const begun = async ({ maker, vendor }: Bench, wanted: object) => {
  const calls = vendor.calls.length
  const made = await maker.request(wanted)
  if (!made) throw new Error('The model was refused')
  await until('the vendor works at it', 60_000, () => vendor.calls.length > calls)
  return made.modelId
}

/** Two tabs of one user. */
export const tabs: Readonly<Record<string, Race>> = {
  async 'both create the same model'(bench) {
    const { maker } = bench
    const wanted = wantedOf(await maker.upload())
    const before = (await maker.wallet()).balance
    await Promise.all([maker.request(wanted), maker.request(wanted)])
    return ending(bench, wanted.id, { before, expected: price })
  },
  async 'both delete it while it is made'(bench) {
    const { maker } = bench
    const before = (await maker.wallet()).balance
    const modelId = await begun(bench, wantedOf(await maker.upload()))
    await Promise.all([maker.remove(modelId), maker.remove(modelId)])
    return ending(bench, modelId, { before, expected: price })
  },
  async 'one creates it, the other deletes it'(bench) {
    const { maker } = bench
    const wanted = wantedOf(await maker.upload())
    const before = (await maker.wallet()).balance
    await Promise.all([maker.request(wanted), maker.remove(wanted.id)])
    return ending(bench, wanted.id, { before, expected: price })
  },
  async 'both convert it'(bench) {
    const { maker } = bench
    const before = (await maker.wallet()).balance
    const modelId = await begun(bench, wantedOf(await maker.upload()))
    const found = await ending(bench, modelId, { before, expected: price })
    await Promise.all([maker.convert(modelId, 'STL'), maker.convert(modelId, 'STL'), maker.convert(modelId, 'OBJ')])
    for (const format of ['STL', 'OBJ'] as const) await maker.converted(modelId, format, ['COMPLETED'])
    return found
  },
  async 'one converts it, the other deletes it'(bench) {
    const { maker } = bench
    const before = (await maker.wallet()).balance
    const modelId = await begun(bench, wantedOf(await maker.upload()))
    const found = await ending(bench, modelId, { before, expected: price })
    await Promise.all([maker.convert(modelId, '3MF'), maker.remove(modelId)])
    return found
  },
}

const taken = (bench: Bench, credits: number) => {
  const body = { userId: bench.maker.person.id, credits, reason: 'Given by mistake' }
  const path = '/admin/credits/remove'
  return bench.admin.command({ method: 'POST', path, body, emits: { CreditsRemoved: once } })
}

/** Credits that end between their hold and its capture. */
export const credits: Readonly<Record<string, Race>> = {
  async 'two models at once, with credits for one'(bench) {
    const { maker } = bench
    const imageId = await maker.upload()
    const before = (await maker.wallet()).balance
    const wanted = [wantedOf(imageId), wantedOf(imageId)]
    const made = (await Promise.all(wanted.map((each) => maker.request(each)))).filter((each) => each !== undefined)
    const [first] = made
    if (!first) throw new Error('Both were refused')
    const found = await ending(bench, first.modelId, { before, expected: price })
    return made.length === 1 ? found : [...found, 'both were accepted']
  },
  async 'all others are taken away meanwhile'(bench) {
    const { maker } = bench
    const imageId = await maker.upload()
    const before = (await maker.wallet()).balance
    const modelId = await begun(bench, wantedOf(imageId))
    await taken(bench, before - price)
    const second = await maker.request(wantedOf(imageId))
    const found = await ending(bench, modelId, { before, expected: before })
    return second === undefined ? found : [...found, 'another was accepted']
  },
  async 'all others are taken away, and the vendor refuses it'(bench) {
    const { maker, vendor } = bench
    const before = (await maker.wallet()).balance
    vendor.next({ ends: 'never' })
    const modelId = await begun(bench, wantedOf(await maker.upload()))
    await taken(bench, before - price)
    vendor.next({ ends: 'refused' })
    // The next attempt is refused.
    await bench.installation.parts['worker 1']?.kill()
    await bench.installation.parts['worker 1']?.revive()
    return ending(bench, modelId, { before, expected: before - price })
  },
}

const Trash = z.object({ data: z.array(z.object({ id: z.string(), operationId: z.string() })) })

const removePicture = ({ maker }: Bench, imageId: string) =>
  maker.send({ method: 'DELETE', path: `/images/${imageId}`, emits: { ImageDeleted: once } })

const purgePicture = async (bench: Bench, imageId: string) => {
  const { person, campaignId, send } = bench.maker
  await removePicture(bench, imageId)
  const { operationId } = await until('the picture is in the Trash', 30_000, async () =>
    (await person.get(`/campaigns/${campaignId}/trash`, Trash)).data.find(({ id }) => id === imageId),
  )
  const emits = { OperationBegun: once, ImagePurged: once, OperationEnded: once }
  const path = `/campaigns/${campaignId}/trash/purge`
  await send({ method: 'POST', path, body: { operationIds: [operationId] }, emits })
}

/** The picture that a model is made from disappears. */
export const pictures: Readonly<Record<string, Race>> = {
  async 'deleted while it is requested'(bench) {
    const { maker } = bench
    const imageId = await maker.upload()
    const before = (await maker.wallet()).balance
    const wanted = wantedOf(imageId)
    const [made] = await Promise.all([maker.request(wanted), removePicture(bench, imageId)])
    if (made) return ending(bench, wanted.id, { before, expected: price })
    const paid = await paidSince(maker, before)
    return paid === 0 ? [] : [`refused, for ${paid} credits`]
  },
  async 'deleted before a worker reads it'(bench) {
    const { maker, installation } = bench
    const worker = installation.parts['worker 1']
    const imageId = await maker.upload()
    const before = (await maker.wallet()).balance
    await worker?.kill()
    const made = await maker.request(wantedOf(imageId))
    await removePicture(bench, imageId)
    await worker?.revive()
    if (!made) throw new Error('The model was refused')
    return ending(bench, made.modelId, { before, expected: price })
  },
  async 'deleted for good while the vendor works'(bench) {
    const imageId = await bench.maker.upload()
    const before = (await bench.maker.wallet()).balance
    const modelId = await begun(bench, wantedOf(imageId))
    await purgePicture(bench, imageId)
    return ending(bench, modelId, { before, expected: price })
  },
  async 'deleted for good between two attempts'(bench) {
    const { maker, vendor } = bench
    const imageId = await maker.upload()
    const before = (await maker.wallet()).balance
    vendor.next({ ends: 'failing' })
    const modelId = await begun(bench, wantedOf(imageId))
    await purgePicture(bench, imageId)
    return ending(bench, modelId, { before, expected: 0 })
  },
  async 'moved to another campaign while it is requested'(bench) {
    const { maker } = bench
    const imageId = await maker.upload()
    const before = (await maker.wallet()).balance
    const elsewhere = { method: 'POST', path: '/campaigns', emits: { CampaignCreated: once } } as const
    const { id } = z.object({ id: z.uuid() }).parse(await maker.send({ ...elsewhere, body: { name: 'Elsewhere' } }))
    const body = { imageIds: [imageId], campaignId: id }
    const emits = { OperationBegun: once, ImageMoved: once, OperationEnded: once }
    const wanted = wantedOf(imageId)
    const [made] = await Promise.all([
      maker.request(wanted),
      maker.send({ method: 'PATCH', path: '/images/bulk/move-to-campaign', body, emits }),
    ])
    if (made) return ending(bench, wanted.id, { before, expected: price })
    const paid = await paidSince(maker, before)
    return paid === 0 ? [] : [`refused, for ${paid} credits`]
  },
}

/** The vendor completes a model after a moment. */
export const completing = (glb: Buffer) => ({ ends: 'model', glb, workMs }) as const
