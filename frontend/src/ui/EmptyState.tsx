import type { ReactNode } from 'react'
import { Drawing, type Subject } from './drawings.tsx'
import classes from './empty.module.css'

/** Placeholder of an empty list: a drawing, a heading, one sentence, one button, and examples as dashed cards. */
export const EmptyState = ({
  subject,
  heading: Heading = 'h2',
  title,
  text,
  action,
  examples = [],
}: {
  subject: Subject
  /** `h1` if it replaces a whole screen. */
  heading?: 'h1' | 'h2'
  title: string
  text: string
  action?: ReactNode
  examples?: { title: string; text: string }[]
}) => (
  <div className={classes.empty}>
    <Drawing subject={subject} />
    <Heading className={classes.title}>{title}</Heading>
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
