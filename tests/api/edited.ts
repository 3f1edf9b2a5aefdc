import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { type Answer, eventually, type Person, type Stack } from '../stack.ts'
import { multipart } from './multipart.ts'

/** What tests of edits do, as people would. Pictures are of the smallest size that may be uploaded. */
const size = { width: 1536, height: 640 }

export const painted = async (part: Partial<typeof size> & { left?: number } = {}, of = size): Promise<Buffer> => {
  const { width = 60, height = 40, left = 100 } = part
  const canvas = sharp({ create: { ...of, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
  if (width * height === 0) return canvas.png().toBuffer()
  const input = await sharp({ create: { width, height, channels: 4, background: '#fff' } })
    .png()
    .toBuffer()
  return canvas
    .composite([{ input, left, top: 80 }])
    .png()
    .toBuffer()
}
const picture = sharp({ create: { ...size, channels: 3, background: '#345' } })
  .png()
  .toBuffer()

export const uploadedBy = async (someone: Person, campaignId: string, conjurationId?: string): Promise<string> => {
  const form = multipart({ image: { bytes: await picture, type: 'image/png' } })
  const lore = conjurationId === undefined ? '' : `&conjurationId=${conjurationId}`
  const { status, body, text } = await someone.send(
    ...(['POST', `/api/images/upload?campaignId=${campaignId}${lore}`, form.payload, form.headers] as const),
  )
  if (status !== 201) throw new Error(text)
  return body.id
}

/** `parts` beside the mask; without a mask where it is null. */
export const masked = async (
  someone: Person,
  id: string,
  tool: 'inpaint' | 'erase',
  parts: Record<string, string> = {},
  mask: Buffer | null | undefined = undefined,
  key: string = randomUUID(),
): Promise<Answer> => {
  const bytes = mask === undefined ? await painted() : mask
  const { payload, headers } = multipart({ ...parts, ...(bytes && { mask: { bytes, type: 'image/png' } }) })
  return someone.send('POST', `/api/images/${id}/${tool}`, payload, { ...headers, 'idempotency-key': key })
}

export const replace = (someone: Person, id: string, prompt = 'a red hat', over: object = {}): Promise<Answer> =>
  someone.post(`/api/images/${id}/replace`, { prompt, searchPrompt: 'the hat', ...over })

/** The picture as somebody sees it once the views know everything that was appended until now. */
export const shownTo = async (stack: Stack, someone: Person, id: string) =>
  (await someone.get(`/api/images/${id}`, { 'min-position': String(await stack.store.head()) })).body

/** Once nothing of it waits any more. */
export const settled = (stack: Stack, someone: Person, id: string) =>
  eventually(async () => {
    const shown = await shownTo(stack, someone, id)
    return shown.pendingEdits.length === 0 ? shown : undefined
  })
