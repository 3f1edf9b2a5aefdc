import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { Choices } from '../../../../ui/Choices.tsx'
import { DialogFoot } from '../../../../ui/DialogFoot.tsx'
import { Toggle } from '../../../../ui/Toggle.tsx'
import classes from './map-page.module.css'

type Format = 'png' | 'webp' | 'dd2vtt' | 'foundry'
const formats = [
  { value: 'png', label: 'PNG picture' },
  { value: 'webp', label: 'WebP picture, smaller' },
  { value: 'dd2vtt', label: 'Universal VTT', detail: '.dd2vtt' },
  { value: 'foundry', label: 'Foundry scene with its picture', detail: '.zip' },
] as const
const audiences = [
  { value: 'dm', label: 'You, with everything' },
  { value: 'players', label: 'Your players, with what is revealed' },
] as const

interface Props {
  id: string
  /** True if the map has walls, doors and lights. */
  hasPlan: boolean
  onClose: () => void
}

/** Chooses the format and the audience of a download. */
export const DownloadDialog = ({ id, hasPlan, onClose }: Props) => {
  const [format, setFormat] = useState<Format>('png')
  const [audience, setAudience] = useState<'dm' | 'players'>('dm')
  const [grid, setGrid] = useState(true)
  const isPicture = format === 'png' || format === 'webp'
  const query = new URLSearchParams({ format, audience, grid: String(isPicture && grid) })
  return (
    <Modal opened onClose={onClose} title="Download map" size={480}>
      <div className={classes.download}>
        <Choices
          label="As"
          value={format}
          choices={formats.filter(({ value }) => hasPlan || value === 'png' || value === 'webp')}
          onChange={setFormat}
        />
        {!hasPlan && (
          <p>
            This map was not drawn from a plan: it has no walls, doors and lights that a virtual tabletop could use.
          </p>
        )}
        <Choices label="For" value={audience} choices={audiences} onChange={setAudience} />
        {isPicture && (
          <Toggle label="With grid" checked={grid} onChange={(event) => setGrid(event.currentTarget.checked)} />
        )}
      </div>
      <DialogFoot onCancel={onClose}>
        <Button
          component="a"
          variant="filled"
          href={`/api/battlemaps/${id}/download?${query}`}
          download
          onClick={onClose}
        >
          Download
        </Button>
      </DialogFoot>
    </Modal>
  )
}
