import { useEffect, useRef, useState } from 'react'
import { toast } from '../../../ui/toast.ts'

const copiedMs = 2_000
const toastMs = 1_500

/** Browsers withhold the clipboard from pages served over plain HTTP; what is selected in a field can be copied there too. */
const write = async (text: string, field: HTMLInputElement | null): Promise<boolean> => {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  field?.select()
  return document.execCommand('copy')
}

/** Copies a text that stands in `field`; `isCopied` says so for two seconds. */
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
