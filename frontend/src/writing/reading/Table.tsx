import { Pieces } from './Pieces.tsx'
import classes from './rich-text.module.css'
import { rowsOf } from './table-rows.ts'

/** A table to read: its head row has headers. */
export const Table = ({ table, at }: { table: unknown; at: number }) => (
  <div className={classes.wide} data-at={at}>
    <table>
      <tbody>
        {rowsOf(table).map(({ id, isHead, cells }) => (
          <tr key={id}>
            {cells.map(({ id, place, pieces }) => {
              const Cell = isHead ? 'th' : 'td'
              return (
                <Cell key={id} dir="auto" data-cell={place} {...(isHead && { scope: 'col' })}>
                  <Pieces pieces={pieces} />
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
