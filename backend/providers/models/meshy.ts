import { z } from 'zod'
import { endOfTask, fileOfTask, type TaskState, withTask } from './task.ts'
import {
  faultOf,
  jsonOf,
  type MakeOptions,
  type Vendor,
  type VendorOptions,
  vendorPollMs,
  vendorTimeoutMs,
} from './vendor.ts'

/** Source: docs.meshy.ai/openapi.yaml. */
const Created = z.object({ result: z.string().regex(/^[\w-]{1,100}$/) })
const Task = z.object({
  status: z.enum(['PENDING', 'IN_PROGRESS', 'SUCCEEDED', 'FAILED', 'CANCELED', 'EXPIRED']),
  progress: z.number().catch(0),
  model_urls: z.object({ glb: z.string().optional() }).nullish().catch(undefined),
  task_error: z
    .object({ message: z.string().catch('') })
    .nullish()
    .catch(undefined),
})
const Problem = z.object({ message: z.string().catch('') })

const vendor = { name: 'Meshy', setting: 'MESHY_API_KEY' }
const paths = { picture: '/v1/image-to-3d', prompt: '/v2/text-to-3d' } as const
/** Characters that the vendor accepts. */
const longestPrompt = 600
const cancelMs = 5_000

const moderated = /moderation|harmful|policy|nsfw/i

const stateOf = ({ status, progress, model_urls, task_error }: z.output<typeof Task>): TaskState => {
  if (status === 'SUCCEEDED') {
    const link = model_urls?.glb
    return link ? { status: 'done', link } : { status: 'failed', reason: 'it has no file' }
  }
  const reason = task_error?.message ?? ''
  if (status === 'FAILED') return moderated.test(reason) ? { status: 'filtered' } : { status: 'failed', reason }
  if (status === 'CANCELED' || status === 'EXPIRED') return { status: 'lost' }
  return { status: 'working', share: progress / 100 }
}

/** Meshy runs one task for a picture, and two for a prompt: one for the shape and one for its colours. */
export const meshy = ({
  apiKey,
  baseUrl,
  timeoutMs = vendorTimeoutMs,
  pollMs = vendorPollMs,
}: VendorOptions): Vendor => {
  const api = openApi(baseUrl.replace(/\/+$/, ''), apiKey)

  return {
    name: vendor.name,
    fromPrompt: true,
    read: (prompt) => ({
      isUnderstood: prompt.trim() !== '' && prompt.length <= longestPrompt,
      understood: [],
      ignored: [],
      ...(prompt.length > longestPrompt && {
        hint: `Meshy reads at most ${longestPrompt} characters. Please shorten it.`,
      }),
    }),
    async make(order, { signal, onProgress, tasks }) {
      const options = { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]), onProgress, tasks }
      const step =
        'picture' in order
          ? stepOfPicture(api, pollMs, order.picture, options)
          : stepOfPrompt(api, pollMs, order.prompt, options)
      return withTask(step, tasks, (task) => fileOfTask(task, new URL(api.base).origin, options))
    },
  }
}

type Api = ReturnType<typeof openApi>

const openApi = (base: string, apiKey: string) => {
  const headers = { authorization: `Bearer ${apiKey}` }

  const call = async <T>(path: string, init: RequestInit, schema: z.ZodType<T>): Promise<T> => {
    const sent = init.body ? { ...headers, 'content-type': 'application/json' } : headers
    const response = await fetch(`${base}${path}`, { ...init, headers: sent, redirect: 'error' })
    const answer = await jsonOf(response)
    if (!response.ok) {
      const reason = Problem.catch({ message: '' }).parse(answer).message
      throw faultOf(vendor, { status: response.status, reason, retry: response.headers.get('retry-after') })
    }
    const { success, data } = schema.safeParse(answer)
    if (!success) throw new Error('Meshy answered with a body that is not as documented')
    return data
  }
  return {
    base,
    createTask: async (path: string, body: object, signal: AbortSignal) =>
      (await call(path, { method: 'POST', body: JSON.stringify(body), signal }, Created)).result,
    readTask: async (path: string, id: string, signal: AbortSignal) =>
      stateOf(await call(`${path}/${id}`, { signal }, Task)),
    cancelTask: (path: string, id: string) =>
      fetch(`${base}${path}/${id}`, { method: 'DELETE', headers, signal: AbortSignal.timeout(cancelMs) }),
  }
}

/** `from` and `to` are the shares of the whole progress that the tasks of this stage begin and end with. */
const tasksOf =
  (api: Api, pollMs: number, path: string, stage: string, [from, to]: readonly [number, number]) =>
  (id: string) => ({
    id,
    name: vendor.name,
    pollMs,
    stage,
    from,
    to,
    ask: (signal: AbortSignal) => api.readTask(path, id, signal),
    cancel: () => api.cancelTask(path, id),
  })

const surface = { ai_model: 'latest', topology: 'triangle', target_polycount: 100_000, should_remesh: true }

const stepOfPicture = (api: Api, pollMs: number, picture: Buffer, { signal }: MakeOptions) => ({
  label: 'meshy-picture',
  create: () => {
    const image_url = `data:image/png;base64,${picture.toString('base64')}`
    return api.createTask(paths.picture, { image_url, ...surface, moderation: true, should_texture: true }, signal)
  },
  taskOf: tasksOf(api, pollMs, paths.picture, 'Meshy makes the model', [0.05, 0.8]),
})

/** The step that paints the model. Creating its task first runs the step that makes the shape. */
const stepOfPrompt = (api: Api, pollMs: number, prompt: string, options: MakeOptions) => {
  const shape = {
    label: 'meshy-shape',
    create: () =>
      api.createTask(paths.prompt, { mode: 'preview', prompt, ...surface, moderation: true }, options.signal),
    taskOf: tasksOf(api, pollMs, paths.prompt, 'Meshy makes the shape', [0.05, 0.4]),
  }
  return {
    label: 'meshy-colours',
    create: async () => {
      const preview_task_id = await withTask(shape, options.tasks, async (task) => {
        await endOfTask(task, options)
        return task.id
      })
      return api.createTask(paths.prompt, { mode: 'refine', preview_task_id }, options.signal)
    },
    taskOf: tasksOf(api, pollMs, paths.prompt, 'Meshy paints the model', [0.4, 0.8]),
  }
}
