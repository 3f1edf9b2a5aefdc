import { generateText, Output, streamText } from 'ai'
import type { z } from 'zod'
import { type Json, schemaOf } from '#domain/example-json.ts'
import { TextFailed, type TextModel, type Written } from '../text-model.ts'
import { converseWith } from './converse.ts'
import { cutOff, failureOf, filtered, slow } from './failures.ts'
import { type HostedOptions, languageModel, providerNames } from './language-model.ts'
import { instructions, sheetPrompt, structurePrompt, textPrompt } from './words.ts'

/** The longest text, with what a model thinks before it. */
const maxOutputTokens = 8_000

interface Counted {
  inputTokens: number | undefined
  outputTokens: number | undefined
}

/** A model that others run: OpenAI, Anthropic, or whatever speaks OpenAI's wire, such as Ollama, llama.cpp and vLLM. */
export function hosted(options: HostedOptions): TextModel {
  const model = languageModel(options)
  const madeBy = `Written by ${options.model}, ${providerNames[options.provider]}.`
  const common = { model, instructions, maxOutputTokens, maxRetries: 0 }

  const written = <T>(content: T, { inputTokens = 0, outputTokens = 0 }: Counted): Written<T> => ({
    content,
    madeBy,
    usage: { input: inputTokens, output: outputTokens },
    marks: [],
  })

  /** Within its time, and failing as the port says. An abort by the caller stays one. */
  const within = async <T>(caller: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    caller.throwIfAborted()
    const late = AbortSignal.timeout(options.timeoutMs)
    try {
      return await work(AbortSignal.any([caller, late]))
    } catch (error) {
      caller.throwIfAborted()
      throw late.aborted ? slow() : failureOf(error)
    }
  }

  /** Requests an answer again if it violates the schema: small models often succeed at the second attempt. */
  const structured = async <T>(prompt: string, schema: z.ZodType<T>, caller: AbortSignal): Promise<Written<T>> => {
    const once = () =>
      within(caller, async (abortSignal) => {
        const answer = await generateText({ ...common, prompt, abortSignal, output: Output.object({ schema }) })
        refuseUnfinished(answer.finishReason)
        return written(schema.parse(answer.output), answer.totalUsage)
      })
    return once().catch((error: unknown) => {
      if (error instanceof TextFailed && error.kind === 'unusable') return once()
      throw error
    })
  }

  return {
    provider: providerNames[options.provider],
    model: options.model,

    write: (request, hear) =>
      within(request.signal, async (abortSignal) => {
        // An error is a part of the stream as well; without this it would be printed.
        const answer = streamText({ ...common, prompt: textPrompt(request), abortSignal, onError: () => undefined })
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
        return written(content.trim(), usage)
      }),

    async converse(request, hear) {
      let isHeard = false
      const answer = (maySearch: boolean) =>
        within(request.signal, async (abortSignal) => {
          const { text, usage } = await converseWith(model, { ...request, signal: abortSignal }, maySearch, (piece) => {
            isHeard = true
            hear(piece)
          })
          return written(text, usage)
        })
      return answer(true).catch((error: unknown) => {
        // A model without tools refuses the request: what was found beforehand has to do.
        if (error instanceof TextFailed && error.kind === 'refused' && !isHeard) return answer(false)
        throw error
      })
    },

    async writeSheet(request, hear) {
      const example = Object.fromEntries(request.fields.map(({ key }) => [key, '']))
      const schema = schemaOf(example) as z.ZodType<Record<string, string>>
      const sheet = await structured(sheetPrompt(request), schema, request.signal)
      for (const { key } of request.fields) hear?.(key, sheet.content[key] ?? '')
      return sheet
    },

    async writeStructure(request) {
      // A schema's root has to be an object.
      const schema = schemaOf({ answer: request.example }) as z.ZodType<{ answer: Json }>
      const { content, ...rest } = await structured(
        structurePrompt({ ...request, example: { answer: request.example } }),
        schema,
        request.signal,
      )
      return { ...rest, content: content.answer }
    },
  }
}

const refuseUnfinished = (reason: string) => {
  if (reason === 'content-filter') throw filtered()
  if (reason !== 'stop') throw cutOff()
}
