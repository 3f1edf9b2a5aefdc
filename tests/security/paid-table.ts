import { imageModels } from '#domain/image-catalogue.ts'

/** The things that paid work is requested of. All belong to the user who asks. */
export interface PaidWorld {
  campaignId: string
  /** A picture that was uploaded. */
  imageId: string
  /** A picture that failed, so that it can be requested again. */
  failedImageId: string
  /** A template with a placeholder in a prompt that is almost as long as prompts may be. */
  templateId: string
}

interface PaidRoute {
  body?: (world: PaidWorld) => Record<string, unknown>
  /** What stands in the address for `{id}`. */
  id?: (world: PaidWorld) => string
  /** The body is a form with a mask beside these fields. */
  masked?: true
}

const imageId = ({ imageId }: PaidWorld) => imageId
const prompt = { prompt: 'a red hat' }

/** Every route that holds credits, with a request that is accepted. A route that holds credits and is not among them fails a test. */
export const paidRoutes: Readonly<Record<string, PaidRoute>> = {
  'POST /api/images': {
    body: ({ campaignId }) => ({
      campaignId,
      ...prompt,
      modelId: imageModels[0]?.id,
      count: 2,
      width: 1024,
      height: 1024,
    }),
  },
  'POST /api/models': { body: ({ campaignId }) => ({ campaignId, prompt: 'a dwarf blacksmith' }) },
  'POST /api/images/{id}/retry': { id: ({ failedImageId }) => failedImageId },
  'POST /api/images/{id}/inpaint': { id: imageId, masked: true, body: () => ({ ...prompt, usePremium: 'true' }) },
  'POST /api/images/{id}/erase': { id: imageId, masked: true, body: () => ({}) },
  'POST /api/images/{id}/outpaint': { id: imageId, body: () => ({ up: 150, ...prompt }) },
  'POST /api/images/{id}/recolor': { id: imageId, body: () => ({ ...prompt, searchPrompt: 'the hat' }) },
  'POST /api/images/{id}/replace': { id: imageId, body: () => ({ ...prompt, searchPrompt: 'the hat' }) },
  'POST /api/images/{id}/remove-background': { id: imageId, body: () => ({}) },
  'POST /api/images/{id}/replace-background': { id: imageId, body: () => prompt },
  'POST /api/collections/{id}/lore-from-template': {
    id: () => 'root',
    body: ({ campaignId, templateId }) => ({ campaignId, templateId, values: { place: 'Quay' }, generateImage: true }),
  },
  'POST /api/templates/generate': {
    body: ({ campaignId, templateId }) => ({ campaignId, templateId, values: { place: 'Quay' } }),
  },
}
