import { useState } from 'react'
import type { Area } from 'react-easy-crop'
import { greatestZoom, type TokenCut, type TokenLook, tokenSquare } from '#domain/tokens.ts'
import { Cropping } from '../../../ui/Cropping.tsx'
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
  colour: string
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

/** The part of the picture that is the token, under its rim. */
export const Cut = ({ uri, size, look, colour, onChange }: Props) => {
  const [before] = useState(() => percentOf(size, look))
  return (
    <Cropping
      className={classes.cut}
      image={uri}
      aspect={1}
      cropShape="round"
      objectFit="cover"
      initialCroppedAreaPercentages={before}
      maxZoom={greatestZoom}
      zoom={look.zoom}
      label="Part of the picture that is the token."
      onArea={(area) => onChange(cutOf(size, area))}
    >
      <Rim rim={look.rim} colour={colour} />
    </Cropping>
  )
}
