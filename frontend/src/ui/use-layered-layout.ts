import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LayeredInput, LayeredLayout } from './layered.ts'

const start = async () => (await import('./layered-layout.ts')).startLayeredLayout()

interface Options {
  /** Within a scope, the previous layout is returned until a changed graph is laid out. */
  scope: string
  /** Lays out nothing while false. */
  isShown: boolean
  /** Called when the layout fails or its program cannot be loaded. */
  onError: (error: unknown) => void
}

/** Places the nodes of a graph in layers that follow the direction of its links. Undefined until a worker has placed them. */
export const useLayeredLayout = (
  { nodes, links, layerGap, nodeGap, aspectRatio, isDown, isOrdered }: LayeredInput,
  { scope, isShown, onError }: Options,
): LayeredLayout | undefined => {
  const [laidOut, setLaidOut] = useState<{ scope: string; layout: LayeredLayout }>()
  const layered = useRef<ReturnType<typeof start>>(undefined)
  const fail = useEffectEvent(onError)
  useEffect(
    () => () => {
      layered.current?.then(({ stop }) => stop()).catch(() => undefined)
      layered.current = undefined
    },
    [],
  )

  // The layout depends on the shape of the graph alone, not on the text of its nodes.
  const shape =
    isShown &&
    JSON.stringify({
      nodes: nodes.map(({ id, width, height, isLast }) => ({ id, width, height, isLast })),
      links: links.map(({ source, target, thickness, isBack }) => ({ source, target, thickness, isBack })),
      layerGap,
      nodeGap,
      aspectRatio,
      isDown,
      isOrdered,
    })
  useEffect(() => {
    if (shape === false) return
    let isCurrent = true
    layered.current ??= start()
    const program = layered.current
    const layOut = async () => {
      const layout = await (await program).layOut(JSON.parse(shape))
      if (isCurrent) setLaidOut({ scope, layout })
    }
    layOut().catch((error: unknown) => {
      // The failed worker is stopped; the next attempt starts another one.
      program.then(({ stop }) => stop()).catch(() => undefined)
      if (layered.current === program) layered.current = undefined
      if (isCurrent) fail(error)
    })
    return () => {
      isCurrent = false
    }
  }, [shape, scope])
  return isShown && laidOut?.scope === scope ? laidOut.layout : undefined
}
