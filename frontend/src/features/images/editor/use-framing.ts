import { useResizeObserver } from '@mantine/hooks'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Direction } from '#domain/image-edit-tools.ts'
import { createViewport, type Size } from '../../../ui/viewport.ts'
import { fit, grown, scales } from './framing.ts'

/** The visible part of the image: fitted, also after a resize, until the user moves it. */
export const useFraming = ({ width, height }: Size, grows: Direction | null) => {
  const [viewport] = useState(() => createViewport({ width: 1, height: 1 }, scales))
  const isMoved = useRef(false)
  const [place, rect] = useResizeObserver<HTMLDivElement>()
  const show = useEffectEvent(() => {
    if (rect.width === 0) return
    viewport.resize({ width: rect.width, height: rect.height })
    if (!isMoved.current) fit(viewport, grown({ width, height }, grows))
  })
  useEffect(() => show(), [rect.width, rect.height])
  useEffect(() => {
    isMoved.current = false
    show()
  }, [width, height, grows])

  return useMemo(() => {
    const move = (change: () => void) => {
      isMoved.current = true
      change()
    }
    return {
      viewport,
      place,
      moved: () => move(() => undefined),
      moveBy: (dx: number, dy: number) => move(() => viewport.moveBy(dx, dy)),
      zoomBy: (factor: number) => move(() => viewport.zoomBy(factor)),
      zoomTo: (scale: number) => move(() => viewport.zoomTo(scale)),
      fit() {
        isMoved.current = false
        fit(viewport, grown({ width, height }, grows))
      },
    }
  }, [viewport, place, width, height, grows])
}
export type Framing = ReturnType<typeof useFraming>
