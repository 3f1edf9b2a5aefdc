import { type KeyboardEvent, useEffect, useState } from 'react'
import classes from './graph.module.css'
import { type Drawn, neighboursOf, type Places } from './graph.ts'
import type { Viewport } from './viewport.ts'
import { nameOf } from './words.ts'

const most = 60
/** Debounce before visible nodes are listed, in milliseconds. */
const pause = 150

interface Props {
  drawn: Drawn
  places: Places
  selected: string | null
  viewport: Viewport
  onPick: (id: string) => void
  onKey: (event: KeyboardEvent, id: string) => void
}

/**
 * The visible nodes of a canvas, for keyboards and screen readers: the selected node first, in view or not, then those
 * nearest to the centre.
 */
export const NodeList = ({ drawn, places, selected, viewport, onPick, onKey }: Props) => {
  const [middle, setMiddle] = useState(viewport.get)
  useEffect(() => {
    let timer = 0
    const unlisten = viewport.listen(() => {
      clearTimeout(timer)
      timer = window.setTimeout(() => setMiddle(viewport.get()), pause)
    })
    return () => {
      unlisten()
      clearTimeout(timer)
    }
  }, [viewport])
  const stage = viewport.stage()
  const inView = drawn.nodes.flatMap((node) => {
    const place = places.get(node.id)
    if (!place) return []
    const dx = place.x * middle.scale + middle.x - stage.width / 2
    const dy = place.y * middle.scale + middle.y - stage.height / 2
    const isIn = Math.abs(dx) < stage.width / 2 && Math.abs(dy) < stage.height / 2
    return isIn || node.id === selected ? [{ node, far: node.id === selected ? -1 : Math.hypot(dx, dy) }] : []
  })
  const listed = inView.toSorted((a, b) => a.far - b.far).slice(0, most)
  return (
    <nav className={classes.list} data-over aria-label="Entries in view">
      <h2>
        In view <span className="num">{inView.length.toLocaleString('en')}</span>
      </h2>
      <ul>
        {listed.map(({ node }) => (
          <li key={node.id}>
            <button
              type="button"
              data-node={node.id}
              dir="auto"
              aria-pressed={node.id === selected}
              onClick={() => onPick(node.id)}
              onKeyDown={(event) => onKey(event, node.id)}
            >
              {nameOf(node)}
              <span className="num">{neighboursOf(drawn.links).get(node.id)?.size ?? 0}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
