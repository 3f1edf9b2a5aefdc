import { Button, Modal, TextInput } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { nearestSize, sizeName } from '#domain/image-sizes.ts'
import { newId } from '../../../base/ids.ts'
import { messageOf } from '../../../base/problem.ts'
import type { Campaign } from '../../../data/campaigns.ts'
import { sendImage } from '../../../data/send-image.ts'
import { ThreadProgress } from '../../../ui/Thread.tsx'
import { toast } from '../../../ui/toast.ts'
import { Aspects } from '../../../uploads/Aspects.tsx'
import { aspectOf } from '../../../uploads/aspects.ts'
import { CropToSize } from '../../../uploads/CropToSize.tsx'
import { type Area, cut, damaged, nameFrom, notAPicture, pixelLimit, tooManyPixels } from '../../../uploads/crop.ts'
import { type Header, headerOf } from '../../../uploads/image-header.ts'
import { Pick } from '../../../uploads/Pick.tsx'
import classes from './upload.module.css'

interface Picked {
  file: File
  header: Header
  id: string
}

interface Props {
  campaign: Campaign
  /** The lore that the picture will belong to. */
  conjurationId: string | null
  onClose: () => void
}

/** State of an upload: the chosen picture with its part, size and name, and the sending of it. */
const useUpload = ({ campaign, conjurationId, onClose }: Props) => {
  const [picked, setPicked] = useState<Picked | null>(null)
  const [size, setSize] = useState('')
  const [name, setName] = useState('')
  const [area, setArea] = useState<Area | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const sending = useRef<AbortController>(null)
  /** A retry of the same part of a picture is the same upload; another part is another. */
  const upload = useRef({ part: '', id: '' })
  useEffect(() => () => sending.current?.abort(), [])
  const preview = useMemo(() => picked && URL.createObjectURL(picked.file), [picked])
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])

  const pick = async (file: File) => {
    setPicked(null)
    const header = await headerOf(file)
    if (!header) return setProblem(notAPicture)
    if (header.width * header.height > pixelLimit) return setProblem(tooManyPixels(header))
    // Only decoding shows whether the rest of the file is a picture too.
    const whole = await createImageBitmap(file).catch(() => null)
    if (!whole) return setProblem(damaged)
    whole.close()
    setProblem(undefined)
    setSize(sizeName(nearestSize(header)))
    setName(nameFrom(file.name))
    setPicked({ file, header, id: newId() })
  }

  const send = async () => {
    if (!picked || !area) return
    const controller = new AbortController()
    sending.current = controller
    setProblem(undefined)
    setShare(0)
    try {
      const picture = await cut(picked.file, area, aspectOf(size), picked.header.mime)
      const part = JSON.stringify([picked.id, size, area])
      if (upload.current.part !== part) upload.current = { part, id: newId() }
      const { id } = upload.current
      const wanted = { picture, name, campaignId: campaign.id, conjurationId, id }
      await sendImage(wanted, setShare, controller.signal)
      toast.success('Image uploaded')
      onClose()
    } catch (error) {
      if (!controller.signal.aborted)
        setProblem(messageOf(error, 'The picture could not be uploaded. Please try again.'))
    } finally {
      setShare(null)
    }
  }
  const set = { picked: setPicked, size: setSize, name: setName, area: setArea }
  return { picked, preview, size, name, area, share, problem, set, pick, send }
}

/** Uploads a picture: choose, crop to a supported size (the nearest is preselected), name, send. A refusal leaves the input unchanged. */
export const UploadModal = ({ campaign, conjurationId, onClose }: Props) => {
  const { picked, preview, size, name, area, share, problem, set, pick, send } = useUpload({
    campaign,
    conjurationId,
    onClose,
  })
  const target = aspectOf(size)
  const soft = area && (area.width < target.width * 0.9 || area.height < target.height * 0.9)
  return (
    <Modal opened onClose={onClose} title="Upload Image" size={720}>
      {picked && preview ? (
        <form
          className={classes.root}
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <CropToSize key={size} picture={preview} size={target} onArea={set.area} />
          {soft && (
            <p className={classes.note}>
              This part is smaller than {target.width}×{target.height} pixels and will look soft.
            </p>
          )}
          <Aspects size={size} onChange={set.size} />
          <TextInput
            label="Name"
            value={name}
            maxLength={255}
            onChange={(event) => set.name(event.currentTarget.value)}
          />
          {problem && (
            <p role="alert" className={classes.problem}>
              {problem}
            </p>
          )}
          {share !== null && <ThreadProgress value={share} label="Uploading" />}
          <div className={classes.foot}>
            <Button variant="subtle" onClick={() => set.picked(null)} disabled={share !== null}>
              Another picture
            </Button>
            <Button variant="subtle" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" variant="filled" loading={share !== null} disabled={!area}>
              Upload Image
            </Button>
          </div>
        </form>
      ) : (
        <Pick problem={problem} onPick={(file) => void pick(file)} />
      )}
    </Modal>
  )
}
