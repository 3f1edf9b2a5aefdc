import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import { tooLong } from './failures.ts'

export const textProviders = ['openai-compatible', 'openai', 'anthropic'] as const
export type TextProvider = (typeof textProviders)[number]

export interface HostedOptions {
  provider: TextProvider
  model: string
  apiKey?: string | undefined
  /** Such as `http://localhost:11434/v1`; the vendor's own by default. */
  baseUrl?: string | undefined
  /** Timeout of one text, from the request to its last word. */
  timeoutMs: number
}

export const providerNames: Record<TextProvider, string> = {
  'openai-compatible': 'a model of this installation',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
}

interface ClientOptions {
  apiKey?: string
  baseURL?: string
  fetch: typeof fetch
}
type Making = (options: ClientOptions, model: string) => LanguageModel

const makers: Record<TextProvider, Making> = {
  // Ollama, llama.cpp and vLLM all accept a schema, and count tokens on request.
  'openai-compatible': ({ baseURL = 'http://localhost:11434/v1', apiKey, fetch }, model) =>
    createOpenAICompatible({
      name: 'compatible',
      baseURL,
      fetch,
      includeUsage: true,
      supportsStructuredOutputs: true,
      ...(apiKey && { apiKey }),
    }).chatModel(model),
  openai: (options, model) => createOpenAI(options).chat(model),
  anthropic: (options, model) => createAnthropic(options)(model),
}

/** Bytes of the largest response: some fifty times those of the longest text, including the overhead of the protocol. */
const mostBytes = 4 * 2 ** 20

/** Aborts a response that exceeds `mostBytes`, even one without a line break. */
const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (!response.body) return response
  let bytes = 0
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > mostBytes) throw tooLong()
      controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(bounded), { status, statusText, headers })
}

/** Returns the model of the `ai` package for these settings. */
export const languageModel = ({ provider, model, apiKey, baseUrl }: HostedOptions): LanguageModel =>
  makers[provider](
    { fetch: boundedFetch, ...(apiKey && { apiKey }), ...(baseUrl && { baseURL: baseUrl.replace(/\/+$/, '') }) },
    model,
  )
