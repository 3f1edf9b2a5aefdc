import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { BesideLine, type LinePlace } from './BesideLine.tsx'
import classes from './mention-picker.module.css'
import { useActive } from './use-active.ts'

interface Props<Option> {
  label: string
  found: readonly Option[]
  /** The typed text: another query selects the first option. */
  query: string
  place: LinePlace
  /** The field in which the user types; its keys move through the list. */
  field: HTMLElement
  onChoose: (option: Option) => void
  onClose: () => void
  children: (option: Option) => ReactNode
}

/** Suggestions for the typed text, next to its line. The focus stays in the text, whose keys move and choose. */
export const OptionList = <Option extends { id: string }>(props: Props<Option>) => {
  const { label, found, query, place, field, onChoose, onClose, children } = props
  const { active, activate, walk } = useActive(found, query)
  const one = found[active]
  const listId = `${label.toLowerCase()}-list`
  const optionId = (n: number) => `${listId}-${n}`

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || !(event.target instanceof Node) || !field.contains(event.target)) return
    const acts: Record<string, (() => void) | undefined> = {
      ArrowDown: one && (() => walk(1)),
      ArrowUp: one && (() => walk(-1)),
      Enter: one && (() => onChoose(one)),
      Tab: one && (() => onChoose(one)),
      Escape: onClose,
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    event.stopImmediatePropagation()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    // Runs in the capture phase, before the key handlers of the editor and of a table around it.
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [])
  const activeId = one === undefined ? undefined : optionId(active)
  useEffect(() => {
    field.setAttribute('aria-controls', listId)
    return () => {
      field.removeAttribute('aria-controls')
      field.removeAttribute('aria-activedescendant')
    }
  }, [field, listId])
  useEffect(() => {
    if (activeId) field.setAttribute('aria-activedescendant', activeId)
    else field.removeAttribute('aria-activedescendant')
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [field, activeId])

  return (
    <BesideLine place={place} count={found.length}>
      <div id={listId} className={classes.options} role="listbox" aria-label={label}>
        {found.map((option, n) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the active one
          <div
            key={option.id}
            id={optionId(n)}
            className={classes.option}
            role="option"
            aria-selected={n === active}
            onMouseDown={(event) => {
              event.preventDefault()
              onChoose(option)
            }}
            onMouseMove={() => activate(option.id)}
          >
            {children(option)}
          </div>
        ))}
      </div>
      <p className={classes.foot}>
        <span>↑↓ choose</span>
        <span>Enter inserts</span>
        <span>Esc closes</span>
        <span role="status">{found.length} found</span>
      </p>
    </BesideLine>
  )
}
