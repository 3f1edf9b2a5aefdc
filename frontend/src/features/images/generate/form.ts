import { costOf, type ImageModel, stylesOf } from '#domain/image-models.ts'
import { imageSizes, isImageSize, maxSeed, promptLimit, quantityLimit, sizeName } from '#domain/image-sizes.ts'

/** A selected model, its number of images (1 to 3) and style. */
export interface Choice {
  modelId: string
  quantity: number
  stylePreset: string | null
}

/** A reference image: pixels, and strength from 1 (weak) to 100 (strong). `isKept` adds it to the gallery. */
export interface Reference {
  /** A file of the user, or an existing image. */
  source: { file: File } | { imageId: string; uri: string; name: string }
  isKept: boolean
  width: number
  height: number
  strength: number
}

export interface GenerateForm {
  choices: readonly Choice[]
  prompt: string
  negativePrompt: string
  /** One of the nine sizes, as `1024x1024`. */
  size: string
  /** As typed; an empty seed is random per image. */
  seed: string
  reference: Reference | null
  /** Applied to models that support it; the others ignore it. */
  nsfw: boolean
}

export const defaultStrength = 50
export const defaultSize = sizeName(imageSizes[0])

export const invalidDimensions = `Invalid image dimensions. Please use one of these dimensions: ${imageSizes.map(sizeName).join(', ')}`

const isSeed = (typed: string) => /^\d+$/.test(typed) && Number(typed) <= maxSeed

export type Problems = Partial<Record<'choices' | 'prompt' | 'negativePrompt' | 'seed' | 'reference', string>>

/** Validation errors of a form, in the specification's words; empty if it may be sent. */
export const problemsOf = ({ choices, prompt, negativePrompt, seed, reference }: GenerateForm): Problems => ({
  ...(choices.length === 0 && { choices: 'Please select at least one model' }),
  ...((!prompt.trim() || prompt.trim().length > promptLimit) && {
    prompt: 'Prompt must be provided and cannot exceed 2000 characters',
  }),
  ...(negativePrompt.trim().length > promptLimit && {
    negativePrompt: 'Negative prompt cannot exceed 2000 characters',
  }),
  ...(seed.trim() && !isSeed(seed.trim()) && { seed: `A seed is a whole number from 0 to ${maxSeed}` }),
  ...(reference && !isImageSize(reference) && { reference: invalidDimensions }),
})

/** Selected models that are still offered: a stored model may have been removed. */
export const chosen = (
  choices: readonly Choice[],
  models: readonly ImageModel[],
): { choice: Choice; model: ImageModel }[] =>
  choices.flatMap((choice) => {
    const model = models.find(({ id }) => id === choice.modelId)
    return model ? [{ choice, model }] : []
  })

/** The number of images and credits of a form. */
export const priceOf = (
  picks: readonly { choice: Choice; model: ImageModel }[],
): { pictures: number; credits: number } => ({
  pictures: picks.reduce((sum, { choice }) => sum + choice.quantity, 0),
  credits: picks.reduce((sum, { choice, model }) => sum + choice.quantity * costOf(model), 0),
})

export const insufficient = (needed: number, available: number): string =>
  `Insufficient credits. You need ${needed} credits but only have ${available}.`

/** Adds newly selected models with one image in the last used style; existing choices stay. */
export const choose = (
  current: readonly Choice[],
  models: readonly ImageModel[],
  remembered: Readonly<Record<string, string>>,
  experiment: boolean,
): Choice[] =>
  models.map((model) => {
    const styles = stylesOf(model, experiment)
    const known = current.find(({ modelId }) => modelId === model.id)
    const style =
      [known?.stylePreset, remembered[model.id]].find((name) => name && styles.includes(name)) ?? styles[0] ?? null
    return { modelId: model.id, quantity: clampQuantity(known?.quantity ?? 1), stylePreset: style }
  })

/** Replaces a model by another one, with the same number of images and style if possible; no duplicate. */
export const switched = (current: readonly Choice[], from: ImageModel, to: ImageModel, experiment: boolean): Choice[] =>
  current
    .filter(({ modelId }) => modelId !== to.id)
    .map((choice) => {
      if (choice.modelId !== from.id) return choice
      const styles = stylesOf(to, experiment)
      const style = choice.stylePreset && styles.includes(choice.stylePreset) ? choice.stylePreset : styles[0]
      return { ...choice, modelId: to.id, stylePreset: style ?? null }
    })

export const clampQuantity = (quantity: number): number => Math.min(Math.max(Math.round(quantity), 1), quantityLimit)
