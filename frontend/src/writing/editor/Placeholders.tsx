import type Quill from 'quill/core.js'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Sendings } from '../../uploads/Sendings.tsx'
import type { Sending } from '../../uploads/use-sending.ts'
import classes from './quill.module.css'

interface Props {
  quill: Quill
  sendings: readonly Sending[]
  /** The index in the text at which a picture is inserted. */
  placeOf: (id: string) => number | undefined
  onAgain: (sending: Sending) => void
  onEnd: (id: string) => void
}

/** Returns the element of the line that contains an index. */
const lineAt = (quill: Quill, index: number): HTMLElement | undefined => {
  const [line] = quill.getLine(Math.min(index, quill.getLength() - 1))
  return line?.domNode instanceof HTMLElement ? line.domNode : undefined
}

/** Removes the reserved height from unused lines: a line that the user splits passes its attributes on to its new half. */
const releaseLines = (quill: Quill, used: ReadonlySet<HTMLElement>) => {
  for (const line of quill.root.querySelectorAll<HTMLElement>('[data-awaits]')) {
    if (used.has(line)) continue
    line.removeAttribute('data-awaits')
    line.style.removeProperty('--awaits')
  }
}

/**
 * Images in progress and rejected ones, below their lines. They are not part of the text, so that neither other users
 * nor the undo history contain them: each line reserves their height by an attribute of its element.
 */
export const Placeholders = ({ quill, sendings, placeOf, onAgain, onEnd }: Props) => {
  const [, setLaidOut] = useState(0)
  const boxes = useRef(new Map<HTMLElement, HTMLElement>())
  const seen = useRef(new WeakSet<HTMLElement>())
  useEffect(() => {
    const layOut = () => setLaidOut((n) => n + 1)
    const observer = new ResizeObserver(layOut)
    observer.observe(quill.root)
    quill.on('text-change', layOut)
    return () => {
      observer.disconnect()
      quill.off('text-change', layOut)
      releaseLines(quill, new Set())
    }
  }, [quill])

  const groups = Map.groupBy(sendings, ({ id }) => lineAt(quill, placeOf(id) ?? quill.getLength() - 1))
  useLayoutEffect(() => {
    releaseLines(quill, new Set(boxes.current.keys()))
    const { top } = quill.root.getBoundingClientRect()
    for (const [line, box] of boxes.current) {
      const height = `${box.offsetHeight}px`
      line.setAttribute('data-awaits', '')
      if (line.style.getPropertyValue('--awaits') !== height) line.style.setProperty('--awaits', height)
      box.style.top = `${line.getBoundingClientRect().bottom - top}px`
      // Scrolls a new box out from under the tools, once: later the user decides what is on screen.
      if (!seen.current.has(box)) box.scrollIntoView({ block: 'nearest' })
      seen.current.add(box)
    }
  })
  return (
    <div className={classes.placeholders}>
      {[...groups].map(
        ([line, there]) =>
          line && (
            <div
              key={there[0]?.id}
              className={classes.awaited}
              ref={(box) => {
                if (box) boxes.current.set(line, box)
                return () => {
                  if (boxes.current.get(line) === box) boxes.current.delete(line)
                }
              }}
            >
              <Sendings sendings={there} dismissal="Remove" onAgain={onAgain} onEnd={onEnd} />
            </div>
          ),
      )}
    </div>
  )
}
