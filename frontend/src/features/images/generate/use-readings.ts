import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import type { ImageModel } from '#domain/image-models.ts'
import { promptLimit } from '#domain/image-sizes.ts'
import type { PromptReading } from '#domain/prompt-readings.ts'
import { usePromptReadingsQuery } from '../../../data/prompt-readings.ts'

/** So long nothing is typed before it is asked. */
const pause = 500
const none: PromptReading[] = []

/** What the models make of the words as they stood at the last pause; nothing where it cannot be asked: it never keeps anybody from sending. */
export const useReadings = (models: readonly ImageModel[], prompt: string, negativePrompt: string): PromptReading[] => {
  const ids = models.map(({ id }) => id).join(' ')
  const words = useMemo(
    () => ({ models: ids.split(' '), prompt: prompt.trim(), negativePrompt: negativePrompt.trim() }),
    [ids, prompt, negativePrompt],
  )
  const [settled] = useDebouncedValue(words, pause)
  const isAsked =
    ids !== '' &&
    words.prompt !== '' &&
    [settled.prompt, settled.negativePrompt].every((text) => text.length <= promptLimit)
  const { data, isError } = usePromptReadingsQuery(settled, {
    skip: !isAsked || settled.prompt === '' || settled.models[0] === '',
  })
  // What was read of other words is not said of these.
  return isAsked && !isError ? (data ?? none) : none
}
