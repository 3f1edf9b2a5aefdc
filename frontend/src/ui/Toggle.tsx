import { Switch, type SwitchProps } from '@mantine/core'
import classes from './toggle.module.css'
import '@mantine/core/styles/Switch.layer.css'

/** Uses the text colour when on: saffron is reserved for the main action of a screen. */
export const Toggle = (props: SwitchProps) => (
  <Switch {...props} color="var(--mantine-color-text)" classNames={{ thumb: classes.thumb }} />
)
