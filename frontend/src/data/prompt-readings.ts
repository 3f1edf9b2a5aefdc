import { type PromptReading, PromptReadings } from '#domain/prompt-readings.ts'
import { api } from '../base/api.ts'

interface Words {
  models: readonly string[]
  prompt: string
  negativePrompt: string
}

export const promptReadingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    promptReadings: build.query<PromptReading[], Words>({
      query: (body) => ({ url: 'images/models/reading', method: 'POST', body }),
      transformResponse: (answer) => PromptReadings.parse(answer).readings,
      keepUnusedDataFor: 60,
      extraOptions: { freshness: 'constant' },
    }),
  }),
})

export const { usePromptReadingsQuery } = promptReadingsApi
