import { isStepCount, type LanguageModel, streamText, tool } from 'ai'
import { z } from 'zod'
import {
  type ConversationRequest,
  longestAnswer,
  mostRounds,
  mostSearches,
  type PieceListener,
  TextFailed,
  type WantedChange,
} from '../text-model.ts'
import { cutOff, failureOf, filtered, searchedTooOften, tooLong, unusable } from './failures.ts'
import { conversationInstructions, questionPrompt } from './words.ts'

interface Usage {
  inputTokens: number
  outputTokens: number
}

const queryLetters = 500
const search = 'Searches the notes of the campaign. Returns further excerpts, numbered on.'

const proposing =
  'Proposes one change of the campaign as a draft, which the member may add or dismiss. Use it only if the question requests such a change. Nothing is changed by it.'

const name = z.string().min(1).max(255)
const ProposedInput = z.object({
  kind: z.enum(['entry', 'section', 'relationship', 'tags']),
  entry: name.optional().describe('Name of the existing entry that gets a section or tags'),
  name: name.optional().describe('Name of a new entry, or title of a section'),
  text: z.string().max(4_000).optional().describe('Description of a new entry, or text of a section, in Markdown'),
  tags: z.array(z.string().max(60)).max(20).optional(),
  template: name.optional().describe('Name of the template of a new entry'),
  from: name.optional().describe('Name of the entry at which a relationship begins'),
  to: name.optional().describe('Name of the entry at which a relationship ends'),
  comment: z.string().max(500).optional().describe('The relationship between them, such as: is the sister of'),
})

/** Converts the tool's input to a change. Missing names become empty, and match no entry. */
const wantedChange = ({ kind, ...input }: z.infer<typeof ProposedInput>): WantedChange => {
  const {
    entry = '',
    name: title = '',
    text = '',
    tags = [],
    template = null,
    from = '',
    to = '',
    comment = '',
  } = input
  if (kind === 'entry') return { kind, name: title, text, tags, template }
  if (kind === 'section') return { kind, entry, title, text }
  return kind === 'tags' ? { kind, entry, tags } : { kind, from, to, comment }
}

const toolsOf = (request: ConversationRequest) => {
  let searches = 0
  return {
    propose: tool({
      description: proposing,
      inputSchema: ProposedInput,
      execute: async (input) => request.propose(wantedChange(input)),
    }),
    search: tool({
      description: search,
      inputSchema: z.object({ query: z.string().min(1).max(queryLetters) }),
      execute: async ({ query }) => (++searches > mostSearches ? [] : request.search(query)),
    }),
  }
}

const messagesOf = ({ turns, question, excerpts }: ConversationRequest) => [
  ...turns.map(({ role, text: content }) => ({ role, content })),
  { role: 'user' as const, content: questionPrompt(question, excerpts) },
]

/** Answers by a model, which may search while it answers. A failure carries the tokens of the rounds before it. */
export async function converseWith(
  model: LanguageModel,
  request: ConversationRequest,
  maySearch: boolean,
  hear: PieceListener,
): Promise<{ text: string; usage: Usage }> {
  const ended = new AbortController()
  const usage = { inputTokens: 0, outputTokens: 0 }
  const answer = streamText({
    model,
    instructions: conversationInstructions,
    messages: messagesOf(request),
    maxOutputTokens: 8_000,
    maxRetries: 0,
    abortSignal: AbortSignal.any([request.signal, ended.signal]),
    // An error is a part of the stream as well; without this it would be printed.
    onError: () => undefined,
    ...(maySearch && {
      tools: toolsOf(request),
      stopWhen: isStepCount(mostRounds),
      // The last round has to answer.
      prepareStep: ({ stepNumber }) => (stepNumber >= mostRounds - 1 ? { toolChoice: 'none' as const } : {}),
    }),
  })
  let text = ''
  let searches = 0
  let reason = 'other'
  try {
    for await (const part of answer.stream) {
      if (part.type === 'error') throw text === '' ? failureOfPart(part.error) : cutOff()
      if (part.type === 'abort') request.signal.throwIfAborted()
      if (part.type === 'finish') reason = part.finishReason
      if (part.type === 'finish-step') {
        usage.inputTokens += part.usage.inputTokens ?? 0
        usage.outputTokens += part.usage.outputTokens ?? 0
      }
      if (part.type === 'tool-call' && ++searches > mostSearches) throw searchedTooOften()
      if (part.type !== 'text-delta') continue
      const piece = part.text.slice(0, longestAnswer - text.length)
      text += piece
      if (piece !== '') hear(piece)
      if (piece.length < part.text.length) throw tooLong()
    }
    if (reason === 'content-filter') throw filtered()
    if (reason === 'tool-calls') throw searchedTooOften()
    if (reason !== 'stop' || text.trim() === '') throw cutOff()
    return { text, usage }
  } catch (error) {
    throw withUsage(error, usage)
  } finally {
    ended.abort()
  }
}

/** Converts an error in the stream. Unknown errors count as an unusable answer, which is not retried. */
const failureOfPart = (error: unknown): Error => {
  const failure = failureOf(error)
  return failure instanceof TextFailed ? failure : unusable()
}

const withUsage = (error: unknown, { inputTokens: input, outputTokens: output }: Usage): unknown =>
  error instanceof TextFailed
    ? new TextFailed(error.kind, error.message, { ...error.facts, usage: { input, output } })
    : error
