import { Button } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Delayed } from './Delayed.tsx'
import {
  arrowOf,
  bendOf,
  curveOf,
  type LayeredLayout,
  type LayeredLink,
  type LayeredNode,
  linkKey,
  nextNode,
} from './layered.ts'
import classes from './layered-graph.module.css'
import { useLayeredLayout } from './use-layered-layout.ts'
import type { Point } from './viewport.ts'
import { Waiting } from './Waiting.tsx'

/** `lit`: highlighted. `back`: credits that return. `loss`: credits that are reclaimed. `dashed`: a conditional or a future link. */
export type LinkTone = 'plain' | 'lit' | 'back' | 'loss' | 'dashed'

export interface GraphLink extends LayeredLink {
  tone: LinkTone
  /** The number of parallel lines within the link's thickness. Such a link has no arrow. */
  threads?: number
}

export interface GraphNode extends LayeredNode {
  /** Names the node in the descriptions of others. */
  name: string
  /** Longer text, for a tooltip and screen readers. */
  title?: string | undefined
  /** The node cannot be pressed. */
  isInert?: boolean
}

interface Props<Node extends GraphNode> {
  label: string
  nodes: readonly Node[]
  links: readonly GraphLink[]
  /** The node that Tab reaches first, and that the graph is scrolled to. */
  current?: string | undefined
  /** Labels in a node's description, before the names of its sources and of its targets: 'Caused by', 'Caused'. */
  words: { before: string; after: string }
  spacing: { layerGap: number; nodeGap: number; aspectRatio: number }
  /** Layers follow each other from top to bottom. */
  isDown?: boolean
  /** Nodes are drawn without a plate. */
  isBare?: boolean
  draw: (node: Node) => ReactNode
  onPick: (node: Node) => void
}

const relationsOf = (
  { id }: GraphNode,
  { nodes, links, words }: Pick<Props<GraphNode>, 'nodes' | 'links' | 'words'>,
) => {
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  const listed = (word: string, ids: readonly string[]) => {
    const found = ids.flatMap((each) => names.get(each) ?? [])
    return found.length === 0 ? [] : [`${word} ${found.join(', ')}.`]
  }
  const before = links.filter(({ target }) => target === id).map(({ source }) => source)
  const after = links.filter(({ source }) => source === id).map(({ target }) => target)
  return [...listed(words.before, before), ...listed(words.after, after)].join(' ')
}

interface LineProps {
  link: GraphLink
  route: readonly Point[]
  isDown: boolean
}

const Line = ({ link: { tone, threads, thickness = 0, isBack }, route, isDown }: LineProps) => {
  const path = isBack ? bendOf(route) : curveOf(route, isDown)
  const count = threads ?? 1
  const offset = (n: number) => (n - (count - 1) / 2) * (thickness / count)
  return (
    <g className={classes.link} data-tone={tone}>
      {count === 1 ? (
        <path d={path} />
      ) : (
        Array.from({ length: count }, (_, n) => (
          <path key={offset(n)} d={path} transform={`translate(0 ${offset(n)})`} />
        ))
      )}
      {threads === undefined && <path className={classes.arrow} d={arrowOf(route)} />}
    </g>
  )
}

const Lines = ({ layout, links }: { layout: LayeredLayout; links: readonly GraphLink[] }) => (
  <svg width={layout.width} height={layout.height} aria-hidden="true">
    {links.map((link) => {
      const route = layout.routes.get(linkKey(link))
      return route && <Line key={linkKey(link)} link={link} route={route} isDown={layout.isDown} />
    })}
  </svg>
)

/** Scrolls to the current node once, when the graph is laid out. */
const useShowCurrent = (
  view: RefObject<HTMLElement | null>,
  layout: LayeredLayout | undefined,
  current: string | undefined,
) => {
  const showCurrent = useEffectEvent(() => {
    const [box, element] = [layout?.boxes.get(current ?? ''), view.current]
    if (!box || !element) return
    element.scrollTo({
      left: box.x + (box.width - element.clientWidth) / 2,
      top: box.y + (box.height - element.clientHeight) / 2,
    })
  })
  const isReady = layout !== undefined
  useEffect(() => void (isReady && showCurrent()), [isReady])
}

