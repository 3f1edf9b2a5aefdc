import type { ItemInstance } from '@headless-tree/core'
import { VisuallyHidden } from '@mantine/core'
import {
  IconBook,
  IconChevronDown,
  IconChevronRight,
  IconDots,
  IconFileText,
  IconFolder,
  IconFolderOpen,
  IconLock,
  IconShield,
  IconWorld,
} from '@tabler/icons-react'
import { lazy, type MouseEvent, type ReactNode, type RefObject, useRef } from 'react'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import { Part } from '../../ui/Part.tsx'
import collectionsClasses from './collections.module.css'
import { useDragging } from './dragging.ts'
import { indentOf } from './indent.ts'
import { useMoves } from './moves.tsx'
import treeClasses from './tree.module.css'
import { rootId, type TreeNode } from './tree-nodes.ts'

const Renaming = lazy(async () => ({ default: (await import('./Renaming.tsx')).Renaming }))

/** Position of the first indentation guide, in pixels, as in the style sheet. */
const firstGuide = 15
/** The most indentation guides per row. */
const mostGuides = 12

const exceptions: Partial<Record<TreeNode['visibility'], ReactNode>> = {
  PRIVATE: <IconLock size={15} aria-label="Private" />,
  DM: <IconShield size={15} aria-label="DM" className={treeClasses.rowDm} />,
  PUBLIC: <IconWorld size={15} aria-label="Public" />,
}

interface Props {
  item: ItemInstance<TreeNode>
  top: number
  isCurrent: boolean
  count: number | undefined
  href: string
  /** Called with the new name, or with null to leave the name as it is; undefined unless this row is being renamed. */
  onRenamed: ((name: string | null) => void) | undefined
}

/** A row of the tree: a link, draggable, and a drop target. */
export const TreeRow = ({ item, top, isCurrent, count, href, onRenamed }: Props) => {
  const { id, kind, name, visibility } = item.getItemData()
  const row = useRef<HTMLElement>(null)
  const { isOver, isDragged } = useRowDragging(row, item)
  const { level } = item.getItemMeta()
  const isOpen = item.isExpanded()
  const { ref, ...own } = readRowProps(item)
  const line = {
    ...own,
    'aria-selected': isCurrent,
    ref: (element: HTMLElement | null) => {
      row.current = element
      ref(element)
    },
    className: treeClasses.row,
    style: { transform: `translateY(${top}px)`, paddingLeft: 8 + indentOf(level) },
    'data-id': id,
    'data-kind': kind,
    'data-current': isCurrent || undefined,
  }

  if (onRenamed)
    return (
      <div {...line}>
        <Guides level={level} />
        <span className={treeClasses.chevron} />
        {icon(kind, false)}
        <Part>
          <Renaming name={name} isConjuration={kind === 'lore'} onDone={onRenamed} />
        </Part>
      </div>
    )
  return (
    <a
      {...line}
      href={kind === 'more' ? undefined : href}
      data-over={isOver || item.isDragTarget() || undefined}
      data-dragged={isDragged || undefined}
      onClick={(event) => openRow(event, item)}
      onFocus={() => item.isFocused() || item.setFocused()}
    >
      <Guides level={level} />
      <span className={treeClasses.chevron} onClick={(event) => toggleRow(event, item)} aria-hidden="true">
        {item.isFolder() && (isOpen ? <IconChevronDown size={15} /> : <IconChevronRight size={15} />)}
      </span>
      {icon(kind, isOpen && item.isFolder())}
      <span className={collectionsClasses.ell} dir="auto" title={name || untitledConjuration}>
        {name || untitledConjuration}
      </span>
      {exceptions[visibility]}
      {count !== undefined && count > 0 && (
        <span className={`${treeClasses.count} num`}>
          {count.toLocaleString('en')}
          <VisuallyHidden> lore</VisuallyHidden>
        </span>
      )}
    </a>
  )
}

/** Makes folders and lore draggable. Folders and the root accept drops, and expand if the dragged item lingers over them. */
const useRowDragging = (row: RefObject<HTMLElement | null>, item: ItemInstance<TreeNode>) => {
  const moves = useMoves()
  const { id, kind } = item.getItemData()
  const folderId = id === rootId ? null : id
  return useDragging(row, {
    carry:
      kind === 'folder'
        ? () => ({ kind: 'folder', id })
        : kind === 'lore'
          ? () => ({ kind: 'lore', ids: [id] })
          : undefined,
    may: (dragged) => moves.may(dragged, folderId),
    drop: kind === 'lore' || kind === 'more' ? undefined : (dragged) => moves.take(dragged, folderId),
    onLinger: () => item.expand(),
  })
}

/**
 * The tree's attributes of a row. The page handles clicks and pointer drags, so that the tree's own handlers are
 * omitted; the row's accessible name is its label.
 */
const readRowProps = (item: ItemInstance<TreeNode>) => {
  const {
    'aria-label': _label,
    onClick: _click,
    onDragEnter: _enter,
    onDragOver: _over,
    onDragLeave: _leave,
    onDrop: _drop,
    ...own
  } = item.getProps()
  return own
}

/** Opens a row's page here, unless the click is for another tab or window. */
const openRow = (event: MouseEvent, item: ItemInstance<TreeNode>) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  item.setFocused()
  item.primaryAction()
}

const toggleRow = (event: MouseEvent, item: ItemInstance<TreeNode>) => {
  event.preventDefault()
  event.stopPropagation()
  if (item.isExpanded()) item.collapse()
  else item.expand()
}

const Guides = ({ level }: { level: number }) =>
  Array.from({ length: Math.min(level, mostGuides) }, (_, n) => level - 1 - n).map((n) => (
    <span key={n} className={treeClasses.guide} style={{ left: firstGuide + indentOf(n) }} />
  ))

const icon = (kind: TreeNode['kind'], isOpen: boolean) =>
  ({
    root: () => <IconBook size={15} />,
    folder: () => (isOpen ? <IconFolderOpen size={15} /> : <IconFolder size={15} />),
    lore: () => <IconFileText size={15} />,
    more: () => <IconDots size={15} />,
  })[kind]()
