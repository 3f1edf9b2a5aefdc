import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { TextKind } from '#domain/text-formats.ts'
import { reloadThisTab } from '../app/stale-tab.ts'
import { late } from '../ui/late.ts'
import { Part } from '../ui/Part.tsx'
import { Asides } from './Asides.tsx'
import { Stitches } from './carets/Stitches.tsx'
import { useCarets } from './carets/use-carets.ts'
import type { Start } from './editor/Writer.tsx'
import { Missing } from './Missing.tsx'
import { AroundText } from './reading/context.ts'
import { placeIn } from './reading/place-in.ts'
import { RichText } from './reading/RichText.tsx'
import type { SessionState } from './session/session.ts'
import classes from './text-editor.module.css'
import { typedEarly } from './typed-early.ts'
import { useLiveText } from './use-live-text.ts'
import { useNames } from './use-names.ts'
import { useWriter } from './use-writer.ts'

const AskRelationship = late(async () => (await import('./mentions/AskRelationship.tsx')).AskRelationship)
const Receipts = late(async () => (await import('./generate/Receipts.tsx')).Receipts)

interface Props {
  textId: string
  /** A description has formats of words, links and mentions alone. */
  kind?: TextKind
  canEdit: boolean
  /** Whether players do not see it: then they do not see what is uploaded into it either. */
  isForDms?: boolean
  /** It lies in the Trash. */
  isGone?: boolean
  campaignId: string | null
  /** The lore that it belongs to: a mention of it asks for no relationship. */
  conjurationId: string
  label: string
  placeholder: string
  /** Of a description: its plain words as lists have them, with which it begins. */
  plain?: string
  /** Names of the campaign's people by their ids, as far as they are known. */
  people: ReadonlyMap<string, string> | undefined
  /** Shown until the text has come. */
  fallback?: ReactNode
  onStatus?: (status: SessionState['status']) => void
  /** Somebody who mentioned other lore wants it linked. Without it nobody is asked. */
  onRelate?: (mentioned: { id: string; name: string }) => void
}

const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Milliseconds of a pause after which a text is sent. */
const pauses: Record<TextKind, number> = { story: 2_000, description: 1_000 }
const caretMs = 100

