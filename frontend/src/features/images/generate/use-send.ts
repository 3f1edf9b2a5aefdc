import { useRef, useState } from 'react'
import type { ImageModel } from '#domain/image-models.ts'
import { messageOf } from '../../../app/problem.ts'
import { useGenerateImagesMutation, useUploadReferenceMutation } from '../api.ts'
import { useGuesses } from '../use-guesses.ts'
import type { GenerateForm, Reference } from './form.ts'
import { requestsOf } from './request.ts'

interface To {
  userId: string
  campaignId: string
  conjurationId: string | null
  models: readonly ImageModel[]
}

export const generationFailed = 'Something went wrong with image generation, please try again.'

/**
 * Sends a form: the reference image first, then one request per model. Resolves to the ids of the pictures that were taken
 * on, and a sentence for each model that was not. Never rejects.
 */
export const useSend = () => {
  const [generate] = useGenerateImagesMutation()
  const [upload] = useUploadReferenceMutation()
  const fold = useGuesses()
  const uploaded = useRef<{ file: File; id: string }>(null)
  const [sending, setSending] = useState(false)

  const referenceIdOf = async (reference: Reference, campaignId: string): Promise<string> => {
    // The same file for another prompt is not uploaded again.
    if (uploaded.current?.file !== reference.file) {
      const { id } = await upload({ file: reference.file, campaignId }).unwrap()
      uploaded.current = { file: reference.file, id }
    }
    return uploaded.current.id
  }

  const send = async (form: GenerateForm, to: To, onAsked: (imageIds: string[]) => void) => {
    setSending(true)
    try {
      const referenceId = form.reference ? await referenceIdOf(form.reference, to.campaignId) : null
      const requests = requestsOf(form, { ...to, referenceId })
      onAsked(requests.flatMap(({ body }) => body.imageIds))
      const answers = await Promise.all(
        requests.map(async ({ body, guesses }) => {
          const takeBack = fold(guesses)
          const answer = await generate(body)
          if (answer.error) takeBack()
          return answer
        }),
      )
      return {
        imageIds: answers.flatMap(({ error }, n) => (error ? [] : (requests[n]?.body.imageIds ?? []))),
        refusals: answers.flatMap(({ error }) => (error ? [messageOf(error, generationFailed)] : [])),
      }
    } catch (error) {
      return { imageIds: [], refusals: [messageOf(error, generationFailed)] }
    } finally {
      setSending(false)
    }
  }
  return { send, sending }
}
