import {
  AssistiveDndState,
  dragAndDropFeature,
  hotkeysCoreFeature,
  keyboardDragAndDropFeature,
  syncDataLoaderFeature,
} from '@headless-tree/core'
import { AssistiveTreeDescription, useTree } from '@headless-tree/react'
import { useMediaQuery } from '@mantine/hooks'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useMemo, useRef } from 'react'
import { indentOf, widthOf } from './indent.ts'
import { useMoves } from './moves.tsx'
import { TreeRow } from './TreeRow.tsx'
import classes from './tree.module.css'
import { collectionOfMore, type Nodes, rootId, type TreeNode, topId } from './tree-nodes.ts'

/** Pixels, as the stylesheet has them. */
const heights = { desktop: 29, phone: 44 }
/** Width of a row's beginning that must be visible. */
const nameRoom = 80

interface Props {
  nodes: Nodes
  opened: string[]
  onOpened: (update: string[] | ((before: string[]) => string[])) => void
  /** The folder that is shown; null is the root. */
  current: string | null
  /** All folders on the path are loaded: its row will not move. */
  isWayLoaded: boolean
  /** The number of lore items in a folder. */
  countOf: (id: string) => number | undefined
  hrefOf: (node: TreeNode) => string
  onGo: (node: TreeNode) => void
  /** Rows that load more have become visible, by folder. */
  onSeen: (folders: readonly string[]) => void
  /** Opens a row's menu at a position of the window. */
  onMenu: (node: TreeNode, at: { x: number; y: number }) => void
  onRename: (node: TreeNode) => void
  onDelete: (node: TreeNode) => void
  /** The row whose name is being edited. */
  renaming: string | null
  onRenamed: (node: TreeNode, name: string | null) => void
}

const isCollection = ({ kind }: TreeNode) => kind === 'root' || kind === 'folder'
const collectionOf = (id: string) => (id === rootId ? null : id)

/**
 * The folders of a campaign and their lore. Arrow keys move and expand, Enter opens, F2 renames, Delete deletes,
 * Ctrl+Shift+D drags a folder, Shift+F10 opens the menu; only visible rows are rendered.
 */
