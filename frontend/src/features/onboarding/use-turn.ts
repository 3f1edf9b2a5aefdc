import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Screens for browsing. Others are forms, or show an item that was opened to read or edit it. */
const lists = ['/collections', '/images']

const isBusy = () => {
  const at = document.activeElement
  if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) return true
  if (at instanceof HTMLElement && at.isContentEditable) return true
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null
}

/**
 * Returns true once an unsolicited dialog may open: on a list, while the user neither types nor has a dialog open.
 * Otherwise it checks again on the next screen.
 */
export const useTurn = (): boolean => {
  const { key, pathname } = useLocation()
  const [isTurn, setTurn] = useState(false)
  useEffect(() => {
    if (lists.includes(pathname) && !isBusy()) setTurn(true)
  }, [key, pathname])
  return isTurn
}
