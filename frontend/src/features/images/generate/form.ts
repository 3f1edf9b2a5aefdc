import { costOf, type ImageModel, stylesOf } from '#domain/image-models.ts'
import { imageSizes, isImageSize, maxSeed, promptLimit, quantityLimit, sizeName } from '#domain/image-sizes.ts'

/** A model that takes part, how many pictures it draws (1 to 3) and in which style. */
export interface Choice {
  modelId: string
  quantity: number
  stylePreset: string | null
}

/** A picture to steer by: pixels, and strength 1 (hardly) to 100 (closely). `isKept`: it is to stand in the gallery as well. */
export interface Reference {
  /** A file of this person's, or a picture that is here already. */
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
  /** One of the nine, as `1024x1024`. */
  size: string
  /** As it was typed; empty: each picture gets one by chance. */
  seed: string
  reference: Reference | null
  /** Requested of the models that make such pictures; the others draw without it. */
  nsfw: boolean
}

export const defaultStrength = 50
export const defaultSize = sizeName(imageSizes[0])

export const invalidDimensions = `Invalid image dimensions. Please use one of these dimensions: ${imageSizes.map(sizeName).join(', ')}`

const isSeed = (typed: string) => /^\d+$/.test(typed) && Number(typed) <= maxSeed

export type Problems = Partial<Record<'choices' | 'prompt' | 'negativePrompt' | 'seed' | 'reference', string>>

/** What keeps a form from being sent, in the specification's words; nothing when it may go. */
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

/** Choices with their models, those that are (still) offered: a remembered model may have gone. */
export const chosen = (
  choices: readonly Choice[],
  models: readonly ImageModel[],
): { choice: Choice; model: ImageModel }[] =>
  choices.flatMap((choice) => {
    const model = models.find(({ id }) => id === choice.modelId)
    return model ? [{ choice, model }] : []
  })

/** Pictures and credits a form would take. */
export const priceOf = (
  picks: readonly { choice: Choice; model: ImageModel }[],
): { pictures: number; credits: number } => ({
  pictures: picks.reduce((sum, { choice }) => sum + choice.quantity, 0),
  credits: picks.reduce((sum, { choice, model }) => sum + choice.quantity * costOf(model), 0),
})

export const insufficient = (needed: number, available: number): string =>
  `Insufficient credits. You need ${needed} credits but only have ${available}.`

/** Models newly chosen join with one picture in the style remembered for them; those already there keep theirs. */
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

/** One model in the place of another, with as many pictures and in its style; not twice if it takes part already. */
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

const ratios: Record<string, string> = {
  '1024x1024': '1:1',
  '1152x896': '9:7',
  '1216x832': '3:2',
  '1344x768': '7:4',
  '1536x640': '12:5',
  '640x1536': '5:12',
  '768x1344': '4:7',
  '832x1216': '2:3',
  '896x1152': '7:9',
}

export interface Aspect {
  size: string
  width: number
  height: number
  ratio: string
  shape: 'Square' | 'Landscape' | 'Portrait'
}

/** The nine sizes as they are offered: from square to widest, then from square to tallest. */
export const aspects: readonly Aspect[] = [...imageSizes.slice(0, 5), ...imageSizes.slice(5).toReversed()].map(
  ({ width, height }) => ({
    size: sizeName({ width, height }),
    width,
    height,
    ratio: ratios[sizeName({ width, height })] ?? `${width}:${height}`,
    shape: width === height ? 'Square' : width > height ? 'Landscape' : 'Portrait',
  }),
)

export const aspectOf = (size: string): Aspect =>
  aspects.find((aspect) => aspect.size === size) ?? (aspects[0] as Aspect)
