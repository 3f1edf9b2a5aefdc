import { useEffect, useRef, useState } from 'react'
import type { CollectionVisibility } from '#domain/collections.ts'
import { messageOf } from '../../base/problem.ts'
import { useChangeCollectionMutation } from '../../data/collections.ts'
import type { SaveState } from '../../ui/SaveIndicator.tsx'
import { toast } from '../../ui/toast.ts'

const debounceMs = 500
/** Time for which a result is shown. */
const displayMs: Partial<Record<SaveState, number>> = { saved: 2_000, failed: 3_000 }

/** Saves the chosen visibility of a folder, debounced, so that moving through the choices saves once. */
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
    const ms = displayMs[state]
    if (!ms) return
    const timer = setTimeout(() => setState('idle'), ms)
    return () => clearTimeout(timer)
  }, [state])
  // Closing the dialog saves the choice at once.
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
