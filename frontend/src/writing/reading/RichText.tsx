import { memo, type ReactNode, useDeferredValue, useMemo } from 'react'
import type { Op } from '#domain/text-ops.ts'
import { type Block, blocksOf, type Item, type Line, type List } from './blocks.ts'
import { headingDepths } from './heading-depths.ts'
import { Pieces } from './Pieces.tsx'
import classes from './rich-text.module.css'
import { Table } from './Table.tsx'

/** More than any screen shows at once, were each of them a line. */
const firstBlocks = 80

/** A text to read, made of its Delta: elements alone, so nothing that somebody wrote can run. Its beginning is painted before the rest is laid out. */
export const RichText = memo(({ ops }: { ops: readonly Op[] }) => {
  const all = useMemo(() => blocksOf(ops), [ops])
  const blocks = useDeferredValue(all, all.length > firstBlocks ? all.slice(0, firstBlocks) : undefined)
  return (
    <div className={classes.text} data-written>
      <Blocks blocks={blocks} />
    </div>
  )
})

/** By itself: while the new ones are deferred, the old ones are not made a second time. */
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

const Words = ({ line: { pieces } }: { line: Line }) => (pieces.length > 0 ? <Pieces pieces={pieces} /> : <br />)

/** The first below the title of what it stands in. */
const firstLevel = 3
/** By size, as in the editor. */
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
  code: ({ lines }) => (
    <pre dir="auto" data-at={lines[0]?.at}>
      <code>{lines.map(({ pieces }) => pieces.map(({ insert }) => insert).join('')).join('\n')}</code>
    </pre>
  ),
  list: ({ list }) => <Items list={list} />,
  table: ({ table }) => <Table table={table} />,
  divider: () => <hr />,
}

const Items = ({ list: { isOrdered, items } }: { list: List }) => {
  const Kind = isOrdered ? 'ol' : 'ul'
  return (
    <Kind dir="auto">
      {items.map((item) => (
        <One key={item.line.at} item={item} />
      ))}
    </Kind>
  )
}

const One = ({ item: { line, kind, below } }: { item: Item }) => {
  const isCheck = kind === 'checked' || kind === 'unchecked'
  return (
    <li dir="auto" data-at={line.at} data-check={isCheck ? kind : undefined}>
      {isCheck && <span className={classes.hidden}>{kind === 'checked' ? 'Done: ' : 'To do: '}</span>}
      <Words line={line} />
      {below && <Items list={below} />}
    </li>
  )
}
