import { Fragment } from 'react'
import classes from './editor.module.css'

const keys = [
  ['[ ]', 'Brush smaller, larger'],
  ['Space', 'Hold to pan'],
  ['Ctrl+Z', 'Undo a stroke, then an edit'],
  ['Ctrl+Shift+Z', 'Redo'],
  ['Esc', 'Discard edits and close'],
] as const

export const KeysHelp = () => (
  <dl className={classes.keys}>
    {keys.map(([key, does]) => (
      <Fragment key={key}>
        <dt>
          <kbd>{key}</kbd>
        </dt>
        <dd>{does}</dd>
      </Fragment>
    ))}
  </dl>
)
