import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { withFrom } from '../../../base/from.ts'
import { openOverlay } from '../../../base/overlay.ts'
import type { Model } from '../../../data/models.ts'
import { Drawing } from '../../../ui/drawings.tsx'
import { formatElapsed } from '../../../ui/elapsed.ts'
import { ThreadProgress, Weaving } from '../../../ui/Thread.tsx'
import { modelName } from '../model.ts'
import { useModelProgress } from '../use-model-progress.ts'
import { Viewer } from '../viewer/Viewer.tsx'
import classes from './model-page.module.css'

/** The model, or what replaces it while it is made and after a failure. */
export const ModelStage = ({ row, isCovered }: { row: Model; isCovered: boolean }) => {
  if (row.status === 'GENERATING') return <Generating row={row} />
  if (row.status === 'FAILED' || !row.modelUri) return <Failed row={row} />
  return (
    <Viewer
      key={row.modelUri}
      uri={row.modelUri}
      preview={row.renderedImageUri}
      title={modelName(row)}
      isCovered={isCovered}
    >
      {row.image?.uri && (
        <Link className={classes.source} to={withFrom(`/images/${row.image.id}`, '/models')}>
          <img src={`${row.image.uri}?w=320`} alt="" />
          <span>Source image</span>
        </Link>
      )}
    </Viewer>
  )
}

const Generating = ({ row }: { row: Model }) => {
  const { share, stage, elapsedMs } = useModelProgress(row)
  return (
    <section className={classes.instead} aria-label="3D model">
      <div className={classes.loom}>
        <Weaving value={share} picture={row.image?.uri ? `${row.image.uri}?w=640` : undefined} />
      </div>
      <b>Generating</b>
      <div className={classes.shuttle}>
        <ThreadProgress value={share} label="Generating" />
      </div>
      <p className="num">
        {formatElapsed(elapsedMs)} so far{stage && `: ${stage}`}. It takes 2-3 minutes; you can leave this page.
      </p>
    </section>
  )
}

const Failed = ({ row: { image, prompt, errorMessage, mayEdit } }: { row: Model }) => {
  const again = image ? { imageId: image.id } : prompt ? { prompt } : {}
  return (
    <section className={classes.instead} aria-label="3D model">
      <Drawing subject="plinth" />
      <h2>Generation Failed</h2>
      {errorMessage && <p>{errorMessage}</p>}
      <p>
        {image
          ? 'Try again from the source image, or contact support if it keeps failing.'
          : 'Try again, or contact support if it keeps failing.'}
      </p>
      <div className={classes.acts}>
        {mayEdit && (
          <Button variant="filled" onClick={() => openOverlay({ kind: 'createModel', ...again })}>
            Try Again
          </Button>
        )}
        <Button onClick={() => openOverlay({ kind: 'support', type: '' })}>Contact Support</Button>
      </div>
    </section>
  )
}
