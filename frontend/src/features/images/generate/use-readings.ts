import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import type { ImageModel } from '#domain/image-models.ts'
import { promptLimit } from '#domain/image-sizes.ts'
import type { PromptReading } from '#domain/prompt-readings.ts'
import { usePromptReadingsQuery } from '../../../data/prompt-readings.ts'

/** Debounce in milliseconds. */
const pause = 500
const none: PromptReading[] = []

/**
 * Interpretations of the prompt by the models, as of the last pause in typing; empty if they cannot be fetched, which
 * never blocks sending.
 */
export const useReadings = (models: readonly ImageModel[], prompt: string, negativePrompt: string): PromptReading[] => {
  const ids = models.map(({ id }) => id).join(' ')
  const words = useMemo(
    () => ({ models: ids.split(' '), prompt: prompt.trim(), negativePrompt: negativePrompt.trim() }),
    [ids, prompt, negativePrompt],
  )
  const [settled] = useDebouncedValue(words, pause)
  const isRequested =
    ids !== '' &&
    words.prompt !== '' &&
    [settled.prompt, settled.negativePrompt].every((text) => text.length <= promptLimit)
  const { data, isError } = usePromptReadingsQuery(settled, {
    skip: !isRequested || settled.prompt === '' || settled.models[0] === '',
  })
  // An answer for an earlier prompt does not apply to this one.
  return isRequested && !isError ? (data ?? none) : none
}
