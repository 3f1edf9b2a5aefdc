import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconBook, IconChevronDown, IconChevronRight, IconFolder } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import type { CollectionChoice } from './collection-choices.ts'
import classes from './collection-picker.module.css'

/** Pixels. */
const rowHeight = 36
const typingMs = 200

interface Props {
  choices: readonly CollectionChoice[]
  /** The search text. */
  text: string
  isFinding: boolean
  onText: (text: string) => void
  /** Expands or collapses a folder. */
  onToggle: (choice: CollectionChoice) => void
  /** Undefined while nothing is selected. */
  value: string | null | undefined
  onChange: (id: string | null) => void
}

interface ChoiceProps {
  choice: CollectionChoice
  elementId: string
  /** Pixels from the top of the list. */
  top: number
  isChosen: boolean
  isSearch: boolean
  onChoose: () => void
  onToggle: () => void
}

const Choice = ({ choice, elementId, top, isChosen, isSearch, onChoose, onToggle }: ChoiceProps) => {
  const { id, name, level, within, isOpen } = choice
  const toggle = (event: MouseEvent) => {
    event.stopPropagation()
    onToggle()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys, as a combobox's list wants it
    <div
      id={elementId}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={classes.choice}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 10 + level * 16 }}
      onClick={onChoose}
    >
      {!isSearch && id !== null && (
        <span className={classes.chevron} aria-hidden="true" {...(isOpen === undefined ? {} : { onClick: toggle })}>
          {isOpen !== undefined && (isOpen ? <IconChevronDown size={15} /> : <IconChevronRight size={15} />)}
        </span>
      )}
      {id === null ? <IconBook size={15} /> : <IconFolder size={15} />}
      <span dir="auto">{name}</span>
      {isSearch && within && <small>in {within}</small>}
    </div>
  )
}

/** Selects one of any number of folders, by search or with the arrow keys, which also expand and collapse. */
export const CollectionPicker = ({ choices, text, isFinding, onText, onToggle, value, onChange }: Props) => {
  const list = useId()
  const [typed, setTyped] = useState(text)
  const find = useDebouncedCallback(onText, typingMs)
  const isSearch = text.trim() !== ''
  const at = choices.findIndex(({ id }) => id === value)
  const { scroller, virtual } = useRows(choices.length, at, isSearch)
  const optionId = (id: string | null) => `${list}-${id ?? 'root'}`
  const select = (index: number, choice: CollectionChoice) => {
    onChange(choice.id)
    virtual.scrollToIndex(index)
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
        dir="auto"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          find(event.currentTarget.value)
        }}
        onKeyDown={createKeyHandler({ choices, at, isTyped: typed !== '', onToggle, onSelect: select })}
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
            return (
              <Choice
                key={choice.id ?? 'root'}
                choice={choice}
                elementId={optionId(choice.id)}
                top={start}
                isChosen={choice.id === value}
                isSearch={isSearch}
                onChoose={() => onChange(choice.id)}
                onToggle={() => onToggle(choice)}
              />
            )
          })}
        </div>
      </div>
      {choices.length === 0 && !isFinding && <p className={classes.none}>No folder is called that.</p>}
    </div>
  )
}

/** The rendered rows. The list scrolls to the selected folder once it is listed, and when the list changes. */
const useRows = (count: number, at: number, isSearch: boolean) => {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  const isThere = at >= 0
  useEffect(() => {
    if (isThere) virtual.scrollToIndex(at)
  }, [isSearch, isThere])
  return { scroller, virtual }
}

interface KeyOptions {
  choices: readonly CollectionChoice[]
  /** The index of the selected folder; -1 if it is not listed. */
  at: number
  isTyped: boolean
  onToggle: (choice: CollectionChoice) => void
  onSelect: (index: number, choice: CollectionChoice) => void
}

const createKeyHandler = ({ choices, at, isTyped, onToggle, onSelect }: KeyOptions) => {
  const open = (event: KeyboardEvent) => {
    const choice = choices[at]
    // In a text, the arrow keys move the caret.
    if (isTyped || choice?.isOpen !== (event.key === 'ArrowLeft')) return
    event.preventDefault()
    onToggle(choice)
  }
  return (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return event.key.startsWith('Arrow') && open(event)
    event.preventDefault()
    const next = Math.min(choices.length - 1, Math.max(0, at < 0 ? 0 : at + step))
    const choice = choices[next]
    if (choice) onSelect(next, choice)
  }
}
