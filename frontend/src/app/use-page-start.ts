import { useEffect, useState } from 'react'
import { keepFocus } from '../ui/keep-focus.ts'
import { toast } from '../ui/toast.ts'
import { takeImpersonationEnd } from './session.ts'

/** Begins a page: the focus is kept, a sentence from before it was loaded is told, and a button that was pressed early is pressed. */
export const usePageStart = (): void => {
  const [isRunning, setRunning] = useState(false)
  useEffect(() => setRunning(true), [])
  useEffect(keepFocus, [])
  useEffect(() => {
    const sentence = takeImpersonationEnd()
    if (sentence !== null) toast.info(sentence)
  }, [])
  // With the second render, which has what was typed early: the button may have waited for that.
  useEffect(() => {
    if (isRunning) globalThis.pressedEarly?.()?.click()
  }, [isRunning])
}
