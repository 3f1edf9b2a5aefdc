import { createBlackForestLabs } from '@ai-sdk/black-forest-labs'
import { APICallError, generateImage } from 'ai'
import { generationDeadlineMs } from '#domain/image-sizes.ts'
import { ImageRefused, type Images, type PictureRequest } from '../images.ts'
import { exactly } from '../uploaded-image.ts'
import { faultOf, refuseModerated } from './black-forest-labs-answer.ts'

/** `baseUrl` as in `https://api.bfl.ai/v1`. `timeoutMs` bounds one attempt, submitting and polling together. */
interface BlackForestLabsOptions {
  apiKey: string
  baseUrl?: string
  timeoutMs?: number
  pollIntervalMs?: number
}

const slug = 'flux-1-1-pro'

/** Black Forest Labs through the `ai` package: FLUX 1.1 Pro. */
export function blackForestLabs(options: BlackForestLabsOptions): Images {
  const {
    apiKey,
    baseUrl = 'https://api.bfl.ai/v1',
    timeoutMs = generationDeadlineMs / 2,
    pollIntervalMs = 1000,
  } = options
  const model = createBlackForestLabs({
    apiKey,
    baseURL: baseUrl.replace(/\/+$/, ''),
    fetch: refuseModerated,
    pollIntervalMillis: pollIntervalMs,
    // The abort signal ends the polling, so this timeout must not be shorter.
    pollTimeoutMillis: timeoutMs + pollIntervalMs,
  }).image('flux-pro-1.1')
  return {
    name: 'Black Forest Labs',
    models: [slug],
    async generate(request) {
      request.signal.throwIfAborted()
      if (request.reference) throw new ImageRefused('refused', 'FLUX 1.1 Pro cannot work from a reference image.')
      const { image, providerMetadata } = await generateImage({
        model,
        prompt: promptOf(request),
        seed: request.seed,
        // The job retries, since it knows the deadline.
        maxRetries: 0,
        abortSignal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]),
        providerOptions: { blackForestLabs: { ...offeredSize(request), outputFormat: 'png', promptUpsampling: false } },
      }).catch((error: unknown) => {
        throw APICallError.isInstance(error) ? faultOf(error) : error
      })
      const said = providerMetadata.blackForestLabs?.images[0]
      return {
        bytes: await exactly(image.uint8Array, request),
        mime: 'image/png',
        width: request.width,
        height: request.height,
        seed: seedIn(said) ?? request.seed,
        madeBy: 'Drawn by FLUX 1.1 Pro of Black Forest Labs.',
      }
    },
  }
}

/**
 * Adds the style to the prompt, since the model has no setting for it. It has none for the negative prompt either, which is left out:
 * naming an object in a prompt rather makes the model draw it.
 */
const promptOf = ({ prompt, stylePreset }: PictureRequest): string =>
  stylePreset ? `${prompt}\n\nStyle: ${stylePreset.replaceAll('-', ' ')}.` : prompt

/** Sides are 256 to 1440 pixels in steps of 32, so the longest size is drawn smaller and enlarged. */
export function offeredSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, 1440 / Math.max(width, height))
  const side = (pixels: number) => Math.min(1440, Math.max(256, Math.ceil((pixels * scale) / 32) * 32))
  return { width: side(width), height: side(height) }
}

const seedIn = (said: unknown): number | undefined =>
  said && typeof said === 'object' && 'seed' in said && typeof said.seed === 'number' ? said.seed : undefined
