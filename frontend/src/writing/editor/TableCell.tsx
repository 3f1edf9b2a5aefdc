import { type ComponentProps, type KeyboardEvent, useRef } from 'react'
import type { Piece } from '../reading/blocks.ts'
import { Pieces } from '../reading/Pieces.tsx'
import { selectedWithin } from '../reading/place-in.ts'
import { CellEditor } from './CellEditor.tsx'
import classes from './table-editor.module.css'

type Writing = Omit<ComponentProps<typeof CellEditor>, 'label'> & { onKey: (event: KeyboardEvent) => void }

interface Props {
  kind: 'th' | 'td'
  /** Row and column, from 1, as in `1:2`. */
  place: string
  label: string
  pieces: Piece[]
  /** Called with the selection or the caret position of the pointer. */
  onEnter: (at?: { index: number; length: number }) => void
  /** Set for the active cell. */
  writing: Writing | undefined
}

/** A cell, read-only until the user enters it. */
export const TableCell = ({ kind: Kind, place, label, pieces, onEnter, writing }: Props) => {
  const isPressed = useRef(false)
  return (
    <Kind dir="auto" data-cell={place} onKeyDownCapture={writing?.onKey}>
      {writing ? (
        <CellEditor {...writing} label={label} />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a button would not hold a cell's links
        // biome-ignore lint/a11y/useKeyWithClickEvents: the focus enters it for keys
        <div
          role="button"
          className={classes.cell}
          tabIndex={0}
          aria-label={label}
          onPointerDown={() => {
            isPressed.current = true
          }}
          onClick={({ currentTarget }) => {
            isPressed.current = false
            onEnter(selectedWithin(currentTarget))
          }}
          onFocus={() => isPressed.current || onEnter()}
        >
          <Pieces pieces={pieces} />
        </div>
      )}
    </Kind>
  )
}
