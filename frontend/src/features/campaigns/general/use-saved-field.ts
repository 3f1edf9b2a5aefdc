import { useDebouncedCallback } from '@mantine/hooks'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isOffline, useIsOffline } from '../../../base/online.ts'
import { messageOf, statusOf } from '../../../base/problem.ts'
import { useUnsaved } from '../../../base/use-unsaved.ts'
import { type CampaignChanges, useCampaignsQuery, useChangeCampaignMutation } from '../../../data/campaigns.ts'
import type { SaveState } from '../../../ui/SaveIndicator.tsx'
import { toast } from '../../../ui/toast.ts'

export type Field = 'name' | 'description' | 'rpgSystemCode' | 'welcomeMessage'

const failed = 'Something went wrong while saving the campaign. Please try again.'
const itself = (text: string) => text

interface Options {
  campaignId: string
  field: Field
  /** The latest value received from the server. */
  value: string
  delayMs: number
  /** Normalises typed text to its stored form. */
  clean?: (typed: string) => string
  /** True if text that failed to save stays in the field for a retry; otherwise the field reverts. */
  keepsFailedDraft?: boolean
}

/**
 * A field that saves itself after a pause in typing. Other users' changes show at once, unless the field is being
 * edited.
 */
export const useSavedField = ({
  campaignId,
  field,
  value,
  delayMs,
  clean = itself,
  keepsFailedDraft = false,
}: Options) => {
  const [draft, setDraft] = useState(value)
  const [state, setState] = useState<SaveState>('idle')
  const save = useLatestSave(campaignId, field)
  /** The stored value, or the one being sent. */
  const stored = useRef(value)
  const isDirty = useRef(false)
  /** The stored value that an unsent draft is based on; set only if its save failed for lack of a connection. */
  const offlineBase = useRef<string>(undefined)
  const isShown = useIsShown()

  useEffect(() => {
    stored.current = value
    // Retains a draft that equals the stored value after `clean`: its trailing space may precede the next word.
    if (!isDirty.current) setDraft((draft) => (clean(draft) === value ? draft : value))
  }, [value])

  const send = async (typed: string) => {
    const next = clean(typed)
    const before = stored.current
    isDirty.current = false
    if (next === before) return setState((now) => (now === 'saved' ? now : 'idle'))
    offlineBase.current = undefined
    stored.current = next
    setState('saving')
    const result = await save(next)
    if (!result) return
    const { error, isConnectionError } = result
    setState(error ? 'failed' : 'saved')
    if (!error) return
    // Once the field has left the screen, only the toast can offer a retry.
    const act = { label: 'Try Again', run: () => void send(typed) }
    toast.error(messageOf(error, failed), isShown.current ? {} : { act })
    if (stored.current === next) stored.current = before
    if (isConnectionError) offlineBase.current = stored.current
    if (isDirty.current) return
    if (!keepsFailedDraft) return setDraft(stored.current)
    isDirty.current = true
  }
  const sendSoon = useDebouncedCallback((typed: string) => void send(typed), { delay: delayMs, flushOnUnmount: true })
  useUnsaved(() => isDirty.current || state === 'saving', sendSoon.flush)
  useSendOnReconnection({
    campaignId,
    field,
    state,
    keepsFailedDraft,
    offlineBase,
    sendOver(now) {
      if (now !== offlineBase.current && now !== clean(draft)) return
      stored.current = now
      void send(draft)
    },
  })

  return {
    draft,
    state,
    /** True if the typed text failed to save and exists only in this field. */
    hasUnsavedDraft: keepsFailedDraft && state === 'failed',
    write(typed: string) {
      isDirty.current = true
      setDraft(typed)
      sendSoon(typed)
    },
    flush: () => sendSoon.flush(),
    /** On blur: shows the stored form of the value. */
    settle() {
      sendSoon.flush()
      if (!isDirty.current) setDraft(stored.current)
    },
    again: () => void send(draft),
  }
}

/** Returns a function that saves the field. It resolves with undefined if a later save has begun, which reports its own result. */
const useLatestSave = (campaignId: string, field: Field) => {
  const [change] = useChangeCampaignMutation()
  const sends = useRef(0)
  return async (value: string) => {
    const mine = ++sends.current
    const wasOffline = isOffline()
    const changes: CampaignChanges = { [field]: value }
    const { error } = await change({ id: campaignId, changes })
    if (mine !== sends.current) return undefined
    return { error, isConnectionError: statusOf(error) === 0 && (wasOffline || isOffline()) }
  }
}

/** True until the field leaves the screen. */
const useIsShown = (): Readonly<RefObject<boolean>> => {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

interface Reconnection {
  campaignId: string
  field: Field
  state: SaveState
  keepsFailedDraft: boolean
  offlineBase: RefObject<string | undefined>
  /** Sends the draft over the value that the server has now. */
  sendOver: (now: string) => void
}

/**
 * Sends an offline draft on reconnection, unless another member has changed the field since: the draft then remains
 * unsaved, for the user to decide.
 */
const useSendOnReconnection = ({
  campaignId,
  field,
  state,
  keepsFailedDraft,
  offlineBase,
  sendOver,
}: Reconnection): void => {
  const { refetch } = useCampaignsQuery(undefined, { selectFromResult: () => ({}) })
  const isDisconnected = useIsOffline()
  const sendKept = useEffectEvent((now: string) => sendOver(now))
  useEffect(() => {
    if (isDisconnected || !keepsFailedDraft || state !== 'failed' || offlineBase.current === undefined) return
    let isOver = false
    void refetch().then(({ data }) => {
      const campaign = data?.rows.find(({ id }) => id === campaignId)
      if (campaign && !isOver) sendKept(campaign[field])
    })
    return () => {
      isOver = true
    }
  }, [isDisconnected, state])
}
