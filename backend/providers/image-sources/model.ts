import type { ImageModel } from '#domain/image-models.ts'
import { standingStyles } from '#domain/image-sizes.ts'
import { derivedId } from '../../commands/ids.ts'
import type { Model } from './schema.ts'

/** Prompt additions of the general styles, for models without such a setting. */
export const fixedPromptWords = (): Record<string, string> =>
  Object.fromEntries(standingStyles.map((style) => [style, `Style: ${style.replaceAll('-', ' ')}.`]))

/**
 * Derives a default name: `black-forest-labs/flux-1.1-pro` becomes `flux 1.1 pro`, `dreamshaper_8.safetensors` becomes
 * `dreamshaper 8`.
 */
const calledAfter = (model: string): string =>
  (model.split(/[/\\]/).at(-1) ?? model)
    .replace(/\.(safetensors|ckpt|gguf)$/i, '')
    .replace(/\s*\[[0-9a-f]{6,}\]$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .slice(0, 80)

interface Of {
  id: string
  name: string
  at: 'home' | 'vendor'
  cost: number
  reference: boolean
}

/** Returns the catalogue entry. Its id is derived from the source's id and the source's name for the model, so it survives restarts. */
export const configuredModel = (of: Of, model: Model): ImageModel => ({
  id: derivedId('image model', of.id, model.model),
  slug: `${of.id}/${model.model || 'default'}`,
  name: model.name ?? (calledAfter(model.model) || of.name),
  description: model.description || `Drawn by ${of.name}.`,
  strengths: model.strengths,
  creditCost: -(model.cost ?? of.cost),
  plan: model.plan,
  sampleImageUris: [],
  licensedArt: false,
  paysRoyalties: false,
  supportsNSFW: model.nsfw,
  supportsReference: model.reference ?? of.reference,
  supportedStyles: { loreloom: Object.keys(model.styles ?? fixedPromptWords()), modelSpecific: [] },
  provider: of.name,
  source: of.at,
  type: 'IMAGE',
  default: false,
  experimental: false,
  artists: [],
  stableDiffusionApiModel: null,
})
