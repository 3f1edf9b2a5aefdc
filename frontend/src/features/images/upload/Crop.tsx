import { useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import type { Area } from '../../../uploads/crop.ts'
import type { Aspect } from '../generate/form.ts'
import classes from './upload.module.css'

interface Props {
  /** Object URL of the picture. */
  picture: string
  size: Aspect
  onArea: (area: Area) => void
}

const maxZoom = 4

/** The part of the picture that is kept: a frame of fixed proportions over it; drag or arrow keys move, the slider zooms. */
export const Crop = ({ picture, size, onArea }: Props) => {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  return (
    <>
      <div className={classes.crop}>
        <Cropper
          image={picture}
          aspect={size.width / size.height}
          {...{ crop, zoom, maxZoom }}
          showGrid={false}
          disableAutomaticStylesInjection
          keyboardStep={4}
          cropperProps={{ role: 'group', 'aria-label': 'Part of the picture that is kept. Arrow keys move it.' }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => onArea(pixels)}
        />
      </div>
      <label className={classes.zoom}>
        Zoom
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(event.currentTarget.valueAsNumber)}
        />
      </label>
    </>
  )
}
