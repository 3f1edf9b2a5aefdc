import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

const adapter = () => import('@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter')
const carried = 'attribute'

interface Options {
  place: number
  onMove: (from: number, to: number) => void
}

/** A row of a list that is dragged by its handle, and dropped in another's place. */
export const useReordering = (
  row: RefObject<HTMLElement | null>,
  handle: RefObject<HTMLElement | null>,
  { place, onMove }: Options,
) => {
  const [isOver, setOver] = useState(false)
  const here = useEffectEvent(() => place)
  const drop = useEffectEvent((from: unknown) => {
    if (typeof from === 'number' && from !== place) onMove(from, place)
  })

  useEffect(() => {
    const [element, dragHandle] = [row.current, handle.current]
    if (!element || !dragHandle) return
    let gone = false
    const stops: (() => void)[] = []
    adapter().then(
      ({ draggable, dropTargetForElements }) => {
        if (gone) return
        stops.push(
          draggable({ element, dragHandle, getInitialData: () => ({ [carried]: here() }) }),
          dropTargetForElements({
            element,
            canDrop: ({ source }) => typeof source.data[carried] === 'number',
            onDragEnter: () => setOver(true),
            onDragLeave: () => setOver(false),
            onDrop({ source }) {
              setOver(false)
              drop(source.data[carried])
            },
          }),
        )
      },
      () => undefined,
    )
    return () => {
      gone = true
      for (const stop of stops) stop()
    }
  }, [row, handle])
  return { isOver }
}
