import type { ComponentProps, KeyboardEvent } from 'react'
import type { Piece } from '../reading/blocks.ts'
import { Pieces } from '../reading/Pieces.tsx'
import { CellEditor } from './CellEditor.tsx'
import classes from './table-editor.module.css'

type Writing = Omit<ComponentProps<typeof CellEditor>, 'label'> & { onKey: (event: KeyboardEvent) => void }

interface Props {
  kind: 'th' | 'td'
  label: string
  pieces: Piece[]
  onEnter: () => void
  /** Of the cell that is in hand. */
  writing: Writing | undefined
}

/** A cell as it is read, until somebody goes into it to write. */
export const TableCell = ({ kind: Kind, label, pieces, onEnter, writing }: Props) => {
  return (
    <Kind dir="auto" onKeyDownCapture={writing?.onKey}>
      {writing ? (
        <CellEditor {...writing} label={label} />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a button would not hold a cell's links
        <div role="button" className={classes.cell} tabIndex={0} aria-label={label} onFocus={onEnter}>
          <Pieces pieces={pieces} />
        </div>
      )}
    </Kind>
  )
}
