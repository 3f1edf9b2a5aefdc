import { useRef, useState } from 'react'
import { useDispatch, useStore } from 'react-redux'
import type { ImageModel } from '#domain/image-models.ts'
import { codeOf, messageOf } from '../../../base/problem.ts'
import { followedImages } from '../../../data/followed-images.ts'
import { useGenerateImagesMutation, useUploadReferenceMutation } from '../../../data/images.ts'
import type { Guess } from '../../../realtime/event-types.ts'
import { foldGuesses } from '../../../realtime/guess.ts'
import type { GenerateForm, Reference } from './form.ts'
import { requestsOf } from './request.ts'

interface To {
  userId: string
  campaignId: string
  conjurationId: string | null
  models: readonly ImageModel[]
}

/** The reason for a model's rejection. `isShort`: too few credits. */
export interface Refusal {
  message: string
  isShort: boolean
}

const refusalOf = (error: unknown): Refusal => ({
  message: messageOf(error, generationFailed),
  isShort: codeOf(error) === 'insufficient_credits',
})
/** Merges rejections with the same message. */
const distinct = (refusals: readonly Refusal[]): Refusal[] => [
  ...new Map(refusals.map((refusal) => [refusal.message, refusal])).values(),
]

export const generationFailed = 'Something went wrong with image generation, please try again.'

/**
 * Sends a form: the reference image first, then one request per model. Resolves to the ids of the accepted images and
 * the reasons for rejections. Never rejects.
 */
export const useSend = () => {
  const [generate] = useGenerateImagesMutation()
  const [upload] = useUploadReferenceMutation()
  const fold = useGuesses()
  const uploaded = useRef<{ file: File; isKept: boolean; id: string }>(null)
  const [sending, setSending] = useState(false)

  const referenceIdOf = async ({ source, isKept }: Reference, campaignId: string): Promise<string> => {
    if ('imageId' in source) return source.imageId
    const { file } = source
    // A file that was already uploaded is reused.
    if (uploaded.current?.file !== file || uploaded.current.isKept !== isKept) {
      const { id } = await upload({ file, campaignId: isKept ? campaignId : null }).unwrap()
      uploaded.current = { file, isKept, id }
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
        refusals: distinct(answers.flatMap(({ error }) => (error ? [refusalOf(error)] : []))),
      }
    } catch (error) {
      return { imageIds: [], refusals: [refusalOf(error)] }
    } finally {
      setSending(false)
    }
  }
  return { send, sending }
}

/** Folds guesses into the images on screen, outside of a mutation; the returned function undoes them. */
const useGuesses = (): ((guesses: readonly Guess[]) => () => void) => {
  const dispatch = useDispatch()
  const { getState } = useStore()
  return (guesses) => foldGuesses(followedImages, guesses, { dispatch: dispatch as never, getState })
}
