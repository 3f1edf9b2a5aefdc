import { Switch, type SwitchProps } from '@mantine/core'
import classes from './toggle.module.css'
import '@mantine/core/styles/Switch.layer.css'

/** Text-coloured when it is on, so that saffron stays with the one act. */
export const Toggle = (props: SwitchProps) => (
  <Switch {...props} color="var(--mantine-color-text)" classNames={{ thumb: classes.thumb }} />
)
