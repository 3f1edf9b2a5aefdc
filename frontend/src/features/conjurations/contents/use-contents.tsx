import { Button } from '@mantine/core'
import { IconList } from '@tabler/icons-react'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import type { ConjurationItem } from '#projections/answers.ts'
import { newId } from '../../../base/ids.ts'
import { messageOf } from '../../../base/problem.ts'
import { useCreateRelationshipMutation, useRelationshipsQuery } from '../../../data/relationships.ts'
import { useSegmentsQuery } from '../../../data/segments.ts'
import { awaitRow } from '../../../relationships/awaited.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { lazyMenu } from '../../../ui/LazyMenu.tsx'
import { toast } from '../../../ui/toast.ts'
import type { TextStatus } from '../saving/text-statuses.ts'
import { anchorOf, linksId } from './anchors.ts'
import { Contents } from './Contents.tsx'
import classes from './contents.module.css'
import { Outline } from './Outline.tsx'
import type { OutlineMenuProps } from './OutlineMenuOpen.tsx'
import outlineClasses from './outline.module.css'
import { useSegmentActs } from './use-segments.ts'
import { useWritten } from './use-written.ts'

const OutlineMenu = lazyMenu(async () => (await import('./OutlineMenuOpen.tsx')).OutlineMenuOpen)

const notFetched = 'The content of this lore could not be loaded. Please try again.'

interface Page {
  row: ConjurationItem
  editable: boolean
  /** The element that contains the page's texts. */
  column: RefObject<Element | null>
  /** True if the table of contents does not fit next to the text. */
  isNarrow: boolean
  onStatus: (textId: string, status: TextStatus) => void
  /** Called to open the history of a text. */
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
    ids.length > 1 && <OutlineButton segments={all} hasLinks={hasLinks} active={active} />
  ) : (
    <Outline segments={all} hasLinks={hasLinks} headings={headings} active={active} acts={acts} editable={editable} />
  )
  return {
    /** Creates a relationship to lore that was mentioned. */
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

/** The table of contents as a button, for narrow screens. */
const OutlineButton = (props: OutlineMenuProps) => (
  <div className={outlineClasses.button}>
    <OutlineMenu
      {...props}
      renderButton={(button) => (
        <Button size="xs" leftSection={<IconList size={16} />} aria-haspopup="menu" {...button}>
          In this entry
        </Button>
      )}
    />
  </div>
)

const wordsAMinute = 230

/** The number of words of a page, and its reading time. */
const Length = ({ words }: { words: number }) =>
  words > 0 && (
    <p className={`${classes.length} num`}>
      {words === 1 ? '1 word' : `${words.toLocaleString('en')} words`} · {Math.max(1, Math.round(words / wordsAMinute))}{' '}
      min read
    </p>
  )

/** Root margin of the part of the screen whose section counts as being read: below the bars at the top, above the middle. */
const band = '-110px 0px -55% 0px'

/** Returns the id of the section being read: the first one in the upper part of the screen, or else the page's first. */
const useActive = (ids: readonly string[]): string | undefined => {
  const [active, setActive] = useState<string>()
  const key = ids.join()
  useEffect(() => {
    const all = key === '' ? [] : key.split(',')
    const inBand = new Set<Element>()
    const elements = new Map(
      all.flatMap((id) => {
        const element = document.getElementById(anchorOf(id))
        return element ? [[id, element] as const] : []
      }),
    )
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) inBand.add(target)
          else inBand.delete(target)
        const first = all.find((id) => inBand.has(elements.get(id) as Element))
        if (first) setActive(first)
      },
      { rootMargin: band },
    )
    for (const element of elements.values()) observer.observe(element)
    return () => observer.disconnect()
  }, [key])
  return ids.includes(active ?? '') ? active : ids[0]
}

/** Creates a relationship to mentioned lore, without a comment: its row takes the focus, so that the user can write one. */
const useRelating = (conjurationId: string) => {
  const [create] = useCreateRelationshipMutation()
  return async (mentioned: { id: string }) => {
    const id = newId()
    awaitRow(id)
    const { error } = await create({ conjurationId, id, reverseId: null, relatedNodeId: mentioned.id, comment: '' })
    if (error) toast.error(messageOf(error, 'Something went wrong updating the relationship. Please try again.'))
  }
}
