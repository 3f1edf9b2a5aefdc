import { imageModel, imageModels } from '#domain/image-catalogue.ts'
import type { ImageModel } from '#domain/image-models.ts'
import type { Images } from './images.ts'

type Configured = Pick<Images, 'configured'>

/** The catalogue and the operator's configured models, including those that are not available now. */
export const allModels = ({ configured = [] }: Configured): ImageModel[] => [...imageModels, ...configured]

export const findModel = ({ configured }: Configured, id: string): ImageModel | undefined =>
  imageModel(id) ?? configured?.find((model) => model.id === id)
