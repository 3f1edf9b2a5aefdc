import { Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { SegmentType } from '#domain/segment-words.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import type { SegmentItem } from '#projections/segment-answers.ts'
import { bufferKeys, type EarlyInput, longestRequestMs, stopBuffering } from '../../../ui/early-keys.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { late } from '../../../ui/late.ts'
import { Part } from '../../../ui/Part.tsx'
import { storeLeftInput } from '../../../writing/typed-early.ts'
import type { TextStatus } from '../saving/text-statuses.ts'
import { anchorOf, linksId, linksTitle } from './anchors.ts'
import classes from './contents.module.css'
import { Relations } from './Relations.tsx'
import { SegmentSection } from './SegmentSection.tsx'
import type { SegmentActs } from './use-segments.ts'

const AddContent = late(async () => (await import('./AddContent.tsx')).AddContent)

interface Props {
  row: ConjurationItem
  /** Undefined while loading. */
  segments: readonly SegmentItem[] | undefined
  /** True if the lore has relationships, but no segment that shows them. */
  hasLinks: boolean
  acts: SegmentActs
  onStatus: (textId: string, status: TextStatus) => void
  /** Called when the user mentioned other lore and wants a relationship to it. */
  onRelate: (mentioned: { id: string }) => void
  editable: boolean
  /** Replaces the contents if they failed to load. */
  failed: ReactNode
}

/** A lore item's segments in their order. */
export const Contents = ({ row, segments, hasLinks, acts, editable, onStatus, onRelate, failed }: Props) => {
  const [fresh, setFresh] = useState<string>()
  if (failed) return failed
  if (!segments)
    return (
      <Loading label="Loading content" className={classes.loading}>
        <Skeleton height={24} width="40%" />
        <Skeleton height={16} mt={18} />
        <Skeleton height={16} mt={12} />
        <Skeleton height={16} mt={12} width="70%" />
      </Loading>
    )
  const add = async (type: SegmentType, where: 'top' | 'end', typed?: EarlyInput) => {
    // Keys are buffered until the new segment is stored and its title has the focus.
    bufferKeys(typed, longestRequestMs)
    let unsent: EarlyInput = []
    const id = await acts.add(type, where, () => void add(type, where, unsent))
    if (id === undefined) unsent = stopBuffering()
    setFresh(id)
    if (id === undefined) return
    const title = storeLeftInput(sessionStorage, id)
    if (title !== '') await acts.change(id, { title })
  }
  const adding = (where: 'top' | 'end') => (
    <Part fallback={<div className={classes.add} data-where={where} />}>
      <AddContent where={where} isFirst={segments.length === 0} onAdd={(type) => void add(type, where)} />
    </Part>
  )
  return (
    <div className={classes.contents} data-contents>
      {editable && segments.length > 0 && adding('top')}
      {segments.map((segment, n) => (
        <SegmentSection
          key={segment.id}
          segment={segment}
          lore={row}
          acts={acts}
          editable={editable && segment.mayEdit}
          isFirst={n === 0}
          isLast={n === segments.length - 1}
          isFresh={segment.id === fresh}
          onStatus={onStatus}
          onRelate={onRelate}
        />
      ))}
      {hasLinks && <LinksSection lore={row} editable={editable} />}
      {segments.length === 0 && !hasLinks && !editable && (
        <p className={classes.none}>Nothing more is written here yet.</p>
      )}
      {editable && adding('end')}
    </div>
  )
}

/** Shows the relationships of lore without a segment for them, so that they are always visible. */
const LinksSection = ({ lore, editable }: { lore: ConjurationItem; editable: boolean }) => (
  <section id={anchorOf(linksId)} className={classes.segment} aria-label={linksTitle} data-type="RELATIONSHIPS">
    <header className={classes.head}>
      <h2 className={classes.title}>{linksTitle}</h2>
    </header>
    <Relations lore={lore} editable={editable} />
  </section>
)
