import { toneOf } from './edge.ts'
import classes from './graph.module.css'
import type { Drawn } from './graph.ts'

/** Meanings of the colours, with counts. */
export const Legend = ({ links, selected }: Pick<Drawn, 'links'> & { selected: string | null }) => {
  const count = (tone: string) => links.filter((link) => toneOf(link, selected) === tone).length
  return (
    <div className={classes.legend} data-over aria-live="polite">
      {selected === null ? (
        <span>Click an entry to see its links</span>
      ) : (
        <>
          <span data-tone="incoming" className="num">{`Incoming, ${count('incoming')}`}</span>
          <span data-tone="outgoing" className="num">{`Outgoing, ${count('outgoing')}`}</span>
          <span className={classes.hint}>Click again to deselect</span>
        </>
      )}
    </div>
  )
}
