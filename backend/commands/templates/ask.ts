import { credits } from '#domain/credits.ts'
import { type GenerationRequest, generations } from '#domain/generations.ts'
import { images } from '#domain/images.ts'
import type { Act } from '../../http/act.ts'
import { paidImages } from '../images/paid-images.ts'
import { paidGenerations } from './paid-generations.ts'

/** Holds the credits of the texts and of the picture, all or none, then asks. Throws `Rejection`. */
export async function ask(act: Act, request: GenerationRequest): Promise<void> {
  const { generationId, picture } = request
  const { userId } = act
  const label = (text: string) => text.slice(0, 300)
  const holds = [
    {
      holdId: request.holdId,
      amount: request.cost,
      purpose: {
        kind: paidGenerations.kind,
        id: generationId,
        stream: `${generations.category}-${generationId}`,
        label: label(`Lore from a template: ${request.templateName}`),
      },
    },
    ...(picture
      ? [
          {
            holdId: picture.holdId,
            amount: picture.cost,
            purpose: {
              kind: paidImages.kind,
              id: picture.imageId,
              stream: `${images.category}-${picture.imageId}`,
              label: label(`Image for lore from a template: ${request.templateName}`),
            },
          },
        ]
      : []),
  ]
  await act.send(credits, userId, { type: 'HoldCredits', data: { userId, holds } })
  const causedBy = act.eventOf(credits, userId, 'HoldCredits', 0)
  await act.send(generations, generationId, { type: 'RequestGeneration', data: request }, { causedBy })
}
