import type { ImageRow } from '#projections/images.ts'
import classes from './detail.module.css'

/** An image's edits, oldest first, including those that can be redone; one of them is current. */
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
