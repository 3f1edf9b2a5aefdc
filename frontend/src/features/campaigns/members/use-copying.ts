import { useEffect, useRef, useState } from 'react'
import { toast } from '../../../ui/toast.ts'

const copiedMs = 2_000
const toastMs = 1_500

/** Browsers block the clipboard API on plain HTTP, but can still copy a selection there. */
const write = async (text: string, field: HTMLInputElement | null): Promise<boolean> => {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  field?.select()
  return document.execCommand('copy')
}

/** Copies `text`; `field` must be an input that shows it. `isCopied` is true for two seconds after a copy. */
export const useCopying = (text: string) => {
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])

  return {
    field,
    isCopied,
    async copy() {
      const isDone = await write(text, field.current)
      if (isDone) {
        setCopied(true)
        toast.success('Link copied', { duration: toastMs })
      } else {
        field.current?.select()
        toast.error('The link could not be copied. It is selected: copy it from there.')
      }
    },
  }
}
