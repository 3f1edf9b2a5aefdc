import { type GenerationRequest, generations } from '#domain/generations.ts'
import type { Act } from '../../http/act.ts'
import { type Hold, holdFor } from '../credits/hold-for.ts'
import type { Dispatcher } from '../dispatch.ts'
import { paidImages } from '../images/paid-images.ts'
import { paidGenerations } from './paid-generations.ts'

/** Holds the credits of the texts and of the picture, all or none, then requests both. Throws `Rejection`. */
export const ask = (
  act: Act,
  handler: Pick<Dispatcher, 'stateOf' | 'afterOutage'>,
  request: GenerationRequest,
): Promise<void> => {
  const { generationId, picture, templateName } = request
  const texts: Hold = {
    work: paidGenerations,
    streamId: generationId,
    id: generationId,
    holdId: request.holdId,
    amount: request.cost,
    label: `Lore from a template: ${templateName}`,
  }
  const image: Hold | null = picture && {
    work: paidImages,
    streamId: picture.imageId,
    id: picture.imageId,
    holdId: picture.holdId,
    amount: picture.cost,
    label: `Image for lore from a template: ${templateName}`,
  }
  const command = { type: 'RequestGeneration', data: request } as const
  const holds = image ? [texts, image] : [texts]
  return holdFor(act, handler, [{ decider: generations, streamId: generationId, command, holds }])
}
