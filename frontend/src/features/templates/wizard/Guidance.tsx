import { Textarea } from '@mantine/core'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { guidanceLimit } from '#domain/generations.ts'
import { useActive } from '../../../writing/mentions/use-active.ts'
import { useMentionedLore } from '../../../writing/mentions/use-mentionables.ts'
import { goingOn, type Mentioned, mentionAt, mentionedIn } from './mentioned.ts'
import classes from './wizard.module.css'

interface Props {
  campaignId: string
  value: string
  /** Lore mentioned so far. */
  mentioned: readonly Mentioned[]
  onChange: (text: string) => void
  onMention: (mentioned: Mentioned) => void
}

/** Guidance for the generation. An @ mentions lore, which the model reads as well. */
export const Guidance = (props: Props) => {
  const { value, onChange } = props
  const list = useId()
  const { field, offered, active, look, take, close, onKeyDown } = useMentioning(props)

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
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {offered.length > 0 && <MentionList id={list} offered={offered} active={active} onTake={take} />}
    </div>
  )
}

/** Lore that is offered for the @ before the caret. Arrow keys choose, Enter or Tab take it, Escape closes. */
const useMentioning = ({ campaignId, value, mentioned, onChange, onMention }: Props) => {
  const field = useRef<HTMLTextAreaElement>(null)
  const [at, setAt] = useState<{ from: number; words: string }>()
  const found = useMentionedLore(campaignId, at?.words.trim() ?? '', { skip: at === undefined })
  const offered = at ? goingOn(at.words, found, mentionedIn(value, mentioned)) : []
  const { active, walk } = useActive(offered, at?.words ?? '')

  const look = () => {
    const { selectionStart = 0, value = '' } = field.current ?? {}
    setAt(mentionAt(value, selectionStart))
  }
  const take = (one: Mentioned) => {
    if (!at) return
    const end = at.from + 1 + at.words.length
    onChange(`${value.slice(0, at.from)}@${one.name} ${value.slice(end)}`.slice(0, guidanceLimit))
    onMention(one)
    setAt(undefined)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (offered.length === 0 || event.nativeEvent.isComposing) return
    const step = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key]
    const one = offered[active]
    if (step) walk(step)
    else if ((event.key === 'Enter' || event.key === 'Tab') && one) take(one)
    else if (event.key === 'Escape') setAt(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { field, offered, active, look, take, close: () => setAt(undefined), onKeyDown }
}

interface MentionListProps {
  id: string
  offered: readonly Mentioned[]
  active: number
  onTake: (one: Mentioned) => void
}

const MentionList = ({ id, offered, active, onTake }: MentionListProps) => (
  <div id={id} role="listbox" aria-label="Lore" className={classes.mentions}>
    {offered.map((one, n) => (
      <div
        key={one.id}
        id={`${id}-${n}`}
        role="option"
        tabIndex={-1}
        aria-selected={n === active}
        dir="auto"
        // Before the field loses its focus.
        onMouseDown={(event) => {
          event.preventDefault()
          onTake(one)
        }}
      >
        {one.name}
      </div>
    ))}
  </div>
)
