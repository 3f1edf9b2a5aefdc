import { setTimeout as delay } from 'node:timers/promises'
import { serve } from './serve.ts'

/**
 * How a call ends: whole; never; in the middle; at the end of its tokens; by a filter; told to wait; without its key; with rubbish for JSON or for a
 * stream; never after its beginning; after 10 MB; with one or a thousand searches, with a proposal, or with a tool that does not exist; because it has no tools; with all of its input.
 */
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
  | 'garbage'
  | 'endless'
  | 'huge'
  | 'search'
  | 'flood'
  | 'unknown-tool'
  | 'propose'
  | 'no-tools'
  | 'parrot'
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
  /** How calls end for which `next` has named nothing. */
  always(outcome: TextOutcome): void
  /** What a whole text is, in pieces, and the milliseconds before each. */
  says(pieces: readonly string[], everyMs?: number): void
  /** What calls of the outcome `propose` propose, as the tool's input; once they were answered, they end whole. */
  proposes(...inputs: readonly object[]): void
  close(): Promise<void>
}

const pie = ['The eel ', 'pie is ', 'haunted.']
const data = '{"name":"The Eel","rooms":3}'
const encoder = new TextEncoder()

/** Models on this machine that speak OpenAI's wire (which Ollama, llama.cpp and vLLM do too) or Anthropic's. */
export async function startTextModels(wire: Wire, { apiKey = 'sk-test' } = {}): Promise<TextModelEmulator> {
  const calls: Call[] = []
  const coming: TextOutcome[] = []
  let usual: TextOutcome = 'whole'
  let speech: Speech = { pieces: pie, everyMs: 0 }
  let proposed: readonly object[] = []
  const { url, close } = await serve(async (request) => {
    const key = request.headers.get('x-api-key') ?? request.headers.get('authorization')?.replace('Bearer ', '')
    if (key !== apiKey)
      return Response.json({ error: { type: 'authentication_error', message: 'bad key' } }, { status: 401 })
    const call: Call = { body: (await request.json()) as Call['body'], headers: request.headers }
    calls.push(call)
    const outcome = coming.shift() ?? usual
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
    if (outcome === 'no-tools' && call.body.tools) return error(400, 'invalid_request_error')
    if (!call.body.stream) return whole(wire, call, outcome)
    const isAnswered = /"tool_result"|"role":"tool"/.test(inputOf(call))
    if (outcome === 'propose')
      return isAnswered || !call.body.tools
        ? streamed(wire, 'whole', speech)
        : streamed(wire, 'propose', speech, proposed)
    if (outcome !== 'parrot') return streamed(wire, outcome, speech)
    // It searches for the whole question first.
    if (call.body.tools && !isAnswered) return streamed(wire, 'search', speech, [{ query: questionOf(call) }])
    return streamed(wire, 'whole', { pieces: [inputOf(call)], everyMs: 0 })
  })
  return {
    url: `${url}/v1`,
    calls,
    next: (...outcomes) => coming.push(...outcomes),
    always(outcome) {
      usual = outcome
    },
    says(pieces, everyMs = 0) {
      speech = { pieces, everyMs }
    },
    proposes(...inputs) {
      proposed = inputs
    },
    close,
  }
}

interface Speech {
  pieces: readonly string[]
  everyMs: number
}

/** Everything that a model receives, as its own text. */
const inputOf = ({ body }: Call): string => JSON.stringify([body.system, body.messages])

const questionOf = ({ body }: Call): string => {
  const text = JSON.stringify((body.messages as unknown[]).at(-1))
  return text.slice(text.indexOf('Question:')).slice(0, 300)
}

const reasons: Record<Wire, Partial<Record<TextOutcome, string>>> = {
  openai: { 'cut-off': 'length', filtered: 'content_filter' },
  anthropic: { 'cut-off': 'max_tokens', filtered: 'refusal' },
}
const reasonOf = (wire: Wire, outcome: TextOutcome) =>
  reasons[wire][outcome] ?? (wire === 'openai' ? 'stop' : 'end_turn')

