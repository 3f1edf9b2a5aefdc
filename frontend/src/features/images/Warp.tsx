import { useEffect, useState } from 'react'
import { topicOf } from '#domain/topics.ts'
import type { ImageRow } from '#projections/images.ts'
import { useTopic } from '../../realtime/topics.ts'
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
  const [said, setSaid] = useState(0)
  const share = said > 0 ? said : woven(row, now)
  return (
    <div className={classes.warp} data-compact={compact || undefined}>
      {row.status === 'IN_PROGRESS' && <Listening id={row.id} onShare={setSaid} />}
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

/** While somebody draws it: how far it is, 0 to 1, if who draws it says so. */
const Listening = ({ id, onShare }: { id: string; onShare: (share: number) => void }) => {
  useTopic(topicOf('image', id), {
    onMessage(message) {
      if (message.kind === 'progress' && message.data.total) onShare((message.data.done ?? 0) / message.data.total)
    },
  })
  // Another try begins anew.
  useEffect(() => () => onShare(0), [onShare])
  return null
}
