import { IconFolder, IconFolderPlus, IconLock, IconShield } from '@tabler/icons-react'
import { memo, useRef } from 'react'
import { Link } from 'react-router'
import type { CollectionRow } from '#projections/collections.ts'
import { formatCount } from '../../ui/figures.ts'
import cardsClasses from './cards.module.css'
import collectionsClasses from './collections.module.css'
import { useDragging } from './dragging.ts'
import { useMoves } from './moves.tsx'

interface Props {
  row: CollectionRow
  to: string
  lore: number
  folders: number
}

const heldIn = (lore: number, folders: number) =>
  [
    ...(lore > 0 || folders === 0 ? [`${lore.toLocaleString('en')} lore`] : []),
    ...(folders > 0 ? [formatCount(folders, 'folder')] : []),
  ].join(' · ')

/** A folder inside a folder: opens on click, accepts drops, and can be dragged. */
export const CollectionCard = memo(({ row, to, lore, folders }: Props) => {
  const card = useRef<HTMLAnchorElement>(null)
  const moves = useMoves()
  const { isOver, isDragged } = useDragging(card, {
    carry: () => ({ kind: 'folder', id: row.id }),
    may: (dragged) => moves.may(dragged, row.id),
    drop: (dragged) => moves.take(dragged, row.id),
  })
  return (
    <Link
      ref={card}
      to={to}
      className={cardsClasses.collection}
      title={row.name}
      data-over={isOver || undefined}
      data-dragged={isDragged || undefined}
    >
      <IconFolder size={18} aria-hidden="true" />
      <span className={cardsClasses.collectionText}>
        <b className={collectionsClasses.ell} dir="auto">
          {row.name}
        </b>
        <small>{heldIn(lore, folders)}</small>
      </span>
      {row.visibility === 'PRIVATE' && <IconLock size={15} aria-label="Private" />}
      {row.visibility === 'DM' && <IconShield size={15} aria-label="DM" className={cardsClasses.collectionDm} />}
    </Link>
  )
})

interface NewProps {
  onNew: () => void
  /** Creates a folder of the dropped items. */
  onDropped: (ids: readonly string[]) => void
}

/** A card for a new folder. Lore dropped here is moved into it. */
export const NewCollectionCard = ({ onNew, onDropped }: NewProps) => {
  const card = useRef<HTMLButtonElement>(null)
  const { isOver } = useDragging(card, {
    may: ({ kind }) => kind === 'lore',
    drop: (dragged) => dragged.kind === 'lore' && onDropped(dragged.ids),
  })
  return (
    <button
      ref={card}
      type="button"
      className={`${cardsClasses.collection} ${cardsClasses.new}`}
      data-over={isOver || undefined}
      onClick={onNew}
    >
      <IconFolderPlus size={18} aria-hidden="true" />
      <span>New folder, or drop lore here</span>
    </button>
  )
}
