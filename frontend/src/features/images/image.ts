import { beginningOf } from '#domain/image-sizes.ts'
import type { ImageRow } from '#projections/images.ts'
import { thumbnailsOf } from '../../ui/picture-sources.ts'

/** Attributes of an image about `width` CSS pixels wide, which load the smallest sharp file. Null without a file. */
export const imageAt = ({ uri, width }: Pick<ImageRow, 'uri' | 'width'>, shown: number) =>
  uri && {
    src: `${uri}?w=640`,
    srcSet: thumbnailsOf(uri, width),
    sizes: `${Math.round(shown)}px`,
  }

/** Title of an image: its name, else the beginning of its prompt. */
export const titleOf = ({ name, prompt }: Pick<ImageRow, 'name' | 'prompt'>): string => {
  if (name) return name
  return beginningOf(prompt ?? '', 72) || 'Untitled image'
}
