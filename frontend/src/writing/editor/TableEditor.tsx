import type Quill from 'quill/core.js'
import {
  type FocusEvent,
  type KeyboardEvent,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { Delta, type Op, tableEmbed } from '#domain/deltas.ts'
import { textLimits } from '#domain/text-formats.ts'
import { newId } from '../../base/ids.ts'
import { rowsOf, type TableValue } from '../reading/table-rows.ts'
import type { TableBlot } from './blots.ts'
import type { CellStart } from './CellEditor.tsx'
import type { Steps } from './create-quill.ts'
import { TableCell } from './TableCell.tsx'
import { TableTools } from './TableTools.tsx'
import { adjacentTable, enterNearest, isOnSameScreenLine, isRightToLeft } from './table-arrows.ts'
import { addLine, removeLine, writeCell } from './table-changes.ts'
import classes from './table-editor.module.css'

/** A cell by the ids of its row and column: its position changes while other users add and delete. */
interface Cell {
  rowId: string
  columnId: string
  /** The initial selection, or the edge at which a key entered it; the end where this is omitted. */
  at?: CellStart | undefined
}

interface Props {
  blot: TableBlot
  quill: Quill
  steps: Steps
  /** Receives the editor of the active cell; null if none is active. */
  onCell: (cell: Quill | null) => void
  /** The element that contains the tools of the text. */
  dock: HTMLElement | null
}

const isBlank = (content: readonly Op[]) =>
  content.every(({ insert }) => typeof insert === 'string' && insert.trim() === '')

/** The editor of a table. Each cell is edited separately, while other users may add and remove rows and columns. */
export const TableEditor = ({ blot, quill, steps, onCell, dock }: Props) => {
  const [, again] = useReducer((n: number) => n + 1, 0)
  const [active, setActive] = useState<Cell | null>(null)
  useLayoutEffect(() => {
    blot.onChange = again
    blot.enter = ({ place, ...start }) => {
      const at = 'edge' in start ? start.edge : start
      for (const { id: rowId, cells } of rowsOf(blot.content))
        for (const { id: columnId, place: here } of cells) if (here === place) setActive({ rowId, columnId, at })
    }
    const awaited = blot.takeAwaited()
    if (awaited) blot.enter(awaited)
    return () => {
      blot.onChange = undefined
      blot.enter = undefined
    }
  }, [blot])
  const rows = rowsOf(blot.content)
  const width = rows[0]?.cells.length ?? 0
  const row = rows.findIndex(({ id }) => id === active?.rowId)
  const column = rows[row]?.cells.findIndex(({ id }) => id === active?.columnId) ?? -1
  const isIn = column >= 0
  const index = () => blot.offset(quill.scroll)
  const change = (value: TableValue) =>
    quill.updateContents(new Delta().retain(index()).retain({ [tableEmbed]: value as Record<string, unknown> }), 'user')
  /** Returns the current state of the active cell, which may not be rendered yet. */
  const inHand = () =>
    rowsOf(blot.content)
      .find(({ id }) => id === active?.rowId)
      ?.cells.find(({ id }) => id === active?.columnId)
  const write = (content: Op[]) => {
    const cell = inHand()
    if (cell) change(writeCell(cell.place, content))
  }
  const remove = () => {
    quill.deleteText(index(), 1, 'user')
    quill.focus()
  }
  /** Returns a cell in reading order: a column past the end of a row continues in the next row. */
  const cellAt = (row: number, column: number): Cell | undefined => {
    const flat = row * width + column
    const to = rows[Math.floor(flat / width)]
    const cell = to?.cells[flat % width]
    return to && cell && { rowId: to.id, columnId: cell.id }
  }
  const leaveTo = (position: number) => {
    setActive(null)
    quill.setSelection(position, 0, 'user')
  }
  const leave = () => leaveTo(blot.indexBelow())
  // Another user deleted the active cell: further input must not reach another cell, and the cell is inactive if it is restored.
  const lose = useEffectEvent(() => (document.activeElement === document.body ? leave() : setActive(null)))
  const isLost = active !== null && !isIn
  useLayoutEffect(() => {
    if (isLost) lose()
  }, [isLost])
  // Returns the focus to the text if another user, or undo, removes the whole table.
  const loseAll = useEffectEvent(() => {
    if (active && quill.root.isConnected && document.activeElement === document.body)
      quill.focus({ preventScroll: true })
  })
  useLayoutEffect(() => () => loseAll(), [])
  /** The cell stays active while the focus is in the toolbar or one of its forms. */
  const blur = ({ currentTarget, relatedTarget: to }: FocusEvent) => {
    if (!(to instanceof Element) || currentTarget.contains(to)) return
    const isOfText = currentTarget.closest('[data-writing]')?.contains(to) && !quill.root.contains(to)
    if (!isOfText) setActive(null)
  }
  /** Removes a row or column. The caret moves to the next one, or else to the previous one; without either it leaves the table. */
  const drop = (line: 'rows' | 'columns', at: number) => {
    const [count, other] = line === 'rows' ? [rows.length, column] : [width, row]
    const beside = at + 1 < count ? at + 1 : at - 1
    const next = line === 'rows' ? cellAt(beside, other) : cellAt(other, beside)
    change(removeLine(line, at))
    if (next) setActive(next)
    else leave()
  }
  const isLastRowEmpty = () => {
    const cells = rows.at(-1)?.cells ?? []
    return cells.every(({ id, content }) => isBlank(id === active?.columnId ? (inHand()?.content ?? content) : content))
  }
  /** Adds a row at the end and enters it. If the table is full, focuses its tools instead. */
  const addRow = () => {
    const columnId = rows[0]?.cells[0]?.id
    if (columnId === undefined || rows.length >= textLimits.rows) return focusTools()
    const rowId = newId()
    change(addLine('rows', rows.length, rowId))
    setActive({ rowId, columnId })
  }
  const focusTools = () =>
    dock?.querySelector<HTMLElement>('[aria-label="Table"][role="toolbar"] button:not(:disabled)')?.focus()
  const cellQuill = useRef<Quill>(null)
  /** Returns the action that moves the caret out of the table to the adjacent table or line; undefined if there is none above. */
  const leaveByArrow = (isUp: boolean, from: Element): (() => void) | undefined => {
    const table = adjacentTable(quill, index(), !isUp)
    if (table)
      return () => {
        setActive(null)
        enterNearest(table, from.getBoundingClientRect().left, !isUp)
      }
    if (!isUp) return leave
    return index() > 0 ? () => leaveTo(index() - 1) : undefined
  }
  /** Returns the action of an arrow key at the edge of a cell: it moves to the adjacent cell, or out of the table. */
  const edgeActionOf = ({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): (() => void) | undefined => {
    const written = cellQuill.current
    const caret = written?.getSelection()
    if (!written || !caret || caret.length > 0 || shiftKey || ctrlKey || altKey || metaKey) return undefined
    const end = written.getLength() - 1
    const [back, forward] = isRightToLeft(written.root) ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
    const isBack = key === back && caret.index === 0
    if (isBack || (key === 'ArrowUp' && isOnSameScreenLine(written, caret.index, 0))) {
      const cell = isBack ? cellAt(row, column - 1) : cellAt(row - 1, column)
      return cell ? () => setActive(cell) : leaveByArrow(true, written.root)
    }
    const isForward = key === forward && caret.index === end
    if (!isForward && !(key === 'ArrowDown' && isOnSameScreenLine(written, caret.index, end))) return undefined
    const cell = isForward ? cellAt(row, column + 1) : cellAt(row + 1, column)
    return cell ? () => setActive({ ...cell, at: 'start' }) : leaveByArrow(false, written.root)
  }
  const onKey = (event: KeyboardEvent) => {
    const next = cellAt(row, column + (event.shiftKey ? -1 : 1))
    const below = cellAt(row + 1, column)
    const acts: Record<string, (() => void) | undefined> = {
      // After an empty last row, Tab leaves the table, so that a user who only moves on adds no rows to a shared text.
      Tab: next ? () => setActive(next) : event.shiftKey ? undefined : isLastRowEmpty() ? leave : addRow,
      Enter: below ? () => setActive(below) : leave,
      Escape: leave,
    }
    const act = acts[event.key] ?? edgeActionOf(event)
    if (!act || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus has left
    <div className={classes.around} data-own-focus onBlur={blur}>
      <div className={classes.wide}>
        <table>
          <tbody>
            {rows.map(({ id: rowId, isHead, cells }, r) => (
              <tr key={rowId}>
                {cells.map(({ id: columnId, place, content, pieces }, c) => (
                  <TableCell
                    key={columnId}
                    kind={isHead ? 'th' : 'td'}
                    place={place}
                    label={`Row ${r + 1}, column ${c + 1}`}
                    pieces={pieces}
                    onEnter={(at) => setActive({ rowId, columnId, at })}
                    writing={
                      isIn && row === r && column === c
                        ? {
                            at: active?.at,
                            content,
                            steps,
                            onCell: (cell) => {
                              cellQuill.current = cell
                              onCell(cell)
                            },
                            onKey,
                            read: () => inHand()?.content ?? [],
                            onChange: write,
                          }
                        : undefined
                    }
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isIn &&
        dock &&
        createPortal(
          <TableTools rows={rows} row={row} column={column} change={change} remove={remove} drop={drop} />,
          dock,
        )}
    </div>
  )
}
