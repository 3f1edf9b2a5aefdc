import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './selection.module.css'

export interface SelectionAction {
  label: string
  icon: ReactNode
  onClick: () => void
  danger?: boolean
}

/**
 * Actions for the selected items, floating at the bottom. `text` begins with the count: '2 images selected'. On a phone the
 * actions are icons, and only the count is visible.
 */
export const SelectionBar = ({
  text,
  actions,
  onClear,
}: {
  text: string
  actions: SelectionAction[]
  onClear: () => void
}) => (
  <div className={classes.bar} role="toolbar" aria-label={text}>
    <b aria-live="polite">
      {text.split(' ', 1)[0]}
      <span className={classes.rest}>{text.slice(text.indexOf(' '))}</span>
    </b>
    {[...actions, { label: 'Clear', icon: <IconX size={15} />, onClick: onClear }].map(
      ({ label, icon, onClick, danger }: SelectionAction) => (
        <Button
          key={label}
          variant="subtle"
          leftSection={icon}
          aria-label={label}
          className={danger ? classes.danger : undefined}
          onClick={onClick}
        >
          <span className={classes.word}>{label}</span>
        </Button>
      ),
    )}
  </div>
)
