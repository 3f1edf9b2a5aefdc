import { useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { greatestZoom, type TokenCut, type TokenLook, tokenSquare } from '#domain/tokens.ts'
import { Rim } from './Rim.tsx'
import classes from './token.module.css'

interface Size {
  width: number
  height: number
}
interface Props {
  uri: string
  size: Size
  look: TokenLook
  dye: string
  onChange: (cut: TokenCut) => void
}

/** The square around a token's circle, in percent of the picture. */
export const percentOf = (size: Size, cut: TokenCut): Area => {
  const { left, top, side } = tokenSquare(size, cut)
  const [across, down] = [100 / size.width, 100 / size.height]
  return { x: left * across, y: top * down, width: side * across, height: side * down }
}

const cutOf = ({ width, height }: Size, square: Area): TokenCut => ({
  x: Math.min(1, Math.max(0, (square.x + square.width / 2) / width)),
  y: Math.min(1, Math.max(0, (square.y + square.height / 2) / height)),
  zoom: Math.min(greatestZoom, Math.max(1, Math.min(width, height) / square.width)),
})

/** The circle stands still, and the picture moves under it: by dragging, pinching, the wheel, arrow keys and the slider. */
export const Cut = ({ uri, size, look, dye, onChange }: Props) => {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(look.zoom)
  const [before] = useState(() => percentOf(size, look))
  return (
    <>
      <div className={classes.cut}>
        <Cropper
          image={uri}
          aspect={1}
          cropShape="round"
          objectFit="cover"
          {...{ crop, zoom }}
          maxZoom={greatestZoom}
          showGrid={false}
          initialCroppedAreaPercentages={before}
          disableAutomaticStylesInjection
          keyboardStep={4}
          cropperProps={{ role: 'group', 'aria-label': 'Part of the picture that is the token. Arrow keys move it.' }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => onChange(cutOf(size, pixels))}
        />
        <Rim rim={look.rim} dye={dye} />
      </div>
      <label className={classes.zoom}>
        Zoom
        <input
          type="range"
          min={1}
          max={greatestZoom}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(event.currentTarget.valueAsNumber)}
        />
      </label>
    </>
  )
}
