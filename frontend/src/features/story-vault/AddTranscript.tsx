import { Button, FileButton, Modal, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { transcriptLimits, transcriptMegabytes } from '#domain/transcripts.ts'
import { newId } from '../../base/ids.ts'
import { useAskBeforeLeaving } from '../../base/use-ask-before-leaving.tsx'
import type { Campaign } from '../../data/campaigns.ts'
import { addTranscript, type Described } from '../../data/transcripts.ts'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import { toast } from '../../ui/toast.ts'
import { DescriptionFields, type FieldErrors, fieldErrors } from './DescriptionFields.tsx'
import classes from './vault.module.css'

const failed = 'This could not be added. Please try again.'
const endings = ['.txt', '.md', '.markdown', '.vtt', '.srt']
const empty: Described = { title: '', session: null, playedOn: null, visibility: 'DM' }

/** Adds a transcript from a file, or a recap that is written here. A refusal leaves the input unchanged. */
export const AddTranscript = ({
  campaign,
  kind,
  onClose,
}: {
  campaign: Campaign
  kind: 'file' | 'text'
  onClose: () => void
}) => {
  const [described, setDescribed] = useState(empty)
  const [file, setFile] = useState<File | null>(null)
  const [text, setText] = useState('')
  const { send, share, errors, clearErrors } = useAddition(onClose)
  const isFile = kind === 'file'
  const content = isFile ? file : text.trim() || null
  const isTooLarge = (file?.size ?? 0) > transcriptMegabytes * 1024 * 1024
  const isBegun = content !== null || described.title.trim() !== ''
  // Not while it is sent: a sent transcript is opened at once.
  const { close, question } = useAskBeforeLeaving(isBegun && share === null, onClose)
  const isWrongType = file !== null && !endings.some((ending) => file.name.toLowerCase().endsWith(ending))
  const isRefused = isTooLarge || isWrongType
  const contentError = isWrongType
    ? 'This is not a transcript. Please choose a .txt, .md, .vtt or .srt file.'
    : isTooLarge
      ? `This file is larger than ${transcriptMegabytes} MB.`
      : errors[kind]
  const choose = (chosen: File | null) => {
    setFile(chosen)
    clearErrors()
  }

  return (
    <Modal opened onClose={close} title={isFile ? 'Add a Transcript' : 'Write a Recap'} size={560}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (content !== null && !isRefused) void send({ ...described, campaignId: campaign.id, content })
        }}
      >
        <DescriptionFields
          value={described}
          errors={errors}
          titlePlaceholder={isFile ? 'The name of the file' : 'Recap'}
          onChange={(changes) => setDescribed({ ...described, ...changes })}
        />
        {isFile ? (
          <FileField file={file} error={contentError} onChange={choose} />
        ) : (
          <Textarea
            label="What happened"
            dir="auto"
            autosize
            minRows={6}
            maxRows={14}
            maxLength={transcriptLimits.recap}
            value={text}
            error={contentError}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        {errors.general && <p role="alert">{errors.general}</p>}
        <DialogFoot onCancel={close}>
          <Button type="submit" variant="filled" disabled={content === null || isRefused} loading={share !== null}>
            {isFile ? 'Add Transcript' : 'Save Recap'}
          </Button>
        </DialogFoot>
        {share !== null && share < 1 && isFile && (
          <progress className={classes.progress} value={share} aria-label="Sending the transcript" />
        )}
      </form>
      {question}
    </Modal>
  )
}

interface FileFieldProps {
  file: File | null
  error: string | undefined
  onChange: (file: File | null) => void
}

const FileField = ({ file, error, onChange }: FileFieldProps) => (
  <div className={classes.file}>
    <FileButton accept={endings.join(',')} onChange={onChange}>
      {(props) => <Button {...props}>{file ? 'Choose Another File' : 'Choose a File'}</Button>}
    </FileButton>
    <span dir="auto">{file?.name ?? `.txt, .md, .vtt or .srt, up to ${transcriptMegabytes} MB`}</span>
    {error && <p role="alert">{error}</p>}
  </div>
)

type Wanted = Described & { campaignId: string; content: File | string }

const useAddition = (onDone: () => void) => {
  const [share, setShare] = useState<number | null>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const navigate = useNavigate()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])

  const send = async (wanted: Wanted) => {
    if (share !== null) return
    setShare(0)
    setErrors({})
    controller.current = new AbortController()
    const { signal } = controller.current
    try {
      const id = await addTranscript({ ...wanted, key: newId() }, setShare, signal)
      toast.success('The session is in the vault.')
      onDone()
      void navigate(`/story-vault/${id}`)
    } catch (error) {
      if (signal.aborted) return
      setErrors(fieldErrors(error, failed))
      setShare(null)
    }
  }
  return { send, share, errors, clearErrors: () => setErrors({}) }
}
