import { Button, FileButton } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { screenshotMegabytes } from '#domain/support.ts'
import { messageOf } from '../../../base/problem.ts'
import {
  screenshotPath,
  useAddSupportScreenshotMutation,
  useRemoveSupportScreenshotMutation,
} from '../../../data/support.ts'
import { toast } from '../../../ui/toast.ts'
import classes from './support-center.module.css'

interface Props {
  file: File | null
  onChoose: (file: File | null) => void
}

/** Chooses a screenshot, which is sent with the request unless it is removed before. */
export const Screenshot = ({ file, onChoose }: Props) => {
  const [refusal, setRefusal] = useState<string>()
  const choose = (chosen: File | null) => {
    const isTooLarge = chosen !== null && chosen.size > screenshotMegabytes * 1024 * 1024
    setRefusal(isTooLarge ? `A screenshot has at most ${screenshotMegabytes} MB.` : undefined)
    if (!isTooLarge) onChoose(chosen)
  }
  return (
    <div className={classes.screenshot}>
      {file ? (
        <>
          <IconPhoto size={18} aria-hidden="true" />
          <span className={classes.fileName}>{file.name}</span>
          <Button variant="subtle" onClick={() => choose(null)}>
            Remove Screenshot
          </Button>
        </>
      ) : (
        <ChooseButton onChoose={choose} />
      )}
      {refusal && (
        <p className={classes.refusal} role="alert">
          {refusal}
        </p>
      )}
    </div>
  )
}

const ChooseButton = ({ onChoose, loading = false }: { onChoose: (file: File | null) => void; loading?: boolean }) => (
  <FileButton accept="image/jpeg,image/png" onChange={onChoose}>
    {(props) => (
      <Button {...props} variant="subtle" loading={loading} leftSection={<IconPhoto size={15} aria-hidden="true" />}>
        Add a Screenshot
      </Button>
    )}
  </FileButton>
)

/** The screenshot of a request that was sent: its user opens, adds and removes it. */
export const SentScreenshot = ({ id, hasScreenshot }: { id: string; hasScreenshot: boolean }) => {
  const [add, { isLoading }] = useAddSupportScreenshotMutation()
  const [remove, { isLoading: isRemoving }] = useRemoveSupportScreenshotMutation()
  const report = ({ error }: { error?: unknown }) => {
    if (error) toast.error(messageOf(error, 'The screenshot could not be changed. Please try again.'))
  }
  if (!hasScreenshot)
    return (
      <div className={classes.screenshot}>
        <ChooseButton loading={isLoading} onChoose={(picture) => picture && void add({ id, picture }).then(report)} />
      </div>
    )
  return (
    <div className={classes.screenshot}>
      <a href={screenshotPath(id)} target="_blank" rel="noreferrer">
        Screenshot
      </a>
      <Button variant="subtle" loading={isRemoving} onClick={() => void remove(id).then(report)}>
        Remove Screenshot
      </Button>
    </div>
  )
}