const chunk = (delta: object, finish_reason: string | null) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
})
const usage = { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 }

interface Searching {
  name: string
  count: number
}
const searches: Partial<Record<TextOutcome, Searching>> = {
  search: { name: 'search', count: 1 },
  flood: { name: 'search', count: 1_000 },
  'unknown-tool': { name: 'delete_everything', count: 1 },
  propose: { name: 'propose', count: 0 },
}
/** The inputs of a call's tools: the given ones, or as many of the same search. */
const inputsFor = ({ count }: Searching, given: readonly object[]): readonly object[] =>
  count === 0 ? given : Array.from({ length: count }, () => given[0] ?? { query: 'bell' })

const openAiParts = (pieces: readonly string[], reason: string): object[] => [
  ...pieces.map((content) => chunk({ role: 'assistant', content }, null)),
  chunk({}, reason),
  { ...chunk({}, null), choices: [], usage },
]
const openAiSearches = (searching: Searching, given: readonly object[]): object[] => [
  ...inputsFor(searching, given).map((input, index) => {
    const call = {
      index,
      id: `call${index}`,
      type: 'function',
      function: { name: searching.name, arguments: JSON.stringify(input) },
    }
    return chunk({ role: 'assistant', tool_calls: [call] }, null)
  }),
  chunk({}, 'tool_calls'),
  { ...chunk({}, null), choices: [], usage },
]
const anthropicStart = {
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
}
const anthropicSearches = (searching: Searching, given: readonly object[]): object[] => [
  anthropicStart,
  ...inputsFor(searching, given).flatMap((input, index) => [
    {
      type: 'content_block_start',
      index,
      content_block: { type: 'tool_use', id: `call${index}`, name: searching.name, input: {} },
    },
    {
      type: 'content_block_delta',
      index,
      delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) },
    },
    { type: 'content_block_stop', index },
  ]),
  { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 5 } },
  { type: 'message_stop' },
]
const anthropicParts = (pieces: readonly string[], stop_reason: string): object[] => [
  anthropicStart,
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ...pieces.map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
  { type: 'message_stop' },
]

const partsOf = (wire: Wire, outcome: TextOutcome, pieces: readonly string[], given: readonly object[]): object[] => {
  const searching = searches[outcome]
  if (searching) return wire === 'openai' ? openAiSearches(searching, given) : anthropicSearches(searching, given)
  const reason = reasonOf(wire, outcome)
  return wire === 'openai' ? openAiParts(pieces, reason) : anthropicParts(pieces, reason)
}
const linesOf = (parts: readonly object[]) =>
  parts.map((part) => `${'type' in part ? `event: ${part.type}\n` : ''}data: ${JSON.stringify(part)}\n\n`)

const streamed = (wire: Wire, outcome: TextOutcome, { pieces, everyMs }: Speech, given: readonly object[] = []) => {
  const said = outcome === 'huge' ? Array.from({ length: 640 }, () => 'eels '.repeat(3_277)) : pieces
  const lines = linesOf(partsOf(wire, outcome, said, given))
  const isCut = outcome === 'broken' || outcome === 'endless' || outcome === 'garbage'
  const sent = isCut ? lines.slice(0, 3) : [...lines, ...(wire === 'openai' ? ['data: [DONE]\n\n'] : [])]
  let isGone = false
  const body = new ReadableStream({
    async start(controller) {
      for (const line of sent) {
        if (everyMs > 0) await delay(everyMs)
        if (isGone) return
        controller.enqueue(encoder.encode(line))
      }
      if (outcome === 'endless') return
      if (outcome === 'garbage') controller.enqueue(encoder.encode('data: {"choices": 7, <html>\n\n'))
      if (outcome !== 'broken') return controller.close()
      // What was said is on its way by then.
      await delay(20)
      controller.error(new Error('the line broke'))
    },
    cancel() {
      isGone = true
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
