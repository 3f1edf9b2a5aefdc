import { IconUsers } from '@tabler/icons-react'
import { type MouseEvent, memo, useRef } from 'react'
import { Link } from 'react-router'
import { untitledLore } from '#domain/conjurations.ts'
import type { LoreItem } from '#projections/answers.ts'
import { ago } from '../../ui/ago.ts'
import { LorePicture } from '../../ui/LorePicture.tsx'
import { VisibilityBadge } from '../../ui/VisibilityBadge.tsx'
import { useDragging } from './dragging.ts'
import { lorePath } from './paths.ts'

interface Props {
  row: LoreItem
  width: number
  ticked: boolean
  /** Whether Tab leads to this one; arrow keys move it. */
  current: boolean
  /** What is dragged with it: all that is ticked, when it is. */
  carry: (id: string) => readonly string[]
  onTick: (id: string, reach: boolean) => void
  onCurrent: (id: string) => void
}

/** Lore in a folder: opens on click or Enter, is ticked by its box, Space, or shift-click for everything between, and can be dragged. */
export const LoreCard = memo(({ row, width, ticked, current, carry, onTick, onCurrent }: Props) => {
  const card = useRef<HTMLElement>(null)
  const { isDragged } = useDragging(card, {
    carry: row.mayEdit ? () => ({ kind: 'lore', ids: carry(row.id) }) : undefined,
  })
  const name = row.name || untitledLore
  const [tag, ...tags] = row.tags
  const click = (event: MouseEvent) => {
    if (!event.shiftKey) return
    event.preventDefault()
    onTick(row.id, true)
  }
  return (
    <article
      ref={card}
      className="col-card"
      data-ticked={ticked || undefined}
      data-dragged={isDragged || undefined}
      data-id={row.id}
    >
      <div className="col-picture">
        <LorePicture id={row.id} uri={row.imageUri} width={width} />
      </div>
      <div className="col-body">
        <h2 className="col-ell">
          <Link
            to={lorePath(row.id)}
            className="col-open"
            title={name}
            tabIndex={current ? 0 : -1}
            draggable={false}
            onClick={click}
            onFocus={() => onCurrent(row.id)}
          >
            {name}
          </Link>
        </h2>
        <p>{row.description.slice(0, 200)}</p>
        <div className="col-meta">
          {row.visibility === 'CAMPAIGN' ? (
            <IconUsers size={15} aria-label="Campaign" />
          ) : (
            <VisibilityBadge visibility={row.visibility} />
          )}
          {tag && <span className="col-tag col-ell">{tag}</span>}
          {tags.length > 0 && <span className="col-tags num">+{tags.length}</span>}
          <time dateTime={row.updatedAt}>{ago(row.updatedAt)}</time>
        </div>
      </div>
      <label className="col-tick">
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
