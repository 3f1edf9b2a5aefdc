import type { ReactNode } from 'react'
import classes from './credit-figures.module.css'

interface Props {
  /** In their order; Held and Available have colours of their own. */
  figures: readonly { name: string; shown: ReactNode }[]
  isSmall?: boolean
}

/** How many credits there are, and what of them is held or free. */
export const CreditFigures = ({ figures, isSmall = false }: Props) => (
  <dl className={classes.figures} data-small={isSmall || undefined}>
    {figures.map(({ name, shown }) => (
      <div key={name} data-figure={name}>
        <dt>{name}</dt>
        <dd className="num">{shown}</dd>
      </div>
    ))}
  </dl>
)
