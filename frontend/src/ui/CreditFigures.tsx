import type { ReactNode } from 'react'
import classes from './credit-figures.module.css'

interface Props {
  /** In display order; Held and Available have colours of their own. */
  figures: readonly { name: string; shown: ReactNode }[]
  isSmall?: boolean
}

/** The numbers of all, held and available credits. */
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
