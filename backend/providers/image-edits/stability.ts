import { setTimeout as after } from 'node:timers/promises'
import { z } from 'zod'
import { EditTool } from '#domain/image-edit-tools.ts'
import type { EditRequest, ImageEdits } from '../image-edits.ts'
import { imageIn, type StabilityDrawn } from '../images/stability-answer.ts'
import { exactly } from '../uploaded-image.ts'
import { stabilityEditForm } from './stability-form.ts'

/** `pollMs`: polling interval for longer edits; the vendor requires at least 10 s. */
interface StabilityEditsOptions {
  apiKey: string
  baseUrl?: string
  clientUserId?: string
  pollMs?: number
}

/** Consecutive failed polls that are tolerated: a failed poll is no failed picture, and the order is paid for. */
const toleratedFailures = 5
const Ordered = z.object({ id: z.string().regex(/^\w{1,128}$/) })

/** Stability AI, REST v2beta: all tools. */
export function stabilityEdits(options: StabilityEditsOptions): ImageEdits {
  const { apiKey, baseUrl = 'https://api.stability.ai', clientUserId, pollMs = 10_000 } = options
  const base = `${baseUrl.replace(/\/+$/, '')}/v2beta`
  const headers = {
    authorization: `Bearer ${apiKey}`,
    accept: 'application/json',
    'stability-client-id': 'loreloom',
    ...(clientUserId && { 'stability-client-user-id': clientUserId.slice(0, 256) }),
  }

  const result = async (id: string, signal: AbortSignal): Promise<StabilityDrawn> => {
    for (let failed = 0; ; ) {
      await after(pollMs, undefined, { signal })
      const response = await fetch(`${base}/results/${id}`, { headers, signal }).catch((error: unknown) => {
        signal.throwIfAborted()
        if (++failed >= toleratedFailures) throw error
      })
      if (response?.status === 202) failed = 0
      else if (response && (response.status < 429 || ++failed >= toleratedFailures)) return imageIn(response)
      await response?.body?.cancel()
    }
  }

  return {
    name: 'Stability AI',
    source: 'vendor',
    tools: EditTool.options,
    async edit(request) {
      const { signal, edit, seed } = request
      signal.throwIfAborted()
      const { path, form } = await stabilityEditForm(request)
      const response = await fetch(`${base}/stable-image/edit/${path}`, { method: 'POST', headers, body: form, signal })
      const drawn =
        edit.tool === 'replace-background' && response.ok
          ? await result(await orderedIn(response), signal)
          : await imageIn(response)
      const size = sizeAfter(request)
      const bytes = await exactly(drawn.bytes, size)
      return [{ bytes, mime: 'image/png', ...size, seed: drawn.seed ?? seed, madeBy: 'Changed by Stability AI.' }]
    },
  }
}

const orderedIn = async (response: Response): Promise<string> => {
  const { success, data } = Ordered.safeParse(await response.json().catch(() => undefined))
  if (!success) throw new Error('Stability AI took the order and gave no id')
  return data.id
}

const sizeAfter = ({ image: { width, height }, edit }: EditRequest): { width: number; height: number } =>
  edit.tool === 'outpaint'
    ? { width: width + edit.left + edit.right, height: height + edit.up + edit.down }
    : { width, height }
