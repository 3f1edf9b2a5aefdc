import { z } from 'zod'
import { Plan } from './entitlements.ts'

/**
 * The place where a picture is drawn: on this server, on a machine of its operator, or by a company that sees the
 * prompt.
 */
export const Source = z.enum(['here', 'home', 'vendor'])
export type Source = z.infer<typeof Source>

/**
 * An entry of the catalogue of image models, as `GET /models/images` returns it. `creditCost` is negative, per picture.
 */
export const ImageModel = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  strengths: z.array(z.string()),
  creditCost: z.int().negative(),
  plan: Plan,
  sampleImageUris: z.array(z.string()),
  licensedArt: z.boolean(),
  paysRoyalties: z.boolean(),
  supportsNSFW: z.boolean(),
  /** True if a reference image can steer the model. */
  supportsReference: z.boolean(),
  supportedStyles: z.object({ loreloom: z.array(z.string()), modelSpecific: z.array(z.string()) }),
  provider: z.string(),
  source: Source,
  type: z.enum(['IMAGE', 'MAP']),
  default: z.boolean(),
  /** Hidden by the browser unless the experiment `image-models` is on. */
  experimental: z.boolean(),
  artists: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      description: z.string(),
      profilePicUri: z.string(),
      callToActionUri: z.string(),
    }),
  ),
  stableDiffusionApiModel: z.string().nullable(),
})
export type ImageModel = z.infer<typeof ImageModel>

/** The provider of models that are drawn on this machine. */
export const localProvider = 'Loreloom Studio'

/** The credits of a picture by this model, positive. */
export const costOf = (model: ImageModel): number => Math.abs(model.creditCost)

export const stylesOf = ({ supportedStyles }: ImageModel, experiment: boolean): string[] =>
  experiment ? [...supportedStyles.loreloom, ...supportedStyles.modelSpecific] : supportedStyles.loreloom