/** Manages the node that Tab reaches, and moves the focus from node to node with the arrow keys. */
const useNodeFocus = (
  view: RefObject<HTMLElement | null>,
  layout: LayeredLayout | undefined,
  { nodes, current }: { nodes: readonly GraphNode[]; current?: string | undefined },
) => {
  const [focused, setFocused] = useState<string>()
  const reached = [focused, current].find((id) => nodes.some((node) => node.id === id)) ?? nodes[0]?.id
  const walk = (event: KeyboardEvent, from: string) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const to = layout && nextNode(layout.boxes, from, event.key)
    if (to === undefined) return
    event.preventDefault()
    view.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(to)}"]`)?.focus()
  }
  return { reached, setFocused, walk }
}

interface NodeButtonProps {
  node: GraphNode
  /** Describes the node's links. */
  relations: string
  isBare: boolean | undefined
  isCurrent: boolean
  isReached: boolean
  onPick: () => void
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  children: ReactNode
}

const NodeButton = ({ node, relations, isBare, isCurrent, isReached, onPick, ...rest }: NodeButtonProps) => (
  <button
    type="button"
    className={isBare ? classes.bare : classes.plate}
    data-node={node.id}
    tabIndex={isReached ? 0 : -1}
    aria-current={isCurrent || undefined}
    aria-description={[node.title === node.name ? '' : node.title, relations].filter(Boolean).join('. ')}
    aria-disabled={node.isInert || undefined}
    title={node.title}
    onClick={() => node.isInert || onPick()}
    {...rest}
  />
)

/**
 * A directed graph whose links lead to the right, or downwards. Its nodes are buttons in a list, each with a description
 * of its links; arrow keys move between them. If the layout fails, the nodes are shown as a plain list.
 */
export const LayeredGraph = <Node extends GraphNode>(props: Props<Node>) => {
  const { label, nodes, links, current, spacing, isDown = false, isBare, draw, onPick } = props
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(-1)
  const hasFailed = failed === attempt
  const layout = useLayeredLayout(
    { nodes, links, ...spacing, isDown, isOrdered: true },
    { scope: String(attempt), isShown: true, onError: () => setFailed(attempt) },
  )
  const view = useRef<HTMLDivElement>(null)
  const { reached, setFocused, walk } = useNodeFocus(view, layout, props)

  useShowCurrent(view, layout, current)
  const buttonOf = (node: Node, relations: string) => (
    <NodeButton
      node={node}
      relations={relations}
      isBare={isBare}
      isCurrent={node.id === current}
      isReached={!layout || node.id === reached}
      onPick={() => onPick(node)}
      onFocus={() => setFocused(node.id)}
      onKeyDown={(event) => walk(event, node.id)}
    >
      {draw(node)}
    </NodeButton>
  )

  if (layout && !hasFailed)
    return (
      <div ref={view} className={classes.view} data-bare={isBare || undefined} data-ready>
        <div className={classes.picture} style={{ width: layout.width, height: layout.height }}>
          <Lines layout={layout} links={links} />
          <ul aria-label={label}>
            {nodes.map((node) => {
              const box = layout.boxes.get(node.id)
              if (!box) return null
              const { x, y, width, height } = box
              return (
                <li key={node.id} style={{ left: x, top: y, width, height }}>
                  {buttonOf(node, relationsOf(node, props))}
                </li>
              )
            })}
          </ul>
        </div>
      </div>
    )
  if (!hasFailed)
    return (
      <div className={classes.view} data-bare={isBare || undefined} role="status" aria-label="Laying out the graph">
        <Delayed>
          <Waiting />
        </Delayed>
      </div>
    )
  return (
    <Failed label={label} onAgain={() => setAttempt((n) => n + 1)}>
      {nodes.map((node) => (
        <li key={node.id}>
          {buttonOf(node, '')}
          <small>{relationsOf(node, props)}</small>
        </li>
      ))}
    </Failed>
  )
}

const Failed = ({ label, onAgain, children }: { label: string; onAgain: () => void; children: ReactNode }) => (
  <div className={classes.failed}>
    <p role="alert">The graph could not be drawn. Here it is as a list.</p>
    <Button size="xs" onClick={onAgain}>
      Try Again
    </Button>
    <ul aria-label={label}>{children}</ul>
  </div>
)
