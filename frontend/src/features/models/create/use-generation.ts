import { useRef, useState } from 'react'
import type { ModelShape, ModelSize } from '#domain/model-words.ts'
import { newId } from '../../../base/ids.ts'
import { codeOf, fieldErrorsOf, messageOf } from '../../../base/problem.ts'
import { type ModelWanted, useGenerateModelMutation } from '../../../data/models.ts'
import { sendImage } from '../../../data/send-image.ts'
import { aspectOf } from '../../../uploads/aspects.ts'
import { type Area, cut, nameFrom } from '../../../uploads/crop.ts'
import { cropOf, type Picture } from './picture.ts'

export interface Problem {
  text: string
  /** Too few credits. */
  isShort: boolean
}

interface PictureRequest {
  picture: Picture
  /** One of the sizes that pictures have, as `1024x1024`. */
  aspect: string
  area: Area
  shape: ModelShape
  size: ModelSize
  conjurationId: string | undefined
}

const failed = 'The model could not be generated. Please try again.'

/** Assigns ids to requests: identical requests have the same id until one of them succeeds. */
const useRequestIds = () => {
  const ids = useRef(new Map<string, string>())
  return {
    idFor(request: object) {
      const key = JSON.stringify(request)
      const id = ids.current.get(key) ?? newId()
      ids.current.set(key, id)
      return id
    },
    forgetIds: () => ids.current.clear(),
  }
}

interface SourceOptions {
  campaignId: string
  idFor: (request: object) => string
  /** Receives the uploaded share, 0 to 1. */
  onProgress: (share: number) => void
}

/** Returns the source of the model: a part of a picture. A file is cropped to its size and uploaded first. */
const sourceOf = async (
  { picture, aspect, area }: PictureRequest,
  { campaignId, idFor, onProgress }: SourceOptions,
) => {
  if ('imageId' in picture) {
    const crop = cropOf(area, picture)
    return { imageId: picture.imageId, ...(crop && { crop }) }
  }
  const { file, header } = picture
  const id = idFor({ aspect, area, name: file.name, size: file.size, at: file.lastModified })
  const part = await cut(file, area, aspectOf(aspect), header.mime)
  const upload = { picture: part, name: nameFrom(file.name), campaignId, conjurationId: null, id }
  const sent = await sendImage(upload, onProgress, new AbortController().signal)
  return { imageId: sent.id }
}

/** Requests models. An identical request after a failure has the same ids, so that nothing is stored or charged twice. */
export const useGeneration = (campaignId: string, onStarted: (modelId: string) => void) => {
  const [generate] = useGenerateModelMutation()
  const [isBusy, setBusy] = useState(false)
  /** The uploaded share of the picture, 0 to 1. */
  const [uploaded, setUploaded] = useState<number>()
  const [problem, setProblem] = useState<Problem>()
  const { idFor, forgetIds } = useRequestIds()

  const request = async (body: Omit<ModelWanted, 'id' | 'campaignId'>) => {
    const { data, error } = await generate({ ...body, campaignId, id: idFor(body) })
    if (data) {
      forgetIds()
      return onStarted(data.id)
    }
    const [field] = Object.values(fieldErrorsOf(error))
    setProblem({
      text: field ?? messageOf(error, failed).replace(/^prompt: /, ''),
      isShort: codeOf(error) === 'insufficient_model_credits',
    })
  }
  const during = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem({ text: messageOf(error, 'The picture could not be uploaded. Please try again.'), isShort: false })
    } finally {
      setBusy(false)
      setUploaded(undefined)
    }
  }
  return {
    isBusy,
    uploaded,
    problem,
    clearProblem: () => setProblem(undefined),
    fromPrompt: (prompt: string, size: ModelSize) => during(() => request({ prompt, size })),
    fromPicture: (wanted: PictureRequest) =>
      during(async () => {
        const { shape, size, conjurationId } = wanted
        const source = await sourceOf(wanted, { campaignId, idFor, onProgress: setUploaded })
        await request({ ...source, shape, size, ...(conjurationId && { conjurationId }) })
      }),
  }
}

export type Generation = ReturnType<typeof useGeneration>
