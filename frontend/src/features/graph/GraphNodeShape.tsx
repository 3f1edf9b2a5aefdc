import { type KeyboardEvent, memo } from 'react'
import type { GraphNode } from '#projections/relationship-answers.ts'
import classes from './graph.module.css'
import { weaveOf, weaveOpacity } from './weave.ts'
import { linesOf, nameFont } from './words.ts'

interface Props {
  node: GraphNode
  x: number
  y: number
  state: 'selected' | 'plain' | 'dim'
  /** True for the single node that Tab reaches. */
  isReached: boolean
  /** The number of links, for screen readers. */
  links: number
  onKey: (event: KeyboardEvent, id: string) => void
}

/** A node of the graph as SVG. Its appearance is set by attributes rather than the style sheet, so that it can be saved as a file. */
export const GraphNodeShape = memo(({ node, x, y, state, isReached, links, onKey }: Props) => {
  const lines = linesOf(node.name)
  const isSelected = state === 'selected'
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button
    <g
      transform={`translate(${x - 100} ${y - 25})`}
      className={classes.node}
      data-node={node.id}
      role="button"
      tabIndex={isReached ? 0 : -1}
      aria-pressed={isSelected}
      aria-description={links === 1 ? '1 relationship' : `${links} relationships`}
      onKeyDown={(event) => onKey(event, node.id)}
    >
      {/* An opaque background hides lines behind a dimmed node. */}
      <rect width="200" height="50" rx="7" fill="var(--ll-body)" />
      <g className={classes.face} opacity={state === 'dim' ? 0.5 : 1}>
        {isSelected && (
          <rect x="-5" y="-5" width="210" height="60" rx="11" fill="none" stroke="var(--ll-selected)" strokeWidth="6" />
        )}
        <rect
          className={classes.plate}
          width="200"
          height="50"
          rx="7"
          fill={isSelected ? 'var(--ll-overlay)' : 'var(--ll-raised)'}
          stroke={isSelected ? 'var(--ll-thread)' : 'var(--ll-rule-strong)'}
          strokeWidth={isSelected ? 2 : 1}
        />
        <NodePicture node={node} />
        <text fill="var(--ll-text)" style={{ font: nameFont }}>
          {lines.map((line, n) => (
            <tspan key={line} x="55" y={lines.length === 1 ? 30 : 21 + n * 18}>
              {/* Screen readers read the lines as one text, in which this blank separates the words. */}
              {n < lines.length - 1 ? `${line} ` : line}
            </tspan>
          ))}
        </text>
      </g>
    </g>
  )
})

/** The image of the lore; without one, a pattern that is derived from the lore's id. */
const NodePicture = ({ node: { id, imageUri } }: Pick<Props, 'node'>) => {
  if (imageUri)
    return (
      <svg x="5" y="5" width="40" height="40" viewBox="0 0 40 40" aria-hidden="true">
        <clipPath id={`clip-${id}`}>
          <rect width="40" height="40" rx="4" />
        </clipPath>
        <image
          href={`${imageUri}?w=320`}
          width="40"
          height="40"
          preserveAspectRatio="xMidYMin slice"
          clipPath={`url(#clip-${id})`}
        />
      </svg>
    )
  return (
    <g>
      <rect x="5" y="5" width="40" height="40" rx="4" fill="var(--ll-sunken)" />
      {weaveOf(id).map(({ x, y, colour, ...size }) => (
        <rect key={`${x} ${y}`} x={x + 5} y={y + 5} {...size} fill={`var(--ll-${colour})`} opacity={weaveOpacity} />
      ))}
    </g>
  )
}
