import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { segmentTitleLimit } from '#domain/segment-words.ts'
import classes from './contents.module.css'

interface Props {
  title: string
  editable: boolean
  isFresh: boolean
  /** Answers whether it was saved. */
  onSave: (title: string) => Promise<boolean>
}

/** A segment's title, written where it stands. Enter and leaving save it, Escape takes it back; a blank one is not saved. */
export const SegmentTitle = ({ title, editable, isFresh, onSave }: Props) => {
  const [typed, setTyped] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isFresh) field.current?.select()
  }, [isFresh])
  if (!editable)
    return (
      <h2 className={classes.title} dir="auto">
        {title}
      </h2>
    )
  const leave = async () => {
    const wanted = typed?.trim() ?? ''
    if (wanted === '' || wanted === title) return setTyped(undefined)
    // What could not be saved stays, and is tried again when it is left the next time.
    if (await onSave(wanted)) setTyped((now) => (now === typed ? undefined : now))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      event.currentTarget.blur()
    }
    if (event.key !== 'Escape') return
    setTyped(undefined)
    // What was typed is gone before leaving would save it.
    requestAnimationFrame(() => field.current?.blur())
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
        onChange={(event) => setTyped(event.currentTarget.value.replace(/\s*\n\s*/g, ' '))}
        onBlur={() => void leave()}
        onKeyDown={onKeyDown}
      />
    </h2>
  )
}
