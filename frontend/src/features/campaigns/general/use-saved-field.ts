import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isOffline, useIsOffline } from '../../../app/online.ts'
import { messageOf, statusOf } from '../../../app/problem.ts'
import { useUnsaved } from '../../../app/use-unsaved.ts'
import { type CampaignChanges, useCampaignsQuery, useChangeCampaignMutation } from '../../../data/campaigns.ts'
import type { SaveState } from '../../../ui/SaveIndicator.tsx'
import { toast } from '../../../ui/toast.ts'

export type Field = 'name' | 'description' | 'rpgSystemCode' | 'welcomeMessage'

const failed = 'Something went wrong while saving the campaign. Please try again.'
const itself = (text: string) => text

interface Options {
  campaignId: string
  field: Field
  /** What the server has, as far as this window knows. */
  value: string
  delayMs: number
  /** What is stored for what was typed. */
  clean?: (typed: string) => string
  /** A text that could not be saved stays in the field, to be tried again; without, the field goes back to what is stored. */
  keeps?: boolean
}

/** A field that saves itself a moment after the last key. Someone else's change shows at once, unless this one is being written. */
export const useSavedField = ({ campaignId, field, value, delayMs, clean = itself, keeps = false }: Options) => {
  const [draft, setDraft] = useState(value)
  const [state, setState] = useState<SaveState>('idle')
  const [change] = useChangeCampaignMutation()
  /** What the server has, or is being sent. */
  const stored = useRef(value)
  const isDirty = useRef(false)
  const sends = useRef(0)
  /** What a kept draft was written over, where it was not the server that refused it but the connection that was gone. */
  const cutFrom = useRef<string>(undefined)
  const isShown = useRef(true)

  useEffect(() => {
    stored.current = value
    // A blank at the end, not stored, is the beginning of the next word.
    if (!isDirty.current) setDraft((draft) => (clean(draft) === value ? draft : value))
  }, [value])

  const send = async (typed: string) => {
    const next = clean(typed)
    const before = stored.current
    isDirty.current = false
    if (next === before) return setState((now) => (now === 'saved' ? now : 'idle'))
    const mine = ++sends.current
    const wasOffline = isOffline()
    cutFrom.current = undefined
    stored.current = next
    setState('saving')
    const changes: CampaignChanges = { [field]: next }
    const { error } = await change({ id: campaignId, changes })
    // A later one has its own outcome to tell.
    if (mine !== sends.current) return
    setState(error ? 'failed' : 'saved')
    if (!error) return
    // Whoever has gone elsewhere finds no field with their words any more.
    const act = { label: 'Try Again', run: () => void send(typed) }
    toast.error(messageOf(error, failed), isShown.current ? {} : { act })
    if (stored.current === next) stored.current = before
    if (statusOf(error) === 0 && (wasOffline || isOffline())) cutFrom.current = stored.current
    if (isDirty.current) return
    if (!keeps) return setDraft(stored.current)
    isDirty.current = true
  }
  const sendSoon = useDebouncedCallback((typed: string) => void send(typed), { delay: delayMs, flushOnUnmount: true })
  useUnsaved(() => isDirty.current || state === 'saving', sendSoon.flush)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  const { refetch } = useCampaignsQuery(undefined, { selectFromResult: () => ({}) })
  const isCut = useIsOffline()
  const sendKept = useEffectEvent((now: string) => {
    if (now !== cutFrom.current && now !== clean(draft)) return
    stored.current = now
    void send(draft)
  })
  // What was kept for want of a connection goes once there is one, unless somebody has written since: then its writer decides.
  useEffect(() => {
    if (isCut || !keeps || state !== 'failed' || cutFrom.current === undefined) return
    let isOver = false
    void refetch().then(({ data }) => {
      const campaign = data?.rows.find(({ id }) => id === campaignId)
      if (campaign && !isOver) sendKept(campaign[field])
    })
    return () => {
      isOver = true
    }
  }, [isCut, state])

  return {
    draft,
    state,
    /** What is typed could not be saved, and stands nowhere but here. */
    isKept: keeps && state === 'failed',
    write(typed: string) {
      isDirty.current = true
      setDraft(typed)
      sendSoon(typed)
    },
    flush: () => sendSoon.flush(),
    /** After the last word: what is stored is shown as it is stored. */
    settle() {
      sendSoon.flush()
      if (!isDirty.current) setDraft(stored.current)
    },
    again: () => void send(draft),
  }
}
