import { Button, Checkbox, FileButton, Modal } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { recordingExtensions } from '#domain/recordings.ts'
import type { RecordingList } from '#projections/recording-answers.ts'
import { newId } from '../../base/ids.ts'
import { useAskBeforeLeaving } from '../../base/use-ask-before-leaving.tsx'
import type { Campaign } from '../../data/campaigns.ts'
import { type RecordingUpload, sendParts, useJoinRecordingMutation } from '../../data/recordings.ts'
import type { Described } from '../../data/transcripts.ts'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import { toast } from '../../ui/toast.ts'
import { DescriptionFields, type FieldErrors, fieldErrors } from './DescriptionFields.tsx'
import classes from './vault.module.css'

type Server = NonNullable<RecordingList['server']>

const accept = recordingExtensions.map((extension) => `.${extension}`).join(',')
const empty: Described = { title: '', session: null, playedOn: null, visibility: 'DM' }
const titleOf = (file: File) => file.name.replace(/\.[^.]*$/, '').slice(0, 120) || 'Recording'

/** Uploads a recording to be transcribed. A refusal leaves the input unchanged; uploaded parts are not sent again. */
export const AddRecording = ({
  campaign,
  server,
  onClose,
}: {
  campaign: Campaign
  server: Server
  onClose: () => void
}) => {
  const [described, setDescribed] = useState(empty)
  const [file, setFile] = useState<File | null>(null)
  const [hasConsent, setConsent] = useState(false)
  const { send, share, errors, clear } = useRecordingUpload(onClose)
  const isTooLarge = (file?.size ?? 0) > server.maxMegabytes * 2 ** 20
  const isBegun = file !== null || described.title.trim() !== '' || share !== null
  const { close, question } = useAskBeforeLeaving(isBegun, onClose)
  const fileError = isTooLarge ? `This recording is larger than ${server.maxMegabytes} MB.` : errors.file

  return (
    <Modal opened onClose={close} title="Add a Recording" size={560} closeOnClickOutside={share === null}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!file || isTooLarge || !hasConsent) return
          void send({ ...described, title: described.title.trim() || titleOf(file), campaignId: campaign.id, file })
        }}
      >
        <DescriptionFields
          value={described}
          errors={errors}
          titlePlaceholder="The name of the file"
          onChange={(changes) => setDescribed({ ...described, ...changes })}
        />
        <FileField
          file={file}
          maxMegabytes={server.maxMegabytes}
          error={fileError}
          isOff={share !== null}
          onChange={(chosen) => {
            setFile(chosen)
            clear()
          }}
        />
        <Checkbox
          label={`Everyone who can be heard agreed to be recorded, and to the recording being sent to ${server.name} to be written down.`}
          checked={hasConsent}
          error={errors.consent}
          onChange={(event) => setConsent(event.currentTarget.checked)}
        />
        <p className={classes.note}>
          Your consent is recorded with your name and the time. The sound is deleted here as soon as its transcript is
          in the vault, or when you cancel.
        </p>
        {errors.general && <p role="alert">{errors.general}</p>}
        <DialogFoot onCancel={close}>
          <Button type="submit" variant="filled" disabled={!file || isTooLarge || !hasConsent} loading={share !== null}>
            Upload and Transcribe
          </Button>
        </DialogFoot>
        {share !== null && <progress className={classes.progress} value={share} aria-label="Sending the recording" />}
      </form>
      {question}
    </Modal>
  )
}

interface FileFieldProps {
  file: File | null
  maxMegabytes: number
  error: string | undefined
  isOff: boolean
  onChange: (file: File | null) => void
}

const FileField = ({ file, maxMegabytes, error, isOff, onChange }: FileFieldProps) => (
  <div className={classes.file}>
    <FileButton accept={accept} disabled={isOff} onChange={onChange}>
      {(props) => <Button {...props}>{file ? 'Choose Another File' : 'Choose a File'}</Button>}
    </FileButton>
    <span dir="auto">{file?.name ?? `.mp3, .m4a, .wav, .ogg or .webm, up to ${maxMegabytes} MB`}</span>
    {error && <p role="alert">{error}</p>}
  </div>
)

type Wanted = Described & { campaignId: string; file: File }

const useRecordingUpload = (onDone: () => void) => {
  const [share, setShare] = useState<number | null>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [join] = useJoinRecordingMutation()
  const sending = useRef<RecordingUpload>(undefined)
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])

  const send = async ({ file, campaignId, ...described }: Wanted) => {
    if (share !== null) return
    setShare(0)
    setErrors({})
    controller.current = new AbortController()
    const { signal } = controller.current
    sending.current ??= { uploadId: newId(), file, parts: [] }
    const { uploadId, parts } = sending.current
    try {
      await sendParts(campaignId, sending.current, setShare, signal)
      await join({
        ...described,
        campaignId,
        uploadId,
        parts,
        name: file.name,
        consent: 'everyone-agreed',
      }).unwrap()
      toast.success('The recording is being transcribed. You can leave this page.')
      onDone()
    } catch (error) {
      if (signal.aborted) return
      // The server has deleted parts that waited too long: they are sent again.
      if ((error as { code?: unknown }).code === 'recording_incomplete') sending.current = undefined
      setErrors(fieldErrors(error, 'The recording could not be sent. Please try again: it continues where it stopped.'))
      setShare(null)
    }
  }
  const clear = () => {
    sending.current = undefined
    setErrors({})
  }
  return { send, share, errors, clear }
}
