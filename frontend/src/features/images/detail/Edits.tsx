import type { ImageRow } from '#projections/images.ts'
import classes from './detail.module.css'

/** What the picture has been, oldest first, and what redo leads to; one of them is what it is now. */
export const Edits = ({ row, onOpen }: { row: ImageRow; onOpen: (index: number) => void }) => (
  <section className={classes.edits} aria-labelledby="edits">
    <h2 id="edits">History</h2>
    <ol>
      {row.edits.map(({ id, uri }, n) => (
        <li key={id}>
          <button
            type="button"
            aria-current={uri === row.uri || undefined}
            aria-label={`View version ${n + 1} of ${row.edits.length}`}
            onClick={() => onOpen(n)}
          >
            <img src={`${uri}?w=320`} alt="" loading="lazy" />
          </button>
        </li>
      ))}
    </ol>
  </section>
)
