import { useEffect, useMemo, useRef, useState } from 'react'
import { mayUseModel } from '#domain/entitlements.ts'
import type { ImageModel } from '#domain/image-models.ts'
import { timedOutMessage } from '#domain/image-words.ts'
import type { ImageRow } from '#projections/images.ts'
import { getCredits } from '../../../base/overlay.ts'
import { useExperiment, useImageModels } from '../../../data/experiments.ts'
import { pageSize } from '../../../data/fetch-gallery.ts'
import { useGalleryQuery } from '../../../data/images.ts'
import { selectEntitlements, today, useMe } from '../../../data/me.ts'
import { toast } from '../../../ui/toast.ts'
import { cancelledByDeadline } from '../progress.ts'
import { useNsfwOffered } from '../use-nsfw-offered.ts'
import { chosen, insufficient, priceOf } from './form.ts'
import { remembered } from './remembered.ts'
import { useForm } from './use-form.ts'
import { type Refusal, useSend } from './use-send.ts'

const retries = 3
/** Seconds for which a loaded catalogue is used without a new request. */
const freshSeconds = 300

/** The catalogue. A failed load is tried again after 2, 4 and 8 seconds; `failed` once that did not help either. */
const useModels = (
  type: ImageModel['type'],
): { models: ImageModel[] | undefined; failed: boolean; retry: () => void } => {
  const { data, isError, isFetching, refetch } = useImageModels(type, { refetchOnMountOrArgChange: freshSeconds })
  const [tried, setTried] = useState(0)
  useEffect(() => {
    if (!isError || isFetching || tried >= retries) return
    const timer = setTimeout(
      () => {
        setTried(tried + 1)
        void refetch()
      },
      2 ** (tried + 1) * 1000,
    )
    return () => clearTimeout(timer)
  }, [isError, isFetching, tried, refetch])
  return {
    models: data,
    failed: !data && isError && !isFetching && tried >= retries,
    retry: () => {
      setTried(0)
      void refetch()
    },
  }
}

/** The models of a kind of image, and the form over those that the user may select. */
export const useModelForm = (type: ImageModel['type']) => {
  const me = useMe()
  const memory = useMemo(() => remembered(localStorage, me.id, type), [me.id, type])
  const experiment = useExperiment('image-models') === 'on'
  const { models, failed, retry } = useModels(type)
  const usable = useMemo(
    () => (models ?? []).filter(({ plan }) => mayUseModel(selectEntitlements(me), plan, today())),
    [models, me],
  )
  const state = useForm(memory, usable, experiment)
  const isNsfwOffered = useNsfwOffered(usable)
  return { memory, experiment, models, failed, retry, usable, state, isNsfwOffered }
}

const earlierLimit = 12

/** The images of the last request in the requested order, and the user's earlier ones. Live, like the gallery. */
const useImages = (campaignId: string, type: ImageModel['type'], userId: string, imageIds: readonly string[]) => {
  const { data } = useGalleryQuery({ campaignId, type, search: '', month: '', want: pageSize })
  return useMemo(() => {
    const rows = data?.rows ?? []
    const requested = new Set(imageIds)
    const isBefore = (row: ImageRow) =>
      row.userId === userId && row.modelId !== null && row.uri !== null && !requested.has(row.id)
    return {
      current: imageIds.flatMap((id) => rows.find((row) => row.id === id) ?? []),
      before: rows.filter(isBefore).slice(0, earlierLimit),
      generating: rows.some((row) => row.userId === userId && row.generating),
    }
  }, [data, userId, imageIds])
}

/** Notifies the user when an awaited image is cancelled by its deadline. */
const useDeadlineNotice = (rows: readonly ImageRow[]): void => {
  const waiting = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const lapsed = rows.some(({ id, errorMessage }) => waiting.current.has(id) && errorMessage === timedOutMessage)
    waiting.current = new Set(rows.filter(({ generating }) => generating).map(({ id }) => id))
    if (lapsed) toast.error(cancelledByDeadline)
  }, [rows])
}

const toastRefusals = (refusals: readonly Refusal[]) => {
  for (const { message, isShort } of refusals)
    toast.error('Failed to generate images', { context: message, ...(isShort && { act: getCredits }) })
}

interface RequestsOptions {
  campaignId: string
  type: ImageModel['type']
  /** The lore that the pictures will belong to. */
  conjurationId: string | null
  form: ReturnType<typeof useModelForm>
  onTab: (tab: 'form' | 'results') => void
}

/** The requested images, and the sending of the form. */
export const useRequests = ({ campaignId, type, conjurationId, form, onTab }: RequestsOptions) => {
  const { memory, models, usable, state, isNsfwOffered } = form
  const me = useMe()
  const [requestedIds, setRequestedIds] = useState<readonly string[]>(() => memory.read('last').imageIds)
  const [confirming, setConfirming] = useState(false)
  const { current, before, generating } = useImages(campaignId, type, me.id, requestedIds)
  const { send, sending } = useSend()
  useDeadlineNotice(current)

  const submit = async () => {
    const request = { ...state.form, nsfw: state.form.nsfw && isNsfwOffered }
    let isRequested = false
    const showRequested = (imageIds: string[]) => {
      isRequested = true
      setRequestedIds(imageIds)
      onTab('results')
      memory.write('last', { prompt: request.prompt, size: request.size, imageIds })
    }
    const to = { userId: me.id, campaignId, conjurationId, models: usable }
    const { imageIds, refusals } = await send(request, to, showRequested)
    if (refusals.length === 0) return
    // After a failed upload of the reference nothing was requested: the images shown before stay.
    if (isRequested) showRequested(imageIds)
    if (imageIds.length === 0) onTab('form')
    toastRefusals(refusals)
  }
  /** Sends a valid form that the credits suffice for; while images are generated, after a confirmation. */
  const trySubmit = () => {
    if (sending || !models) return
    const { credits } = priceOf(chosen(state.form.choices, usable))
    if (!state.check()) return
    if (credits > me.imageCredits) return void toast.error(insufficient(credits, me.imageCredits), { act: getCredits })
    if (generating) return setConfirming(true)
    void submit()
  }
  return { current, before, sending, confirming, setConfirming, submit, trySubmit }
}
