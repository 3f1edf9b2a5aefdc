import { cropToSupportedSize } from '../../../uploads/cropped.ts'
import { defaultStrength, type Reference } from './form.ts'

/** A file as a picture to steer by, cropped to the nearest supported size where it has another; or a sentence on why not. */
export const takeReference = async (file: File): Promise<Reference | string> => {
  const taken = await cropToSupportedSize(file)
  if (typeof taken === 'string') return taken
  const { width, height } = taken
  return { source: { file: taken.file }, isKept: false, strength: defaultStrength, width, height }
}
