import type { ItemInstance } from '@headless-tree/core'
import { VisuallyHidden } from '@mantine/core'
import {
  IconBook,
  IconChevronDown,
  IconChevronRight,
  IconFileText,
  IconFolder,
  IconFolderOpen,
  IconLock,
  IconShield,
  IconWorld,
} from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { untitledLore } from '#domain/conjurations.ts'
import { useDragging } from './dragging.ts'
import { useMoves } from './moves.tsx'
import { rootId, type TreeNode } from './tree-nodes.ts'

/** Pixels, as the look has them. */
const indent = 16
const firstGuide = 15

const exceptions: Partial<Record<TreeNode['visibility'], ReactNode>> = {
  PRIVATE: <IconLock size={15} aria-label="Private" />,
  DM: <IconShield size={15} aria-label="DM" className="col-dm" />,
  PUBLIC: <IconWorld size={15} aria-label="Public" />,
}

interface Props {
  item: ItemInstance<TreeNode>
  top: number
  isCurrent: boolean
  count: number | undefined
  href: string
}

/** A line of the tree: a link that goes there, to be dragged and dropped upon. */
export const TreeRow = ({ item, top, isCurrent, count, href }: Props) => {
  const { id, kind, name, visibility } = item.getItemData()
  const row = useRef<HTMLAnchorElement>(null)
  const moves = useMoves()
  const folderId = id === rootId ? null : id
  const { isOver, isDragged } = useDragging(row, {
    carry: kind === 'folder' ? () => ({ kind: 'folder', id }) : undefined,
    may: (dragged) => moves.may(dragged, folderId),
    drop: kind === 'lore' ? undefined : (dragged) => moves.take(dragged, folderId),
    onLinger: () => item.expand(),
  })
  const { level } = item.getItemMeta()
  const isOpen = item.isExpanded()
  // Pointers drag by the page's rules, so the tree's own handlers are left out; what the line says is its name.
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

  return (
    <a
      {...props}
      ref={(element) => {
        row.current = element
        ref(element)
      }}
      href={href}
      className="col-row"
      style={{ transform: `translateY(${top}px)`, paddingLeft: 8 + level * indent }}
      data-current={isCurrent || undefined}
      data-over={isOver || item.isDragTarget() || undefined}
      data-dragged={isDragged || undefined}
      onClick={go}
      onFocus={() => item.isFocused() || item.setFocused()}
    >
      {Array.from({ length: level }, (_, n) => (
        <span key={n} className="col-guide" style={{ left: firstGuide + n * indent }} />
      ))}
      <span className="col-chevron" onClick={toggle} aria-hidden="true">
        {item.isFolder() && (isOpen ? <IconChevronDown size={15} /> : <IconChevronRight size={15} />)}
      </span>
      {icon(kind, isOpen && item.isFolder())}
      <span className="col-ell">{name || untitledLore}</span>
      {exceptions[visibility]}
      {count !== undefined && count > 0 && (
        <span className="col-count num">
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
  })[kind]()
