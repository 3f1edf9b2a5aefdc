import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** The drag library, loaded once the page has a draggable element or a drop target. */
const adapter = () => import('@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter')
type Adapter = Awaited<ReturnType<typeof adapter>>

/** The dragged items: a folder, or some lore. */
export type Dragged = { kind: 'folder'; id: string } | { kind: 'lore'; ids: readonly string[] }

const carried = Symbol('carried')
const draggedIn = (data: Record<string | symbol, unknown>) => data[carried] as Dragged | undefined

/** Hover time after which a folder expands. */
const lingerMs = 600

interface Options {
  /** Returns the items to drag, or null to prevent the drag; undefined if the element is not draggable. */
  carry?: (() => Dragged | null) | undefined
  /** Returns true if the items may be dropped here. */
  may?: ((dragged: Dragged) => boolean) | undefined
  /** Performs a drop; undefined if the element is no drop target. */
  drop?: ((dragged: Dragged) => void) | undefined
  onLinger?: (() => void) | undefined
}

/** Makes an element draggable, a drop target, or both. `isOver` is true while permitted items are dragged over it. */
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
