import { IconPhoto, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { modelPromptLimit } from '#domain/model-words.ts'
import type { ModelOffer } from '#projections/model-answers.ts'
import { Drawing } from '../../../ui/drawings.tsx'
import { damaged, nameFrom, notAPicture, pixelLimit, tooManyPixels } from '../../../uploads/crop.ts'
import { type Header, headerOf } from '../../../uploads/image-header.ts'
import { Pick } from '../../../uploads/Pick.tsx'
import classes from './create-model.module.css'
import { GalleryChoice } from './GalleryChoice.tsx'
import { type Picture, pictureOf, titleOf } from './picture.ts'

interface MethodChoiceProps {
  offer: ModelOffer
  priceOf: (source: 'image' | 'prompt') => string
  onChoose: (step: 'source' | 'prompt') => void
}

/** Chooses the source of the model, among those that the installation offers. */
export const MethodChoice = ({ offer, priceOf, onChoose }: MethodChoiceProps) => (
  <Chooser
    choices={[
      ...(offer.shapes.length > 0
        ? [
            {
              title: 'From An Image',
              text: 'One of yours, or an upload. JPEG or PNG.',
              detail: priceOf('image'),
              art: <Drawing subject="frame" />,
              onChoose: () => onChoose('source'),
            },
          ]
        : []),
      ...(offer.fromPrompt
        ? [
            {
              title: 'From A Prompt',
              text: `Describe it in up to ${modelPromptLimit.toLocaleString('en')} characters.`,
              detail: priceOf('prompt'),
              art: <q>A bell-ringer with a lantern, her hood up, a rope over one shoulder</q>,
              onChoose: () => onChoose('prompt'),
            },
          ]
        : []),
    ]}
  />
)

interface PictureStepProps {
  name: 'source' | 'gallery' | 'upload'
  campaignId: string
  onStep: (name: 'gallery' | 'upload') => void
  onPicture: (picture: Picture) => void
}

/** Chooses the picture: one of the campaign, or a file. */
export const PictureStep = ({ name, campaignId, onStep, onPicture }: PictureStepProps) => {
  if (name === 'source') return <SourceChoice onChoose={onStep} />
  if (name === 'upload') return <UploadChoice onChoose={onPicture} />
  return (
    <GalleryChoice
      campaignId={campaignId}
      onChoose={(row) => row.uri && onPicture(pictureOf({ ...row, uri: row.uri }, titleOf(row)))}
    />
  )
}

const SourceChoice = ({ onChoose }: { onChoose: (step: 'gallery' | 'upload') => void }) => (
  <Chooser
    choices={[
      {
        title: 'Choose from Gallery',
        text: 'A picture or a map of this campaign.',
        art: <IconPhoto size={44} stroke={1.2} />,
        onChoose: () => onChoose('gallery'),
      },
      {
        title: 'Upload an Image',
        text: 'JPEG or PNG. It is added to your images.',
        art: <IconUpload size={44} stroke={1.2} />,
        onChoose: () => onChoose('upload'),
      },
    ]}
  />
)

interface Choice {
  title: string
  text: string
  /** The price. */
  detail?: string
  art: ReactNode
  onChoose: () => void
}

/** Large buttons, each of which leads to a next step. */
const Chooser = ({ choices }: { choices: readonly Choice[] }) => (
  <div className={classes.chooser}>
    {choices.map(({ title, text, detail, art, onChoose }) => (
      <button key={title} type="button" onClick={onChoose}>
        <span className={classes.art} aria-hidden="true">
          {art}
        </span>
        <span className={classes.words}>
          <b>{title}</b>
          {detail && <span className="num">{detail}</span>}
          <small>{text}</small>
        </span>
      </button>
    ))}
  </div>
)

/** Chooses a JPEG or PNG file of this device. */
const UploadChoice = ({ onChoose }: { onChoose: (picture: Picture) => void }) => {
  const [problem, setProblem] = useState<string>()
  const pick = async (file: File) => {
    const header = await headerOf(file)
    const refusal = await refusalOf(file, header)
    setProblem(refusal)
    if (refusal !== undefined || !header) return
    const { width, height } = header
    onChoose({ file, header, width, height, name: nameFrom(file.name), uri: URL.createObjectURL(file), type: 'IMAGE' })
  }
  return <Pick problem={problem} onPick={(file) => void pick(file)} />
}

const refusalOf = async (file: File, header: Header | null): Promise<string | undefined> => {
  if (!header) return notAPicture
  if (header.width * header.height > pixelLimit) return tooManyPixels(header)
  // Only decoding shows whether the rest of the file is a picture too.
  const whole = await createImageBitmap(file).catch(() => null)
  whole?.close()
  return whole ? undefined : damaged
}
