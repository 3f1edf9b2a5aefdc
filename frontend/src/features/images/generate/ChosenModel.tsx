import { IconChevronDown, IconMinus, IconPlus } from '@tabler/icons-react'
import { costOf, type ImageModel, stylesOf } from '#domain/image-models.ts'
import { quantityLimit } from '#domain/image-sizes.ts'
import { formatCount } from '../../../ui/figures.ts'
import classes from './form.module.css'
import { type Choice, clampQuantity } from './form.ts'
import { ModelBadges } from './ModelBadges.tsx'
import { Sample } from './Sample.tsx'

interface Props {
  model: ImageModel
  choice: Choice
  experiment: boolean
  /** True if a reference image is chosen, which this model does not support. */
  ignoresReference: boolean
  /** True if NSFW is on, which this model does not support. */
  ignoresNsfw: boolean
  onChange: (choice: Choice) => void
}

/** A selected model with its price, its style and its number of images. */
export const ChosenModel = ({ model, choice, experiment, ignoresReference, ignoresNsfw, onChange }: Props) => {
  const styles = stylesOf(model, experiment)
  return (
    <li className={classes.model}>
      <Sample model={model} />
      <div>
        <div className={classes.title}>
          <b>{model.name}</b>
          <ModelBadges model={model} />
        </div>
        <div className={`${classes.meta} num`}>
          {formatCount(costOf(model), 'credit')} each
          {styles.length > 0 && (
            <>
              {' · '}
              <span className={classes.style}>
                <select
                  aria-label={`Style of ${model.name}`}
                  value={choice.stylePreset ?? ''}
                  onChange={(event) => onChange({ ...choice, stylePreset: event.currentTarget.value })}
                >
                  {styles.map((style) => (
                    <option key={style}>{style}</option>
                  ))}
                </select>
                <IconChevronDown size={12} aria-hidden="true" />
              </span>
            </>
          )}
        </div>
        {ignoresReference && (
          <div className={classes.meta}>Draws from the prompt alone, without the reference image.</div>
        )}
        {ignoresNsfw && <div className={classes.meta}>Makes no NSFW images: draws without it.</div>}
      </div>
      <Stepper
        label={`Images by ${model.name}`}
        value={choice.quantity}
        onChange={(quantity) => onChange({ ...choice, quantity: clampQuantity(quantity) })}
      />
    </li>
  )
}

interface StepperProps {
  label: string
  value: number
  onChange: (value: number) => void
}

/** The number of images of a model, 1 to 3. */
const Stepper = ({ label, value, onChange }: StepperProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend inside the border
  <span className={classes.step} role="group" aria-label={label}>
    <button type="button" aria-label="One fewer" disabled={value <= 1} onClick={() => onChange(value - 1)}>
      <IconMinus size={15} stroke={1.8} />
    </button>
    <output className="num">{value}</output>
    <button type="button" aria-label="One more" disabled={value >= quantityLimit} onClick={() => onChange(value + 1)}>
      <IconPlus size={15} stroke={1.8} />
    </button>
  </span>
)
