import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './collection.module.css'

interface Props extends ActionIconProps, Pick<ComponentProps<'button'>, 'onClick' | 'onPointerEnter' | 'ref'> {
  phoneOnly: boolean
}

/** On a desk the root has nothing in its menu for a user who may neither move its lore to another campaign nor import a world. */
export const CollectionMenuButton = ({ phoneOnly, className = '', ...rest }: Props) => (
  <ActionIcon
    size={34}
    aria-label="More actions"
    aria-haspopup="menu"
    className={`${phoneOnly ? classes.phone : ''} ${className}`}
    {...rest}
  >
    <IconDots size={18} />
  </ActionIcon>
)
