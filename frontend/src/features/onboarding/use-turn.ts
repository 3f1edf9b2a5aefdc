import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Screens where people look around. Others are forms, or something that somebody has just opened to read or write it. */
const lists = ['/collections', '/images']

const isBusy = () => {
  const at = document.activeElement
  if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) return true
  if (at instanceof HTMLElement && at.isContentEditable) return true
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null
}

/** A dialog that opens by itself waits for a list: it takes no letters, covers no form, and comes with the next screen then. */
export const useTurn = (): boolean => {
  const { key, pathname } = useLocation()
  const [isTurn, setTurn] = useState(false)
  useEffect(() => {
    if (lists.includes(pathname) && !isBusy()) setTurn(true)
  }, [key, pathname])
  return isTurn
}
