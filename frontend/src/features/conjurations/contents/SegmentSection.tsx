import { Skeleton } from '@mantine/core'
import { useEffect } from 'react'
import { isWider } from '#domain/access.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import type { SegmentItem } from '#projections/segment-answers.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { late } from '../../../ui/late.ts'
import { Part } from '../../../ui/Part.tsx'
import type { TextStatus } from '../saving/text-statuses.ts'
import { anchorOf, goTo } from './anchors.ts'
import classes from './contents.module.css'
import { Relations } from './Relations.tsx'
import { SegmentTitle } from './SegmentTitle.tsx'
import { Story } from './Story.tsx'
import type { SegmentActs } from './use-segments.ts'

const Gallery = late(async () => (await import('./Gallery.tsx')).Gallery)
const SegmentMenu = late(async () => (await import('./SegmentMenu.tsx')).SegmentMenu)

interface Props {
  segment: SegmentItem
  lore: ConjurationItem
  acts: SegmentActs
  editable: boolean
  isFirst: boolean
  isLast: boolean
  onStatus: (textId: string, status: TextStatus) => void
  /** Called when the user mentioned other lore and wants a relationship to it. */
  onRelate: (mentioned: { id: string }) => void
  /** True if the user has just added the segment: its title takes the focus. */
  isFresh: boolean
}

/** A segment with its title. Its tools appear on hover and focus. */
export const SegmentSection = ({
  segment,
  lore,
  acts,
  editable,
  isFirst,
  isLast,
  isFresh,
  onStatus,
  onRelate,
}: Props) => {
  const { id, type, title, isForDms } = segment
  // The URL of a quoted source names a section in its hash, which the browser looks for before the section is rendered.
  useEffect(() => {
    if (location.hash === `#${anchorOf(id)}`) goTo(id)
  }, [id])
  // Lore that is hidden from players hides its segments as well, which then need no mark of their own.
  const isSecret = isForDms && isWider(lore.visibility, 'DM')
  return (
    <section
      id={anchorOf(id)}
      className={classes.segment}
      aria-label={title}
      data-dms={isSecret || undefined}
      data-type={type}
    >
      <header className={classes.head}>
        <SegmentTitle
          title={title}
          editable={editable}
          isFresh={isFresh}
          onSave={(title) => acts.change(id, { title })}
        />
        {isForDms && (
          <span title="Only DMs and the owner of this lore can see this">
            <Badge colour="orchil">DM only</Badge>
          </span>
        )}
        {editable && (
          <Part fallback={<div className={classes.toolsSoon} />}>
            <SegmentMenu segment={segment} acts={acts} isFirst={isFirst} isLast={isLast} mayHide={lore.mayEdit} />
          </Part>
        )}
      </header>
      {type === 'STORY' && (
        <Story segment={segment} lore={lore} editable={editable} onStatus={onStatus} onRelate={onRelate} />
      )}
      {type === 'RELATIONSHIPS' && <Relations lore={lore} editable={editable} />}
      {type === 'GALLERY' && (
        <Part fallback={<Skeleton height={60} />}>
          <Gallery segment={segment} lore={lore} editable={editable} />
        </Part>
      )}
    </section>
  )
}
