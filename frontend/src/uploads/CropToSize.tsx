import { Cropping } from '../ui/Cropping.tsx'
import type { Aspect } from './aspects.ts'
import type { Area } from './crop.ts'
import classes from './picking.module.css'

interface Props {
  /** Object URL of the picture. */
  picture: string
  size: Aspect
  onArea: (area: Area) => void
}

/** Selects the part of the image within a frame of fixed proportions. */
export const CropToSize = ({ picture, size, onArea }: Props) => (
  <Cropping
    className={classes.crop}
    image={picture}
    aspect={size.width / size.height}
    maxZoom={4}
    label="Part of the picture that is kept."
    onArea={onArea}
  />
)
