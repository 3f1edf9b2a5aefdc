import { useEffect, useState } from 'react'
import { anchorOf } from './anchors.ts'

/** The band of the screen in which something counts as being read: below the bars at the top, above the middle. */
const band = '-110px 0px -55% 0px'

/** Which of these contents is being read: the first that reaches into the upper part of the screen. */
export const useActive = (ids: readonly string[]): string | undefined => {
  const [active, setActive] = useState<string>()
  const key = ids.join()
  useEffect(() => {
    const all = key === '' ? [] : key.split(',')
    const inBand = new Set<Element>()
    const elements = new Map(
      all.flatMap((id) => {
        const element = document.getElementById(anchorOf(id))
        return element ? [[id, element] as const] : []
      }),
    )
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) inBand.add(target)
          else inBand.delete(target)
        const first = all.find((id) => inBand.has(elements.get(id) as Element))
        if (first) setActive(first)
      },
      { rootMargin: band },
    )
    for (const element of elements.values()) observer.observe(element)
    return () => observer.disconnect()
  }, [key])
  return ids.includes(active ?? '') ? active : ids[0]
}
