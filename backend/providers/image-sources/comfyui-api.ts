import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { z } from 'zod'
import { ProviderMisconfigured } from '../images.ts'
import { followProgress } from './comfyui-progress.ts'
import { answered, call, post, readBody, type Server } from './http.ts'
import type { ImageSource } from './source.ts'
import type { Graph } from './workflow.ts'

const Stored = z.object({ filename: z.string(), subfolder: z.string().catch(''), type: z.string().catch('output') })
const Uploaded = z.object({ name: z.string().min(1), subfolder: z.string().catch(''), type: z.string().catch('input') })
const Accepted = z.object({ prompt_id: z.string(), node_errors: z.unknown() })
const Ended = z.object({
  outputs: z.record(z.string(), z.object({ images: z.array(Stored).catch([]) })).catch({}),
  status: z.object({ status_str: z.string().catch(''), messages: z.array(z.unknown()).catch([]) }).optional(),
})
const History = z.record(z.string(), Ended)
const Entry = z.tuple([z.number(), z.string()], z.unknown())
const Queue = z.object({ queue_running: z.array(Entry), queue_pending: z.array(Entry) })
const Loader = z.record(
  z.string(),
  z.object({ input: z.object({ required: z.object({ ckpt_name: z.tuple([z.array(z.string())], z.unknown()) }) }) }),
)
const Refusal = z.object({
  node_errors: z.record(
    z.string(),
    z.object({ errors: z.array(z.object({ type: z.string(), details: z.string().catch('') })) }),
  ),
})
const ExecutionError = z.tuple([z.literal('execution_error'), z.object({ exception_message: z.string() })])

export interface ComfyUi {
  draw(
    graph: Graph,
    drawing: { signal: AbortSignal; progress?: ((share: number) => void) | undefined },
  ): Promise<Buffer>
  /** Uploads a picture. Returns the name by which a workflow loads it. */
  upload(png: Buffer, signal: AbortSignal): Promise<string>
  /** Returns the server's first checkpoint. Throws `ProviderMisconfigured` if it has none. */
  checkpoint(signal: AbortSignal): Promise<string>
  probe(signal: AbortSignal): Promise<void>
}

/**
 * A client of ComfyUI over HTTP. Its socket only reports progress and triggers a check, since it does not resend lost
 * messages; `pollMs` is the interval of other checks.
 */
export function comfyUiApi(source: ImageSource, { pollMs = 1_500 } = {}): ComfyUi {
  const { name, url, at, setting, key } = source
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const server: Server = { name, url, source: at, setting, headers }

  return {
    async draw(graph, { signal, progress }) {
      const clientId = randomUUID()
      const following = followProgress(`${url}/ws?clientId=${clientId}`, headers, progress)
      // Older versions assign an id of their own instead.
      let id: string = randomUUID()
      try {
        id = await submit(server, graph, { clientId, ours: id }, signal)
        const end = await waitForEnd(server, id, { hint: following.moved, pollMs }, signal)
        return await readBody(await call(server, `/view?${new URLSearchParams(pictureIn(end, name))}`, { signal }))
      } catch (error) {
        // Closing the connection does not stop the server. A failed cancellation is ignored: the caller gets its abort either way.
        if (signal.aborted) await takeBack(server, id).catch(() => undefined)
        throw error
      } finally {
        following.close()
      }
    },
    async upload(png, signal) {
      const form = new FormData()
      form.set('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), `loreloom-${randomUUID()}.png`)
      // ComfyUI's folder for files that need not outlast a restart.
      form.set('type', 'temp')
      const uploaded = await answered(
        server,
        await call(server, '/upload/image', { method: 'POST', body: form, signal }),
        Uploaded,
      )
      const path = uploaded.subfolder ? `${uploaded.subfolder}/${uploaded.name}` : uploaded.name
      return uploaded.type === 'input' ? path : `${path} [${uploaded.type}]`
    },
    async checkpoint(signal) {
      const loader = await read(server, '/object_info/CheckpointLoaderSimple', Loader, signal)
      const [first] = Object.values(loader)[0]?.input.required.ckpt_name[0] ?? []
      if (first === undefined)
        throw new ProviderMisconfigured(setting, `${name} has no checkpoint: put one into its models/checkpoints`)
      return first
    },
    async probe(signal) {
      await call(server, '/system_stats', { signal })
    },
  }
}

const read = async <T>(server: Server, path: string, schema: z.ZodType<T>, signal: AbortSignal) =>
  answered(server, await call(server, path, { signal }), schema)

const submit = async (
  server: Server,
  prompt: Graph,
  { clientId, ours }: { clientId: string; ours: string },
  signal: AbortSignal,
): Promise<string> => {
  const body = { prompt, client_id: clientId, prompt_id: ours }
  const accepted = await answered(server, await post(server, '/prompt', body, signal, missingIn(server)), Accepted)
  // ComfyUI accepted the workflow without the nodes that have errors, so the picture may be missing.
  if (Object.keys(accepted.node_errors ?? {}).length > 0)
    throw missingIn(server)(accepted) ?? new Error(`${server.name} took only a part of the workflow`)
  return accepted.prompt_id
}

const isQueued = async (server: Server, id: string, signal: AbortSignal) => {
  const { queue_running, queue_pending } = await read(server, '/queue', Queue, signal)
  return [...queue_running, ...queue_pending].some(([, queued]) => queued === id)
}

/** Polls until the task is in the history. A restart clears history and queue: a task found in neither twice in a row is lost. */
const waitForEnd = async (
  server: Server,
  id: string,
  { hint, pollMs }: { hint: () => Promise<unknown>; pollMs: number },
  signal: AbortSignal,
): Promise<z.infer<typeof Ended>> => {
  for (let missed = 0; missed < 2; ) {
    const entry = (await read(server, `/history/${id}`, History, signal))[id]
    if (entry) return entry
    missed = (await isQueued(server, id, signal)) ? 0 : missed + 1
    await Promise.race([hint(), after(pollMs, undefined, { signal })])
  }
  throw new Error(`${server.name} lost the picture`)
}

const takeBack = async (server: Server, id: string) => {
  const signal = AbortSignal.timeout(5_000)
  await post(server, '/queue', { delete: [id] }, signal)
  // Older versions interrupt the running task regardless of its id.
  const { queue_running } = await read(server, '/queue', Queue, signal)
  if (queue_running.some(([, running]) => running === id)) await post(server, '/interrupt', { prompt_id: id }, signal)
}

/** Returns the error for a workflow that names a model or sampler which the server does not have (`value_not_in_list`). */
const missingIn =
  ({ name, setting }: Server) =>
  (body: unknown): Error | undefined => {
    const { data } = Refusal.safeParse(body)
    const errors = Object.values(data?.node_errors ?? {}).flatMap(({ errors }) => errors)
    const missing = errors.find(({ type }) => type === 'value_not_in_list')
    return (
      missing &&
      new ProviderMisconfigured(
        setting,
        `${name} does not have what the workflow names (${missing.details.slice(0, 200)}): see ${setting}`,
      )
    )
  }

function pictureIn({ outputs, status }: z.infer<typeof Ended>, name: string): z.infer<typeof Stored> {
  const images = Object.values(outputs).flatMap(({ images }) => images)
  const picture = images.find(({ type }) => type === 'output') ?? images[0]
  if (status?.status_str !== 'error' && picture) return picture
  const said = status?.messages
    .map((message) => ExecutionError.safeParse(message).data?.[1].exception_message)
    .find(Boolean)
  throw new Error(`${name} ended without a picture${said ? `: ${said.trim().slice(0, 200)}` : ''}`)
}
