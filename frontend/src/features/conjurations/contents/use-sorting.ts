import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** Loaded once a draggable element is on the page. */
const adapter = () => import('@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter')

const carried = Symbol('carried')
interface Carried {
  /** The list's id: entries cannot be dropped into another list. */
  list: string
  id: string
  index: number
}

interface Sorting extends Carried {
  isDraggable: boolean
  onDropped: (id: string) => void
}

/** Makes an entry of a list draggable. `over` is the side at which the dragged entry would be inserted. */
export const useSorting = (
  ref: RefObject<HTMLElement | null>,
  { list, id, index, isDraggable, onDropped }: Sorting,
) => {
  const [over, setOver] = useState<'above' | 'below'>()
  const [isDragged, setDragged] = useState(false)
  const carry = useEffectEvent(() => ({ [carried]: { list, id, index } }))
  const from = useEffectEvent((data: Record<string | symbol, unknown>) => {
    const other = data[carried] as Carried | undefined
    return other && other.list === list && other.id !== id ? other : undefined
  })
  const side = useEffectEvent((other: Carried | undefined) => other && (other.index > index ? 'above' : 'below'))
  const drop = useEffectEvent((other: Carried | undefined) => other && onDropped(other.id))

  useEffect(() => {
    const element = ref.current
    if (!element || !isDraggable) return
    let stops: (() => void)[] | undefined = []
    const begin = ({ draggable, dropTargetForElements }: Awaited<ReturnType<typeof adapter>>) => {
      stops?.push(
        draggable({
          element,
          getInitialData: () => carry(),
          onDragStart: () => setDragged(true),
          onDrop: () => setDragged(false),
        }),
        dropTargetForElements({
          element,
          canDrop: ({ source }) => from(source.data) !== undefined,
          onDragEnter: ({ source }) => setOver(side(from(source.data))),
          onDragLeave: () => setOver(undefined),
          onDrop({ source }) {
            setOver(undefined)
            drop(from(source.data))
          },
        }),
      )
    }
    adapter().then(begin, () => undefined)
    return () => {
      for (const stop of stops ?? []) stop()
      stops = undefined
    }
  }, [ref, isDraggable])

  return { over, isDragged }
}
