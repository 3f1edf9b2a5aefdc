import { Alert, Button, Modal, NumberInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { modelSizes } from '#domain/model-words.ts'
import { Choices } from '../ui/Choices.tsx'
import { DialogFoot } from '../ui/DialogFoot.tsx'
import { toast } from '../ui/toast.ts'
import { copiesLimit, layOut, type Paper, papers, type Standee, standeesLimit } from './layout.ts'

import { standeePdf } from './sheets.ts'
import classes from './standees.module.css'
import '@mantine/core/styles/Alert.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import type { Jpeg } from './pdf.ts'

const dotsPerMm = 300 / 25.4
const mostPixels = 1400

/** A picture as an element, with its size. Rejects if it cannot be loaded. */
const loadPicture = async (uri: string): Promise<HTMLImageElement> => {
  const image = new Image()
  image.src = uri
  await image.decode()
  return image
}

/** Returns the picture on white at 300 dots per inch. If its proportions differ from those of the area, it is aligned to the lower edge. */
const printable = async (image: HTMLImageElement, mm: { width: number; height: number }): Promise<Jpeg> => {
  const dots = Math.min(dotsPerMm, mostPixels / Math.max(mm.width, mm.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(mm.width * dots))
  canvas.height = Math.max(1, Math.round(mm.height * dots))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('There is no canvas')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  const scale = Math.min(canvas.width / image.naturalWidth, canvas.height / image.naturalHeight)
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale]
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(image, (canvas.width - width) / 2, canvas.height - height, width, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (!blob) throw new Error('The picture could not be drawn')
  return { bytes: new Uint8Array(await blob.arrayBuffer()), width: canvas.width, height: canvas.height }
}

export interface StandeePicture {
  id: string
  name: string
  uri: string
  /** Pixels; a token is round and as wide as it is high. */
  width: number
  height: number
}

interface Props {
  pictures: readonly StandeePicture[]
  onClose: () => void
}

const sizes = { medium: 'Medium', large: 'Large', huge: 'Huge', gargantuan: 'Gargantuan' } as const
type Size = keyof typeof sizes

/** People of North America print on Letter. */
const usualPaper = (): Paper => (/-(US|CA|MX)\b/.test(navigator.language) ? 'Letter' : 'A4')

const counted = (count: number, one: string): string => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`

/** A picture that could not be loaded. */
class Unloadable extends Error {}

const save = (pdf: Uint8Array<ArrayBuffer>) => {
  const url = URL.createObjectURL(new Blob([pdf], { type: 'application/pdf' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'paper-standees.pdf'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The pictures as they are printed, at the size of their strips. */
const printedOf = async (pictures: Props['pictures'], strips: ReturnType<typeof layOut>[number]) => {
  const printed = []
  for (const [of, { name, uri }] of pictures.entries()) {
    const strip = strips.find((each) => each.of === of)
    const image = await loadPicture(uri).catch((cause: unknown) => {
      throw new Unloadable(name, { cause })
    })
    printed.push(await printable(image, { width: strip?.width ?? 1, height: strip?.height ?? 1 }))
  }
  return printed
}

/** Creates printable sheets of paper standees in the browser: free of charge, from pictures that the user can see. */
export const StandeeDialog = ({ pictures, onClose }: Props) => {
  const [size, setSize] = useState<Size>('medium')
  const [paper, setPaper] = useState<Paper>(usualPaper)
  const [copies, setCopies] = useState<ReadonlyMap<string, number>>(new Map())
  const standees: Standee[] = pictures.map(({ id, name, width, height }) => ({
    name,
    aspect: width / height,
    copies: copies.get(id) ?? 1,
  }))
  const total = standees.reduce((sum, each) => sum + each.copies, 0)
  const isOver = total > standeesLimit
  const sheets = isOver ? [] : layOut(standees, modelSizes[size], paper)
  const { make, isBusy, problem } = useDownload({ pictures, sheets, paper, onClose })

  return (
    <Modal opened onClose={onClose} title="Paper Standees" size={560}>
      <p className={classes.lead}>
        A PDF to print at true scale: cut each strip out, fold it over its dashes, and glue it. Free of charge.
      </p>
      <Pictures pictures={pictures} copies={copies} onCopies={setCopies} />
      <Sheet size={size} paper={paper} onSize={setSize} onPaper={setPaper} />
      <p className={classes.total} aria-live="polite">
        {isOver
          ? `At most ${standeesLimit} standees fit into one file. Please lower the number of copies.`
          : `${counted(total, 'standee')} on ${counted(sheets.length, 'page')}`}
      </p>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <DialogFoot onCancel={onClose}>
        <Button
          variant="filled"
          leftSection={<IconDownload size={15} />}
          loading={isBusy}
          disabled={isOver}
          onClick={() => void make()}
        >
          Download PDF
        </Button>
      </DialogFoot>
    </Modal>
  )
}

interface Download extends Props {
  sheets: ReturnType<typeof layOut>
  paper: Paper
}

/** Creates the PDF file and downloads it. */
const useDownload = ({ pictures, sheets, paper, onClose }: Download) => {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const make = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      save(standeePdf(sheets, await printedOf(pictures, sheets.flat()), paper))
      toast.success('Paper standees download started')
      onClose()
    } catch (error) {
      setProblem(
        error instanceof Unloadable
          ? `“${error.message}” could not be loaded. Try again, or close this and deselect it.`
          : 'The sheet could not be made. Please try again.',
      )
    } finally {
      setBusy(false)
    }
  }

  return { make, isBusy, problem }
}

interface PicturesProps {
  pictures: Props['pictures']
  copies: ReadonlyMap<string, number>
  onCopies: (change: (before: ReadonlyMap<string, number>) => ReadonlyMap<string, number>) => void
}

const Pictures = ({ pictures, copies, onCopies }: PicturesProps) => (
  <ul className={classes.list} aria-label="Standees">
    {pictures.map(({ id, name, uri }) => (
      <li key={id}>
        <img src={uri} alt="" />
        <span dir="auto">{name}</span>
        <NumberInput
          aria-label={`Copies of ${name}`}
          value={copies.get(id) ?? 1}
          min={1}
          max={copiesLimit}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          onChange={(value) => onCopies((all) => new Map(all).set(id, Math.max(1, Number(value) || 1)))}
        />
      </li>
    ))}
  </ul>
)

interface SheetProps {
  size: Size
  paper: Paper
  onSize: (size: Size) => void
  onPaper: (paper: Paper) => void
}

const Sheet = ({ size, paper, onSize, onPaper }: SheetProps) => (
  <div className={classes.choices}>
    <Choices
      label="Height of the figures"
      value={size}
      choices={(Object.keys(sizes) as Size[]).map((value) => ({
        value,
        label: sizes[value],
        detail: <small className="num">{modelSizes[value]} mm</small>,
      }))}
      onChange={onSize}
    />
    <Choices
      label="Paper"
      value={paper}
      choices={(Object.keys(papers) as Paper[]).map((value) => ({
        value,
        label: value === 'Letter' ? 'US Letter' : value,
        detail: (
          <small className="num">
            {papers[value].width} × {papers[value].height} mm
          </small>
        ),
      }))}
      onChange={onPaper}
    />
  </div>
)
