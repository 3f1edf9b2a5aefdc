import { type CSSProperties, memo, type ReactNode, useDeferredValue, useMemo } from 'react'
import type { Op } from '#domain/text-ops.ts'
import { type Block, blocksOf, type Item, type Line, type List } from './blocks.ts'
import { headingDepths } from './heading-depths.ts'
import { Pieces } from './Pieces.tsx'
import classes from './rich-text.module.css'
import { rowsOf } from './table-rows.ts'

/** Blocks in the first paint: more than any screen shows at once, even if each is a single line. */
const firstBlocks = 80

/**
 * Renders a Delta read-only, as React elements, so that user content cannot execute. The beginning is painted before
 * the rest is laid out.
 */
export const RichText = memo(({ ops }: { ops: readonly Op[] }) => {
  const all = useMemo(() => blocksOf(ops), [ops])
  const blocks = useDeferredValue(all, all.length > firstBlocks ? all.slice(0, firstBlocks) : undefined)
  return (
    <div className={classes.text} data-written>
      <Blocks blocks={blocks} />
    </div>
  )
})

/** A memoised component, so that the old blocks are not rendered again while the new ones are deferred. */
const Blocks = memo(({ blocks }: { blocks: readonly Block[] }) => {
  const depths = headingDepths(blocks)
  return blocks.map((block, n) =>
    block.kind === 'heading' ? (
      <Heading key={n} block={block} depth={depths.get(block) ?? 0} />
    ) : (
      <Shown key={n} block={block} />
    ),
  )
})

/** Marks elements that `selectedIn` does not count as text. */
const unwritten = { 'data-unwritten': true }

const Words = ({ line: { pieces } }: { line: Line }) => (pieces.length > 0 ? <Pieces pieces={pieces} /> : <br />)

/** The first heading level below the segment's title. */
const firstLevel = 3
/** Elements by heading size, as in the editor. */
const tags = { 1: 'h3', 2: 'h4', 3: 'h5' } as const

const Heading = ({ block: { line, level }, depth }: { block: Extract<Block, { kind: 'heading' }>; depth: number }) => {
  const Tag = tags[level]
  return (
    <Tag dir="auto" data-at={line.at} aria-level={firstLevel + depth}>
      <Words line={line} />
    </Tag>
  )
}

type Other = Exclude<Block, { kind: 'heading' }>
const Shown = ({ block }: { block: Other }): ReactNode => shown[block.kind](block as never)

const shown: { [Kind in Other['kind']]: (block: Extract<Block, { kind: Kind }>) => ReactNode } = {
  paragraph: ({ line }) => (
    <p dir="auto" data-at={line.at}>
      <Words line={line} />
    </p>
  ),
  quote: ({ lines }) => (
    <blockquote dir="auto">
      {lines.map((line) => (
        <p key={line.at} dir="auto" data-at={line.at}>
          <Words line={line} />
        </p>
      ))}
    </blockquote>
  ),
  // A trailing newline creates no line: an empty last line of code would be lost.
  code: ({ lines }) => (
    <pre dir="auto" data-at={lines[0]?.at}>
      <code>{lines.map(({ pieces }) => `${pieces.map(({ insert }) => insert).join('')}\n`).join('')}</code>
    </pre>
  ),
  list: ({ list }) => <Items list={list} from={0} />,
  table: ({ line, table }) => <Table table={table} at={line.at} />,
  divider: ({ line }) => <hr data-at={line.at} />,
}

/** Deeper items are not indented further, to leave space for text. */
const deepest = 4

/** `from` is the indent of the list around it. */
const Items = ({ list: { isOrdered, depth, items }, from }: { list: List; from: number }) => {
  const Kind = isOrdered ? 'ol' : 'ul'
  const steps = Math.min(depth, deepest) - Math.min(from, deepest)
  return (
    <Kind dir="auto" style={steps > 0 ? ({ '--steps': steps } as CSSProperties) : undefined}>
      {items.map((item) => (
        <One key={item.line.at} item={item} depth={depth} />
      ))}
    </Kind>
  )
}

/** A list item with Quill's markup, so that the same CSS rules draw its bullet or number. */
const One = ({ item: { line, kind, below }, depth }: { item: Item; depth: number }) => {
  const isCheck = kind === 'checked' || kind === 'unchecked'
  return (
    <li dir="auto" data-at={line.at} data-list={kind} className={depth > 0 ? `ql-indent-${depth}` : undefined}>
      {isCheck && (
        <span className={classes.hidden} dir="ltr" {...unwritten}>
          {kind === 'checked' ? 'Done: ' : 'To do: '}
        </span>
      )}
      <Words line={line} />
      {below.map((list) => (
        <Items key={list.items[0]?.line.at} list={list} from={depth} />
      ))}
    </li>
  )
}

/** A read-only table. The cells of its header row are `th` elements. */
const Table = ({ table, at }: { table: unknown; at: number }) => (
  <div className={classes.wide} data-at={at}>
    <table>
      <tbody>
        {rowsOf(table).map(({ id, isHead, cells }) => (
          <tr key={id}>
            {cells.map(({ id, place, pieces }) => {
              const Cell = isHead ? 'th' : 'td'
              return (
                <Cell key={id} dir="auto" data-cell={place} {...(isHead && { scope: 'col' })}>
                  <Pieces pieces={pieces} />
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
