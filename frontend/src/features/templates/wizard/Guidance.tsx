import { Textarea } from '@mantine/core'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { guidanceLimit } from '#domain/generations.ts'
import { useMentionedLore } from '../../../writing/mentions/use-mentionables.ts'
import { type Mentioned, mentionAt } from './mentioned.ts'
import classes from './wizard.module.css'

interface Props {
  campaignId: string
  value: string
  onChange: (text: string) => void
  onMention: (mentioned: Mentioned) => void
}

/** What it is to be about, in words. An @ points at lore, which is then read too. */
export const Guidance = ({ campaignId, value, onChange, onMention }: Props) => {
  const list = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [at, setAt] = useState<{ from: number; words: string }>()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [active, setActive] = useState(0)
  const found = useMentionedLore(campaignId, at?.words.trim() ?? '', { skip: at === undefined })
  const offered = at ? found : []

  const look = () => {
    const { selectionStart = 0, value = '' } = field.current ?? {}
    setAt(mentionAt(value, selectionStart, chosen))
    setActive(0)
  }
  const take = (one: Mentioned) => {
    if (!at) return
    const end = at.from + 1 + at.words.length
    onChange(`${value.slice(0, at.from)}@${one.name} ${value.slice(end)}`.slice(0, guidanceLimit))
    onMention(one)
    setChosen([...chosen, one.name])
    setAt(undefined)
    field.current?.focus()
  }
  const walk = (event: KeyboardEvent) => {
    if (offered.length === 0 || event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const one = offered[active]
    if (step) setActive((active + step + offered.length) % offered.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && one) take(one)
    else if (event.key === 'Escape') setAt(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={classes.guidance}>
      <Textarea
        ref={field}
        label="Guidance"
        description="What it should be about. @ mentions lore that is to be taken into account."
        data-autofocus
        dir="auto"
        autosize
        minRows={3}
        maxRows={8}
        maxLength={guidanceLimit}
        role="combobox"
        aria-expanded={offered.length > 0}
        aria-controls={list}
        aria-activedescendant={offered[active] ? `${list}-${active}` : undefined}
        value={value}
        onChange={(event) => {
          onChange(event.currentTarget.value)
          look()
        }}
        onClick={look}
        onKeyDown={walk}
        onBlur={() => setAt(undefined)}
      />
      {offered.length > 0 && (
        <div id={list} role="listbox" aria-label="Lore" className={classes.mentions}>
          {offered.map((one, n) => (
            <div
              key={one.id}
              id={`${list}-${n}`}
              role="option"
              tabIndex={-1}
              aria-selected={n === active}
              dir="auto"
              // Before the field loses its focus.
              onMouseDown={(event) => {
                event.preventDefault()
                take(one)
              }}
            >
              {one.name}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
