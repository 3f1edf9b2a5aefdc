import { Cropping } from '../../../ui/Cropping.tsx'
import type { Area } from '../../../uploads/crop.ts'
import type { Aspect } from '../generate/form.ts'
import classes from './upload.module.css'

interface Props {
  /** Object URL of the picture. */
  picture: string
  size: Aspect
  onArea: (area: Area) => void
}

/** Selects the part of the image within a frame of fixed proportions. */
export const Crop = ({ picture, size, onArea }: Props) => (
  <Cropping
    className={classes.crop}
    image={picture}
    aspect={size.width / size.height}
    maxZoom={4}
    label="Part of the picture that is kept."
    onArea={onArea}
  />
)
