import { useFullscreenElement, useMergedRef, useResizeObserver } from '@mantine/hooks'
import { type ComponentProps, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { CanvasGraph } from './CanvasGraph.tsx'
import { Controls } from './Controls.tsx'
import { toneOf } from './edge.ts'
import classes from './graph.module.css'
import { type Drawn, type Places, type Point, svgLimit } from './graph.ts'
import { Minimap } from './Minimap.tsx'
import { NodeList } from './NodeList.tsx'
import { SmallLabels } from './SmallLabels.tsx'
import { SvgGraph } from './SvgGraph.tsx'
import { useGestures } from './use-gestures.ts'
import { useKeys } from './use-keys.ts'
import { createViewport } from './viewport.ts'

/** Meanings of the colours, with counts. */
const Legend = ({ links, selected }: Pick<Drawn, 'links'> & { selected: string | null }) => {
  const count = (tone: string) => links.filter((link) => toneOf(link, selected) === tone).length
  return (
    <div className={classes.legend} data-over aria-live="polite">
      {selected === null ? (
        <span>Click an entry to see its links</span>
      ) : (
        <>
          <span data-tone="incoming" className="num">{`Incoming, ${count('incoming')}`}</span>
          <span data-tone="outgoing" className="num">{`Outgoing, ${count('outgoing')}`}</span>
          <span className={classes.hint}>Click again to deselect</span>
        </>
      )}
    </div>
  )
}

/** A graph that fits only at a smaller scale than `leastScale` opens at its focus, with legible names. */
const leastScale = 0.6
const focusScale = 0.8
/** Up to this many nodes, there is no minimap. */
const fewNodes = 24

interface Props {
  drawn: Drawn
  /** Undefined while the graph is being laid out. */
  places: Places | undefined
  selected: string | null
  /** The node that the graph opens at if it does not fit legibly. */
  focus: string | null
  scope: string
  /** The name of a saved picture. */
  name: string
  onSelect: (id: string | null) => void
  /** Opens the lore of a node. */
  onOpen: (id: string) => void
  /** Absent where nodes cannot be moved. */
  onPlace: ((id: string, to: Point) => void) | undefined
}

const nowhere: Places = new Map()

/** The positions of the nodes; a node that is being moved has its current one. */
const usePlaces = (laidOut: Places | undefined) => {
  const [moving, setMoving] = useState<Point & { id: string }>()
  const places = useMemo(() => {
    if (!laidOut || !moving) return laidOut ?? nowhere
    return new Map(laidOut).set(moving.id, moving)
  }, [laidOut, moving])
  return { places, setMoving }
}

interface ViewOptions extends Pick<Props, 'selected' | 'focus' | 'scope'> {
  places: Places
  isLaidOut: boolean
}

/** The visible part of the graph. `show` brings a node into view. */
const useView = ({ places, isLaidOut, selected, focus, scope }: ViewOptions) => {
  const [viewport] = useState(() => createViewport({ width: 1, height: 1 }))
  const [measured, rect] = useResizeObserver<HTMLDivElement>()
  const isReady = rect.width > 0 && isLaidOut
  useEffect(() => {
    if (rect.width > 0) viewport.resize({ width: rect.width, height: rect.height })
  }, [viewport, rect.width, rect.height])

  // Runs once per scope: a visible graph does not move by itself.
  const frame = useEffectEvent(() => {
    viewport.fit(places)
    const at = focus === null ? undefined : places.get(focus)
    if (at && viewport.get().scale < leastScale) viewport.centre(at, focusScale)
  })
  useEffect(() => {
    if (isReady) frame()
  }, [isReady, scope])

  const show = (id: string) => {
    const at = places.get(id)
    if (!at) return
    const { x, y, scale } = viewport.get()
    const { width, height } = viewport.stage()
    const [left, top] = [at.x * scale + x, at.y * scale + y]
    if (left < 60 || top < 40 || left > width - 60 || top > height - 40) viewport.centre(at)
  }
  // Brings an entry into view that was selected elsewhere, such as by “Find an entry”.
  const showSelected = useEffectEvent(() => selected !== null && isReady && show(selected))
  useEffect(() => void showSelected(), [selected])
  return { viewport, measured, isReady, show }
}

/** The drawn graph with its legend and controls. */
export const Stage = ({ drawn, places: laidOut, selected, focus, scope, name, onSelect, onOpen, onPlace }: Props) => {
  const stage = useRef<HTMLDivElement>(null)
  const { places, setMoving } = usePlaces(laidOut)
  const fullscreen = useFullscreenElement()
  const isLaidOut = laidOut !== undefined
  const { viewport, measured, isReady, show } = useView({ places, isLaidOut, selected, focus, scope })
  const ref = useMergedRef(stage, measured, fullscreen.ref)

  const pick = (id: string | null) => {
    if (id === null) return
    onSelect(id === selected ? null : id)
  }
  useGestures({
    stage,
    viewport,
    places,
    onPick: pick,
    onOpen,
    onDrag:
      onPlace &&
      ((id, to, isEnd) => {
        setMoving(isEnd ? undefined : { id, ...to })
        if (isEnd) onPlace(id, to)
      }),
  })
  const onKey = useKeys({
    stage,
    drawn,
    places,
    viewport,
    onSelect,
    onPlace,
    onMove: setMoving,
    onShow: show,
    onPick: pick,
  })

  const save = async (kind: 'png' | 'svg') => {
    const { savePng, saveSvg } = await import('./save-picture.tsx')
    if (stage.current) await (kind === 'png' ? savePng : saveSvg)({ drawn, places, selected }, stage.current, name)
  }
  const content = { drawn, places, selected, viewport }
  return (
    <div className={classes.stage} data-ready={isReady || undefined} ref={ref}>
      {isReady && <Drawing {...content} onKey={onKey} onPick={pick} />}
      {!isReady && (
        <p className={classes.layingOut} role="status">
          Laying it out…
        </p>
      )}
      <Legend links={drawn.links} selected={selected} />
      <div className={classes.corner}>
        {places.size > fewNodes && <Minimap viewport={viewport} places={places} selected={selected} />}
        <Controls viewport={viewport} fullscreen={fullscreen} onFit={() => viewport.fit(places)} onSave={save} />
      </div>
    </div>
  )
}

/** Renders the graph as SVG; a large one on a canvas, with a list of its nodes for keyboards and screen readers. */
const Drawing = ({ onKey, onPick, ...content }: ComponentProps<typeof NodeList>) => {
  const { drawn, selected } = content
  if (drawn.nodes.length > svgLimit)
    return (
      <>
        <CanvasGraph {...content} />
        <NodeList {...content} onKey={onKey} onPick={onPick} />
      </>
    )
  return (
    <>
      <SvgGraph {...content} reached={selected ?? drawn.nodes[0]?.id} onKey={onKey} />
      <SmallLabels {...content} />
    </>
  )
}
