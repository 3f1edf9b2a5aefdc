import type Quill from 'quill/core.js'
import type { Range } from 'quill/core.js'
import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react'
import { Delta } from '#domain/deltas.ts'
import type { TextKind } from '#domain/text-formats.ts'
import type { Session } from '../session/session.ts'
import { beforeEnd } from './before-end.ts'
import { type Filled, TableBlot } from './blots.ts'
import { createQuill } from './create-quill.ts'
import { applyRemote } from './own-selection.ts'

interface Options {
  kind: TextKind
  label: string
  placeholder: string
  /** Receives pasted or dropped files, and their index. */
  onFiles: (range: Range, files: readonly File[]) => void
  /** Receives the editor before it shows any content. */
  onMade: (quill: Quill) => void
}

const placeIn = (quill: Quill, index: number) => {
  if (document.activeElement !== quill.root) quill.focus({ preventScroll: true })
  quill.setSelection(index, 0, 'user')
}

/** An editor that shows a session's text and passes typed changes to it, while the component is mounted. */
export const useQuill = (host: RefObject<HTMLElement | null>, session: Session, options: Options): Quill | null => {
  const [quill, setQuill] = useState<Quill | null>(null)
  const takeFiles = useEffectEvent(options.onFiles)
  const make = useEffectEvent((element: HTMLElement) => {
    const onFiles: Options['onFiles'] = (range, files) => takeFiles(range, files)
    const made = createQuill(element, { ...options, onFiles, steps: session })
    options.onMade(made)
    return made
  })
  // Runs before the next frame is painted, in which the editor replaces the read-only text.
  useLayoutEffect(() => {
    const around = host.current
    if (!around) return
    const made = make(around.appendChild(document.createElement('div')))
    made.on('text-change', (change, _before, source) => {
      if (source !== 'user') return
      session.type(beforeEnd(session.text(), change))
      // A text ends with a newline, even after a table: adds the one that `beforeEnd` added.
      if (made.getLength() < session.text().length())
        made.updateContents(new Delta().retain(made.getLength()).insert('\n'), 'api')
    })
    // While an input method composes characters, the browser owns the text: changes of others wait.
    made.on('composition-start', () => session.hold(true))
    made.on('composition-end', () => session.hold(false))
    const detach = session.attach({
      apply(change) {
        applyRemote(made, change)
        // Quill may normalise the text differently; the session's text, which matches the log, prevails.
        if (made.getLength() !== session.text().length()) made.setContents(session.text(), 'api')
      },
      show: (text) => void made.setContents(text, 'api'),
      placeCaret(index, table) {
        const { activeElement } = document
        // The browser moves the focus to the body with a table that undo removes.
        if (activeElement !== document.body && !made.root.contains(activeElement)) return
        const [blot] = index > 0 ? made.getLine(index - 1) : []
        if (!(blot instanceof TableBlot)) placeIn(made, index)
        else if (table?.cell) blot.enterCell(table.cell)
        // In a cell, a change of rows and columns leaves the caret where it is.
        else if (!table || activeElement === made.root) placeIn(made, blot.indexBelow())
      },
    })
    setQuill(made)
    return () => {
      session.hold(false)
      detach()
      setQuill(null)
      around.replaceChildren()
    }
  }, [host, session])
  // The title of a new text is saved while its editor is open.
  const { label } = options
  useLayoutEffect(() => quill?.root.setAttribute('aria-label', label), [quill, label])
  return quill
}

/** Tracks the embeds of an editor that React renders. */
export const useFilled = () => {
  const [filled, setFilled] = useState<ReadonlySet<Filled>>(new Set())
  const listen = (quill: Quill) => {
    quill.emitter.on('scroll-blot-mount', (blot: Filled) => setFilled((known) => new Set(known).add(blot)))
    quill.emitter.on('scroll-blot-unmount', (blot: Filled) =>
      setFilled((known) => {
        const rest = new Set(known)
        rest.delete(blot)
        return rest
      }),
    )
  }
  return { filled, listen }
}
