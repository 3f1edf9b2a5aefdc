import type { ReactNode } from 'react'
import { Drawing, type Subject } from './drawings.tsx'
import classes from './empty.module.css'

/** Nothing here yet: a drawing, a line in serif, one sentence, one button, then examples as dashed cards. */
export const EmptyState = ({
  subject,
  title,
  text,
  action,
  examples = [],
}: {
  subject: Subject
  title: string
  text: string
  action?: ReactNode
  examples?: { title: string; text: string }[]
}) => (
  <div className={classes.empty}>
    <Drawing subject={subject} />
    <h2 className={classes.title}>{title}</h2>
    <p className={classes.text}>{text}</p>
    {action}
    {examples.length > 0 && (
      <ul className={classes.examples}>
        {examples.map((example) => (
          <li key={example.title}>
            <b>{example.title}</b>
            <span>{example.text}</span>
          </li>
        ))}
      </ul>
    )}
  </div>
)
