import { Button } from '@mantine/core'
import { IconPhotoX } from '@tabler/icons-react'
import type { ImageRow } from '#projections/images.ts'
import { RetryGeneration } from '../../RetryGeneration.tsx'
import { useSamples } from '../../use-samples.ts'
import { Warp } from '../../Warp.tsx'
import classes from './map-page.module.css'

interface Props {
  row: ImageRow
  busy: boolean
  onRetry: () => void
  onCancel: () => void
}

/** Replaces an unfinished map: its progress, or the reason of its failure. */
export const MapInstead = ({ row, busy, onRetry, onCancel }: Props) => {
  const samples = useSamples('MAP')
  return (
    <section className={classes.stage} aria-label="Map">
      <div className={classes.instead} style={{ aspectRatio: `${row.width} / ${row.height}` }}>
        {row.generating ? (
          <Warp row={row} sample={row.modelId ? samples.get(row.modelId) : undefined} />
        ) : (
          <p>
            <IconPhotoX size={22} aria-hidden="true" />
            {row.errorMessage}
          </p>
        )}
        {row.generating ? (
          <Button loading={busy} onClick={onCancel}>
            Cancel
          </Button>
        ) : (
          <RetryGeneration busy={busy} onRetry={onRetry} />
        )}
      </div>
    </section>
  )
}
