import { Button, type ButtonProps } from '@mantine/core'
import { IconList } from '@tabler/icons-react'
import { lazy, useRef, useState } from 'react'
import { Part } from '../../../ui/Part.tsx'
import type { OutlineMenuProps } from './OutlineMenuOpen.tsx'
import classes from './outline.module.css'

const load = async () => ({ default: (await import('./OutlineMenuOpen.tsx')).OutlineMenuOpen })
const OutlineMenuOpen = lazy(load)

/** The table of contents as a button, for narrow screens. Its menu is fetched when it is pointed at or opened. */
export const OutlineButton = (props: OutlineMenuProps) => {
  const [isAsked, setAsked] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  /** A menu that opens with its first rendering does not know what had the focus before. */
  const returnFocus = () =>
    setTimeout(() => {
      if (document.activeElement?.matches('body, [role=menu], [role=menu] *')) opener.current?.focus()
    })
  const look: ButtonProps = { size: 'xs', leftSection: <IconList size={16} />, children: 'In this entry' }
  const button = (
    <Button {...look} aria-haspopup="menu" onPointerEnter={() => void load()} onClick={() => setAsked(true)} />
  )
  return (
    <div className={classes.button}>
      {isAsked ? (
        <Part onFailed={() => setAsked(false)} fallback={button}>
          <OutlineMenuOpen {...props} onClosed={returnFocus}>
            <Button ref={opener} {...look} />
          </OutlineMenuOpen>
        </Part>
      ) : (
        button
      )}
    </div>
  )
}
