import { generationDeadlineMs } from '#domain/image-sizes.ts'
import type { Images } from '../images.ts'
import { exactly } from '../uploaded-image.ts'
import { imageIn } from './stability-answer.ts'
import { stabilityForm, stabilityModels } from './stability-form.ts'

/** `clientUserId` is a pseudonym of the requester; at most 256 characters. `timeoutMs` bounds one attempt. */
interface StabilityOptions {
  apiKey: string
  baseUrl?: string
  clientUserId?: string
  timeoutMs?: number
}

/** Stability AI, REST v2beta: the Stable Image and Stable Diffusion 3.5 models of the catalogue. */
export function stability(options: StabilityOptions): Images {
  // half of the deadline: after an attempt that times out there is time for one more
  const { apiKey, baseUrl = 'https://api.stability.ai', clientUserId, timeoutMs = generationDeadlineMs / 2 } = options
  const headers = {
    authorization: `Bearer ${apiKey}`,
    // JSON instead of image bytes, since it contains seed and finish reason.
    accept: 'application/json',
    'stability-client-id': 'loreloom',
    ...(clientUserId && { 'stability-client-user-id': clientUserId.slice(0, 256) }),
  }
  return {
    name: 'Stability AI',
    models: stabilityModels,
    async generate(request) {
      request.signal.throwIfAborted()
      const { path, form, name } = await stabilityForm(request)
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)])
      const url = `${baseUrl.replace(/\/+$/, '')}/v2beta/stable-image/generate/${path}`
      const response = await fetch(url, { method: 'POST', headers, body: form, signal })
      const { bytes, seed } = await imageIn(response)
      const png = await exactly(bytes, request)
      return {
        bytes: png,
        mime: 'image/png',
        width: request.width,
        height: request.height,
        seed: seed ?? request.seed,
        madeBy: `Drawn by ${name} of Stability AI.`,
      }
    },
  }
}
