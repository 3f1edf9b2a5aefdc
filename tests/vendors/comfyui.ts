import { WebSocketServer } from 'ws'
import { flat, repaint } from './repaint.ts'
import { serve } from './serve.ts'

type Graph = Record<string, { class_type: string; inputs: Record<string, unknown> }>
interface Call {
  prompt: Graph
  client_id: string
  prompt_id: string
}
/** How a prompt goes: drawn at once; waiting behind others; drawn until it is interrupted; failing in the middle; forgotten by a restart; or any answer. */
export type ComfyUiOutcome = 'picture' | 'waits' | 'never' | 'out-of-memory' | 'lost' | 'no-picture' | Response

export interface ComfyUiEmulator {
  url: string
  calls: readonly Call[]
  uploads: ReadonlyMap<string, Buffer>
  /** Ids that were deleted from the queue, and that were interrupted. */
  deleted: readonly string[]
  interrupted: readonly string[]
  /** Origins that requests and sockets named. */
  origins: ReadonlySet<string>
  /** How many sockets of clients are open, of all that were opened. */
  sockets(): { open: number; opened: number }
  next(outcome: ComfyUiOutcome): void
  /** Once a prompt has come in. */
  drawing(): Promise<Call>
  close(): Promise<void>
}

const checkpoints = ['dreams.safetensors', 'ink.safetensors']

/** ComfyUI on this machine: it follows a graph from its sampler to what it loads, and tells a client's socket how far it is. */
export async function startComfyUi(): Promise<ComfyUiEmulator> {
  const calls: Call[] = []
  const uploads = new Map<string, Buffer>()
  const [deleted, interrupted, origins] = [[] as string[], [] as string[], new Set<string>()]
  const [history, drawn] = [new Map<string, object>(), new Map<string, Buffer>()]
  const [running, pending] = [new Set<string>(), new Set<string>()]
  let coming: ComfyUiOutcome = 'picture'
  let begun = Promise.withResolvers<Call>()
  let opened = 0
  const sockets = new WebSocketServer({ noServer: true })

  const told = new Map<string, (message: object) => void>()
  const prompt = async (call: Call): Promise<Response> => {
    const outcome = coming
    coming = 'picture'
    const wrong = complaintsAbout(call.prompt)
    if (wrong) return wrong
    if (outcome instanceof Response) return outcome
    calls.push(call)
    const { prompt_id: id } = call
    const tell = (type: string, data: object) => told.get(call.client_id)?.({ type, data: { prompt_id: id, ...data } })
    if (outcome === 'waits') pending.add(id)
    if (outcome === 'never') running.add(id)
    if (outcome === 'out-of-memory') history.set(id, failed)
    if (outcome === 'no-picture') history.set(id, { outputs: {}, status: { status_str: 'success', messages: [] } })
    if (outcome === 'picture') {
      drawn.set(id, await picture(call.prompt, uploads))
      const image = { filename: `${id}.png`, subfolder: '', type: 'temp' }
      history.set(id, {
        outputs: { 9: { images: [image] } },
        status: { status_str: 'success', completed: true, messages: [] },
      })
    }
    tell('progress', { value: 10, max: 25, node: '3' })
    if (history.has(id)) tell('executing', { node: null })
    begun.resolve(call)
    begun = Promise.withResolvers()
    return Response.json({ prompt_id: id, number: calls.length, node_errors: {} })
  }

  const { url, close } = await serve(
    async (request) => {
      const { pathname, searchParams } = new URL(request.url)
      const origin = request.headers.get('origin')
      if (origin) origins.add(origin)
      if (pathname === '/system_stats') return Response.json({ system: {} })
      if (pathname === '/object_info/CheckpointLoaderSimple')
        return Response.json({ CheckpointLoaderSimple: { input: { required: { ckpt_name: [checkpoints, {}] } } } })
      if (pathname === '/upload/image') return uploaded(await request.formData(), uploads)
      if (pathname === '/prompt') return prompt((await request.json()) as Call)
      if (pathname.startsWith('/history/')) {
        const id = pathname.slice('/history/'.length)
        return Response.json(history.has(id) ? { [id]: history.get(id) } : {})
      }
      if (pathname === '/queue' && request.method === 'GET') {
        const entries = (ids: Set<string>) => [...ids].map((id, n) => [n, id, {}, {}, []])
        return Response.json({ queue_running: entries(running), queue_pending: entries(pending) })
      }
      if (pathname === '/queue') {
        for (const id of ((await request.json()) as { delete: string[] }).delete)
          if (pending.delete(id)) deleted.push(id)
        return new Response(null)
      }
      if (pathname === '/interrupt') {
        const { prompt_id: id } = (await request.json()) as { prompt_id: string }
        if (running.delete(id)) interrupted.push(id)
        return new Response(null)
      }
      const image = drawn.get((searchParams.get('filename') ?? '').replace('.png', ''))
      return image && pathname === '/view' ? new Response(new Uint8Array(image)) : new Response(null, { status: 404 })
    },
    (server) =>
      server.on('upgrade', (request, socket, head) => {
        if (request.headers.origin) origins.add(request.headers.origin)
        sockets.handleUpgrade(request, socket, head, (client) => {
          opened++
          const clientId = new URL(request.url ?? '/', 'http://comfyui').searchParams.get('clientId') ?? ''
          told.set(clientId, (message) => client.send(JSON.stringify(message)))
          // A preview on its way: four bytes of kind, four of format, and a picture.
          client.send(Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 255, 216]))
        })
      }),
  )
  return {
    url,
    calls,
    uploads,
    deleted,
    interrupted,
    origins,
    sockets: () => ({ open: sockets.clients.size, opened }),
    next: (outcome) => {
      coming = outcome
    },
    drawing: () => begun.promise,
    async close() {
      for (const client of sockets.clients) client.terminate()
      await close()
    },
  }
}

