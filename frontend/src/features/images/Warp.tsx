import type { ImageRow } from '#projections/images.ts'
import { ThreadProgress, Weaving } from '../../ui/Thread.tsx'
import { isSlow, slowText, statusText, woven } from './progress.ts'
import { useNow } from './use-now.ts'
import classes from './warp.module.css'

interface Props {
  row: ImageRow
  /** A sample of the model's work, shown in the bands as they rise. */
  sample: string | undefined
  /** Small tiles leave the sentence about the deadline out. */
  compact?: boolean
}

/** A picture on the loom: grey warp, woven bands rising from the bottom, and in words how it is going. */
export const Warp = ({ row, sample, compact = false }: Props) => {
  const now = useNow(row.generating)
  const share = woven(row, now)
  return (
    <div className={classes.warp} data-compact={compact || undefined}>
      <Weaving value={share} picture={sample} />
      <div className={classes.loom}>
        <span data-retrying={row.status === 'RETRYING' || undefined}>{statusText[row.status]}</span>
        <div className={classes.shuttle}>
          <ThreadProgress value={share} />
        </div>
        {isSlow(row, now) && !compact && <small>{slowText}</small>}
      </div>
    </div>
  )
}
