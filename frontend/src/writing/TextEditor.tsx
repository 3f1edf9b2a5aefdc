import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { TextKind } from '#domain/text-formats.ts'
import { useRealtime } from '../realtime/context.tsx'
import { late } from '../ui/late.ts'
import { Part } from '../ui/Part.tsx'
import { Stitches } from './carets/Stitches.tsx'
import { useCaretReports, useCarets } from './carets/use-carets.ts'
import { Missing, RejectedEdits } from './RejectedEdits.tsx'
import { AroundText } from './reading/context.ts'
import { answeredWith, type Names, renamedBy } from './reading/names.ts'
import { placeIn } from './reading/place-in.ts'
import { RichText } from './reading/RichText.tsx'
import type { SessionState } from './session/deps.ts'
import classes from './text-editor.module.css'
import { useLiveText } from './use-live-text.ts'
import { useOpening } from './use-opening.ts'
import { useWriter } from './use-writer.ts'

const AskRelationship = late(async () => (await import('./mentions/AskRelationship.tsx')).AskRelationship)
const Receipts = late(async () => (await import('./generate/Receipts.tsx')).Receipts)

interface Props {
  textId: string
  /** Descriptions support only inline formats, links and mentions. */
  kind?: TextKind
  canEdit: boolean
  /** True if the text, and thereby every image uploaded into it, is hidden from players. */
  isForDms?: boolean
  /** True if the text is in the Trash. */
  isGone?: boolean
  campaignId: string | null
  /** The lore that contains the text. A mention of this lore suggests no relationship. */
  conjurationId: string
  label: string
  placeholder: string
  /** The initial plain text of a description, as lists show it. */
  plain?: string
  /** Names of the campaign's members by id; undefined until loaded. */
  people: ReadonlyMap<string, string> | undefined
  /** Shown until the text is loaded. */
  fallback?: ReactNode
  onStatus?: (status: SessionState['status']) => void
  /** The user wants to link mentioned lore. Undefined: no suggestion is shown. */
  onRelate?: (mentioned: { id: string; name: string }) => void
}

const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Milliseconds without input after which changes are sent. */
const pauses: Record<TextKind, number> = { story: 2_000, description: 1_000 }
/** Pixels. A press this near to the bottom of the screen moves the tools, which would cover it, to the top. */
const lowPx = 110

/** A text that is replaced by its editor, in place, when a user with write access clicks or focuses it. */
export const TextEditor = (props: Props) => {
  const { textId, kind = 'story', canEdit, campaignId, conjurationId, label, placeholder, people, fallback } = props
  const { onStatus, onRelate } = props
  const { pathname, search } = useLocation()
  const { hear, among } = useCarets(people)
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
  const opening = useOpening({
    textId,
    page,
    ops,
    canEdit,
    async load() {
      const [made, isThere] = await Promise.all([open(), load()])
      return made !== undefined && isThere
    },
  })
  const { start } = opening
  const [questions, setQuestions] = useState<readonly { id: string; name: string }[]>([])
  const around = useMemo(() => ({ campaignId, here: pathname + search, names }), [campaignId, pathname, search, names])
  const carets = among(topic.here, (index, at) =>
    session ? session.shownAt(index, at) : at > live.revision ? undefined : index,
  )
  const isWriting = Writer && start !== undefined && session && canEdit && state.status !== 'ended'
  const absent = missing || (hasFailed && canEdit && ('writing' as const))
  const { status } = state
  // Closes the editor when write access ends. A user who regains access opens it again.
  const close = useEffectEvent(opening.close)
  useEffect(() => {
    if (status === 'ended') close()
  }, [status])
  const tellStatus = useEffectEvent(() => onStatus?.(status))
  useEffect(() => tellStatus(), [status])

  const reportCaret = useCaretReports(({ index, length }) => {
    if (!session) return
    const { index: start, revision } = session.recordedAt(index)
    const end = session.recordedAt(index + length).index
    topic.publish('caret', { field: 'text', index: start, length: end - start, revision })
  })
  const [isLow, setLow] = useState(false)
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
        data-low={isLow || undefined}
        onPointerDownCapture={({ target, clientY }) =>
          !(target as Element).closest('[data-dock]') && setLow(clientY > innerHeight - lowPx)
        }
        onKeyDownCapture={() => setLow(false)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (currentTarget.contains(relatedTarget as Node | null)) return
          void session?.flush()
          setQuestions([])
        }}
      >
        {isWriting ? (
          <Writer
            textId={textId}
            conjurationId={conjurationId}
            session={session}
            kind={kind}
            label={label}
            placeholder={placeholder}
            campaignId={campaignId}
            start={start}
            carets={carets}
            takeTyped={opening.takeTyped}
            takeDropped={opening.takeDropped}
            isForDms={props.isForDms ?? false}
            onCaret={reportCaret}
            onMention={({ id, name }) => {
              // One suggestion at a time, in the order of mentions.
              if (onRelate && id !== conjurationId) setQuestions((all) => [...all, { id, name }])
            }}
          />
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: a textbox where it may be written in
          <div
            ref={page}
            // The editor takes the focus over from this element.
            data-own-focus
            className={classes.page}
            {...(canEdit && ops && { role: 'textbox', 'aria-multiline': true, 'aria-label': label, tabIndex: 0 })}
            {...(canEdit && !ops && !missing && { 'data-text-awaited': true, tabIndex: -1 })}
            onClick={({ target, clientX, clientY, detail }) => {
              // A click on a link follows it.
              if (!(target as Element).closest('a')) opening.beginAt(clientX, clientY, detail)
            }}
            onDragOver={(event) => bringsFiles(event) && canEdit && event.preventDefault()}
            onDrop={(event) => {
              if (!bringsFiles(event) || !canEdit) return
              event.preventDefault()
              opening.drop(event.dataTransfer.files, event.clientX, event.clientY)
            }}
            onPointerDown={opening.onPointerDown}
            onKeyDown={({ nativeEvent }) => opening.onKeyDown(nativeEvent)}
            onPaste={({ nativeEvent }) => opening.onPaste(nativeEvent)}
            onFocus={(event) =>
              !opening.isPressed() &&
              event.target === event.currentTarget &&
              event.currentTarget.matches(':focus-visible, [data-caret], [data-text-awaited]') &&
              opening.onFocus(event.currentTarget.dataset.caret === 'start' ? 'start' : 'end')
            }
          >
            {reading ?? (missing ? null : fallback)}
          </div>
        )}
        {absent && (
          <Missing what={absent} onRetry={() => void (absent === 'writing' ? opening.beginAgain() : refetch())} />
        )}
        {kind === 'story' && ops && (
          <Part>
            <Receipts conjurationId={conjurationId} segmentId={textId} />
          </Part>
        )}
        <RejectedEdits rejectedEdits={state.rejectedEdits} onDismiss={(edit) => session?.dismiss(edit)} />
        {question && (
          <Part>
            <AskRelationship name={question.name} onAdd={() => answer(true)} onDismiss={() => answer(false)} />
          </Part>
        )}
      </div>
    </AroundText>
  )
}

/** Names of mentioned items: from the text's response, updated by renames. */
const useNames = (answered: Readonly<Record<string, string>> | undefined): Names => {
  const { items$ } = useRealtime()
  const [names, setNames] = useState<Names>(new Map())
  useEffect(() => setNames((known) => answeredWith(known, answered)), [answered])
  useEffect(() => {
    const subscription = items$.subscribe((item) => setNames((known) => renamedBy(known, item)))
    return () => subscription.unsubscribe()
  }, [items$])
  return names
}
