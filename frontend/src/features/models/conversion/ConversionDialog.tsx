import { Button, Modal } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { formatElapsed } from '../../../ui/elapsed.ts'
import { ThreadProgress } from '../../../ui/Thread.tsx'
import { useNow } from '../../../ui/use-now.ts'
import classes from './conversion.module.css'
import { percentOf, remainingMs, stagesOf } from './stages.ts'
import type { Conversion } from './use-conversion.ts'

interface Props {
  conversion: Conversion
  onDownload: () => void
  onRetry: () => void
  onClose: () => void
}

/** Progress of a conversion. Closing it does not stop the conversion. */
export const ConversionDialog = ({ conversion, onDownload, onRetry, onClose }: Props) => {
  const [isAsking, setAsking] = useState(false)
  const { format, status, message } = conversion
  const isConverting = status === 'converting'
  const titles = { converting: `Converting to ${format}`, success: 'Conversion Complete', error: 'Conversion Failed' }
  const close = () => (isConverting ? setAsking(true) : onClose())
  return (
    <>
      <Modal
        opened
        onClose={close}
        title={titles[status]}
        size={680}
        closeOnEscape={!isConverting}
        closeOnClickOutside={!isConverting}
      >
        {isConverting && <Progress conversion={conversion} />}
        {status === 'success' && (
          <p className={classes.text} role="status">
            Your {format} file is ready for download.
          </p>
        )}
        {status === 'error' && (
          <p className={classes.text} role="alert">
            {message || 'An unexpected error occurred during conversion.'}
          </p>
        )}
        <div className={classes.foot}>
          <span>{isConverting && 'Closing does not stop it. The conversion continues in the background.'}</span>
          <Button onClick={close}>Close</Button>
          {status === 'success' && (
            <Button variant="filled" onClick={onDownload}>
              Download {format} File
            </Button>
          )}
          {status === 'error' && (
            <Button variant="filled" onClick={onRetry}>
              Try Again
            </Button>
          )}
        </div>
      </Modal>
      <ConfirmDialog
        opened={isAsking && isConverting}
        title="Close while converting?"
        text="The conversion continues in the background. You are told when the file is ready, as long as you stay on this page; it is there when you come back."
        confirm="Close"
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

const Progress = ({ conversion: { format, startedAt, reported } }: { conversion: Conversion }) => {
  const elapsed = Math.max(0, useNow(true) - startedAt)
  const stages = stagesOf(format)
  const percent = percentOf(stages, elapsed, reported)
  const remaining = remainingMs(elapsed, reported)
  const current = stages.findIndex((stage) => stage.percent > percent)
  return (
    <>
      <div className={`${classes.figures} num`}>
        <b>{percent}%</b>
        <span>{formatElapsed(elapsed)} elapsed</span>
        <span>{remaining === null ? 'almost done' : `about ${formatElapsed(remaining)} remaining`}</span>
      </div>
      <ThreadProgress value={percent / 100} label={`Converting to ${format}`} />
      <ol className={classes.stages}>
        {stages.map(({ name, percent: reachedAt, after }, n) => {
          const isDone = reachedAt <= percent
          return (
            <li key={name} data-done={isDone || undefined} aria-current={n === current ? 'step' : undefined}>
              <i>{isDone && <IconCheck size={13} aria-hidden="true" />}</i>
              {name}
              {isDone && reported === undefined && <span className="num">{formatElapsed(after * 1000)}</span>}
            </li>
          )
        })}
      </ol>
    </>
  )
}
