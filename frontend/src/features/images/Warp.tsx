import { useEffect, useState } from 'react'
import { topicOf } from '#domain/topics.ts'
import type { ImageRow } from '#projections/images.ts'
import { useTopic } from '../../realtime/topics.ts'
import { ThreadProgress, Weaving } from '../../ui/Thread.tsx'
import { useNow } from '../../ui/use-now.ts'
import { isSlow, slowText, statusText, woven } from './progress.ts'
import classes from './warp.module.css'

interface Props {
  row: ImageRow
  /** A sample of the model's work, shown in the bands as they rise. */
  sample: string | undefined
  /** Small tiles omit the text about the deadline. */
  compact?: boolean
}

/** An image in progress: woven bands that rise from the bottom, with a status text. */
export const Warp = ({ row, sample, compact = false }: Props) => {
  const now = useNow(row.generating)
  const [reported, setReported] = useState(0)
  const share = reported > 0 ? reported : woven(row, now)
  return (
    <div className={classes.warp} data-compact={compact || undefined}>
      {row.status === 'IN_PROGRESS' && <ProgressListener id={row.id} onShare={setReported} />}
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

/** Subscribes to the progress of a generation, from 0 to 1, if its provider reports any. */
const ProgressListener = ({ id, onShare }: { id: string; onShare: (share: number) => void }) => {
  useTopic(topicOf('image', id), {
    onMessage(message) {
      if (message.kind === 'progress' && message.data.total) onShare((message.data.done ?? 0) / message.data.total)
    },
  })
  // A retry starts from zero.
  useEffect(() => () => onShare(0), [onShare])
  return null
}
