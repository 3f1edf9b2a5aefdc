import { z } from 'zod'
import { fileOfTask, type TaskState, withTask } from './task.ts'
import { faultOf, jsonOf, type Vendor, type VendorOptions, vendorPollMs, vendorTimeoutMs } from './vendor.ts'

/** Source: docs.tripo3d.ai. Every answer has a `code`, which is 0 for success. */
const id = z.string().regex(/^[\w-]{1,200}$/)
const Uploaded = z.object({ code: z.literal(0), data: z.object({ image_token: id }) })
const Created = z.object({ code: z.literal(0), data: z.object({ task_id: id }) })
const link = z.string().nullish().catch(undefined)
const Task = z.object({
  code: z.literal(0),
  data: z.object({
    status: z.enum(['queued', 'running', 'success', 'failed', 'cancelled', 'unknown', 'banned', 'expired']),
    progress: z.number().catch(0),
    error_code: z.int().nullish().catch(undefined),
    output: z.object({ pbr_model: link, model: link, base_model: link }).nullish().catch(undefined),
  }),
})
const Problem = z.object({ code: z.int().catch(0), message: z.string().catch('') })

const vendor = { name: 'Tripo', setting: 'TRIPO_API_KEY' }
/** Error codes of the vendor, since its HTTP status alone is ambiguous. */
const codes = { tooMany: 2000, filtered: 2008, noCredits: 2010 }

const stateOf = ({ data: { status, progress, error_code, output } }: z.output<typeof Task>): TaskState => {
  if (status === 'success') {
    const found = output?.pbr_model ?? output?.model ?? output?.base_model
    return found ? { status: 'done', link: found } : { status: 'failed', reason: 'it has no file' }
  }
  if (status === 'banned' || error_code === codes.filtered) return { status: 'filtered' }
  if (status === 'failed') return { status: 'failed', reason: '' }
  if (status === 'queued' || status === 'running') return { status: 'working', share: progress / 100 }
  return { status: 'lost' }
}

/** Tripo: pictures are uploaded before a task is created for them. A task cannot be cancelled there. */
export const tripo = ({
  apiKey,
  baseUrl,
  timeoutMs = vendorTimeoutMs,
  pollMs = vendorPollMs,
}: VendorOptions): Vendor => {
  const base = baseUrl.replace(/\/+$/, '')

  const call = async <T>(path: string, init: RequestInit, schema: z.ZodType<T>): Promise<T> => {
    const headers = { ...(init.headers as Record<string, string> | undefined), authorization: `Bearer ${apiKey}` }
    const response = await fetch(`${base}${path}`, { ...init, headers, redirect: 'error' })
    const answer = await jsonOf(response)
    const { code, message } = Problem.catch({ code: 0, message: '' }).parse(answer)
    if (!response.ok || code !== 0) {
      const known = { [codes.tooMany]: 429, [codes.filtered]: 400, [codes.noCredits]: 402 }[code]
      const status = known ?? (response.ok ? 400 : response.status)
      const isFiltered = code === codes.filtered
      throw faultOf(vendor, { status, reason: message, isFiltered, retry: response.headers.get('retry-after') })
    }
    const { success, data } = schema.safeParse(answer)
    if (!success) throw new Error('Tripo answered with a body that is not as documented')
    return data
  }

  const upload = async (picture: Buffer, signal: AbortSignal): Promise<string> => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'image.png')
    return (await call('/upload', { method: 'POST', body: form, signal }, Uploaded)).data.image_token
  }

  return {
    name: vendor.name,
    fromPrompt: true,
    async make(order, { signal, onProgress, tasks }) {
      const options = { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]), onProgress, tasks }
      const create = async () => {
        const wanted =
          'picture' in order
            ? {
                type: 'image_to_model',
                file: { type: 'png', file_token: await upload(order.picture, options.signal) },
              }
            : { type: 'text_to_model', prompt: order.prompt }
        const body = JSON.stringify({ ...wanted, model_seed: order.seed % 2 ** 31, face_limit: 100_000, texture: true })
        const headers = { 'content-type': 'application/json' }
        return (await call('/task', { method: 'POST', body, headers, signal: options.signal }, Created)).data.task_id
      }
      const taskOf = (task: string) => ({
        id: task,
        name: vendor.name,
        pollMs,
        stage: 'Tripo makes the model',
        from: 0.05,
        to: 0.8,
        ask: async (until: AbortSignal) => stateOf(await call(`/task/${task}`, { signal: until }, Task)),
      })
      const { origin } = new URL(base)
      return withTask({ label: 'tripo', create, taskOf }, tasks, (task) => fileOfTask(task, origin, options))
    },
  }
}
