import sharp from 'sharp'
import { modelDeadlineMs } from '#domain/model-words.ts'
import { bytesOf } from '../bounded.ts'
import { ImageRefused, ProviderBusy, ProviderMisconfigured } from '../images.ts'
import type { ModelProgress, ModelReading, ModelRequest, TaskMemory } from '../models.ts'
import { retryAfter } from '../retry-after.ts'

/** A service that makes 3D models. */
export interface Vendor {
  /** As shown to users, such as `Meshy`. */
  name: string
  fromPrompt: boolean
  read?(prompt: string): ModelReading
  /** Returns the vendor's GLB, unchecked. Throws the port's errors. */
  make(order: VendorOrder, options: MakeOptions): Promise<Buffer>
}

/** A picture is PNG, of sides that every vendor accepts. */
export type VendorOrder = { seed: number } & ({ prompt: string } | { picture: Buffer })

export interface MakeOptions {
  signal: AbortSignal
  onProgress: (progress: ModelProgress) => void
  tasks: TaskMemory
}

/** `baseUrl` as in `https://api.meshy.ai/openapi`. `timeoutMs` bounds one attempt. */
export interface VendorOptions {
  apiKey: string
  baseUrl: string
  timeoutMs?: number
  pollMs?: number
}

export const vendorTimeoutMs = modelDeadlineMs
export const vendorPollMs = 5_000

/** Pixels of the longer and the shorter side. Stability rejects pictures below 640 × 640. */
const sides = { longer: 1536, shorter: 640 }

/** Returns the picture of a request as vendors receive it: cropped, without metadata. Narrow ones are extended by repeating their edges. */
export const pictureFor = async ({ image, crop }: Extract<ModelRequest, { kind: 'image' }>): Promise<Buffer> => {
  const upright = await sharp(image, { limitInputPixels: 50_000_000 })
    .rotate()
    .png()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = upright.info
  const left = Math.min(width - 1, Math.floor((crop?.x ?? 0) * width))
  const top = Math.min(height - 1, Math.floor((crop?.y ?? 0) * height))
  const part = {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round((crop?.width ?? 1) * width))),
    height: Math.max(1, Math.min(height - top, Math.round((crop?.height ?? 1) * height))),
  }
  const scale = Math.min(
    sides.longer / Math.max(part.width, part.height),
    Math.max(1, sides.shorter / Math.min(part.width, part.height)),
  )
  const size = {
    width: Math.max(1, Math.round(part.width * scale)),
    height: Math.max(1, Math.round(part.height * scale)),
  }
  const missing = { x: Math.max(0, sides.shorter - size.width), y: Math.max(0, sides.shorter - size.height) }
  const scaled = await sharp(upright.data)
    .extract(part)
    .resize({ ...size, fit: 'fill' })
    .png()
    .toBuffer()
  return sharp(scaled)
    .extend({
      left: Math.floor(missing.x / 2),
      right: Math.ceil(missing.x / 2),
      top: Math.floor(missing.y / 2),
      bottom: Math.ceil(missing.y / 2),
      extendWith: 'copy',
    })
    .png()
    .toBuffer()
}

/** An address of the vendor that does not exist. */
export class AddressMissing extends ProviderMisconfigured {}

export const filteredBy = (name: string): ImageRefused =>
  new ImageRefused(
    'filtered',
    `The content filter of ${name} stopped this model. Please change the prompt or the image.`,
  )

export const refusedBy = (name: string, reason: string): ImageRefused => {
  const said = (reason.split('\n')[0] ?? '').replace(/[.\s]+$/, '').slice(0, 300)
  return new ImageRefused('refused', said ? `${name} could not make this: ${said}.` : `${name} could not make this.`)
}

const filterWords = /moderation|content policy|nsfw|harmful|safety/i

interface Failure {
  status: number
  /** The vendor's own message. */
  reason: string
  isFiltered?: boolean
  retry: string | null
}

/** Converts a failed answer into the port's errors. `setting` is the variable of the key. */
export const faultOf = (
  { name, setting }: { name: string; setting: string },
  { status, reason, isFiltered, retry }: Failure,
): Error => {
  const wait = retryAfter(retry)
  const misconfigured = (what: string) =>
    new ProviderMisconfigured(setting, `${name} ${what} (${status}): see ${setting}`)
  if (isFiltered || ([400, 403, 422].includes(status) && filterWords.test(reason))) return filteredBy(name)
  if (status === 429 || (status >= 500 && wait !== undefined))
    return new ProviderBusy(`${name} is busy (${status})`, wait)
  if (status === 401 || status === 403) return misconfigured('does not accept the key')
  if (status === 402) return misconfigured('has no credits left for this key')
  if (status === 404) return new AddressMissing(setting, `${name} has no such address (404): see ${setting}`)
  if (status === 413) return new ImageRefused('refused', `The image is too large for ${name}.`)
  if (status === 400 || status === 422) return refusedBy(name, reason)
  return new Error(`${name} answered ${status}`)
}

/** Largest JSON response, in bytes. */
const longestAnswer = 2 ** 20

/** Parses a response as JSON; undefined if it is not JSON. Broken connections and aborts are rethrown unchanged. */
export const jsonOf = async (response: Response): Promise<unknown> => {
  const bytes = await bytesOf(response, longestAnswer, () => new Error('The answer of a vendor is too large'))
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
