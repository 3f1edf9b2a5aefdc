import { VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useRef, useState } from 'react'
import { type ImageModel, localProvider } from '#domain/image-models.ts'
import { promptLimit } from '#domain/image-sizes.ts'
import type { PromptReading } from '#domain/prompt-readings.ts'
import { usePromptReadingsQuery } from '../../../data/prompt-readings.ts'
import { announced, ignoredWords, understoodWords } from './reading.ts'
import classes from './readings.module.css'

/** Debounce in milliseconds. */
const pause = 500
const none: PromptReading[] = []

/**
 * Returns the models' interpretations of the prompt as of the last pause in typing; none if the request fails. Sending the
 * form does not depend on them.
 */
const useReadings = (models: readonly ImageModel[], prompt: string, negativePrompt: string): PromptReading[] => {
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
  // `data` may be the answer for an earlier prompt: it is shown until the next answer, but not for an empty prompt or after an error.
  return isRequested && !isError ? (data ?? none) : none
}

interface Props {
  /** The selected models. `models` are the possible alternatives. */
  chosen: readonly ImageModel[]
  models: readonly ImageModel[]
  prompt: string
  negativePrompt: string
  onSwitch: (from: ImageModel, to: ImageModel) => void
}

/**
 * Shows the interpretation of the prompt by the server's own models before credits are spent. Its height is constant,
 * so that nothing moves while the user types.
 */
export const Readings = ({ chosen, models, prompt, negativePrompt, onSwitch }: Props) => {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLElement>(null)
  const readers = chosen.filter(({ provider }) => provider === localProvider)
  const readings = useReadings(readers, prompt, negativePrompt)
  if (readers.length === 0) return null
  const rows = readers.map((model) => {
    const reading = readings.find(({ modelId }) => modelId === model.id)
    return { model, reading, better: reading && betterOf(reading, models) }
  })
  return (
    <section ref={root} tabIndex={-1} className={classes.readings} aria-label="What is drawn of the prompt">
      <header>
        <span>What is drawn of it</span>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Fewer words' : 'All words'}
        </button>
      </header>
      <ul data-open={open || undefined}>
        {rows.map(({ model, reading, better }) => (
          <li key={model.id}>
            {reading && !reading.suits ? (
              <p data-unsuited>
                <span>{model.name} is not made for this.</span>
                {better && (
                  <button
                    type="button"
                    onClick={() => {
                      onSwitch(model, better)
                      root.current?.focus()
                    }}
                  >
                    Switch to {better.name}
                  </button>
                )}
              </p>
            ) : (
              <p dir="auto">
                {readers.length > 1 && <b>{model.name}: </b>}
                {reading ? understoodWords(reading) : ' '}
              </p>
            )}
            <p dir="auto" data-left>
              {reading && reading.ignored.length > 0 && (
                <>
                  <b>Left out: </b>
                  {ignoredWords(reading)}
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      <VisuallyHidden role="status">
        {rows.map(({ model, reading, better }) => reading && announced(model.name, reading, better?.name)).join(' ')}
      </VisuallyHidden>
    </section>
  )
}

/** The best alternative that the user may select. */
const betterOf = ({ better }: PromptReading, models: readonly ImageModel[]): ImageModel | undefined =>
  better.flatMap((id) => models.find((model) => model.id === id) ?? [])[0]