export const FolderTree = (props: Props) => {
  const { nodes, opened, onOpened, current, isWayLoaded, countOf, hrefOf, onGo, onSeen, renaming, onRenamed } = props
  const moves = useMoves()
  const scroller = useRef<HTMLDivElement>(null)
  const expandedItems = nodes.opened ?? opened
  const tree = useTree<TreeNode>({
    rootItemId: topId,
    dataLoader: { getItem: (id) => nodes.get(id), getChildren: (id) => [...nodes.get(id).children] },
    getItemName: (item) => item.getItemData().name,
    isItemFolder: (item) => item.getItemData().isBranch,
    ignoreHotkeysOnInputs: true,
    state: { expandedItems },
    setExpandedItems: onOpened,
    onPrimaryAction: (item) => onGo(item.getItemData()),
    scrollToItem: (item) => virtual.scrollToIndex(item.getItemMeta().index),
    // Pointers drag by the same rules as everywhere on the page; only the keyboard's dragging is the tree's own.
    seperateDragHandle: true,
    canReorder: false,
    canDrag: ([item]) => item?.getItemData().kind === 'folder',
    canDrop: ([item], target) =>
      !('childIndex' in target) &&
      isCollection(target.item.getItemData()) &&
      item !== undefined &&
      moves.may({ kind: 'folder', id: item.getId() }, collectionOf(target.item.getId())),
    onDrop: ([item], target) =>
      item && moves.take({ kind: 'folder', id: item.getId() }, collectionOf(target.item.getId())),
    features: [syncDataLoaderFeature, hotkeysCoreFeature, dragAndDropFeature, keyboardDragAndDropFeature],
  })
  useEffect(() => tree.rebuildTree(), [tree, nodes])

  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const rowHeight = heights[isPhone ? 'phone' : 'desktop']
  const items = tree.getItems()
  const focusedId = tree.getState().focusedItem ?? rootId
  const focused = useMemo(() => items.findIndex((item) => item.getId() === focusedId), [items, focusedId])
  // Stable functions as long as the rows are the same: otherwise each frame of scrolling would measure thousands again.
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    getItemKey: useCallback((index: number) => items[index]?.getId() ?? index, [items]),
    overscan: 12,
    // The line that Tab leads to stays drawn, wherever the tree is scrolled to.
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range)
        return focused < 0 || shown.includes(focused) ? shown : [...shown, focused].sort((a, b) => a - b)
      },
      [focused],
    ),
  })

  const deepest = useMemo(() => items.reduce((most, item) => Math.max(most, item.getItemMeta().level), 0), [items])

  const drawn = virtual.getVirtualItems()
  const visibleFolders = drawn.flatMap(({ index }) => {
    const node = items[index]?.getItemData()
    return node?.kind === 'more' ? [collectionOfMore(node.id)] : []
  })
  const folderList = visibleFolders.join()
  useEffect(() => {
    if (folderList) onSeen(folderList.split(','))
  }, [folderList, onSeen])

  // Scrolls to the current folder's row, once per navigation, as soon as its path is expanded.
  const at = useMemo(() => items.findIndex((item) => collectionOf(item.getId()) === current), [items, current])
  const shown = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    const item = items[at]
    if (!item || shown.current === current || !scroller.current) return
    if (isWayLoaded) shown.current = current
    virtual.scrollToIndex(at)
    const start = indentOf(item.getItemMeta().level)
    const { scrollLeft, clientWidth } = scroller.current
    if (start < scrollLeft || start > scrollLeft + clientWidth - nameRoom)
      scroller.current.scrollLeft = start - nameRoom / 2
  }, [at, items, current, isWayLoaded, virtual])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-id]')?.dataset.id
    const node = items.find((each) => each.getId() === id)?.getItemData()
    if (!node || event.target instanceof HTMLInputElement) return
    const { left, bottom } = (event.target as HTMLElement).getBoundingClientRect()
    const acts: Record<string, () => void> = {
      F2: () => props.onRename(node),
      Delete: () => props.onDelete(node),
      ContextMenu: () => props.onMenu(node, { x: left + nameRoom / 2, y: bottom }),
      ...(event.shiftKey && { F10: () => props.onMenu(node, { x: left + nameRoom / 2, y: bottom }) }),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const onContextMenu = (event: MouseEvent<HTMLDivElement>) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-id]')?.dataset.id
    const item = items.find((each) => each.getId() === id)
    if (!item || item.getItemData().kind === 'more') return
    event.preventDefault()
    item.setFocused()
    item.getElement()?.focus({ preventScroll: true })
    props.onMenu(item.getItemData(), { x: event.clientX, y: event.clientY })
  }

  return (
    <div className={classes.tree} ref={scroller}>
      <AssistiveTreeDescription tree={tree} getLabel={describe} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is a tree, which the library says in its props */}
      <div
        {...tree.getContainerProps('Folders')}
        style={{ height: virtual.getTotalSize(), minWidth: widthOf(deepest), position: 'relative' }}
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
      >
        {drawn.map(({ index, key, start }) => {
          const item = items[index]
          if (!item) return null
          return (
            <TreeRow
              key={key}
              item={item}
              top={start}
              isCurrent={collectionOf(item.getId()) === current}
              count={countOf(item.getId())}
              href={hrefOf(item.getItemData())}
              onRenamed={renaming === item.getId() ? (name) => onRenamed(item.getItemData(), name) : undefined}
            />
          )
        })}
      </div>
    </div>
  )
}

/** Announcements for screen readers during a keyboard drag. */
const describe: NonNullable<Parameters<typeof AssistiveTreeDescription>[0]['getLabel']> = (dnd, state) => {
  const what = dnd?.draggedItems?.map((item) => item.getItemName()).join(', ') ?? ''
  const where = dnd?.dragTarget ? `over ${dnd.dragTarget.item.getItemName()}` : 'nowhere yet'
  return {
    [AssistiveDndState.None]: 'Press Control, Shift and D to move the folder you are on.',
    [AssistiveDndState.Started]: `Moving ${what}, ${where}. Up and down arrows choose a folder, Enter moves it there, Escape stops.`,
    [AssistiveDndState.Dragging]: `${what}, ${where}`,
    [AssistiveDndState.Completed]: 'The folder was moved.',
    [AssistiveDndState.Aborted]: 'Nothing was moved.',
  }[state]
}
