import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowRemove,
  IconTableOff,
  IconTableRow,
} from '@tabler/icons-react'
import { textLimits } from '#domain/text-formats.ts'
import { newId } from '../../base/ids.ts'
import type { rowsOf, TableValue } from '../reading/table-rows.ts'
import { addLine, markHead } from './table-changes.ts'
import classes from './table-editor.module.css'

interface Props {
  rows: ReturnType<typeof rowsOf>
  /** Position of the active cell. */
  row: number
  column: number
  change: (value: TableValue) => void
  /** Removes a row or a column. */
  drop: (line: 'rows' | 'columns', at: number) => void
  /** Removes the table. */
  remove: () => void
}

/** Actions for a table at the active cell. */
export const TableTools = ({ rows, row, column, change, drop, remove }: Props) => {
  const width = rows[0]?.cells.length ?? 0
  const tools = [
    {
      label: 'Add row',
      Icon: IconRowInsertBottom,
      off: rows.length >= textLimits.rows,
      act: () => change(addLine('rows', row + 1, newId())),
    },
    {
      label: 'Add column',
      Icon: IconColumnInsertRight,
      off: width >= textLimits.columns,
      act: () => change(addLine('columns', column + 1, newId())),
    },
    { label: 'Remove row', Icon: IconRowRemove, act: () => (rows.length > 1 ? drop('rows', row) : remove()) },
    { label: 'Remove column', Icon: IconColumnRemove, act: () => (width > 1 ? drop('columns', column) : remove()) },
    { label: 'Header row', Icon: IconTableRow, act: () => change(markHead(!rows[0]?.isHead)) },
    { label: 'Remove table', Icon: IconTableOff, act: remove },
  ]
  return (
    <div className={classes.tools} role="toolbar" aria-label="Table">
      {tools.map(({ label, Icon, off = false, act }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon aria-label={label} disabled={off} onMouseDown={(event) => event.preventDefault()} onClick={act}>
            <Icon size={16} />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  )
}
