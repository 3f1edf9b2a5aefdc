import { useEffect, useRef } from 'react'

/** Longer than a layer takes to give the focus back, in milliseconds. */
const givingBackMs = 500

/** What opens a layer when it gets the focus, but neither when that layer gives it back, nor when the window does. */
export const useOpeningOnFocus = (open: () => void, isOpen: boolean): (() => void) => {
  const isBack = useRef(false)
  useEffect(() => {
    if (isOpen) isBack.current = true
    else {
      const timer = setTimeout(() => (isBack.current = false), givingBackMs)
      return () => clearTimeout(timer)
    }
  }, [isOpen])
  useEffect(() => {
    const away = () => (isBack.current = true)
    const back = () => setTimeout(() => (isBack.current = false), 0)
    addEventListener('blur', away)
    addEventListener('focus', back)
    return () => {
      removeEventListener('blur', away)
      removeEventListener('focus', back)
    }
  }, [])
  return () => {
    if (!isBack.current) open()
  }
}
