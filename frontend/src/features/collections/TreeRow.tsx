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
import { lazy, type MouseEvent, type ReactNode, useRef } from 'react'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import { Part } from '../../ui/Part.tsx'
import collectionsClasses from './collections.module.css'
import { useDragging } from './dragging.ts'
import { indentOf } from './indent.ts'
import { useMoves } from './moves.tsx'
import treeClasses from './tree.module.css'
import { rootId, type TreeNode } from './tree-nodes.ts'

const Renaming = lazy(async () => ({ default: (await import('./Renaming.tsx')).Renaming }))

/** Pixels, as the look has them. */
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
  /** Given while the name is being changed here; null: it stays. */
  onRenamed: ((name: string | null) => void) | undefined
}

/** A row of the tree: a link, draggable, and a drop target. */
export const TreeRow = ({ item, top, isCurrent, count, href, onRenamed }: Props) => {
  const { id, kind, name, visibility } = item.getItemData()
  const row = useRef<HTMLElement>(null)
  const moves = useMoves()
  const folderId = id === rootId ? null : id
  const { isOver, isDragged } = useDragging(row, {
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
  const { level } = item.getItemMeta()
  const isOpen = item.isExpanded()
  // The page handles pointer drags, so that the tree's own handlers are omitted; the row's accessible name is its
  // label.
  const {
    ref,
    'aria-label': _label,
    onClick: _click,
    onDragEnter: _enter,
    onDragOver: _over,
    onDragLeave: _leave,
    onDrop: _drop,
    ...own
  } = item.getProps()
  const props = { ...own, 'aria-selected': isCurrent }

  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    item.setFocused()
    item.primaryAction()
  }
  const toggle = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (isOpen) item.collapse()
    else item.expand()
  }

  const line = {
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
  const guides = Array.from({ length: Math.min(level, mostGuides) }, (_, n) => level - 1 - n).map((n) => (
    <span key={n} className={treeClasses.guide} style={{ left: firstGuide + indentOf(n) }} />
  ))

  if (onRenamed)
    return (
      <div {...props} {...line}>
        {guides}
        <span className={treeClasses.chevron} />
        {icon(kind, false)}
        <Part>
          <Renaming name={name} isConjuration={kind === 'lore'} onDone={onRenamed} />
        </Part>
      </div>
    )
  return (
    <a
      {...props}
      {...line}
      href={kind === 'more' ? undefined : href}
      data-over={isOver || item.isDragTarget() || undefined}
      data-dragged={isDragged || undefined}
      onClick={go}
      onFocus={() => item.isFocused() || item.setFocused()}
    >
      {guides}
      <span className={treeClasses.chevron} onClick={toggle} aria-hidden="true">
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

const icon = (kind: TreeNode['kind'], isOpen: boolean) =>
  ({
    root: () => <IconBook size={15} />,
    folder: () => (isOpen ? <IconFolderOpen size={15} /> : <IconFolder size={15} />),
    lore: () => <IconFileText size={15} />,
    more: () => <IconDots size={15} />,
  })[kind]()
