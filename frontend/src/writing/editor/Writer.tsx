import type Quill from 'quill/core.js'
import { type KeyboardEvent, lazy, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isBlock, lettersOf as limitOf, type TextKind } from '#domain/text-formats.ts'
import { bufferKeys } from '../../ui/early-keys.ts'
import { Part } from '../../ui/Part.tsx'
import { Stitches } from '../carets/Stitches.tsx'
import type { Caret } from '../carets/use-carets.ts'
import { insertMarkdown, mentionedIn } from '../generate/insert-markdown.ts'
import { MentionPicker } from '../mentions/MentionPicker.tsx'
import { useMentioning } from '../mentions/use-mentioning.ts'
import { focusTitleAbove } from '../neighbours.ts'
import type { Session } from '../session/session.ts'
import type { Stroke } from '../typed-early.ts'
import type { Start } from '../use-opening.ts'
import { BlockMenu } from './BlockMenu.tsx'
import { TableBlot } from './blots.ts'
import { caretPlace } from './caret-place.ts'
import { Fillings, inLine } from './Fillings.tsx'
import { followKeyboard, onCovered, onResized } from './in-sight.ts'
import { LinkForm } from './LinkForm.tsx'
import { Placeholders } from './Placeholders.tsx'
import classes from './quill.module.css'
import { RoomLeft } from './RoomLeft.tsx'
import { TableEditor } from './TableEditor.tsx'
import { Toolbar } from './Toolbar.tsx'
import { toolsOf } from './tools.ts'
import { usePictures } from './use-pictures.ts'
import { useFilled, useQuill } from './use-quill.ts'
import { useStart } from './use-start.ts'

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
  start: Start
  /** Returns the keystrokes from before the editor was loaded; empty on further calls. */
  takeTyped: () => Stroke[]
  /** Returns the files that were dropped before the editor was loaded; empty on further calls. */
  takeDropped: () => readonly File[]
  /** True if the text, and thereby every image uploaded into it, is hidden from players. */
  isForDms: boolean
  carets: readonly Caret[]
  onCaret: (range: { index: number; length: number }) => void
  /** Called when the user inserts a mention of lore. */
  onMention: (mentioned: { id: string; name: string }) => void
}

/** Binds Ctrl+K in the editor of a text or of a cell. Without a selection the key opens the search. */
const onLinkKey = (editor: Quill | null, open: () => void) => {
  editor?.keyboard.addBinding({ key: 'k', shortKey: true }, { collapsed: false }, open)
}

/** Moves the focus on Alt+F10 from the text to its toolbar and on to that of a table, and on Escape from a toolbar to the editor. */
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

/** Moves the focus to the title above on Backspace at the beginning of a text, unless the first line has a format to remove. */
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

/** The editor of a text with its toolbar, its dialogs and the carets of other users. */
export const Writer = (props: WriterProps) => {
  const { session, kind, label, placeholder, campaignId, carets, onCaret, onMention } = props
  const { textId, conjurationId, isForDms } = props
  const page = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const dock = useRef<HTMLDivElement>(null)
  const { filled, listen } = useFilled()
  const quill = useQuill(host, session, {
    kind,
    label,
    placeholder,
    onMade: listen,
    onFiles: (range, files) => pictures.bring(range, files),
  })
  const pictures = usePictures(quill, session, {
    campaignId,
    conjurationId: isForDms ? null : conjurationId,
    isAllowed: kind === 'story',
  })
  const [cell, setCell] = useState<Quill | null>(null)
  /** The editor that the toolbar formats. */
  const hand = cell ?? quill
  const mentioning = useMentioning(hand, page)
  const formats = useFormats(hand)
  const [isLinking, setLinking] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const [isGenerating, setGenerating] = useState(false)

  const takeStrokesOf = useStart(quill, pictures.bring, props)
  const takeCell = (made: Quill | null) => {
    setCell(made)
    if (made) takeStrokesOf(made)
  }
  useEffect(followKeyboard, [])
  useEffect(() => {
    if (!hand) return
    const scroll = () => hand.hasFocus() && hand.scrollSelectionIntoView()
    const stops = [onCovered(scroll), onResized(hand.root, scroll)]
    return () => stops.forEach((stop) => void stop())
  }, [hand])
  useCaretPositions(quill, session, onCaret)
  useEffect(() => onLinkKey(quill, () => setLinking(true)), [quill])
  useEffect(() => onLinkKey(cell, () => setLinking(true)), [cell])

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
      onPicture: () => {
        bufferKeys()
        setPicking(true)
      },
      onGenerate: campaignId
        ? () => {
            bufferKeys()
            setGenerating(true)
          }
        : undefined,
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
      <div ref={dock} className={classes.dock} data-dock data-covers>
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
      </div>
      <div ref={page} className={classes.page} data-kind={kind}>
        <div ref={host} />
        {quill && (
          <Fillings
            filled={filled}
            fill={(blot) =>
              blot instanceof TableBlot ? (
                <TableEditor blot={blot} quill={quill} steps={session} onCell={takeCell} dock={dock.current} />
              ) : (
                inLine(blot)
              )
            }
          />
        )}
        {quill && <Stitches carets={carets} text={host} placeOf={(caret) => caretPlace(quill, caret)} />}
        {quill && pictures.all.length > 0 && (
          <Placeholders
            quill={quill}
            sendings={pictures.all}
            placeOf={pictures.placeOf}
            onAgain={pictures.again}
            onEnd={pictures.end}
          />
        )}
        {quill && tools && !cell && kind === 'story' && <BlockMenu quill={quill} page={page} tools={tools} />}
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
      <RoomLeft letters={limitOf[kind] - session.text().length()} />
      {quill && isGenerating && campaignId && (
        <Part onFailed={() => setGenerating(false)}>
          <GenerateText
            conjurationId={conjurationId}
            campaignId={campaignId}
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

/** Reports the caret when it moves, and again once typed text is recorded, so that others see it after that text. */
const useCaretPositions = (quill: Quill | null, session: Session, onCaret: WriterProps['onCaret']) => {
  const reportCaret = useEffectEvent(onCaret)
  useEffect(() => {
    if (!quill) return
    const report = () => {
      const range = quill.getSelection()
      if (range) reportCaret(range)
    }
    quill.on('editor-change', report)
    let revision = session.revision()
    const stop = session.subscribe(() => {
      if (session.revision() === revision) return
      revision = session.revision()
      if (quill.hasFocus()) report()
    })
    report()
    return () => {
      quill.off('editor-change', report)
      stop()
    }
  }, [quill, session])
}

/** The formats at the selection of an editor. */
const useFormats = (editor: Quill | null): Formats => {
  const [formats, setFormats] = useState<Formats>({})
  useEffect(() => {
    if (!editor) return
    const read = () => {
      const range = editor.getSelection()
      if (!range) return
      const next = editor.getFormat(range)
      setFormats((before) => (same(before, next) ? before : next))
    }
    editor.on('editor-change', read)
    read()
    return () => {
      editor.off('editor-change', read)
      setFormats({})
    }
  }, [editor])
  return formats
}
