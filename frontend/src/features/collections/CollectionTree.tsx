import { AssistiveDndState, type ItemInstance } from '@headless-tree/core'
import { AssistiveTreeDescription } from '@headless-tree/react'
import { type KeyboardEvent, type MouseEvent, useMemo, useRef } from 'react'
import { widthOf } from './indent.ts'
import { TreeRow } from './TreeRow.tsx'
import classes from './tree.module.css'
import { type Nodes, rootId, type TreeNode } from './tree-nodes.ts'
import {
  collectionOf,
  nameRoom,
  useFolderTree,
  useScrollToCurrent,
  useSeenFolders,
  useVirtualRows,
} from './use-folder-tree.ts'

interface Props {
  nodes: Nodes
  opened: string[]
  onOpened: (update: string[] | ((before: string[]) => string[])) => void
  /** The folder that is shown; null is the root. */
  current: string | null
  /** True once all folders on the path to `current` are loaded, after which its row does not move. */
  isWayLoaded: boolean
  /** The number of lore items in a folder. */
  countOf: (id: string) => number | undefined
  hrefOf: (node: TreeNode) => string
  onGo: (node: TreeNode) => void
  /** Called with the folders whose “Load More” rows are visible. */
  onSeen: (folders: readonly string[]) => void
  /** Opens a row's menu at a position of the window. */
  onMenu: (node: TreeNode, at: { x: number; y: number }) => void
  onRename: (node: TreeNode) => void
  onDelete: (node: TreeNode) => void
  /** The row whose name is being edited. */
  renaming: string | null
  onRenamed: (node: TreeNode, name: string | null) => void
}

/**
 * The folders of a campaign and their lore. Arrow keys move and expand, Enter opens, F2 renames, Delete deletes,
 * Ctrl+Shift+D drags a folder, Shift+F10 opens the menu; only visible rows are rendered.
 */
export const FolderTree = (props: Props) => {
  const { nodes, opened, onOpened, current, isWayLoaded, countOf, hrefOf, onGo, onSeen, renaming, onRenamed } = props
  const scroller = useRef<HTMLDivElement>(null)
  const tree = useFolderTree({
    nodes,
    expandedItems: nodes.opened ?? opened,
    onExpanded: onOpened,
    onGo,
    scrollToRow: (index) => {
      virtual.scrollToIndex(index)
    },
  })
  const items = tree.getItems()
  const virtual = useVirtualRows(items, tree.getState().focusedItem ?? rootId, scroller)
  const drawn = virtual.getVirtualItems()
  const deepest = useMemo(() => items.reduce((most, item) => Math.max(most, item.getItemMeta().level), 0), [items])
  useSeenFolders(items, drawn, onSeen)
  useScrollToCurrent({ items, current, isWayLoaded, virtual, scroller })
  const { onKeyDown, onContextMenu } = createRowHandlers(items, props)

  return (
    <div className={classes.tree} ref={scroller}>
      <AssistiveTreeDescription tree={tree} getLabel={describe} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the library's props set the role `tree` */}
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

/** The row that an event of the tree belongs to. */
const findRow = (items: readonly ItemInstance<TreeNode>[], target: EventTarget) => {
  const id = (target as HTMLElement).closest<HTMLElement>('[data-id]')?.dataset.id
  return items.find((each) => each.getId() === id)
}

type RowActions = Pick<Props, 'onMenu' | 'onRename' | 'onDelete'>

/** Returns handlers for keys and the context menu, which act on the row that an event belongs to. */
const createRowHandlers = (items: readonly ItemInstance<TreeNode>[], { onMenu, onRename, onDelete }: RowActions) => ({
  onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const node = findRow(items, event.target)?.getItemData()
    if (!node || event.target instanceof HTMLInputElement) return
    const { left, bottom } = (event.target as HTMLElement).getBoundingClientRect()
    const acts: Record<string, () => void> = {
      F2: () => onRename(node),
      Delete: () => onDelete(node),
      ContextMenu: () => onMenu(node, { x: left + nameRoom / 2, y: bottom }),
      ...(event.shiftKey && { F10: () => onMenu(node, { x: left + nameRoom / 2, y: bottom }) }),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  },
  onContextMenu(event: MouseEvent<HTMLDivElement>) {
    const item = findRow(items, event.target)
    if (!item || item.getItemData().kind === 'more') return
    event.preventDefault()
    item.setFocused()
    item.getElement()?.focus({ preventScroll: true })
    onMenu(item.getItemData(), { x: event.clientX, y: event.clientY })
  },
})

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
