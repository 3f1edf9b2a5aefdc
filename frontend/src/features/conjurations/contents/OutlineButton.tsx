import { Button } from '@mantine/core'
import { IconList } from '@tabler/icons-react'
import { lazyMenu } from '../../../ui/LazyMenu.tsx'
import type { OutlineMenuProps } from './OutlineMenuOpen.tsx'
import classes from './outline.module.css'

const OutlineMenu = lazyMenu(async () => (await import('./OutlineMenuOpen.tsx')).OutlineMenuOpen)

/** The table of contents as a button, for narrow screens. */
export const OutlineButton = (props: OutlineMenuProps) => (
  <div className={classes.button}>
    <OutlineMenu
      {...props}
      renderButton={(button) => (
        <Button size="xs" leftSection={<IconList size={16} />} aria-haspopup="menu" {...button}>
          In this entry
        </Button>
      )}
    />
  </div>
)
