import {
  dragAndDropFeature,
  hotkeysCoreFeature,
  type ItemInstance,
  keyboardDragAndDropFeature,
  syncDataLoaderFeature,
  type TreeInstance,
} from '@headless-tree/core'
import { useTree } from '@headless-tree/react'
import { useMediaQuery } from '@mantine/hooks'
import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import { indentOf } from './indent.ts'
import { useMoves } from './moves.tsx'
import { collectionOfMore, type Nodes, rootId, type TreeNode, topId } from './tree-nodes.ts'

/** Row heights in pixels, as in the style sheet. */
const heights = { desktop: 29, phone: 44 }
/** Width of a row's beginning that must be visible. */
export const nameRoom = 80

type Items = readonly ItemInstance<TreeNode>[]

const isCollection = ({ kind }: TreeNode) => kind === 'root' || kind === 'folder'
/** Returns the folder's id for the id of its row; null is the root. */
export const collectionOf = (id: string) => (id === rootId ? null : id)

interface FolderTreeOptions {
  nodes: Nodes
  expandedItems: string[]
  onExpanded: (update: string[] | ((before: string[]) => string[])) => void
  onGo: (node: TreeNode) => void
  scrollToRow: (index: number) => void
}

/** The tree's state: rows, expansion, focus, keys, and the keyboard's dragging of folders. */
export const useFolderTree = (options: FolderTreeOptions): TreeInstance<TreeNode> => {
  const { nodes, expandedItems, onExpanded, onGo, scrollToRow } = options
  const moves = useMoves()
  const tree = useTree<TreeNode>({
    rootItemId: topId,
    dataLoader: { getItem: (id) => nodes.get(id), getChildren: (id) => [...nodes.get(id).children] },
    getItemName: (item) => item.getItemData().name,
    isItemFolder: (item) => item.getItemData().isBranch,
    ignoreHotkeysOnInputs: true,
    state: { expandedItems },
    setExpandedItems: onExpanded,
    onPrimaryAction: (item) => onGo(item.getItemData()),
    scrollToItem: (item) => scrollToRow(item.getItemMeta().index),
    // The tree library handles only keyboard drags; `useDragging` handles pointer drags, as everywhere on the page.
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
  return tree
}

/** Renders only the rows in view, and the one that has the focus. */
export const useVirtualRows = (items: Items, focusedId: string, scroller: RefObject<HTMLElement | null>) => {
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const rowHeight = heights[isPhone ? 'phone' : 'desktop']
  const focused = useMemo(() => items.findIndex((item) => item.getId() === focusedId), [items, focusedId])
  // These functions change only with the rows: otherwise the virtualizer would measure thousands of rows in each frame of scrolling.
  return useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    getItemKey: useCallback((index: number) => items[index]?.getId() ?? index, [items]),
    overscan: 12,
    // The focused row, which Tab leads to, stays rendered at any scroll position.
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range)
        return focused < 0 || shown.includes(focused) ? shown : [...shown, focused].sort((a, b) => a - b)
      },
      [focused],
    ),
  })
}

/** Reports the folders whose “Load More” rows are rendered. */
export const useSeenFolders = (
  items: Items,
  drawn: readonly VirtualItem[],
  onSeen: (folders: readonly string[]) => void,
): void => {
  const visibleFolders = drawn.flatMap(({ index }) => {
    const node = items[index]?.getItemData()
    return node?.kind === 'more' ? [collectionOfMore(node.id)] : []
  })
  const folderList = visibleFolders.join()
  useEffect(() => {
    if (folderList) onSeen(folderList.split(','))
  }, [folderList, onSeen])
}

interface CurrentRow {
  items: Items
  current: string | null
  isWayLoaded: boolean
  virtual: ReturnType<typeof useVirtualRows>
  scroller: RefObject<HTMLElement | null>
}

/** Scrolls to the current folder's row, once per navigation, as soon as its path is expanded. */
export const useScrollToCurrent = ({ items, current, isWayLoaded, virtual, scroller }: CurrentRow): void => {
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
}
