import { type KeyboardEvent, useEffect, useRef } from 'react'
import { toneOf } from './edge.ts'
import { GraphEdge } from './GraphEdge.tsx'
import { GraphNodeShape } from './GraphNodeShape.tsx'
import classes from './graph.module.css'
import { type Drawn, neighboursOf, type Places } from './graph.ts'
import { isLegible, smallestLetters } from './labels.ts'
import type { Viewport } from './viewport.ts'

/** Without a selected node, the labels of links are drawn only up to this number of links. */
const saidAtOnce = 40

export interface Picture {
  drawn: Drawn
  places: Places
  selected: string | null
}

interface Shapes extends Picture {
  reached?: string | undefined
  onKey?: (event: KeyboardEvent, id: string) => void
}
const noKeys = () => undefined

/** All nodes and links of the graph, at full size. */
export const GraphShapes = ({ drawn: { nodes, links }, places, selected, reached, onKey = noKeys }: Shapes) => {
  const neighbours = neighboursOf(links)
  const near = selected === null ? undefined : neighbours.get(selected)
  const isDim = (id: string) => selected !== null && id !== selected && !near?.has(id)
  const tones = links.map((link) => ({ link, tone: toneOf(link, selected) }))
  // Links of the selected node are drawn last, on top of the others.
  const ordered =
    selected === null ? tones : tones.toSorted((a, b) => Number(a.tone !== 'plain') - Number(b.tone !== 'plain'))
  return (
    <>
      {ordered.map(({ link, tone }) => {
        const [from, to] = [places.get(link.source), places.get(link.target)]
        if (!from || !to) return null
        const isLabelled = selected === null ? links.length <= saidAtOnce : tone !== 'plain'
        const ends = { fromX: from.x, fromY: from.y, toX: to.x, toY: to.y }
        return <GraphEdge key={link.id} {...ends} tone={tone} label={link.label} isLabelled={isLabelled} />
      })}
      {nodes.map((node) => {
        const place = places.get(node.id)
        if (!place) return null
        return (
          <GraphNodeShape
            key={node.id}
            node={node}
            x={place.x}
            y={place.y}
            state={node.id === selected ? 'selected' : isDim(node.id) ? 'dim' : 'plain'}
            isReached={node.id === reached}
            links={neighbours.get(node.id)?.size ?? 0}
            onKey={onKey}
          />
        )
      })}
    </>
  )
}

interface Props extends Shapes {
  viewport: Viewport
}

/** Renders graphs of up to `svgLimit` nodes. Panning and zooming change one transform, without a React render. */
export const SvgGraph = ({ viewport, ...shapes }: Props) => {
  const svg = useRef<SVGSVGElement>(null)
  const moved = useRef<SVGGElement>(null)
  useEffect(() => {
    const move = () => {
      const { x, y, scale } = viewport.get()
      moved.current?.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`)
      svg.current?.toggleAttribute('data-small', !isLegible(scale))
      svg.current?.style.setProperty('--ll-graph-label', `${smallestLetters / scale}px`)
    }
    move()
    return viewport.listen(move)
  }, [viewport])
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no fieldset
    <svg ref={svg} className={classes.drawing} role="group" aria-label="Relationships">
      <g ref={moved}>
        <GraphShapes {...shapes} />
      </g>
    </svg>
  )
}
