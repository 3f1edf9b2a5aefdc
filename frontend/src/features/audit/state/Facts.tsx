import type { ReactNode } from 'react'
import { Figure } from '../made-by/Figure.tsx'
import classes from './state.module.css'

export const Facts = ({ title, note, children }: { title: string; note?: string; children: ReactNode }) => (
  <section className={classes.facts} aria-label={title}>
    <h3>{title}</h3>
    {note && <p className={classes.note}>{note}</p>}
    <dl>{children}</dl>
  </section>
)

interface Props {
  /** The value's path in the state, which opens its causes. */
  of?: string
  label: string
  position: string
  children: ReactNode
}

export const Fact = ({ of, label, position, children }: Props) => (
  <div>
    <dt dir="auto">{label}</dt>
    <dd dir="auto">
      {of === undefined ? children : <Figure of={{ title: label, path: of, position }}>{children}</Figure>}
    </dd>
  </div>
)
