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
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useMoves } from './moves.tsx'
import { TreeRow } from './TreeRow.tsx'
import { type Nodes, rootId, type TreeNode, topId } from './tree-nodes.ts'

/** Pixels, as the stylesheet has them. */
const heights = { desk: 29, phone: 44 }

interface Props {
  nodes: Nodes
  opened: string[]
  onOpened: (update: string[] | ((before: string[]) => string[])) => void
  /** The folder that is shown; null is the root. */
  current: string | null
  counts: Readonly<Record<string, number>>
  hrefOf: (node: TreeNode) => string
  onGo: (node: TreeNode) => void
}

const folderOf = (id: string) => (id === rootId ? null : id)

/** The folders of a campaign. Arrows walk and open, Enter goes there, Ctrl+Shift+D takes a folder along; only what is on screen is drawn. */
export const FolderTree = ({ nodes, opened, onOpened, current, counts, hrefOf, onGo }: Props) => {
  const moves = useMoves()
  const scroller = useRef<HTMLDivElement>(null)
  const expandedItems = nodes.opened ?? opened
  const tree = useTree<TreeNode>({
    rootItemId: topId,
    dataLoader: { getItem: (id) => nodes.get(id), getChildren: (id) => [...nodes.get(id).children] },
    getItemName: (item) => item.getItemData().name,
    isItemFolder: (item) => item.getItemData().children.length > 0,
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
      target.item.getItemData().kind !== 'lore' &&
      item !== undefined &&
      moves.may({ kind: 'folder', id: item.getId() }, folderOf(target.item.getId())),
    onDrop: ([item], target) => item && moves.take({ kind: 'folder', id: item.getId() }, folderOf(target.item.getId())),
    features: [syncDataLoaderFeature, hotkeysCoreFeature, dragAndDropFeature, keyboardDragAndDropFeature],
  })
  useEffect(() => tree.rebuildTree(), [tree, nodes])

  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const rowHeight = heights[isPhone ? 'phone' : 'desk']
  const items = tree.getItems()
  const focusedId = tree.getState().focusedItem ?? rootId
  const focused = useMemo(() => items.findIndex((item) => item.getId() === focusedId), [items, focusedId])
  // The same functions as long as the lines are the same: with others, each frame of scrolling measures thousands anew.
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

  return (
    <div className="col-tree" ref={scroller}>
      <AssistiveTreeDescription tree={tree} getLabel={describe} />
      <div {...tree.getContainerProps('Folders')} style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index]
          if (!item) return null
          return (
            <TreeRow
              key={key}
              item={item}
              top={start}
              isCurrent={folderOf(item.getId()) === current}
              count={counts[item.getId()]}
              href={hrefOf(item.getItemData())}
            />
          )
        })}
      </div>
    </div>
  )
}

/** What a screen reader is told while the keyboard drags. */
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
