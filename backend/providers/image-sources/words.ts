import type { PictureRequest } from '../images.ts'
import type { ImageSource, SourceModel } from './source.ts'

/** Returns the prompt with the addition of its style. */
export const promptOf = (
  { prompt, stylePreset }: Pick<PictureRequest, 'prompt' | 'stylePreset'>,
  { styles }: SourceModel,
): string => {
  const words = stylePreset === null ? undefined : styles[stylePreset]
  return words ? `${prompt}\n\n${words}` : prompt
}

/**
 * Converts our strength, which measures closeness (1 hardly, 100 closely), to the sources' strength, which measures freedom (1 ignores the
 * picture, 0 returns it). The minimum of 0.05 prevents an unchanged copy.
 */
export const freedomOf = (strength: number): number => Math.min(0.99, Math.max(0.05, 1 - strength / 100))

export const modelOf = ({ name, models }: ImageSource, slug: string): SourceModel => {
  const model = models.find(({ shown }) => shown.slug === slug)
  if (!model) throw new Error(`${name} does not draw ${slug}`)
  return model
}

export const creditLineOf = ({ shown }: SourceModel, { name }: Pick<ImageSource, 'name'>): string =>
  shown.name === name ? `Drawn by ${name}.` : `Drawn by ${shown.name} of ${name}.`
