import { useEffect, useRef } from 'react'

/** Longer than a layer takes to return the focus, in milliseconds. */
const givingBackMs = 500

/** Opens a layer on focus, except when the focus returns from that layer or to the window. */
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
