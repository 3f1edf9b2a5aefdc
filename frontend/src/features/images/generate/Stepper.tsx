import { IconMinus, IconPlus } from '@tabler/icons-react'
import { quantityLimit } from '#domain/image-sizes.ts'
import classes from './form.module.css'

interface Props {
  label: string
  value: number
  onChange: (value: number) => void
}

/** The number of images of a model, 1 to 3. */
export const Stepper = ({ label, value, onChange }: Props) => (
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
