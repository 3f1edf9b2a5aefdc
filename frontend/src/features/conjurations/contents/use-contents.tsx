import { lazy, type RefObject, useMemo } from 'react'
import type { ConjurationItem } from '#projections/answers.ts'
import { useRelationshipsQuery } from '../../../data/relationships.ts'
import { useSegmentsQuery } from '../../../data/segments.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Part } from '../../../ui/Part.tsx'
import type { TextStatus } from '../saving/text-statuses.ts'
import { linksId } from './anchors.ts'
import { Contents } from './Contents.tsx'
import { Length } from './Length.tsx'
import { Outline } from './Outline.tsx'
import { useActive } from './use-active.ts'
import { useRelating } from './use-relating.ts'
import { useSegmentActs } from './use-segments.ts'
import { useWritten } from './use-written.ts'

const OutlineButton = lazy(async () => ({ default: (await import('./OutlineButton.tsx')).OutlineButton }))

const notFetched = 'The content of this lore could not be loaded. Please try again.'

interface Page {
  row: ConjurationItem
  editable: boolean
  /** The element that contains the page's texts. */
  column: RefObject<Element | null>
  /** The contents do not fit next to the text. */
  isNarrow: boolean
  onStatus: (textId: string, status: TextStatus) => void
  /** The user requests the history of a text. */
  onHistory: (textId: string) => void
}

/** The segments of a lore page, and the outline that links to them. */
export const useContents = ({ row, editable, column, isNarrow, onStatus, onHistory }: Page) => {
  const { data, isError, isFetching, refetch } = useSegmentsQuery(row.id)
  const segments = data?.rows
  const all = segments ?? []
  const acts = useSegmentActs(row.id, all, onHistory)
  const hasContent = all.some(({ type }) => type === 'RELATIONSHIPS')
  const { data: links } = useRelationshipsQuery(row.id, { skip: !segments || hasContent })
  const hasLinks = segments !== undefined && !hasContent && (links?.rows.length ?? 0) > 0
  const ids = useMemo(() => [...all.map(({ id }) => id), ...(hasLinks ? [linksId] : [])], [segments, hasLinks])
  const active = useActive(ids)
  const relate = useRelating(row.id)
  const { words, headings } = useWritten(column)
  const failed = isError && !segments && !isFetching && <ErrorState text={notFetched} onRetry={() => void refetch()} />
  const outline = isNarrow ? (
    ids.length > 1 && (
      <Part>
        <OutlineButton segments={all} hasLinks={hasLinks} active={active} />
      </Part>
    )
  ) : (
    <Outline segments={all} hasLinks={hasLinks} headings={headings} active={active} acts={acts} editable={editable} />
  )
  return {
    /** Links lore that was mentioned. */
    relate,
    outline,
    contents: (
      <>
        <Contents
          row={row}
          segments={segments}
          hasLinks={hasLinks}
          acts={acts}
          editable={editable}
          failed={failed}
          onStatus={onStatus}
          onRelate={relate}
        />
        <Length words={words} />
      </>
    ),
  }
}
