import { generateText, type LanguageModel, Output, streamText } from 'ai'
import type { z } from 'zod'
import { type Json, schemaOf } from '#domain/example-json.ts'
import {
  type ConversationRequest,
  type PieceListener,
  TextFailed,
  type TextModel,
  type TextRequest,
  type Written,
} from '../text-model.ts'
import { converseWith } from './converse.ts'
import { cutOff, failureOf, filtered, slow } from './failures.ts'
import { type HostedOptions, languageModel, providerNames } from './language-model.ts'
import { instructions, sheetPrompt, structurePrompt, textPrompt } from './words.ts'

/** Tokens of the longest text, including the model's reasoning before it. */
const maxOutputTokens = 8_000

interface Counted {
  inputTokens: number | undefined
  outputTokens: number | undefined
}

/** A model behind an HTTP API: OpenAI, Anthropic, or a server with OpenAI's API, such as Ollama, llama.cpp and vLLM. */
export function hosted(options: HostedOptions): TextModel {
  const vendor: Vendor = {
    model: languageModel(options),
    madeBy: `Written by ${options.model}, ${providerNames[options.provider]}.`,
    timeoutMs: options.timeoutMs,
  }
  return {
    provider: providerNames[options.provider],
    model: options.model,
    write: (request, hear) => writeText(vendor, request, hear),
    converse: (request, hear) => answerQuestion(vendor, request, hear),

    async writeSheet(request, hear) {
      const example = Object.fromEntries(request.fields.map(({ key }) => [key, '']))
      const schema = schemaOf(example) as z.ZodType<Record<string, string>>
      const sheet = await writeStructured(vendor, sheetPrompt(request), schema, request.signal)
      for (const { key } of request.fields) hear?.(key, sheet.content[key] ?? '')
      return sheet
    },

    async writeStructure(request) {
      // A schema's root has to be an object.
      const schema = schemaOf({ answer: request.example }) as z.ZodType<{ answer: Json }>
      const { content, ...rest } = await writeStructured(
        vendor,
        structurePrompt({ ...request, example: { answer: request.example } }),
        schema,
        request.signal,
      )
      return { ...rest, content: content.answer }
    },
  }
}

interface Vendor {
  model: LanguageModel
  /** The credit line of its texts. */
  madeBy: string
  timeoutMs: number
}

/** Settings that all requests for texts share. */
const commonOf = ({ model }: Vendor) => ({ model, instructions, maxOutputTokens, maxRetries: 0 })

const writtenBy = <T>(vendor: Vendor, content: T, { inputTokens = 0, outputTokens = 0 }: Counted): Written<T> => ({
  content,
  madeBy: vendor.madeBy,
  usage: { input: inputTokens, output: outputTokens },
  marks: [],
})

/** Runs `work` with the timeout, and converts its errors into the port's. An abort by the caller stays an AbortError. */
const within = async <T>(
  { timeoutMs }: Vendor,
  caller: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  caller.throwIfAborted()
  const late = AbortSignal.timeout(timeoutMs)
  try {
    return await work(AbortSignal.any([caller, late]))
  } catch (error) {
    caller.throwIfAborted()
    throw late.aborted ? slow() : failureOf(error)
  }
}

const writeText = (vendor: Vendor, request: TextRequest, hear: PieceListener | undefined) =>
  within(vendor, request.signal, async (abortSignal) => {
    const prompt = textPrompt(request)
    // An error is a part of the stream as well; without this it would be printed.
    const answer = streamText({ ...commonOf(vendor), prompt, abortSignal, onError: () => undefined })
    let content = ''
    let reason = 'other'
    let usage: Counted = { inputTokens: 0, outputTokens: 0 }
    for await (const part of answer.stream) {
      if (part.type === 'error') throw content === '' ? part.error : cutOff()
      if (part.type === 'abort') abortSignal.throwIfAborted()
      if (part.type === 'finish') [reason, usage] = [part.finishReason, part.totalUsage]
      if (part.type !== 'text-delta') continue
      content += part.text
      hear?.(part.text)
    }
    refuseUnfinished(reason)
    if (content.trim() === '') throw cutOff()
    return writtenBy(vendor, content.trim(), usage)
  })

const answerQuestion = (vendor: Vendor, request: ConversationRequest, hear: PieceListener) => {
  let isHeard = false
  const answer = (maySearch: boolean) =>
    within(vendor, request.signal, async (signal) => {
      const { text, usage } = await converseWith(vendor.model, { ...request, signal }, maySearch, (piece) => {
        isHeard = true
        hear(piece)
      })
      return writtenBy(vendor, text, usage)
    })
  return answer(true).catch((error: unknown) => {
    // A model without tools refuses the request, and then answers from the given excerpts only.
    if (error instanceof TextFailed && error.kind === 'refused' && !isHeard) return answer(false)
    throw error
  })
}

/** Requests an answer again if it violates the schema: small models often succeed at the second attempt. */
const writeStructured = async <T>(
  vendor: Vendor,
  prompt: string,
  schema: z.ZodType<T>,
  caller: AbortSignal,
): Promise<Written<T>> => {
  const once = () =>
    within(vendor, caller, async (abortSignal) => {
      const answer = await generateText({ ...commonOf(vendor), prompt, abortSignal, output: Output.object({ schema }) })
      refuseUnfinished(answer.finishReason)
      return writtenBy(vendor, schema.parse(answer.output), answer.totalUsage)
    })
  return once().catch((error: unknown) => {
    if (error instanceof TextFailed && error.kind === 'unusable') return once()
    throw error
  })
}

const refuseUnfinished = (reason: string) => {
  if (reason === 'content-filter') throw filtered()
  if (reason !== 'stop') throw cutOff()
}
