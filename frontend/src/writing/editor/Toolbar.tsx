import { ActionIcon, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef, useState } from 'react'
import classes from './toolbar.module.css'
import { forKeyboard, forPhone, type Tool } from './tools.ts'

/** The formatting tools next to the text: one tab stop, in which arrow keys move. */
export const Toolbar = ({ groups, label }: { groups: Tool[][]; label: string }) => {
  const bar = useRef<HTMLDivElement>(null)
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  /** Hides tooltips while the user types under a hovered tool. */
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    const onKey = ({ target }: KeyboardEvent) => setQuiet(!bar.current?.contains(target as Node))
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
  const walk = (event: ReactKeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    buttons.at(next % buttons.length)?.focus()
  }
  return (
    <div
      ref={bar}
      className={classes.bar}
      role="toolbar"
      aria-label={label}
      onKeyDown={walk}
      onPointerMove={() => setQuiet(false)}
    >
      {(isPhone ? forPhone(groups) : forKeyboard(groups)).map((tools, group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
        <span key={tools[0]?.label} className={classes.group} role="group">
          {tools.map(({ label, Icon, keys, isOn, isOff, act }, n) => (
            <Tooltip key={label} label={keys ? `${label} (${keys})` : label} openDelay={400} disabled={isQuiet}>
              <ActionIcon
                aria-label={label}
                {...(isOn !== undefined && { 'aria-pressed': isOn })}
                disabled={isOff ?? false}
                data-on={isOn || undefined}
                tabIndex={group + n === 0 ? 0 : -1}
                // The selection stays in the text.
                onMouseDown={(event) => event.preventDefault()}
                onClick={act}
              >
                <Icon size={17} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          ))}
        </span>
      ))}
    </div>
  )
}
