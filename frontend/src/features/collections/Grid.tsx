import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { CollectionListItem, ConjurationItem } from '#projections/answers.ts'
import { type CollectionTree, collectionPath } from '../../data/collection-tree.ts'
import { CollectionCard, NewCollectionCard } from './CollectionCard.tsx'
import { ConjurationCard } from './ConjurationCard.tsx'
import classes from './cards.module.css'
import { columnsIn, linesOf } from './lines.ts'

/** Row heights in pixels by content, from the style sheet, including the gap. */
const heights = { desktop: { folders: 74, lore: 272 }, phone: { folders: 72, lore: 246 } }
/** Gap between folders and lore. */
const apart = 6

interface Props {
  tree: CollectionTree
  folders: readonly CollectionListItem[]
  lore: readonly ConjurationItem[]
  ticked: ReadonlySet<string>
  /** The scrolling element. */
  scroller: RefObject<HTMLElement | null>
  mayAdd: boolean
  onTick: (id: string, reach: boolean) => void
  onNewCollection: () => void
  onCollectionOf: (ids: readonly string[]) => void
}

/**
 * Folder cards and lore cards; only visible rows are rendered. Tab reaches one lore card, arrow keys move, Space
 * selects.
 */
export const Grid = (props: Props) => {
  const { tree, lore, ticked, onTick, onNewCollection, onCollectionOf } = props
  const grid = useRef<HTMLDivElement>(null)
  const { measured, width, columns, withNew, lines, virtual } = useLines(grid, props)
  const firstOfLore = lines.findIndex(({ kind }) => kind === 'lore')
  const scrollTo = (row: ConjurationItem) =>
    virtual.scrollToIndex(lines.findIndex((line) => line.kind === 'lore' && line.lore.includes(row)))
  const { current, setCurrent, onKeyDown } = useCardKeys({ grid, lore, columns, scrollTo, onTick })
  const carry = useCarry(ticked)

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys belong to the whole grid, the focus to its links
    <div ref={grid} className={`${classes.grid} ${ticked.size > 0 ? classes.ticking : ''}`} onKeyDown={onKeyDown}>
      <div ref={measured} style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index: n, key, start }) => {
          const line = lines[n]
          if (!line) return null
          return (
            <div
              key={key}
              className={classes.line}
              style={{
                transform: `translateY(${start - virtual.options.scrollMargin}px)`,
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              }}
            >
              {line.kind === 'folders'
                ? line.folders.map((row) => (
                    <CollectionCard
                      key={row.id}
                      row={row}
                      to={collectionPath(tree, row.id)}
                      lore={row.loreCount}
                      folders={row.childCount}
                    />
                  ))
                : line.lore.map((row) => (
                    <ConjurationCard
                      key={row.id}
                      row={row}
                      width={width / columns}
                      ticked={ticked.has(row.id)}
                      current={row.id === current?.id}
                      isFirst={n === firstOfLore}
                      carry={carry}
                      onTick={onTick}
                      onCurrent={setCurrent}
                    />
                  ))}
              {line.kind === 'folders' && line.isLast && withNew && (
                <NewCollectionCard onNew={onNewCollection} onDropped={onCollectionOf} />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

type LineOptions = Pick<Props, 'folders' | 'lore' | 'mayAdd' | 'scroller'>

/** Arranges the cards in rows as wide as the grid, and virtualizes the rows. */
const useLines = (grid: RefObject<HTMLElement | null>, { folders, lore, mayAdd, scroller }: LineOptions) => {
  const { ref: measured, width } = useElementSize<HTMLDivElement>()
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const withNew = mayAdd && !isPhone
  const height = heights[isPhone ? 'phone' : 'desktop']
  const columns = columnsIn(width)
  const lines = useMemo(
    () => (width === 0 ? [] : linesOf(folders, lore, columns, withNew)),
    [folders, lore, columns, width, withNew],
  )
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(grid.current?.offsetTop ?? 0), [width])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    // These functions change only with the rows: otherwise the virtualizer would measure thousands of rows in each frame
    // of scrolling.
    estimateSize: useCallback(
      (index: number) => {
        const line = lines[index]
        return line ? height[line.kind] + (line.kind === 'folders' && line.isLast ? apart : 0) : 0
      },
      [lines, height],
    ),
    getItemKey: useCallback((index: number) => lines[index]?.key ?? index, [lines]),
    scrollMargin: top,
    overscan: 3,
  })
  useLayoutEffect(() => virtual.measure(), [virtual, lines, height])
  return { measured, width, columns, withNew, lines, virtual }
}

interface CardKeys {
  grid: RefObject<HTMLElement | null>
  lore: readonly ConjurationItem[]
  columns: number
  scrollTo: (row: ConjurationItem) => void
  onTick: (id: string, reach: boolean) => void
}

/** The lore card that Tab reaches, and the keys that move from it and select it. */
const useCardKeys = ({ grid, lore, columns, scrollTo, onTick }: CardKeys) => {
  const [at, setAt] = useState<string | null>(null)
  const index = useMemo(() => Math.max(0, at === null ? 0 : lore.findIndex(({ id }) => id === at)), [lore, at])
  const current = lore[index]
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!(event.target as HTMLElement).closest(`.${classes.open}`) || event.altKey || event.ctrlKey || event.metaKey)
      return
    if (event.key === ' ' && current) {
      event.preventDefault()
      return onTick(current.id, event.shiftKey)
    }
    const steps: Record<string, number> = {
      ArrowRight: index + 1,
      ArrowLeft: index - 1,
      ArrowDown: index + columns,
      ArrowUp: index - columns,
      Home: 0,
      End: lore.length - 1,
    }
    const next = lore[steps[event.key] ?? -1]
    if (!(event.key in steps)) return
    event.preventDefault()
    if (!next) return
    setAt(next.id)
    scrollTo(next)
    // The virtualizer may render the card only after scrolling to it.
    requestAnimationFrame(() => requestAnimationFrame(() => focusCard(grid.current, next.id)))
  }
  return { current, setCurrent: setAt, onKeyDown }
}

/** Returns a function that is the same in all renders, and lists the ids dragged along with a card: all selected ones if it is selected. */
const useCarry = (ticked: ReadonlySet<string>) => {
  const ids = useRef(ticked)
  ids.current = ticked
  const [carry] = useState(() => (id: string) => (ids.current.has(id) ? [...ids.current] : [id]))
  return carry
}

const focusCard = (grid: HTMLElement | null, id: string) =>
  grid?.querySelector<HTMLElement>(`[data-id="${id}"] .${classes.open}`)?.focus({ preventScroll: true })
