import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useModelQuery } from '../../../data/models.ts'
import { formatElapsed } from '../../../ui/elapsed.ts'
import { ThreadProgress, Weaving } from '../../../ui/Thread.tsx'
import { useModelProgress } from '../use-model-progress.ts'
import classes from './create-model.module.css'

interface Props {
  modelId: string
  /** URL of the source picture; undefined for a prompt. */
  picture: string | undefined
  /** Facts of the request, by name. */
  facts: readonly (readonly [string, string])[]
  onAgain: () => void
  onClose: () => void
}

/** Progress of a model that is being generated. Once it is finished, its page can be opened. */
export const Generating = ({ modelId, picture, facts, onAgain, onClose }: Props) => {
  const navigate = useNavigate()
  const { data } = useModelQuery(modelId)
  const [startedAt] = useState(() => new Date().toISOString())
  const row = data?.rows[0]
  const { share, stage, elapsedMs } = useModelProgress({ id: modelId, createdAt: row?.createdAt ?? startedAt })
  const open = useEffectEvent(() => {
    onClose()
    void navigate(`/models/${modelId}?from=generation`)
  })
  const status = row?.status
  useEffect(() => {
    if (status === 'COMPLETED') open()
  }, [status])

  if (status === 'FAILED' || (data && !row))
    return (
      <div className={classes.failed} role="alert">
        <b>Generation Failed</b>
        <p>{row?.errorMessage ?? 'This model was deleted.'}</p>
        <Button onClick={onAgain}>Try Again</Button>
      </div>
    )
  return (
    <div className={classes.generating}>
      <div className={classes.loom}>
        <Weaving value={share} picture={picture} />
      </div>
      <div>
        <h3>Generating your model</h3>
        <p>This takes 2-3 minutes. You can close this; it goes on without you.</p>
        <ThreadProgress value={share} label="Generating your model" />
        <p className="num">
          {formatElapsed(elapsedMs)} so far{stage && `. ${stage}`}
        </p>
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}
