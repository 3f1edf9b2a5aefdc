import sharp from 'sharp'
import { flat, repaint } from './repaint.ts'
import { serve } from './serve.ts'

interface Call {
  path: string
  headers: Headers
  fields: Record<string, unknown>
  files: Record<string, Buffer>
}
export type OpenAiOutcome = 'base64' | 'address' | 'opaque' | 'never' | 'cut-off' | Response

export interface OpenAiImagesEmulator {
  /** As a base address: `…/v1`. */
  url: string
  calls: readonly Call[]
  /** What the pictures' own address was asked with. */
  fetched: readonly Headers[]
  next(outcome: OpenAiOutcome): void
  close(): Promise<void>
}

/** `/v1/images` on this machine, as OpenAI speaks it (masks whose transparency is repainted), or LocalAI (white is, and addresses are answered). */
export async function startOpenAiImages(
  dialect: 'openai' | 'localai',
  { apiKey = 'sk-test' } = {},
): Promise<OpenAiImagesEmulator> {
  const calls: Call[] = []
  const fetched: Headers[] = []
  const pictures: Buffer[] = []
  let coming: OpenAiOutcome | undefined

  const { url, close } = await serve(async (request) => {
    const { pathname, origin, searchParams } = new URL(request.url)
    if (pathname === '/moved') return Response.redirect(searchParams.get('to') ?? origin)
    if (pathname.startsWith('/generated-images/')) {
      fetched.push(request.headers)
      return new Response(new Uint8Array(pictures[Number(pathname.split('/').at(-1))] ?? Buffer.alloc(0)))
    }
    if (request.headers.get('authorization') !== `Bearer ${apiKey}`)
      return problem(401, 'Incorrect API key provided: sk-wro**', 'invalid_api_key')
    const path = pathname.replace('/v1/images/', '')
    if (pathname === '/v1/models') return Response.json({ data: [] })
    const call = await callIn(request, path)
    calls.push(call)
    const wrong = complaintAbout(dialect, call)
    if (wrong) return problem(400, wrong, 'unknown_parameter')
    const outcome =
      coming ?? (dialect === 'openai' || call.fields.response_format === 'b64_json' ? 'base64' : 'address')
    coming = undefined
    if (outcome instanceof Response) return outcome
    if (outcome === 'never')
      return new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason)))
    if (outcome === 'cut-off') return cutOff()
    const picture = await drawn(dialect, call, outcome === 'opaque')
    const at = pictures.push(picture) - 1
    const data =
      outcome === 'address' ? { url: `${origin}/generated-images/${at}` } : { b64_json: picture.toString('base64') }
    return Response.json({ created: 1, data: [data] })
  })
  return {
    url: `${url}/v1`,
    calls,
    fetched,
    close,
    next: (outcome) => {
      coming = outcome
    },
  }
}

export const problem = (status: number, message: string, code: string, headers: Record<string, string> = {}) =>
  Response.json({ error: { message, type: 'invalid_request_error', param: null, code } }, { status, headers })

const cutOff = () =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('{"data": [{"b64_json": "')),
      pull: (controller) => controller.error(new Error('the line went dead')),
    }),
  )

async function callIn(request: Request, path: string): Promise<Call> {
  const call: Call = { path, headers: request.headers, fields: {}, files: {} }
  if (request.headers.get('content-type')?.includes('json'))
    return { ...call, fields: (await request.json()) as Record<string, unknown> }
  for (const [name, value] of await request.formData())
    if (typeof value === 'string') call.fields[name] = value
    else call.files[name] = Buffer.from(await value.arrayBuffer())
  return call
}

const known = ['model', 'prompt', 'n', 'size', 'quality', 'background', 'output_format', 'moderation']
function complaintAbout(dialect: 'openai' | 'localai', { path, fields }: Call): string | undefined {
  const paths = dialect === 'openai' ? ['generations', 'edits'] : ['generations', 'inpainting']
  if (!paths.includes(path)) return `there is no ${path}`
  if (!fields.prompt) return 'prompt is required'
  if (dialect === 'localai') return undefined
  const unknown = Object.keys(fields).find((name) => !known.includes(name))
  if (unknown) return `Unknown parameter: '${unknown}'`
  const isGpt1 = String(fields.model).startsWith('gpt-image-1')
  return isGpt1 && !['1024x1024', '1536x1024', '1024x1536'].includes(String(fields.size))
    ? `Invalid size ${fields.size}`
    : undefined
}

async function drawn(dialect: 'openai' | 'localai', { fields, files }: Call, opaque: boolean): Promise<Buffer> {
  if (files.image && files.mask) return repaint(files.image, files.mask, dialect === 'openai' ? 'transparent' : 'white')
  const [width = 512, height = 512] = String(fields.size ?? '512x512')
    .split('x')
    .map(Number)
  const picture = await flat(width, height)
  return fields.background === 'transparent' && !opaque ? sharp(picture).ensureAlpha(0.5).png().toBuffer() : picture
}
