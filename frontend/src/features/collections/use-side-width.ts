import { useEffect, useState } from 'react'

const key = 'loreloom.tree-width'
/** Pixels. */
export const sideWidths = { least: 180, usual: 252, most: 640 }
const step = 16

const bounded = (width: number) => Math.round(Math.min(sideWidths.most, Math.max(sideWidths.least, width)))
const stored = (): number | null => {
  const width = Number.parseInt(localStorage.getItem(key) ?? '', 10)
  return Number.isNaN(width) ? null : bounded(width)
}

/** Width of the tree, stored in this browser; null: the style sheet's default. */
export const useSideWidth = () => {
  const [width, setWidth] = useState(stored)
  useEffect(() => {
    if (width === null) localStorage.removeItem(key)
    else localStorage.setItem(key, String(width))
  }, [width])
  const now = width ?? sideWidths.usual
  return {
    width,
    now,
    set: (pixels: number) => setWidth(bounded(pixels)),
    /** Returns the width after a key is pressed, or undefined for a key without an effect. */
    byKey: (pressed: string): number | undefined =>
      ({
        ArrowLeft: bounded(now - step),
        ArrowRight: bounded(now + step),
        Home: sideWidths.least,
        End: sideWidths.most,
      })[pressed],
    reset: () => setWidth(null),
  }
}
