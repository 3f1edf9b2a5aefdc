import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { type ModelSize, modelPromptLimit } from '#domain/model-words.ts'
import { useModelReadingQuery } from '../../../data/models.ts'
import classes from './create-model.module.css'
import { GenerateFoot } from './GenerateFoot.tsx'
import { MiniatureSize } from './MiniatureSize.tsx'
import type { Generation } from './use-generation.ts'

const pauseMs = 500

interface Props {
  prompt: string
  size: ModelSize
  generation: Generation
  onPrompt: (prompt: string) => void
  onSize: (size: ModelSize) => void
}

/** A description of up to 1,024 characters, with the words of it that the provider recognises. */
export const FromPrompt = ({ prompt, size, generation, onPrompt, onSize }: Props) => {
  const [isTried, setTried] = useState(false)
  const { length } = prompt.trim()
  const isOver = length > modelPromptLimit
  const problem = isOver
    ? 'Description cannot exceed 1024 characters'
    : isTried && length === 0
      ? 'Please provide a description for your model'
      : undefined
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (length > 0 && !isOver) void generation.fromPrompt(prompt.trim(), size)
      }}
    >
      <div className={classes.prompt}>
        <label htmlFor="model-prompt">Description</label>
        <textarea
          id="model-prompt"
          dir="auto"
          rows={5}
          data-autofocus
          // biome-ignore lint/a11y/noAutofocus: the button that led here was removed with the focus
          autoFocus
          value={prompt}
          placeholder="An old knight with a bell on her shield, resting on a warhammer"
          aria-invalid={problem !== undefined || undefined}
          aria-describedby="model-prompt-count"
          onChange={(event) => {
            onPrompt(event.currentTarget.value)
            generation.clearProblem()
          }}
        />
        <div id="model-prompt-count" className={`${classes.count} num`} data-over={problem !== undefined || undefined}>
          <span role={problem ? 'alert' : undefined}>{problem}</span>
          <b>
            {length.toLocaleString('en')} / {modelPromptLimit.toLocaleString('en')}
          </b>
        </div>
      </div>
      <Reading prompt={prompt.trim()} isRefused={generation.problem !== undefined} />
      <MiniatureSize size={size} onChange={onSize} />
      <GenerateFoot source="prompt" generation={generation} />
    </form>
  )
}

/** Words of the prompt that the model will show, as of the last pause in typing. After a refusal, its own hint is shown instead. */
const Reading = ({ prompt, isRefused }: { prompt: string; isRefused: boolean }) => {
  const [settled] = useDebouncedValue(prompt, pauseMs)
  const isReadable = settled !== '' && settled === prompt && settled.length <= modelPromptLimit
  const { currentData } = useModelReadingQuery(settled, { skip: !isReadable })
  const reading = isReadable ? currentData : undefined
  return (
    <p
      className={classes.reading}
      aria-live="polite"
      dir="auto"
      data-refused={reading?.isUnderstood === false || undefined}
    >
      {reading?.isUnderstood === false && !isRefused && reading.hint}
      {reading?.isUnderstood && reading.understood.length > 0 && (
        <>
          <b>It will show: </b>
          {reading.understood.join(', ')}
        </>
      )}
      {reading?.isUnderstood && reading.ignored.length > 0 && (
        <span>
          <b>Left out: </b>
          {reading.ignored.join(', ')}
        </span>
      )}
    </p>
  )
}
