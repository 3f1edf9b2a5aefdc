import { TextInput } from '@mantine/core'
import { IconBook, IconFolder } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { collectionChoices, collectionsCalled, type Pickable } from './collection-choices.ts'
import classes from './collection-picker.module.css'

/** Pixels. */
const rowHeight = 36

interface Props {
  /** Every folder that may be chosen; the root is added. */
  folders: readonly Pickable[]
  campaignName: string
  /** Undefined while nothing is chosen. */
  value: string | null | undefined
  onChange: (id: string | null) => void
}

/** A folder to be chosen out of all, however many: typed for, or walked to with the arrows. */
export const CollectionPicker = ({ folders, campaignName, value, onChange }: Props) => {
  const list = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const isSearch = text.trim() !== ''
  const all = useMemo(() => collectionChoices(folders, campaignName), [folders, campaignName])
  const choices = useMemo(() => (isSearch ? collectionsCalled(all, text) : all), [all, text, isSearch])
  const at = choices.findIndex(({ id }) => id === value)
  const virtual = useVirtualizer({
    count: choices.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  const optionId = (id: string | null) => `${list}-${id ?? 'root'}`

  // What is chosen is in sight: at first, and in every other list of choices.
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at)
  }, [choices])

  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const next = Math.min(choices.length - 1, Math.max(0, at < 0 ? 0 : at + step))
    const choice = choices[next]
    if (!choice) return
    onChange(choice.id)
    virtual.scrollToIndex(next)
  }

  return (
    <div className={classes.picker}>
      <TextInput
        label="Folder"
        placeholder="Find a folder"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={at < 0 ? undefined : optionId(value ?? null)}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={walk}
      />
      <div className={classes.choices} ref={scroller}>
        <div
          id={list}
          role="listbox"
          aria-label="Folders"
          style={{ height: virtual.getTotalSize(), position: 'relative' }}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const choice = choices[index]
            if (!choice) return null
            const { id, name, level, within } = choice
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys, as a combobox's list wants it
              <div
                key={id ?? 'root'}
                id={optionId(id)}
                role="option"
                tabIndex={-1}
                aria-selected={id === value}
                className={classes.choice}
                style={{ transform: `translateY(${start}px)`, paddingLeft: 10 + level * 16 }}
                onClick={() => onChange(id)}
              >
                {id === null ? <IconBook size={15} /> : <IconFolder size={15} />}
                <span dir="auto">{name}</span>
                {isSearch && within && <small>in {within}</small>}
              </div>
            )
          })}
        </div>
      </div>
      {choices.length === 0 && <p className={classes.none}>No folder is called that.</p>}
    </div>
  )
}
