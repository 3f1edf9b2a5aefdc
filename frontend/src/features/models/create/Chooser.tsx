import type { ReactNode } from 'react'
import classes from './create-model.module.css'

interface Choice {
  title: string
  text: string
  /** The price. */
  detail?: string
  art: ReactNode
  onChoose: () => void
}

/** Large buttons, one of which is the next step. */
export const Chooser = ({ choices }: { choices: readonly Choice[] }) => (
  <div className={classes.chooser}>
    {choices.map(({ title, text, detail, art, onChoose }) => (
      <button key={title} type="button" onClick={onChoose}>
        <span className={classes.art} aria-hidden="true">
          {art}
        </span>
        <span className={classes.words}>
          <b>{title}</b>
          {detail && <span className="num">{detail}</span>}
          <small>{text}</small>
        </span>
      </button>
    ))}
  </div>
)
