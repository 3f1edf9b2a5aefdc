import { useEffect, useRef, useState } from 'react'
import type { CollectionVisibility } from '#domain/collections.ts'
import { messageOf } from '../../app/problem.ts'
import { useChangeCollectionMutation } from '../../data/collections.ts'
import type { SaveState } from '../../ui/SaveIndicator.tsx'
import { toast } from '../../ui/toast.ts'

const debounceMs = 500
/** How long an outcome stands until it is idle again. */
const standsMs: Partial<Record<SaveState, number>> = { saved: 2_000, failed: 3_000 }

/** A folder's visibility as it is being chosen: saved after a pause, so that walking over the choices saves one. */
export const useVisibility = (id: string, stored: CollectionVisibility) => {
  const [save] = useChangeCollectionMutation()
  const [chosen, setChosen] = useState<CollectionVisibility | null>(null)
  const [state, setState] = useState<SaveState>('idle')
  const pending = useRef<CollectionVisibility | null>(null)

  const send = async (visibility: CollectionVisibility) => {
    pending.current = null
    const { error } = await save({ id, visibility })
    if (pending.current !== null) return
    setChosen(null)
    setState(error ? 'failed' : 'saved')
    if (error) toast.error(messageOf(error, 'Something went wrong saving the collection, please try again.'))
  }
  const latest = useRef(send)
  latest.current = send

  useEffect(() => {
    if (chosen === null) return
    const timer = setTimeout(() => void latest.current(chosen), debounceMs)
    return () => clearTimeout(timer)
  }, [chosen])
  useEffect(() => {
    const ms = standsMs[state]
    if (!ms) return
    const timer = setTimeout(() => setState('idle'), ms)
    return () => clearTimeout(timer)
  }, [state])
  // Whoever closes the dialog has chosen all the same.
  useEffect(() => () => void (pending.current !== null && latest.current(pending.current)), [])

  return {
    visibility: chosen ?? stored,
    state,
    choose(visibility: CollectionVisibility) {
      if (visibility === (chosen ?? stored)) return
      pending.current = visibility
      setState('saving')
      setChosen(visibility)
    },
  }
}
