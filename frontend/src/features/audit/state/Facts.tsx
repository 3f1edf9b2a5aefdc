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
  /** Path of the value in the account's state. If it is set, a click on the value lists the events that changed it. */
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
