import type Quill from 'quill/core.js'
import { type KeyboardEvent, lazy, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { isBlock, lettersOf, type TextKind } from '#domain/text-formats.ts'
import { Part } from '../../ui/Part.tsx'
import { Sendings } from '../../uploads/Sendings.tsx'
import { Stitches } from '../carets/Stitches.tsx'
import type { Caret } from '../carets/use-carets.ts'
import { insertMarkdown, mentionedIn } from '../generate/insert-markdown.ts'
import { MentionPicker } from '../mentions/MentionPicker.tsx'
import { useMentioning } from '../mentions/use-mentioning.ts'
import { focusTitleAbove } from '../neighbours.ts'
import type { Session } from '../session/session.ts'
import { TableBlot } from './blots.ts'
import { caretPlace } from './caret-place.ts'
import { Fillings, inLine } from './Fillings.tsx'
import { LinkForm } from './LinkForm.tsx'
import classes from './quill.module.css'
import { RoomLeft } from './RoomLeft.tsx'
import { TableEditor } from './TableEditor.tsx'
import { Toolbar } from './Toolbar.tsx'
import { toolsOf } from './tools.ts'
import { usePictures } from './use-pictures.ts'
import { useFilled, useQuill } from './use-quill.ts'

const GenerateText = lazy(async () => ({ default: (await import('../generate/GenerateText.tsx')).GenerateText }))
const PicturePicker = lazy(async () => ({ default: (await import('./PicturePicker.tsx')).PicturePicker }))

export interface WriterProps {
  textId: string
  conjurationId: string
  session: Session
  kind: TextKind
  label: string
  placeholder: string
  campaignId: string | null
  /** Where the text was clicked, in pixels from its corner, or which end of it the caret begins at. */
  start: Start
  /** What was typed before it came, once. */
  takeTyped: () => string
  /** Files that were dropped before it came, once. */
  takeDropped: () => readonly File[]
  /** Whether players do not see the text, nor what is uploaded into it. */
  isForDms: boolean
  carets: readonly Caret[]
  moveCarets: (to: (index: number) => number) => void
  onCaret: (range: { index: number; length: number }) => void
  /** Lore was mentioned here, just now. */
  onMention: (mentioned: { id: string; name: string }) => void
}

export type Start = { x: number; y: number } | 'start' | 'end'

/** A cell of a table has an editor, and so keys, of its own. */
const onLinkKey = (editor: Quill | null, open: () => void) => {
  editor?.keyboard.addBinding({ key: 'k', shortKey: true }, open)
}

/** Alt+F10 leads from the text to its tools and on to those of a table, Escape back to where one writes. */
const walkTools = (event: KeyboardEvent, back: () => void) => {
  const bars = [...event.currentTarget.querySelectorAll('[role=toolbar]')]
  const at = bars.findIndex((bar) => bar.contains(event.target as Node))
  if (event.key === 'F10' && event.altKey) {
    bars[(at + 1) % bars.length]?.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
  } else if (event.key === 'Escape' && at >= 0) back()
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** Backspace at the beginning of a text that has nothing else to take away there leads to the title above it. */
const returnToTitle = (event: KeyboardEvent, quill: Quill | null) => {
  const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event
  if (!quill || event.target !== quill.root || key !== 'Backspace' || nativeEvent.isComposing) return
  const range = quill.getSelection()
  const isAtStart = range?.index === 0 && range.length === 0
  if (!isAtStart || ctrlKey || metaKey || altKey || shiftKey) return
  if (Object.keys(quill.getFormat(0, 0)).some(isBlock) || !focusTitleAbove(quill.root)) return
  event.preventDefault()
  event.stopPropagation()
}

type Formats = Record<string, unknown>
const same = (a: Formats, b: Formats) => JSON.stringify(a) === JSON.stringify(b)

/** A text in one's hand: the editor itself, its tools, and everybody else who writes there. */
export const Writer = (props: WriterProps) => {
  const { session, kind, label, placeholder, campaignId, start, carets, moveCarets, onCaret, onMention } = props
  const { textId, conjurationId, takeTyped, takeDropped, isForDms } = props
  const page = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const { filled, listen } = useFilled()
  const quill = useQuill(host, session, {
    kind,
    label,
    placeholder,
    onMade: listen,
    onFiles: (range, files) => pictures.bring(range, files),
  })
  const pictures = usePictures(quill, {
    campaignId,
    conjurationId: isForDms ? null : conjurationId,
    isAllowed: kind === 'story',
  })
  const [cell, setCell] = useState<Quill | null>(null)
  /** What the tools work on. */
  const hand = cell ?? quill
  const mentioning = useMentioning(hand, page)
  const [formats, setFormats] = useState<Formats>({})
  const [isLinking, setLinking] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const [isGenerating, setGenerating] = useState(false)

  const begin = useEffectEvent((made: Quill) => {
    const typed = takeTyped()
    const files = takeDropped()
    const isElsewhere = ![null, document.body].includes(document.activeElement as HTMLElement | null)
    if (!isElsewhere) {
      made.focus({ preventScroll: true })
      setCaret(made)
    }
    const end = start === 'start' ? 0 : made.getLength() - 1
    const index = isElsewhere ? end : made.getSelection(true).index
    pictures.bring({ index, length: 0 }, files)
    if (typed === '') return
    made.insertText(index, typed, 'user')
    if (!isElsewhere) made.setSelection(index + typed.length, 0, 'user')
  })
  const setCaret = (made: Quill) => {
    const { left, top } = made.root.getBoundingClientRect()
    const point = typeof start === 'string' ? undefined : start
    const at = point && document.caretPositionFromPoint?.(left + point.x, top + point.y)
    const native = at && made.root.contains(at.offsetNode) ? at : undefined
    if (native) document.getSelection()?.collapse(native.offsetNode, native.offset)
    else made.setSelection(start === 'start' ? 0 : made.getLength() - 1, 0, 'user')
  }
  const reportCaret = useEffectEvent(onCaret)
  const moved = useEffectEvent(moveCarets)
  // With its first frame: what is typed right after the press is typed here.
  useLayoutEffect(() => {
    if (quill) begin(quill)
  }, [quill])
  useEffect(() => {
    if (!quill) return
    const tell = () => {
      const range = quill.getSelection()
      if (range) reportCaret(range)
    }
    quill.on('editor-change', tell)
    quill.on('text-change', (change) => moved((index) => change.transformPosition(index)))
    tell()
    return () => {
      quill.off('editor-change', tell)
    }
  }, [quill])
  useEffect(() => onLinkKey(quill, () => setLinking(true)), [quill])
  useEffect(() => onLinkKey(cell, () => setLinking(true)), [cell])
  useEffect(() => {
    if (!hand) return
    const look = () => {
      const range = hand.getSelection()
      if (!range) return
      const next = hand.getFormat(range)
      setFormats((before) => (same(before, next) ? before : next))
    }
    hand.on('editor-change', look)
    look()
    return () => {
      hand.off('editor-change', look)
      setFormats({})
    }
  }, [hand])

  const insert = (embed: Record<string, unknown>) => {
    if (!quill) return
    const { index } = quill.getSelection(true)
    const [[name, value] = ['', null]] = Object.entries(embed)
    quill.insertEmbed(index, name, value, 'user')
    quill.setSelection(index + 1, 0, 'user')
  }
  const tools =
    hand &&
    toolsOf(hand, session, cell ? 'cell' : kind, formats, {
      onLink: () => setLinking(true),
      onPicture: () => setPicking(true),
      onGenerate: campaignId ? () => setGenerating(true) : undefined,
      onMention: () => {
        const { index } = hand.getSelection(true)
        const before = index === 0 ? '' : hand.getText(index - 1, 1)
        hand.insertText(index, /^\s?$/.test(before) ? '@' : ' @', 'user')
      },
    })
  return (
    <div
      className={classes.writer}
      onKeyDownCapture={(event) => {
        walkTools(event, () => hand?.focus())
        returnToTitle(event, quill)
      }}
    >
      {tools && <Toolbar groups={tools} label={`Format ${label.toLowerCase()}`} />}
      {hand && isLinking && (
        <LinkForm
          link={typeof formats.link === 'string' ? formats.link : ''}
          onClose={() => {
            setLinking(false)
            hand.focus()
          }}
          onSave={(link) => {
            setLinking(false)
            hand.focus()
            const range = hand.getSelection()
            if (range?.length === 0 && link) hand.insertText(range.index, link, { link }, 'user')
            else hand.format('link', link, 'user')
          }}
        />
      )}
      <div ref={page} className={classes.page} data-kind={kind}>
        <div ref={host} />
        {quill && (
          <Fillings
            filled={filled}
            fill={(blot) =>
              blot instanceof TableBlot ? (
                <TableEditor {...{ blot, quill }} steps={session} onCell={setCell} />
              ) : (
                inLine(blot)
              )
            }
          />
        )}
        {quill && <Stitches carets={carets} text={host} placeOf={(caret) => caretPlace(quill, caret)} />}
        {hand && campaignId && mentioning.typed && (
          <MentionPicker
            campaignId={campaignId}
            query={mentioning.typed.query}
            place={mentioning.typed.place}
            field={hand.root}
            onClose={mentioning.close}
            onChoose={(one) => {
              mentioning.insert(one)
              if (one.kind === 'lore') onMention(one)
            }}
          />
        )}
      </div>
      {pictures.all.length > 0 && <Sendings sendings={pictures.all} onAgain={pictures.again} onEnd={pictures.end} />}
      <RoomLeft letters={lettersOf[kind] - session.text().length()} />
      {quill && isGenerating && campaignId && (
        <Part onFailed={() => setGenerating(false)}>
          <GenerateText
            {...{ conjurationId, campaignId }}
            segmentId={textId}
            mentioned={mentionedIn(session.text().ops, conjurationId)}
            onClose={() => {
              setGenerating(false)
              quill.focus()
            }}
            onInsert={(markdown) => insertMarkdown(quill, session, markdown)}
          />
        </Part>
      )}
      {isPicking && campaignId && (
        <Part onFailed={() => setPicking(false)}>
          <PicturePicker
            campaignId={campaignId}
            onClose={() => setPicking(false)}
            onChoose={(id) => {
              setPicking(false)
              insert({ image: { id } })
            }}
            onUpload={(files) => {
              setPicking(false)
              if (quill) pictures.bring(quill.getSelection(true), files)
            }}
          />
        </Part>
      )}
    </div>
  )
}
