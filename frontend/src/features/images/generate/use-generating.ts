import { useEffect, useMemo, useRef, useState } from 'react'
import { mayUseModel } from '#domain/entitlements.ts'
import type { ImageModel } from '#domain/image-models.ts'
import { timedOutMessage } from '#domain/image-words.ts'
import type { ImageRow } from '#projections/images.ts'
import { getCredits } from '../../../base/overlay.ts'
import { useExperiment } from '../../../data/experiments.ts'
import { standingOf, today, useMe } from '../../../data/me.ts'
import { toast } from '../../../ui/toast.ts'
import { cancelledByDeadline } from '../progress.ts'
import { useNsfwOffered } from '../use-nsfw-offered.ts'
import { chosen, insufficient, priceOf } from './form.ts'
import { remembered } from './remembered.ts'
import { useForm } from './use-form.ts'
import { useImages } from './use-images.ts'
import { useModels } from './use-models.ts'
import { type Refusal, useSend } from './use-send.ts'

/** The models of a kind of image, and the form over those that the user may select. */
export const useModelForm = (type: ImageModel['type']) => {
  const me = useMe()
  const memory = useMemo(() => remembered(localStorage, me.id, type), [me.id, type])
  const experiment = useExperiment('image-models') === 'on'
  const { models, failed, retry } = useModels(type)
  const usable = useMemo(
    () => (models ?? []).filter(({ plan }) => mayUseModel(standingOf(me), plan, today())),
    [models, me],
  )
  const state = useForm(memory, usable, experiment)
  const isNsfwOffered = useNsfwOffered(usable)
  return { memory, experiment, models, failed, retry, usable, state, isNsfwOffered }
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
