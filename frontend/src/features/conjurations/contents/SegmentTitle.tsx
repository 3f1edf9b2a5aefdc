import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { segmentTitleLimit } from '#domain/segment-words.ts'
import { useUnsaved } from '../../../base/use-unsaved.ts'
import { clipOf, isFieldAwaited, isForBody, typeBelow } from '../../../ui/early-keys.ts'
import { focusTextBelow, leadsBelow } from '../../../writing/neighbours.ts'
import classes from './contents.module.css'

interface Props {
  title: string
  editable: boolean
  isFresh: boolean
  /** Resolves to true if the title was saved. */
  onSave: (title: string) => Promise<boolean>
}

/**
 * A segment's title, edited in place. Enter or Tab saves it and moves to the text below, a blur saves it, Escape
 * cancels; a blank title is not saved.
 */
export const SegmentTitle = ({ title, editable, isFresh, onSave }: Props) => {
  const { typed, type, clear, leave } = useTypedTitle(title, onSave)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // The title takes no focus from a field that the user has moved to.
    if (isFresh && isFieldAwaited()) field.current?.select()
  }, [isFresh])
  if (!editable)
    return (
      <h2 className={classes.title} dir="auto">
        {title}
      </h2>
    )
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (leadsBelow(event)) {
      const isTab = event.key === 'Tab'
      // Tab must not skip a segment without text, such as a gallery.
      const section = event.currentTarget.closest('section')
      const hasLed = focusTextBelow(event.currentTarget, isTab && section ? section : document)
      if (hasLed || !isTab) event.preventDefault()
      if (!hasLed && !isTab) void leave()
    }
    if (event.key !== 'Escape') return
    clear()
    // Blurs in the next frame, when the typed text is cleared: an immediate blur would save it.
    requestAnimationFrame(() => field.current?.blur())
  }
  /** A paste of several lines that replaces the title, or that exceeds its length, goes to the text below. */
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const clip = clipOf(event.clipboardData)
    const left = value.length - (selectionEnd - selectionStart)
    if (left + clip.text.length <= segmentTitleLimit && (left > 0 || !isForBody(clip))) return
    event.preventDefault()
    typeBelow(event.currentTarget, [clip])
  }
  return (
    <h2 className={classes.title} dir="auto" data-text={typed ?? title}>
      <textarea
        ref={field}
        rows={1}
        aria-label={`Title of ${title}`}
        dir="auto"
        value={typed ?? title}
        maxLength={segmentTitleLimit}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => void leave()}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
    </h2>
  )
}

/** The typed title, saved on leaving the field unless it is blank. Undefined while nothing is typed. */
const useTypedTitle = (title: string, onSave: Props['onSave']) => {
  const [typed, setTyped] = useState<string>()
  /** Number of pending saves: until they complete, the title is a guess. */
  const saving = useRef(0)
  /** `base` is the stored title that the typed text replaces, `failed` the typed text whose save failed. */
  const base = useRef(title)
  const failed = useRef<string>(undefined)

  const leave = async () => {
    const wanted = typed?.trim() ?? ''
    const isSaving = saving.current > 0
    if (isSaving && wanted === title) return
    const isOlder = !isSaving && typed === failed.current && title !== base.current
    if (wanted === '' || wanted === title || isOlder) return setTyped(undefined)
    if (!isSaving) base.current = title
    saving.current++
    const isSaved = await onSave(wanted)
    saving.current--
    // A title that failed to save stays and is retried on the next blur, unless another member has changed it since.
    if (!isSaved) {
      failed.current = typed
      return
    }
    base.current = wanted
    setTyped((now) => (now === typed ? undefined : now))
  }
  useUnsaved(
    () => ![undefined, '', title].includes(typed?.trim()),
    () => void leave(),
  )

  const type = (text: string) => {
    failed.current = undefined
    setTyped(text.replace(/\s*\n\s*/g, ' '))
  }
  return { typed, type, clear: () => setTyped(undefined), leave }
}
