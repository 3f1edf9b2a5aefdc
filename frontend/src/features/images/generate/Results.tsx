import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { ImageRow } from '#projections/images.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { formatCount } from '../../../ui/figures.ts'
import { LiveStitch } from '../../../ui/Thread.tsx'
import { Picture } from '../gallery/GalleryImage.tsx'
import { imageAt, titleOf } from '../image.ts'
import { tally } from '../progress.ts'
import { useActs } from '../use-acts.ts'
import { useRemoval } from '../use-removal.tsx'
import { Result } from './Result.tsx'
import classes from './results.module.css'
import type { Reuse } from './use-form.ts'

interface Props {
  /** The images of the last request, in the requested order. */
  rows: readonly ImageRow[]
  /** The user's earlier finished images. */
  before: readonly ImageRow[]
  samples: ReadonlyMap<string, string>
  linkTo: (row: ImageRow) => string
  noun: 'image' | 'map'
  /** Opens the prompt field. */
  onWrite: () => void
  onReuse: (row: ImageRow, as: Reuse) => void
}

const examples = {
  image: [
    { title: 'A place', text: 'A weigh-house on stilts at slack water, lamps lit, the tide going out' },
    { title: 'A face', text: 'The ferryman in profile, rain on a waxed hood, one blind eye' },
    { title: 'A thing', text: 'A ledger bound in eel skin, open at a torn page, wax on the cover' },
  ],
  map: [
    { title: 'Indoors', text: 'A flooded crypt with a raised dais, two side chapels and a collapsed stair' },
    { title: 'Outdoors', text: 'A reed marsh with three plank paths, a sunken barge and a dry knoll' },
    { title: 'A town', text: 'A harbour quarter, narrow lanes, a market square and a sea wall' },
  ],
}

/** The images of the last request, updated live, and the user's earlier images. */
export const Results = ({ rows, before, samples, linkTo, noun, onWrite, onReuse }: Props) => {
  const acts = useActs()
  const removal = useRemoval(() => {})
  return (
    <section className={classes.results} aria-label="Results">
      {rows.length > 0 ? (
        <>
          <div className={classes.section}>
            <h2>This prompt</h2>
            <p className="num" aria-live="polite">
              {tally(rows)}
            </p>
            <span className={classes.live}>
              <LiveStitch />
              Live
            </span>
          </div>
          <ul className={classes.grid}>
            {rows.map((row) => (
              <Result
                key={row.id}
                row={row}
                sample={row.modelId ? samples.get(row.modelId) : undefined}
                to={linkTo(row)}
                busy={acts.busy.has(row.id)}
                onRetry={() => acts.retry(row)}
                onCancel={() => acts.cancel(row)}
                onReuse={(as) => onReuse(row, as)}
                onDelete={() => removal.ask([row.id])}
                onPrimary={(conjurationId) => acts.setPrimary(row, conjurationId)}
              />
            ))}
          </ul>
        </>
      ) : (
        <EmptyState
          subject="loom"
          title="The loom is bare"
          text={`Describe what you want to see and choose who draws it. Your ${noun}s appear here as they are made, and in the campaign for good.`}
          action={<Button onClick={onWrite}>Write a Prompt</Button>}
          examples={before.length > 0 ? [] : examples[noun]}
        />
      )}
      {before.length > 0 && <Earlier rows={before} noun={noun} linkTo={linkTo} />}
      {removal.dialog}
    </section>
  )
}

/** The user's earlier finished images. */
const Earlier = ({ rows, noun, linkTo }: Pick<Props, 'rows' | 'noun' | 'linkTo'>) => (
  <>
    <div className={classes.section} data-earlier>
      <h2>Earlier</h2>
      <p className="num">{formatCount(rows.length, noun)}</p>
    </div>
    <ul className={classes.earlier}>
      {rows.map((row) => {
        const shown = imageAt(row, 190)
        return (
          <li key={row.id}>
            <Link to={linkTo(row)} aria-label={titleOf(row)}>
              {shown && <Picture key={shown.src} {...shown} alt="" />}
            </Link>
          </li>
        )
      })}
    </ul>
  </>
)
