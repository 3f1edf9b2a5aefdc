import { IconPinFilled, IconUsers } from '@tabler/icons-react'
import { type MouseEvent, memo, useRef } from 'react'
import { Link } from 'react-router'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import { ago } from '../../ui/ago.ts'
import { ConjurationImage } from '../../ui/ConjurationImage.tsx'
import { VisibilityBadge } from '../../ui/VisibilityBadge.tsx'
import cardsClasses from './cards.module.css'
import collectionsClasses from './collections.module.css'
import { useDragging } from './dragging.ts'
import { conjurationPath } from './paths.ts'

interface Props {
  row: ConjurationItem
  width: number
  ticked: boolean
  /** True for the card that Tab reaches; arrow keys move it. */
  current: boolean
  /** True for a card in the first row of lore. */
  isFirst: boolean
  /** Returns the ids that are dragged along with a card: all selected ones if the card is selected. */
  carry: (id: string) => readonly string[]
  onTick: (id: string, reach: boolean) => void
  onCurrent: (id: string) => void
}

/**
 * A card of lore in a folder. A click or Enter opens it; its box or Space selects it; a click with Shift selects all cards
 * in between; it can be dragged.
 */
export const ConjurationCard = memo(({ row, width, ticked, current, isFirst, carry, onTick, onCurrent }: Props) => {
  const card = useRef<HTMLElement>(null)
  const { isDragged } = useDragging(card, {
    carry: row.mayEdit ? () => ({ kind: 'lore', ids: carry(row.id) }) : undefined,
  })
  const name = row.name || untitledConjuration
  const click = (event: MouseEvent) => {
    if (!event.shiftKey) return
    event.preventDefault()
    onTick(row.id, true)
  }
  return (
    <article
      ref={card}
      className={cardsClasses.card}
      data-ticked={ticked || undefined}
      data-dragged={isDragged || undefined}
      data-id={row.id}
    >
      <div className={cardsClasses.image}>
        <ConjurationImage id={row.id} uri={row.imageUri} width={width} isFirst={isFirst} />
      </div>
      <div className={cardsClasses.body}>
        <h2 className={collectionsClasses.ell} dir="auto">
          <Link
            to={conjurationPath(row.id)}
            className={cardsClasses.open}
            title={name}
            tabIndex={current ? 0 : -1}
            draggable={false}
            onClick={click}
            onFocus={() => onCurrent(row.id)}
          >
            {name}
          </Link>
        </h2>
        <p dir="auto">{row.description.slice(0, 200)}</p>
        <Facts row={row} />
      </div>
      <label className={cardsClasses.tick}>
        <input
          type="checkbox"
          checked={ticked}
          tabIndex={-1}
          aria-label={`Select ${name}`}
          onClick={(event) => onTick(row.id, event.shiftKey)}
          onChange={() => {}}
        />
      </label>
    </article>
  )
})

/** The line below a card's text: pin, visibility, tags and age. */
const Facts = ({ row }: { row: ConjurationItem }) => {
  const [tag, ...tags] = row.tags
  return (
    <div className={cardsClasses.meta}>
      {row.isPinned && <IconPinFilled size={15} aria-label="Pinned" />}
      {row.visibility === 'CAMPAIGN' ? (
        <IconUsers size={15} aria-label="Campaign" />
      ) : (
        <VisibilityBadge visibility={row.visibility} />
      )}
      {tag && (
        <span className={`${cardsClasses.tag} ${collectionsClasses.ell}`} dir="auto">
          {tag}
        </span>
      )}
      {tags.length > 0 && <span className="num">+{tags.length}</span>}
      <time dateTime={row.updatedAt}>{ago(row.updatedAt)}</time>
    </div>
  )
}
