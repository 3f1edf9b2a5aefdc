import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'

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

type Making = (options: { apiKey?: string; baseURL?: string }, model: string) => LanguageModel

const makers: Record<TextProvider, Making> = {
  // Ollama, llama.cpp and vLLM all accept a schema, and count tokens on request.
  'openai-compatible': ({ baseURL = 'http://localhost:11434/v1', apiKey }, model) =>
    createOpenAICompatible({
      name: 'compatible',
      baseURL,
      includeUsage: true,
      supportsStructuredOutputs: true,
      ...(apiKey && { apiKey }),
    }).chatModel(model),
  openai: (options, model) => createOpenAI(options).chat(model),
  anthropic: (options, model) => createAnthropic(options)(model),
}

/** The model of the `ai` package that these settings name. */
export const languageModel = ({ provider, model, apiKey, baseUrl }: HostedOptions): LanguageModel =>
  makers[provider]({ ...(apiKey && { apiKey }), ...(baseUrl && { baseURL: baseUrl.replace(/\/+$/, '') }) }, model)
