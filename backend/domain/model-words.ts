import { z } from 'zod'

/** Figures of 3D models that the browser reads too. */

/** Credits, positive. */
export const modelCosts = { image: 75, prompt: 50 } as const

export const modelPromptLimit = 1024
export const modelNameLimit = 255
/** The server gives up on a model after this long; one that arrives later is stored without charge. */
export const modelDeadlineMs = 600_000

/** Heights in mm, as the quote dialog names them. A bust is cut at the chest and stands on a socle. */
export const modelSizes = { medium: 28, large: 56, huge: 84, gargantuan: 112, bust: 76 } as const
export type ModelSize = keyof typeof modelSizes
export const ModelSize = z.enum(['medium', 'large', 'huge', 'gargantuan', 'bust'])

/** A form that a picture can be given: a standing figure, a relief on a plaque, or a terrain tile of a map. */
export const ModelShape = z.enum(['figure', 'relief', 'terrain'])
export type ModelShape = z.infer<typeof ModelShape>

/** Part of a picture, as shares of its width and height. */
export const ModelCrop = z
  .object({
    x: z.number().min(0).max(1),
    y: z.number().min(0).max(1),
    width: z.number().min(0.01).max(1),
    height: z.number().min(0.01).max(1),
  })
  .refine(({ x, y, width, height }) => x + width <= 1.001 && y + height <= 1.001, 'The crop leaves the picture')
export type ModelCrop = z.infer<typeof ModelCrop>

/** Files that a model can be converted to. */
export const ConvertedFormat = z.enum(['STL', '3MF', 'OBJ'])
export type ConvertedFormat = z.infer<typeof ConvertedFormat>

/** A stored file of a model. `key` is its storage key, `size` bytes. */
export const ModelFile = z.object({ key: z.string(), mime: z.string(), size: z.int().positive() })
export type ModelFile = z.infer<typeof ModelFile>

/** Measures of a model. Sizes are mm, base included; `overhang` is the share of the surface that needs support in print. */
export const ModelReport = z.object({
  triangles: z.int().min(0),
  width: z.number(),
  height: z.number(),
  depth: z.number(),
  overhang: z.number(),
  /** Sentences for the user, such as parts that a printer would lose. */
  warnings: z.array(z.string()),
})
export type ModelReport = z.infer<typeof ModelReport>

export const modelFailedMessage = 'The model could not be made.'
export const modelTimedOutMessage = 'The model took too long.'
/** The message of a failure that another attempt may avoid; `holdId` is null if no credits were returned. */
export const failureMessage = (reason: string, holdId: string | null): string =>
  `${refusalMessage(reason, holdId)} Please try again.`
/** The message of a refusal, which another attempt would not change; `holdId` is null if no credits were returned. */
export const refusalMessage = (reason: string, holdId: string | null): string =>
  `${reason}${holdId === null ? '' : ' Your credits came back.'}`
export const conversionFailedMessage = 'STL conversion failed. Please try again.'

/** Sizes that can be requested of a printed miniature. */
export const quoteSizes = [
  'Medium (~28mm)',
  'Large (~56mm)',
  'Huge (~84mm)',
  'Gargantuan (~112mm)',
  'Bust (~76mm)',
] as const
export const customQuoteSize = (mm: number): string => `Custom (${mm}mm)`
export const quotesPerDay = 3
