import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ComponentProps } from 'react'

type Props = ActionIconProps & Pick<ComponentProps<'button'>, 'onClick' | 'onPointerEnter' | 'ref'>

export const CollectionMenuButton = (props: Props) => (
  <ActionIcon size={34} aria-label="More actions" aria-haspopup="menu" {...props}>
    <IconDots size={18} />
  </ActionIcon>
)
