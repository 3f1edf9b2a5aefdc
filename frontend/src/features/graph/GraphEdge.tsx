import { memo } from 'react'
import { arrowOf, edgeOf, pathOf, type Tone } from './edge.ts'
import classes from './graph.module.css'

interface Props {
  fromX: number
  fromY: number
  toX: number
  toY: number
  tone: Tone
  label: string
  /** True if the label is drawn. */
  isLabelled: boolean
}

export const inks: Record<Tone, string> = {
  incoming: 'var(--ll-woad)',
  outgoing: 'var(--ll-thread)',
  plain: 'var(--ll-control)',
}
/** Colours of labels. They differ from `inks` where those have too little contrast for small text, such as saffron. */
const letters: Record<Tone, string> = { ...inks, outgoing: 'var(--ll-accent-text)', plain: 'var(--ll-text-3)' }

export const labelFont = 'italic 400 13px Literata, Georgia, serif'
const most = 42
export const shortened = (label: string): string =>
  label.length > most ? `${label.slice(0, most - 1).trimEnd()}…` : label

export const GraphEdge = memo(({ fromX, fromY, toX, toY, tone, label, isLabelled }: Props) => {
  const edge = edgeOf({ x: fromX, y: fromY }, { x: toX, y: toY })
  const isPlain = tone === 'plain'
  return (
    <g className={classes.edge} data-tone={tone}>
      <path
        d={pathOf(edge)}
        fill="none"
        stroke={inks[tone]}
        strokeWidth={isPlain ? 1.25 : 2}
        opacity={isPlain ? 0.55 : 1}
      />
      <polygon
        points={arrowOf(edge, isPlain ? 7 : 9)
          .map(({ x, y }) => `${x},${y}`)
          .join(' ')}
        fill={inks[tone]}
        opacity={isPlain ? 0.55 : 1}
      />
      {isLabelled && label && (
        <text
          x={edge.middle.x}
          y={edge.middle.y + 4}
          textAnchor="middle"
          fill={letters[tone]}
          stroke="var(--ll-body)"
          strokeWidth="6"
          strokeLinejoin="round"
          paintOrder="stroke"
          // These are SVG attributes, so that the style sheet can enlarge the text.
          fontFamily="Literata, Georgia, serif"
          fontSize={13}
          fontStyle="italic"
        >
          {shortened(label)}
        </text>
      )}
    </g>
  )
})