const failed = {
  outputs: {},
  status: {
    status_str: 'error',
    completed: false,
    messages: [
      ['execution_start', {}],
      ['execution_error', { exception_message: 'CUDA out of memory\n', exception_type: 'OutOfMemoryError' }],
    ],
  },
}

async function uploaded(form: FormData, uploads: Map<string, Buffer>): Promise<Response> {
  const [image, type] = [form.get('image'), form.get('type')]
  if (!(image instanceof File) || type !== 'temp') return new Response(null, { status: 400 })
  uploads.set(`${image.name} [temp]`, Buffer.from(await image.arrayBuffer()))
  return Response.json({ name: image.name, subfolder: '', type })
}

/** As it says of a value that is not in its list. */
function complaintsAbout(graph: Graph): Response | undefined {
  const loader = Object.values(graph).find(({ class_type }) => class_type === 'CheckpointLoaderSimple')
  const name = String(loader?.inputs.ckpt_name)
  if (!loader || checkpoints.includes(name)) return undefined
  const errors = [
    {
      type: 'value_not_in_list',
      message: 'Value not in list',
      details: `ckpt_name: '${name}' not in list`,
      extra_info: {},
    },
  ]
  const error = {
    type: 'prompt_outputs_failed_validation',
    message: 'Prompt outputs failed validation',
    details: '',
    extra_info: {},
  }
  return Response.json(
    { error, node_errors: { 4: { errors, dependent_outputs: ['9'], class_type: 'CheckpointLoaderSimple' } } },
    { status: 400 },
  )
}

/** Follows the sampler's latent to what it was begun from. */
async function picture(graph: Graph, uploads: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const at = (link: unknown) => graph[String((link as [string, number])[0])]
  const sampler = Object.values(graph).find(({ class_type }) => class_type === 'KSampler')
  let latent = at(sampler?.inputs.latent_image ?? [''])
  let mask: { bytes: Buffer; convention: 'white' | 'transparent' } | undefined
  if (latent?.class_type === 'SetLatentNoiseMask') {
    const loader = at(latent.inputs.mask)
    const bytes = uploads.get(String(loader?.inputs.image))
    const isRed = loader?.class_type === 'LoadImageMask' && loader.inputs.channel === 'red'
    if (bytes) mask = { bytes, convention: isRed ? 'white' : 'transparent' }
    latent = at(latent.inputs.samples)
  }
  if (latent?.class_type !== 'VAEEncode') return flat(Number(latent?.inputs.width), Number(latent?.inputs.height))
  const begun = uploads.get(String(at(latent.inputs.pixels)?.inputs.image))
  if (!begun) throw new Error('what it begins from was not uploaded')
  return mask ? repaint(begun, mask.bytes, mask.convention) : begun
}
