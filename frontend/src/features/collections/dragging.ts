import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** Fetched once something that can be dragged is on the page: nobody drags before they see. */
const adapter = () => import('@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter')
type Adapter = Awaited<ReturnType<typeof adapter>>

/** What is under the pointer: a folder, or some lore. */
export type Dragged = { kind: 'folder'; id: string } | { kind: 'lore'; ids: readonly string[] }

const carried = Symbol('carried')
const draggedIn = (data: Record<string | symbol, unknown>) => data[carried] as Dragged | undefined

/** How long a folder is hovered over until it opens. */
const lingerMs = 600

interface Options {
  /** What is dragged from here; null when nothing may be. */
  carry?: (() => Dragged | null) | undefined
  /** What a drop here does; absent where nothing can be dropped. */
  may?: ((dragged: Dragged) => boolean) | undefined
  drop?: ((dragged: Dragged) => void) | undefined
  onLinger?: (() => void) | undefined
}

/** Makes an element something to drag, something to drop on, or both. `isOver`: what is dragged may be dropped here. */
export const useDragging = (ref: RefObject<HTMLElement | null>, options: Options) => {
  const [isOver, setOver] = useState(false)
  const [isDragged, setDragged] = useState(false)
  const isDraggable = Boolean(options.carry)
  const isTarget = Boolean(options.drop)
  const carry = useEffectEvent(() => options.carry?.() ?? null)
  const may = useEffectEvent((dragged: Dragged | undefined) => Boolean(dragged && options.may?.(dragged)))
  const drop = useEffectEvent((dragged: Dragged | undefined) => dragged && options.drop?.(dragged))
  const linger = useEffectEvent(() => options.onLinger?.())

  useEffect(() => {
    const element = ref.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const enter = () => {
      setOver(true)
      timer = setTimeout(linger, lingerMs)
    }
    const leave = () => {
      clearTimeout(timer)
      setOver(false)
    }
    const source = ({ draggable }: Adapter) =>
      draggable({
        element,
        canDrag: () => carry() !== null,
        getInitialData: () => ({ [carried]: carry() }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      })
    const target = ({ dropTargetForElements }: Adapter) =>
      dropTargetForElements({
        element,
        canDrop: ({ source }) => may(draggedIn(source.data)),
        onDragEnter: enter,
        onDragLeave: leave,
        onDrop({ source }) {
          leave()
          drop(draggedIn(source.data))
        },
      })
    let gone = false
    const stops: (() => void)[] = []
    const begin = (fetched: Adapter) => {
      if (gone) return
      if (isDraggable) stops.push(source(fetched))
      if (isTarget) stops.push(target(fetched))
    }
    if (isDraggable || isTarget) adapter().then(begin, () => undefined)
    return () => {
      gone = true
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [ref, isDraggable, isTarget])

  return { isOver, isDragged }
}
