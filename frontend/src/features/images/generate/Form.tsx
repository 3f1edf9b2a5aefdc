import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { ImageModel } from '#domain/image-models.ts'
import { counted } from '../picture.ts'
import { Aspects } from './Aspects.tsx'
import { ChosenModel } from './ChosenModel.tsx'
import { chosen, insufficient, priceOf } from './form.ts'
import { Prompt } from './Prompt.tsx'
import { ReferenceImage } from './ReferenceImage.tsx'
import type { FormState } from './use-form.ts'

interface Props {
  state: FormState
  models: readonly ImageModel[]
  experiment: boolean
  /** Shown where the chosen models are while the catalogue is not there. */
  instead: ReactNode
  /** Credits that may be spent now. */
  credits: number
  sending: boolean
  noun: 'image' | 'map'
  onPick: () => void
  onSend: () => void
}

/** Everything a generation is asked for with, its price, and what would be left. */
export const Form = ({ state, models, experiment, instead, credits, sending, noun, onPick, onSend }: Props) => {
  const { form, problems } = state
  const id = useId()
  const picks = chosen(form.choices, models)
  const price = priceOf(picks)
  const short = price.credits > credits
  return (
    <form
      className="gen-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <div className="gen-fields">
        <div className="gen-label">
          <span id={`${id}-models`}>Models</span>
          <button type="button" onClick={onPick}>
            Select Models
          </button>
        </div>
        <ul className="gen-models" aria-labelledby={`${id}-models`}>
          {instead ??
            picks.map(({ choice, model }) => (
              <ChosenModel
                key={model.id}
                {...{ model, choice, experiment }}
                ignoresReference={form.reference !== null && !model.supportsReference}
                onChange={(next) =>
                  state.setChoices(form.choices.map((other) => (other.modelId === model.id ? next : other)))
                }
              />
            ))}
          {!instead && picks.length === 0 && !problems.choices && <li className="gen-none">No model chosen yet.</li>}
          {problems.choices && (
            <li role="alert" className="gen-problem">
              {problems.choices}
            </li>
          )}
        </ul>
        <Prompt
          label="Prompt"
          rows={8}
          value={form.prompt}
          problem={problems.prompt}
          placeholder={`What should the ${noun} show?`}
          onChange={state.setPrompt}
        />
        <Prompt
          label="Negative prompt"
          note="remembered"
          quiet
          rows={1}
          value={form.negativePrompt}
          problem={problems.negativePrompt}
          placeholder="What should stay out of it"
          onChange={state.setNegativePrompt}
        />
        <Aspects size={form.size} onChange={state.setSize} />
        <ReferenceImage reference={form.reference} problem={problems.reference} onChange={state.setReference} />
      </div>
      <div className="gen-foot">
        <div className="num">
          <b>{counted(price.credits, 'credit')}</b>
          {short ? (
            <small data-short>{insufficient(price.credits, credits)}</small>
          ) : (
            <small>
              {counted(price.pictures, noun)} · {(credits - price.credits).toLocaleString('en')} left after
            </small>
          )}
        </div>
        <Button type="submit" variant="filled" size="md" loading={sending}>
          Generate {price.pictures > 0 ? counted(price.pictures, noun) : noun}
        </Button>
      </div>
    </form>
  )
}
