import { Pieces } from './Pieces.tsx'
import classes from './rich-text.module.css'
import { rowsOf } from './table-rows.ts'

/** A table to read: its head row has headers. */
export const Table = ({ table }: { table: unknown }) => (
  <div className={classes.wide}>
    <table>
      <tbody>
        {rowsOf(table).map(({ id, isHead, cells }) => (
          <tr key={id}>
            {cells.map(({ id, pieces }) => {
              const Cell = isHead ? 'th' : 'td'
              return (
                <Cell key={id} dir="auto" {...(isHead && { scope: 'col' })}>
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
