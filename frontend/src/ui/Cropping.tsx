import { type ReactNode, useState } from 'react'
import Cropper, { type Area, type CropperProps } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import classes from './cropping.module.css'

type Props = Pick<CropperProps, 'image' | 'aspect'> &
  Partial<Pick<CropperProps, 'cropShape' | 'objectFit' | 'initialCroppedAreaPercentages'>> & {
    maxZoom: number
    /** Initial zoom. */
    zoom?: number
    /** Accessible name of the crop area. */
    label: string
    className?: string | undefined
    /** In pixels of the image. */
    onArea: (area: Area) => void
    /** Rendered over the image. */
    children?: ReactNode
  }

/** Zoom levels from the whole image to the closest, each by the same factor. */
const zoomSteps = 30
const zoomed = (zoom: number) => `${zoom.toFixed(1)}×`

/** The frame is fixed and the image moves under it: by dragging, pinching, the wheel, arrow keys and the slider. */
export const Cropping = ({ maxZoom, zoom: first = 1, label, className, onArea, children, ...cropper }: Props) => {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(first)
  return (
    <>
      <div className={className}>
        <Cropper
          {...cropper}
          crop={crop}
          zoom={zoom}
          maxZoom={maxZoom}
          showGrid={false}
          disableAutomaticStylesInjection
          keyboardStep={4}
          cropperProps={{ role: 'group', 'aria-label': `${label} Arrow keys move it.` }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => onArea(pixels)}
        />
        {children}
      </div>
      <label className={classes.zoom}>
        Zoom
        <input
          type="range"
          aria-label="Zoom"
          min={0}
          max={Math.log2(maxZoom)}
          step={Math.log2(maxZoom) / zoomSteps}
          value={Math.log2(zoom)}
          aria-valuetext={zoomed(zoom)}
          onChange={(event) => setZoom(Math.min(maxZoom, 2 ** event.currentTarget.valueAsNumber))}
        />
        <output className="num" aria-hidden="true">
          {zoomed(zoom)}
        </output>
      </label>
    </>
  )
}
