import { beginningOf } from '#domain/image-sizes.ts'
import type { ModelCrop } from '#domain/model-words.ts'
import type { ImageRow } from '#projections/images.ts'
import type { Area } from '../../../uploads/crop.ts'
import type { Box, Header } from '../../../uploads/image-header.ts'

/** A picture that becomes a model: one of the gallery, or a file that is uploaded first. */
export type Picture = Box & {
  name: string
  /** For the crop, in the picture's own pixels. */
  uri: string
  type: 'IMAGE' | 'MAP'
} & ({ imageId: string } | { file: File; header: Header })

type Stored = Pick<ImageRow, 'id' | 'width' | 'height' | 'type'> & { uri: string }

/** A picture of the gallery. */
export const pictureOf = ({ id: imageId, uri, width, height, type }: Stored, name: string): Picture => ({
  imageId,
  uri,
  width,
  height,
  type,
  name,
})

/** An image's name, else the beginning of its prompt. */
export const titleOf = ({ name, prompt }: Pick<ImageRow, 'name' | 'prompt'>): string =>
  name || beginningOf(prompt ?? '', 72) || 'Untitled image'

/** Shares this small are due to rounding. */
const whole = 0.995

/** An area as shares of the picture; undefined for all of it. */
export const cropOf = (area: Area, { width, height }: Box): ModelCrop | undefined => {
  const clamp = (share: number) => Math.min(1, Math.max(0, share))
  const [x, y] = [clamp(area.x / width), clamp(area.y / height)]
  const crop = { x, y, width: Math.min(1 - x, area.width / width), height: Math.min(1 - y, area.height / height) }
  return crop.width >= whole && crop.height >= whole ? undefined : crop
}