/** A text to read, which becomes an editor in place for whoever may write it and touches it. */
export const TextEditor = (props: Props) => {
  const { textId, kind = 'story', canEdit, campaignId, conjurationId, label, placeholder, people, fallback } = props
  const { onStatus, onRelate } = props
  const { pathname, search } = useLocation()
  const { hear, move, among } = useCarets(people)
  const live = useLiveText(textId, {
    kind,
    canEdit,
    isGone: props.isGone ?? false,
    pauseMs: pauses[kind],
    plain: props.plain,
    onMessage: hear,
  })
  const { ops, session, state, open, topic, missing, refetch } = live
  const { Writer, hasFailed, load } = useWriter()
  const names = useNames(live.names)
  const page = useRef<HTMLDivElement>(null)
  const [start, setStart] = useState<Start>()
  const [questions, setQuestions] = useState<readonly { id: string; name: string }[]>([])
  const around = useMemo(() => ({ campaignId, here: pathname + search, names }), [campaignId, pathname, search, names])
  const carets = among(topic.here)
  const isWriting = Writer && start !== undefined && session && canEdit && state.status !== 'ended'
  const absent = missing || (hasFailed && canEdit && ('writing' as const))
  const { status } = state
  // Who may write again later touches it again.
  useEffect(() => {
    if (status === 'ended') setStart(undefined)
  }, [status])
  const tellStatus = useEffectEvent(() => onStatus?.(status))
  useEffect(() => tellStatus(), [status])

  /** A press focuses the text before it is clicked, which says where the caret begins. */
  const isPressed = useRef(false)
  const dropped = useRef<readonly File[]>([])
  const takeDropped = () => {
    const files = dropped.current
    dropped.current = []
    return files
  }
  const early = useMemo(() => typedEarly(sessionStorage, textId), [textId])
  const hearing = useRef<AbortController>(undefined)
  useEffect(() => () => hearing.current?.abort(), [])
  /** Hears keys and what is pasted until the editor has the focus: meanwhile it is on the text that is read, or on nothing. */
  const hearEarly = () => {
    hearing.current?.abort()
    const stop = new AbortController()
    hearing.current = stop
    const isHere = ({ target }: Event) => target === document.body || page.current?.contains(target as Node) === true
    const options = { capture: true, signal: stop.signal }
    const onKey = (event: KeyboardEvent) => isHere(event) && early.hear(event) && event.preventDefault()
    const onPaste = (event: ClipboardEvent) => {
      if (!isHere(event)) return
      event.preventDefault()
      const { files } = event.clipboardData ?? {}
      if (files && files.length > 0) dropped.current = [...dropped.current, ...files]
      else early.paste(event.clipboardData?.getData('text/plain') ?? '')
    }
    document.addEventListener('keydown', onKey, options)
    document.addEventListener('paste', onPaste, options)
  }
  const takeTyped = () => {
    hearing.current?.abort()
    return early.take()
  }
  /** Answers whether there is something to write with. */
  const begin = async (at: Start): Promise<boolean> => {
    if (start !== undefined || !canEdit || !ops) return true
    setStart(at)
    hearEarly()
    const [made, isThere] = await Promise.all([open(), load()])
    const hasCome = made !== undefined && isThere
    if (!hasCome) {
      setStart(undefined)
      hearing.current?.abort()
    }
    return hasCome
  }
  // A browser does not ask twice for a file of the program that did not come: the page has to be loaded anew.
  const beginAgain = async () => {
    early.wait()
    if (!(await begin('end'))) await reloadThisTab()
  }
  const goOn = useEffectEvent(() => void (early.isWaiting() && begin('end')))
  const isOpenable = canEdit && ops !== undefined
  useEffect(() => {
    if (isOpenable) goOn()
  }, [isOpenable])
  const sentAt = useRef(0)
  const tell = ({ index, length }: { index: number; length: number }) => {
    const now = Date.now()
    if (now - sentAt.current < caretMs) return
    sentAt.current = now
    topic.publish('caret', { field: 'text', index, length })
  }
  const [question] = questions
  const answer = (isWanted: boolean) => {
    if (question && isWanted) onRelate?.(question)
    setQuestions((all) => all.slice(1))
  }
  const isEmpty = ops !== undefined && ops.length === 1 && ops[0]?.insert === '\n'
  const reading = ops && (
    <>
      {isEmpty ? (
        canEdit && (
          <p className={classes.empty} data-placeholder>
            {placeholder}
          </p>
        )
      ) : (
        <RichText ops={ops} />
      )}
      <Stitches carets={carets} text={page} placeOf={({ index }) => placeIn(page.current, index)} />
    </>
  )

  return (
    <AroundText value={around}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus has left */}
      <div
        className={classes.around}
        data-writing={isWriting ? true : undefined}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (currentTarget.contains(relatedTarget as Node | null)) return
          void session?.flush()
          setQuestions([])
        }}
      >
        {isWriting ? (
          <Writer
            {...{ textId, conjurationId, session, kind, label, placeholder, campaignId, start, carets }}
            takeTyped={takeTyped}
            takeDropped={takeDropped}
            isForDms={props.isForDms ?? false}
            moveCarets={move}
            onCaret={tell}
            onMention={({ id, name }) => {
              // One question at a time, in the order of mentioning.
              if (onRelate && id !== conjurationId) setQuestions((all) => [...all, { id, name }])
            }}
          />
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: a textbox where it may be written in
          // biome-ignore lint/a11y/useKeyWithClickEvents: the focus opens it for keys
          <div
            ref={page}
            // The editor takes the focus from it.
            data-own-focus
            className={classes.page}
            {...(canEdit && ops && { role: 'textbox', 'aria-multiline': true, 'aria-label': label, tabIndex: 0 })}
            onClick={(event) => {
              isPressed.current = false
              // Links lead, and what is selected is to be copied.
              if ((event.target as Element).closest('a') || document.getSelection()?.type === 'Range') return
              const { left, top } = event.currentTarget.getBoundingClientRect()
              void begin({ x: event.clientX - left, y: event.clientY - top })
            }}
            onPointerCancel={() => {
              isPressed.current = false
            }}
            onDragOver={(event) => bringsFiles(event) && canEdit && event.preventDefault()}
            onDrop={(event) => {
              if (!bringsFiles(event) || !canEdit) return
              event.preventDefault()
              dropped.current = [...dropped.current, ...event.dataTransfer.files]
              const { left, top } = event.currentTarget.getBoundingClientRect()
              void begin({ x: event.clientX - left, y: event.clientY - top })
            }}
            onPointerDown={() => {
              isPressed.current = true
            }}
            onFocus={(event) =>
              !isPressed.current &&
              event.target === event.currentTarget &&
              event.currentTarget.matches(':focus-visible') &&
              void begin(event.currentTarget.dataset.caret === 'start' ? 'start' : 'end')
            }
          >
            {reading ?? (missing ? null : fallback)}
          </div>
        )}
        {absent && <Missing what={absent} onRetry={() => void (absent === 'writing' ? beginAgain() : refetch())} />}
        {kind === 'story' && ops && (
          <Part>
            <Receipts conjurationId={conjurationId} segmentId={textId} />
          </Part>
        )}
        <Asides asides={state.asides} onDismiss={(aside) => session?.dismiss(aside)} />
        {question && (
          <Part>
            <AskRelationship name={question.name} onAdd={() => answer(true)} onDismiss={() => answer(false)} />
          </Part>
        )}
      </div>
    </AroundText>
  )
}
