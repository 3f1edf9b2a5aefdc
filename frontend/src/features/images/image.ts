import { beginningOf } from '#domain/image-sizes.ts'
import type { ImageRow } from '#projections/images.ts'
import { thumbnailsOf } from '../../ui/picture-sources.ts'

/** Attributes of a picture shown about `width` CSS pixels wide: the smallest file that is sharp there. Null while there is no picture. */
export const imageAt = ({ uri, width }: Pick<ImageRow, 'uri' | 'width'>, shown: number) =>
  uri && {
    src: `${uri}?w=640`,
    srcSet: thumbnailsOf(uri, width),
    sizes: `${Math.round(shown)}px`,
  }

/** What a picture is called where it has no name of its own: the beginning of what it was asked for with. */
export const titleOf = ({ name, prompt }: Pick<ImageRow, 'name' | 'prompt'>): string => {
  if (name) return name
  return beginningOf(prompt ?? '', 72) || 'Untitled image'
}

export const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`
