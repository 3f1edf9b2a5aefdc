import { Textarea } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { messageLimit, mostMentions } from '#domain/conversations.ts'
import type { Mentionable } from '../../data/mentions.ts'
import { MentionPicker } from '../../writing/mentions/MentionPicker.tsx'
import classes from './composer.module.css'
import { splitMentions, type TypedName, typedNameIn } from './mention-text.ts'
import type { ChangeDraft, MessageDraft } from './use-draft.ts'

/** State of the message field. `choose` replaces the name being typed by that of the chosen entry, and moves the caret behind it. */
export const useMessageField = (onDraft: ChangeDraft) => {
  const [field, setField] = useState<HTMLTextAreaElement | null>(null)
  const [typed, setTyped] = useState<TypedName>()
  const [closedAt, setClosedAt] = useState<number>()
  const caret = useRef<number>(undefined)
  /** Finds the name that is being typed before the caret. */
  const readTyped = () => {
    if (!field) return
    const { selectionStart, selectionEnd, value } = field
    const found = selectionStart === selectionEnd ? typedNameIn(value.slice(0, selectionStart)) : undefined
    setTyped(found)
    if (!found) setClosedAt(undefined)
  }
  useLayoutEffect(() => {
    if (caret.current === undefined || !field) return
    field.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
    readTyped()
  })
  return {
    field,
    setField,
    readTyped,
    typed: typed && typed.at !== closedAt ? typed : undefined,
    close: () => setClosedAt(typed?.at),
    choose({ id, kind, name, imageUri }: Mentionable) {
      if (!typed) return
      caret.current = typed.at + name.length + 1
      onDraft((current) => {
        const before = current.text.slice(0, typed.at)
        const after = current.text.slice(typed.at + 1 + typed.query.length)
        const isNew = current.chips.every((chip) => chip.id !== id) && current.chips.length < mostMentions
        return {
          ...current,
          text: `${before}${name} ${after.trimStart()}`.slice(0, messageLimit),
          chips: isNew ? [...current.chips, { id, kind, name, imageUri }] : current.chips,
        }
      })
    },
    /** Writes an @ at the caret. */
    begin() {
      if (!field) return
      const { selectionStart: at, value } = field
      const isApart = at === 0 || /\s/.test(value[at - 1] ?? '')
      const sign = isApart ? '@' : ' @'
      if (value.length + sign.length > messageLimit) return field.focus()
      caret.current = at + sign.length
      onDraft((current) => ({ ...current, text: value.slice(0, at) + sign + value.slice(at) }))
      field.focus()
    },
  }
}

interface Props {
  state: ReturnType<typeof useMessageField>
  draft: MessageDraft
  onDraft: ChangeDraft
  onKeyDown: (event: KeyboardEvent) => void
}

export const MessageField = ({ state, draft, onDraft, onKeyDown }: Props) => (
  <div className={classes.text}>
    <Highlights field={state.field} draft={draft} typed={state.typed} />
    <Textarea
      ref={state.setField}
      classNames={{ input: classes.field ?? '' }}
      variant="unstyled"
      aria-label="Message to Weavy"
      placeholder="Ask about your campaign"
      autosize
      minRows={1}
      maxRows={8}
      maxLength={messageLimit}
      dir="auto"
      data-autofocus
      value={draft.text}
      onChange={({ currentTarget: { value: text } }) => {
        onDraft((current) => ({ ...current, text }))
        state.readTyped()
      }}
      onSelect={state.readTyped}
      onKeyDown={onKeyDown}
    />
  </div>
)

interface SuggestionsProps {
  state: Props['state']
  campaignId: string
  form: RefObject<HTMLFormElement | null>
}

/** Entries and files whose names match the typed one, above the composer. */
export const MentionSuggestions = ({ state: { field, typed, choose, close }, campaignId, form }: SuggestionsProps) =>
  typed &&
  field && (
    <div className={classes.mentions}>
      <MentionPicker
        campaignId={campaignId}
        field={field}
        query={typed.query}
        place={{ left: 0, top: 0, bottom: form.current?.offsetHeight ?? 0 }}
        onChoose={choose}
        onClose={close}
      />
    </div>
  )

interface HighlightsProps {
  field: HTMLTextAreaElement | null
  draft: MessageDraft
  typed: TypedName | undefined
}

/** Draws highlights behind the transparent text area, which cannot style parts of its text. */
const Highlights = ({ field, draft: { text, chips }, typed }: HighlightsProps) => {
  const view = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!field) return
    const follow = () => {
      if (!view.current) return
      // `clientWidth` excludes the field's scrollbar.
      view.current.style.width = `${field.clientWidth}px`
      view.current.scrollTop = field.scrollTop
    }
    const resized = new ResizeObserver(follow)
    resized.observe(field)
    field.addEventListener('scroll', follow)
    follow()
    return () => {
      resized.disconnect()
      field.removeEventListener('scroll', follow)
    }
  }, [field, text])
  const names = chips.flatMap(({ kind, name }) => (kind === 'attachment' ? [] : [name]))
  return (
    <div ref={view} className={classes.highlights} dir="auto" aria-hidden="true">
      {splitMentions(text, names, typed).map((part, n) =>
        part.isMention ? <mark key={n}>{part.text}</mark> : <span key={n}>{part.text}</span>,
      )}
      {/* Keeps the height of an empty last line. */}
      {'\u200b'}
    </div>
  )
}
