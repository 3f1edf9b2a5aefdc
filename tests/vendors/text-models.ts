import { setTimeout as delay } from 'node:timers/promises'
import { serve } from './serve.ts'

/** How a call ends: whole; never; in the middle; at the end of its tokens; by a filter; told to wait; without its key; with rubbish for JSON. */
export type TextOutcome =
  | 'whole'
  | 'never'
  | 'broken'
  | 'cut-off'
  | 'filtered'
  | 'rate-limited'
  | 'failing'
  | 'no-model'
  | 'rubbish'
export type Wire = 'openai' | 'anthropic'

interface Call {
  body: Record<string, unknown> & { stream?: boolean; tools?: { name: string }[] }
  headers: Headers
  /** Whoever asked hung up before they were answered. */
  isGone?: boolean
}

export interface TextModelEmulator {
  url: string
  calls: Call[]
  next(...outcomes: TextOutcome[]): void
  close(): Promise<void>
}

const said = ['The eel ', 'pie is ', 'haunted.']
const data = '{"name":"The Eel","rooms":3}'
const encoder = new TextEncoder()

/** Models on this machine that speak OpenAI's wire (which Ollama, llama.cpp and vLLM do too) or Anthropic's. */
export async function startTextModels(wire: Wire, { apiKey = 'sk-test' } = {}): Promise<TextModelEmulator> {
  const calls: Call[] = []
  const coming: TextOutcome[] = []
  const { url, close } = await serve(async (request) => {
    const key = request.headers.get('x-api-key') ?? request.headers.get('authorization')?.replace('Bearer ', '')
    if (key !== apiKey)
      return Response.json({ error: { type: 'authentication_error', message: 'bad key' } }, { status: 401 })
    const call: Call = { body: (await request.json()) as Call['body'], headers: request.headers }
    calls.push(call)
    const outcome = coming.shift() ?? 'whole'
    const error = (status: number, code: string, headers = {}) =>
      Response.json({ type: 'error', error: { type: code, code, message: code } }, { status, headers })
    if (outcome === 'never')
      return new Promise((_, reject) =>
        request.signal.addEventListener('abort', () => {
          call.isGone = true
          reject(new Error('gone'))
        }),
      )
    if (outcome === 'rate-limited') return error(429, 'rate_limit', { 'retry-after': '7' })
    if (outcome === 'failing') return error(500, 'internal')
    if (outcome === 'no-model') return error(404, 'not_found_error')
    return call.body.stream ? streamed(wire, outcome) : whole(wire, call, outcome)
  })
  return { url: `${url}/v1`, calls, next: (...outcomes) => coming.push(...outcomes), close }
}

const reasons: Record<Wire, Partial<Record<TextOutcome, string>>> = {
  openai: { 'cut-off': 'length', filtered: 'content_filter' },
  anthropic: { 'cut-off': 'max_tokens', filtered: 'refusal' },
}
const reasonOf = (wire: Wire, outcome: TextOutcome) =>
  reasons[wire][outcome] ?? (wire === 'openai' ? 'stop' : 'end_turn')

const chunk = (delta: object, finish_reason: string | null) => ({
  ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' },
  choices: [{ index: 0, delta, finish_reason }],
})
const usage = { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 }

const openAiParts = (reason: string): object[] => [
  ...said.map((content) => chunk({ role: 'assistant', content }, null)),
  chunk({}, reason),
  { ...chunk({}, null), choices: [], usage },
]
const anthropicParts = (stop_reason: string): object[] => [
  {
    type: 'message_start',
    message: {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: null,
      usage: { input_tokens: 11, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ...said.map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
  { type: 'message_stop' },
]

const streamed = (wire: Wire, outcome: TextOutcome) => {
  const reason = reasonOf(wire, outcome)
  const parts = wire === 'openai' ? openAiParts(reason) : anthropicParts(reason)
  const lines = parts.map((part) => `${'type' in part ? `event: ${part.type}\n` : ''}data: ${JSON.stringify(part)}\n\n`)
  const sent = outcome === 'broken' ? lines.slice(0, 3) : [...lines, ...(wire === 'openai' ? ['data: [DONE]\n\n'] : [])]
  const body = new ReadableStream({
    async start(controller) {
      for (const line of sent) controller.enqueue(encoder.encode(line))
      if (outcome !== 'broken') return controller.close()
      // What was said is on its way by then.
      await delay(20)
      controller.error(new Error('the line broke'))
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

const whole = (wire: Wire, { body }: Call, outcome: TextOutcome) => {
  const content = outcome === 'rubbish' ? '{"name": 3, "extra"' : JSON.stringify({ answer: JSON.parse(data) })
  if (wire === 'openai') {
    const message = { role: 'assistant', content }
    const choices = [{ index: 0, message, finish_reason: reasonOf(wire, outcome) }]
    return Response.json({ id: 'c', object: 'chat.completion', created: 1, model: 'm', choices, usage })
  }
  const byTool = body.tools?.some(({ name }) => name === 'json')
  const input = outcome === 'rubbish' ? { name: 3 } : { answer: JSON.parse(data) }
  const block = byTool ? { type: 'tool_use', id: 't', name: 'json', input } : { type: 'text', text: content }
  const stop_reason = byTool && outcome === 'whole' ? 'tool_use' : reasonOf(wire, outcome)
  const message = { id: 'm', type: 'message', role: 'assistant', model: 'm', stop_sequence: null }
  return Response.json({ ...message, content: [block], stop_reason, usage: { input_tokens: 11, output_tokens: 5 } })
}
