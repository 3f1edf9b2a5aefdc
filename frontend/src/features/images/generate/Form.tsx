import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { ImageModel } from '#domain/image-models.ts'
import { getCredits } from '../../../base/overlay.ts'
import { useWhyNotSpend } from '../../../billing/use-why-not.ts'
import { formatCount } from '../../../ui/figures.ts'
import { Toggle } from '../../../ui/Toggle.tsx'
import { Aspects } from '../../../uploads/Aspects.tsx'
import { ChosenModel } from './ChosenModel.tsx'
import classes from './form.module.css'
import { chosen, insufficient, priceOf, switched } from './form.ts'
import { Prompt } from './Prompt.tsx'
import promptClasses from './prompt.module.css'
import { Readings } from './Readings.tsx'
import { ReferenceImage } from './ReferenceImage.tsx'
import type { ConjurationWords } from './use-conjuration-words.ts'
import type { FormState } from './use-form.ts'

interface Props {
  state: FormState
  models: readonly ImageModel[]
  experiment: boolean
  /** True if NSFW images may be requested. */
  isNsfwOffered: boolean
  /** Replaces the chosen models until the catalogue is loaded. */
  instead: ReactNode
  /** Available credits. */
  credits: number
  sending: boolean
  noun: 'image' | 'map'
  /** Name and description of the lore that the images will belong to. */
  words: ConjurationWords | undefined
  onPick: () => void
  onSend: () => void
}

/** All parameters of a generation, with its price and the remaining credits. */
export const Form = ({
  state,
  models,
  experiment,
  isNsfwOffered,
  instead,
  credits,
  sending,
  noun,
  words,
  onPick,
  onSend,
}: Props) => {
  const { form, problems } = state
  const picks = chosen(form.choices, models)
  const price = priceOf(picks)
  const whyNot = useWhyNotSpend()
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!whyNot) onSend()
      }}
    >
      <div className={classes.fields}>
        <Models
          state={state}
          picks={picks}
          experiment={experiment}
          isNsfwOffered={isNsfwOffered}
          instead={instead}
          onPick={onPick}
        />
        <Prompt
          label="Prompt"
          rows={8}
          value={form.prompt}
          problem={problems.prompt}
          placeholder={`What should the ${noun} show?`}
          offer={words && { label: `Use the words of ${words.name}`, onTake: () => state.setPrompt(words.text) }}
          onChange={state.setPrompt}
        />
        <Readings
          chosen={picks.map(({ model }) => model)}
          models={models}
          prompt={form.prompt}
          negativePrompt={form.negativePrompt}
          onSwitch={(from, to) => state.setChoices(switched(form.choices, from, to, experiment))}
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
        <Seed seed={form.seed} problem={problems.seed} onChange={state.setSeed} />
        {isNsfwOffered && (
          <Toggle label="NSFW" checked={form.nsfw} onChange={(event) => state.setNsfw(event.currentTarget.checked)} />
        )}
        <ReferenceImage reference={form.reference} problem={problems.reference} onChange={state.setReference} />
      </div>
      <Foot price={price} credits={credits} noun={noun} sending={sending} whyNot={whyNot} />
    </form>
  )
}

interface ModelsProps extends Pick<Props, 'state' | 'experiment' | 'isNsfwOffered' | 'instead' | 'onPick'> {
  picks: ReturnType<typeof chosen>
}

const Models = ({ state, picks, experiment, isNsfwOffered, instead, onPick }: ModelsProps) => {
  const { form, problems } = state
  const id = useId()
  return (
    <>
      <div className={classes.label}>
        <span id={`${id}-models`}>Models</span>
        <button type="button" onClick={onPick}>
          Select Models
        </button>
      </div>
      <ul className={classes.models} aria-labelledby={`${id}-models`}>
        {instead ??
          picks.map(({ choice, model }) => (
            <ChosenModel
              key={model.id}
              model={model}
              choice={choice}
              experiment={experiment}
              ignoresNsfw={isNsfwOffered && form.nsfw && !model.supportsNSFW}
              ignoresReference={form.reference !== null && !model.supportsReference}
              onChange={(next) =>
                state.setChoices(form.choices.map((other) => (other.modelId === model.id ? next : other)))
              }
            />
          ))}
        {!instead && picks.length === 0 && !problems.choices && <li className={classes.none}>No model chosen yet.</li>}
        {problems.choices && (
          <li role="alert" className={classes.problem}>
            {problems.choices}
          </li>
        )}
      </ul>
    </>
  )
}

interface FootProps extends Pick<Props, 'credits' | 'noun' | 'sending'> {
  price: ReturnType<typeof priceOf>
  /** The reason why the user cannot spend credits at all. */
  whyNot: string | undefined
}

const Foot = ({ price, credits, noun, sending, whyNot }: FootProps) => {
  const id = useId()
  return (
    <div className={classes.foot}>
      <div className="num">
        <b>{formatCount(price.credits, 'credit')}</b>
        {whyNot ? (
          <small id={`${id}-why`} data-short>
            {whyNot}
          </small>
        ) : price.credits > credits ? (
          <small data-short>
            {insufficient(price.credits, credits)}{' '}
            <button type="button" onClick={getCredits.run}>
              {getCredits.label}
            </button>
          </small>
        ) : (
          <small>
            {formatCount(price.pictures, noun)} · {(credits - price.credits).toLocaleString('en')} left after
          </small>
        )}
      </div>
      <Button
        type="submit"
        variant="filled"
        size="md"
        loading={sending}
        disabled={whyNot !== undefined}
        aria-describedby={whyNot && `${id}-why`}
      >
        Generate {price.pictures > 0 ? formatCount(price.pictures, noun) : noun}
      </Button>
    </div>
  )
}

interface SeedProps {
  seed: string
  problem: string | undefined
  onChange: (seed: string) => void
}

/** The seed of the random generator: the same seed, prompt and model draw the same image again. */
const Seed = ({ seed, problem, onChange }: SeedProps) => {
  const id = useId()
  return (
    <div className={promptClasses.seed}>
      <label htmlFor={id}>
        Seed <span className={promptClasses.chance}>by chance when empty</span>
      </label>
      <input
        id={id}
        className="num"
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        value={seed}
        aria-invalid={Boolean(problem) || undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {problem && (
        <p role="alert" id={`${id}-problem`} className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
