import { z } from 'zod'
import { bytesOf } from '../bounded.ts'
import { glbLimits } from './glb-checks.ts'
import { unusable } from './task.ts'
import { faultOf, jsonOf, type Vendor, type VendorOptions, vendorTimeoutMs } from './vendor.ts'

/** Source: the vendor's REST reference, v2beta, "3D". Point Aware draws its seeds from 0 to 4294967294. */
const variants = {
  fast: { path: 'stable-fast-3d', fields: { texture_resolution: '1024', foreground_ratio: '0.85' }, isSeeded: false },
  'point-aware': {
    path: 'stable-point-aware-3d',
    fields: { texture_resolution: '1024', foreground_ratio: '1.3' },
    isSeeded: true,
  },
} as const
const largestSeed = 4_294_967_294

const Problem = z.object({ name: z.string().catch(''), errors: z.array(z.string()).catch([]) })
const vendor = { name: 'Stability AI', setting: 'STABILITY_API_KEY' }

const faultIn = async (response: Response): Promise<Error> => {
  const { name, errors } = Problem.catch({ name: '', errors: [] }).parse(await jsonOf(response))
  const { status, headers } = response
  return faultOf(vendor, {
    status,
    reason: errors.join('; '),
    isFiltered: name === 'content_moderation',
    retry: headers.get('retry-after'),
  })
}

/** Stable Fast 3D and Stable Point Aware 3D of Stability AI: one request that answers with the GLB. Prompts are not accepted. */
export const stabilityModels = (options: VendorOptions & { variant: keyof typeof variants }): Vendor => {
  const { apiKey, baseUrl, variant, timeoutMs = vendorTimeoutMs } = options
  const { path, fields, isSeeded } = variants[variant]
  const url = `${baseUrl.replace(/\/+$/, '')}/v2beta/3d/${path}`
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'model/gltf-binary', 'stability-client-id': 'loreloom' }
  return {
    name: vendor.name,
    fromPrompt: false,
    async make(order, { signal, onProgress }) {
      if (!('picture' in order)) throw new Error('Stability AI makes models of pictures only')
      const form = new FormData()
      form.set('image', new Blob([new Uint8Array(order.picture)], { type: 'image/png' }), 'image.png')
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      if (isSeeded) form.set('seed', String(Math.min(largestSeed, order.seed)))
      onProgress({ share: 0.1, stage: 'Waiting for Stability AI' })
      const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const response = await fetch(url, { method: 'POST', headers, body: form, signal: ends, redirect: 'error' })
      if (!response.ok) throw await faultIn(response)
      return bytesOf(response, glbLimits.bytes, () => unusable(vendor.name, 'its file is larger than 64 MB'))
    },
  }
}
