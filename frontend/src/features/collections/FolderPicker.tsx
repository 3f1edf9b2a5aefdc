import { TextInput } from '@mantine/core'
import { IconBook, IconFolder } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import type { CollectionRow } from '#projections/collections.ts'
import type { FolderTree } from './tree.ts'

/** Pixels. */
const rowHeight = 36

interface Choice {
  /** Null is the root. */
  id: string | null
  name: string
  level: number
}

interface Props {
  tree: FolderTree
  campaignName: string
  /** Undefined while nothing is chosen. */
  value: string | null | undefined
  onChange: (id: string | null) => void
}

const flat = (tree: FolderTree, parent: string | null, level: number): Choice[] =>
  tree.childrenOf(parent).flatMap(({ id, name }: CollectionRow) => [{ id, name, level }, ...flat(tree, id, level + 1)])

/** A folder to be chosen out of all, however many: typed for, or walked to with the arrows. */
export const FolderPicker = ({ tree, campaignName, value, onChange }: Props) => {
  const list = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const all = useMemo(
    (): Choice[] => [{ id: null, name: campaignName, level: 0 }, ...flat(tree, null, 1)],
    [tree, campaignName],
  )
  const choices = useMemo(() => {
    const wanted = text.trim().toLowerCase()
    return wanted ? all.filter(({ name }) => name.toLowerCase().includes(wanted)).map((c) => ({ ...c, level: 0 })) : all
  }, [all, text])
  const at = choices.findIndex(({ id }) => id === value)
  const virtual = useVirtualizer({
    count: choices.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  const optionId = (id: string | null) => `${list}-${id ?? 'root'}`

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
    <div className="col-picker">
      <TextInput
        label="Folder"
        placeholder="Find a folder"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={value === undefined ? undefined : optionId(value)}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={walk}
      />
      <div className="col-choices" ref={scroller}>
        <div
          id={list}
          role="listbox"
          aria-label="Folders"
          style={{ height: virtual.getTotalSize(), position: 'relative' }}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const choice = choices[index]
            if (!choice) return null
            const { id, name, level } = choice
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys, as a combobox's list wants it
              <div
                key={id ?? 'root'}
                id={optionId(id)}
                role="option"
                tabIndex={-1}
                aria-selected={id === value}
                className="col-choice"
                style={{ transform: `translateY(${start}px)`, paddingLeft: 10 + level * 16 }}
                onClick={() => onChange(id)}
              >
                {id === null ? <IconBook size={15} /> : <IconFolder size={15} />}
                <span className="col-ell">{name}</span>
              </div>
            )
          })}
        </div>
      </div>
      {choices.length === 0 && <p className="col-none">No folder is called that.</p>}
    </div>
  )
}
