import { useEffect, useState } from 'react'
import { keepFocus } from '../ui/keep-focus.ts'
import { toast } from '../ui/toast.ts'
import { takeImpersonationEnd } from './session.ts'

/**
 * Starts a page: preserves the focus, shows a message from before the page load, and replays an early click on a
 * button.
 */
export const usePageStart = (): void => {
  const [isRunning, setRunning] = useState(false)
  useEffect(() => setRunning(true), [])
  useEffect(keepFocus, [])
  useEffect(() => {
    const sentence = takeImpersonationEnd()
    if (sentence !== null) toast.info(sentence)
  }, [])
  // Runs with the second render, which contains early input: the button may have waited for it.
  useEffect(() => {
    if (isRunning) globalThis.pressedEarly?.()?.click()
  }, [isRunning])
}
