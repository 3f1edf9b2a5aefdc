import { imageModels } from '#domain/image-catalogue.ts'

/** What a client sends for one picture by the quickest of the studio's models. */
export const wantedPicture = (campaignId: string, over: object = {}) => ({
  modelId: imageModels.find(({ slug }) => slug === 'studio-vista')?.id,
  prompt: 'A lighthouse',
  negativePrompt: '',
  stylePreset: 'fantasy-art',
  count: 1,
  width: 1024,
  height: 1024,
  campaignId,
  ...over,
})
