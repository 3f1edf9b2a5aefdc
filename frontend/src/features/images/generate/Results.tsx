import { Link } from 'react-router'
import type { ImageRow } from '#projections/images.ts'
import { LiveStitch } from '../../../ui/Thread.tsx'
import { Picture } from '../gallery/Picture.tsx'
import { counted, pictureAt, titleOf } from '../picture.ts'
import { tally } from '../progress.ts'
import { useActs } from '../use-acts.ts'
import { Result } from './Result.tsx'

interface Props {
  /** The pictures of the last request, in the order they were asked for. */
  rows: readonly ImageRow[]
  /** Finished ones of this person from before. */
  before: readonly ImageRow[]
  samples: ReadonlyMap<string, string>
  linkTo: (row: ImageRow) => string
  noun: 'image' | 'map'
}

/** What came of the prompt, as it comes; and what came of earlier ones. */
export const Results = ({ rows, before, samples, linkTo, noun }: Props) => {
  const acts = useActs()
  return (
    <section className="gen-results" aria-label="Results">
      {rows.length > 0 ? (
        <>
          <div className="gen-section">
            <h2>This prompt</h2>
            <p className="num" aria-live="polite">
              {tally(rows)}
            </p>
            <span className="gen-live">
              <LiveStitch />
              Live
            </span>
          </div>
          <ul className="gen-grid">
            {rows.map((row) => (
              <Result
                key={row.id}
                row={row}
                sample={row.modelId ? samples.get(row.modelId) : undefined}
                to={linkTo(row)}
                busy={acts.busy.has(row.id)}
                onRetry={() => acts.retry(row)}
                onCancel={() => acts.cancel(row)}
                onPrimary={(conjurationId) => acts.setPrimary(row, conjurationId)}
              />
            ))}
          </ul>
        </>
      ) : (
        <div className="gen-blank">
          <p className="serif">The loom is bare.</p>
          <p>
            Describe what you want to see and choose who draws it. Your {noun}s appear here as they are made, and in the
            campaign for good.
          </p>
        </div>
      )}
      {before.length > 0 && (
        <>
          <div className="gen-section">
            <h2>Earlier</h2>
            <p className="num">{counted(before.length, noun)}</p>
          </div>
          <ul className="gen-earlier">
            {before.map((row) => {
              const shown = pictureAt(row, 190)
              return (
                <li key={row.id}>
                  <Link to={linkTo(row)} aria-label={titleOf(row)}>
                    {shown && <Picture {...shown} alt="" />}
                  </Link>
                </li>
              )
            })}
          </ul>
        </>
      )}
    </section>
  )
}
