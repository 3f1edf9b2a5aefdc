import sharp from 'sharp'
import { imageModels } from '#domain/image-catalogue.ts'
import type { Images, MapPrint, MapPrintOrder } from '../../backend/providers/images.ts'
import { quickPictures } from '../quick-pictures.ts'
import { eventually, type Person, type Stack } from '../stack.ts'
import { wantedPicture } from './wanted-picture.ts'

/** Draws what is red on its left and blue on its right, so that what is seen of it can be told. */
export const halves: Images = {
  ...quickPictures(),
  async generate({ width, height, seed }) {
    const half = { create: { width: width / 2, height, channels: 3 as const, background: '#2020ff' } }
    const blue = await sharp(half).png().toBuffer()
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#ff2020' } })
      .composite([{ input: blue, left: width / 2, top: 0 }])
      .png({ compressionLevel: 1 })
      .toBuffer()
    return { bytes, mime: 'image/png', width, height, seed, madeBy: 'Drawn at once' }
  },
}

/** The studio, which prints each plan once for each audience: that it prints it alike again, its own tests hold, and a print takes long. */
export const planned = ({ models, generate, print }: Images): Images => {
  const prints = new Map<string, Promise<MapPrint>>()
  const once = (order: MapPrintOrder) => {
    const key = JSON.stringify({ ...order, revealed: order.revealed && [...order.revealed].sort() })
    const known = prints.get(key) ?? print?.(order)
    if (!known) throw new Error('It prints no plans')
    prints.set(key, known)
    return known
  }
  return { ...halves, models, generate, print: once }
}

/** Gives somebody the plan by which they may make maps. */
export async function onPro(admin: Person, someone: Person) {
  const change = { userId: someone.id, plan: 'PRO', reason: 'Test', subscriptionPaidThrough: null }
  const { body } = await admin.post('/api/admin/subscription/change', change)
  await eventually(
    async () => (await someone.get('/api/users/me', { 'min-position': body.position })).body.paidPlan === 'PRO',
  )
}

/** A battle map that is there. */
export async function drawMap(stack: Stack, someone: Person, campaignId: string, prompt: string): Promise<string> {
  const modelId = imageModels.find(({ type }) => type === 'MAP')?.id
  const wanted = wantedPicture(campaignId, { modelId, prompt, negativePrompt: 'no snow' })
  const { body, text } = await someone.post('/api/images', wanted)
  const id: string | undefined = body.images?.[0]?.id
  if (!id) throw new Error(text)
  const at = { 'min-position': String(await stack.store.head()) }
  await eventually(async () => (await someone.get(`/api/images/${id}`, at)).body.uri)
  return id
}

/** What was asked for was done; answers how to see it. */
export const done = async (asked: Promise<{ status: number; text: string; body: { position: string } }>) => {
  const { status, text, body } = await asked
  if (status !== 200) throw new Error(text)
  return { 'min-position': body.position }
}

const pixels = async (bytes: Buffer) =>
  (await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })).data
/** Red is the left of the map, blue its right: of which of them anything is to be seen. */
export const colours = async (bytes: Buffer) => {
  const data = await pixels(bytes)
  let [red, blue] = [0, 0]
  for (let at = 0; at < data.length; at += 3) {
    if ((data[at] ?? 0) > 60) red++
    if ((data[at + 2] ?? 0) > 60) blue++
  }
  return { red, blue }
}
