import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { z } from 'zod'
import type { History, Wanted } from '../lib/history.ts'
import { type Answer, type Person, signUp } from '../lib/person.ts'
import { until } from '../lib/until.ts'

/** Credits of a new account: enough for one model of a picture, or for two of prompts. */
export const welcomeCredits = 100
const patience = 240_000

const Made = z.object({ id: z.uuid() })
const Wallet = z.object({ balance: z.int(), available: z.int(), held: z.int() })
export type Wallet = z.infer<typeof Wallet>
const conversion = z.object({ status: z.string(), uri: z.string().nullable() }).nullable()
const ModelShown = z.object({
  status: z.enum(['GENERATING', 'COMPLETED', 'FAILED']),
  errorMessage: z.string().nullable(),
  modelUri: z.string().nullable(),
  imageId: z.string().nullable(),
  conversions: z.object({ STL: conversion, '3MF': conversion, OBJ: conversion }),
})
export type ModelShown = z.infer<typeof ModelShown>
export type Format = keyof ModelShown['conversions']

const once = [1, 1] as const
const perhaps = [0, 1] as const
/** A second request for the same model holds credits and releases them at once. */
const requested = {
  emits: { CreditsHeld: perhaps, ModelRequested: perhaps, ModelHoldLapsed: perhaps, CreditsReleased: perhaps },
  refusals: ['insufficient_model_credits', 'image_not_found', 'no_such_model', 'model_image_elsewhere'],
}

/** A user who may have 3D models made, with a campaign of their own and the credits of a new account. */
export interface Maker {
  person: Person
  campaignId: string
  wallet(): Promise<Wallet>
  /** Uploads a picture of a figure; returns its id. */
  upload(): Promise<string>
  /** Requests a model; undefined if it was refused. */
  request(wanted: object): Promise<{ modelId: string; position: string } | undefined>
  convert(modelId: string, format: Format): Promise<Answer | undefined>
  remove(modelId: string): Promise<Answer | undefined>
  send(wanted: Wanted): Promise<Answer | undefined>
  /** The model once its generation has ended and none of the user's credits are held. */
  ended(modelId: string): Promise<ModelShown>
  /** The status of a conversion once it is one of these. */
  converted(modelId: string, format: Format, statuses: readonly string[]): Promise<string>
}

interface Way {
  urls: readonly string[]
  history: History
  signal: AbortSignal
}

export async function newMaker(way: Way, admin: Person, n: number): Promise<Maker> {
  const person = await signUp(way, `Maker${n}`, n)
  const tier = { userId: person.id, tierType: 'minis', tier: 'MINI', reason: 'To have models made' }
  const [base = ''] = way.urls
  await admin.command({
    method: 'POST',
    path: '/admin/kickstarter-tier/update',
    body: tier,
    emits: { MinisTierChanged: once },
  })
  const campaign = { method: 'POST', path: '/campaigns', emits: { CampaignCreated: once } } as const
  const campaignId = Made.parse(await person.command({ ...campaign, body: { name: 'The Drowned Bells' } })).id
  const wallet = () => person.get('/users/credits', Wallet)
  await until(`${person.name} has credits`, 30_000, async () => (await wallet()).available === welcomeCredits)
  const shown = (modelId: string) => person.get(`/models/${modelId}`, ModelShown)

  return {
    person,
    campaignId,
    wallet,
    upload: () => upload(base, person, campaignId),
    async request(wanted) {
      const body = { campaignId, ...wanted }
      const answer = await person.command({ method: 'POST', path: '/models', body, ...requested })
      return answer && { modelId: Made.parse(answer).id, position: String(answer.position) }
    },
    convert: (modelId, format) =>
      person.command({
        method: 'POST',
        path: `/models/${modelId}/convert/${format.toLowerCase()}`,
        emits: { ModelConversionRequested: perhaps },
        refusals: ['no_such_model'],
      }),
    remove: (modelId) =>
      person.command({
        method: 'DELETE',
        path: `/models/${modelId}`,
        emits: { ModelDeleted: perhaps },
        refusals: ['no_such_model'],
      }),
    send: (wanted) => person.command(wanted),
    async ended(modelId) {
      const model = await until('a model is completed or has failed', patience, async () => {
        const model = await shown(modelId)
        return model.status !== 'GENERATING' && model
      })
      await until('no credits are held any more', 60_000, async () => (await wallet()).held === 0)
      return model
    },
    converted: (modelId, format, statuses) =>
      until(`a conversion to ${format} is ${statuses.join(' or ')}`, patience, async () => {
        const status = (await shown(modelId)).conversions[format]?.status ?? ''
        return statuses.includes(status) && status
      }),
  }
}

/** A figure before a plain wall. */
const picture = sharp(
  Buffer.from(
    '<svg width="1536" height="640"><rect width="100%" height="100%" fill="#cfc4b2"/><circle cx="768" cy="150" r="90" fill="#6b3a2e"/><path d="M560 620 660 240h216l100 380z" fill="#2e6b68"/></svg>',
  ),
)
  .png()
  .toBuffer()

const upload = async (base: string, { cookie }: Person, campaignId: string): Promise<string> => {
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(await picture)], { type: 'image/png' }), 'warden.png')
  const headers = { cookie, origin: base, 'idempotency-key': randomUUID() }
  const path = `${base}/api/images/upload?campaignId=${campaignId}`
  const answer = await fetch(path, { method: 'POST', headers, body: form })
  if (answer.status !== 201) throw new Error(`The picture was answered ${answer.status}: ${await answer.text()}`)
  return Made.parse(await answer.json()).id
}
