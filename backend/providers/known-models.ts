import { imageModel, imageModels } from '#domain/image-catalogue.ts'
import type { ImageModel } from '#domain/image-models.ts'
import type { Images } from './images.ts'

type Configured = Pick<Images, 'configured'>

/** Our catalogue and what the operator configured beside it, whether it can be drawn now or not. */
export const knownModels = ({ configured = [] }: Configured): ImageModel[] => [...imageModels, ...configured]

export const knownModel = ({ configured }: Configured, id: string): ImageModel | undefined =>
  imageModel(id) ?? configured?.find((model) => model.id === id)
