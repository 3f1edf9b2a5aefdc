import type Quill from 'quill/core.js'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { Delta, type Op } from '#domain/deltas.ts'
import { toast } from '../../ui/toast.ts'
import { createQuill, type Steps } from './create-quill.ts'
import { Fillings, inLine } from './Fillings.tsx'
import { useFilled } from './use-quill.ts'

/** The selection made by the pointer, or the edge at which a key entered the cell. */
export type CellStart = { index: number; length: number } | 'start' | 'end'

interface Props {
  label: string
  /** The content at the last render. */
  content: Op[]
  /** Reads the current content: typing is faster than rendering. */
  read: () => Op[]
  /** The undo history of the whole text, which includes cells. */
  steps: Steps
  /** The selection; undefined: the end of the cell. */
  at: CellStart | undefined
  /** Receives the editor on mount, and null on unmount. */
  onCell: (cell: Quill | null) => void
  onChange: (change: Op[]) => void
}

const noPictures = 'A cell holds words only. Paste the picture above or below the table.'

// Copies the array, which belongs to the table: a Delta retains and changes the array it is given.
const withEnd = (content: Op[]) => new Delta([...content]).insert('\n')

const rangeOf = (cell: Quill, at: CellStart | undefined) => {
  if (typeof at === 'object') return at
  return { index: at === 'start' ? 0 : cell.getLength() - 1, length: 0 }
}

/** A small editor of the active cell. Changes by other users are applied as a difference. */
export const CellEditor = ({ label, content, read, steps, at, onCell, onChange }: Props) => {
  const host = useRef<HTMLDivElement>(null)
  const quill = useRef<Quill>(null)
  const { filled, listen } = useFilled()
  const changed = useEffectEvent(onChange)
  const reportCell = useEffectEvent(onCell)
  const make = useEffectEvent((element: HTMLElement) => {
    const made = createQuill(element, {
      kind: 'cell',
      label,
      placeholder: '',
      steps,
      onFiles: () => toast.info(noPictures),
    })
    listen(made)
    made.setContents(withEnd(read()), 'silent')
    const { index, length } = rangeOf(made, at)
    made.setSelection(index, length, 'silent')
    return made
  })
  useLayoutEffect(() => {
    const around = host.current
    if (!around) return
    const made = make(around.appendChild(document.createElement('div')))
    made.on('text-change', (change, _before, source) => {
      if (source === 'user') changed(change.ops)
    })
    quill.current = made
    made.focus()
    reportCell(made)
    // If entered from the keyboard, scrolls the caret out from behind the toolbar that appears. After a click nothing may move.
    const frame = typeof at !== 'object' ? requestAnimationFrame(() => made.scrollSelectionIntoView()) : undefined
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
      reportCell(null)
      quill.current = null
      around.replaceChildren()
    }
  }, [])
  const applyContent = useEffectEvent(() => {
    const made = quill.current
    // Pending input first, so that it is not part of the difference.
    made?.update('user')
    const difference = made?.getContents().diff(withEnd(read()))
    if (difference && difference.ops.length > 0) made?.updateContents(difference, 'api')
  })
  useEffect(() => applyContent(), [content])
  // Undo and redo move the caret within the cell that is open.
  const placed = useRef(at)
  const place = useEffectEvent(() => {
    if (at && placed.current !== at && quill.current) {
      const { index, length } = rangeOf(quill.current, at)
      quill.current.setSelection(index, length, 'user')
    }
    placed.current = at
  })
  useEffect(() => place(), [at])
  return (
    <>
      <div ref={host} />
      <Fillings filled={filled} fill={inLine} />
    </>
  )
}
