import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Whether somebody is in the middle of writing. */
const isWriting = () => {
  const at = document.activeElement
  if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) return at.value !== ''
  return at instanceof HTMLElement && at.isContentEditable
}

/** What opens by itself waits for its turn: it takes nobody's letters, and comes with the next screen then. */
export const useTurn = (): boolean => {
  const { key } = useLocation()
  const [isTurn, setTurn] = useState(false)
  useEffect(() => {
    if (!isWriting()) setTurn(true)
  }, [key])
  return isTurn
}
