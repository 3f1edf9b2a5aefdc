import { Button, Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { statusOf } from '../../base/problem.ts'
import { useCampaignsQuery } from '../../data/campaigns.ts'
import { usePastMarksQuery } from '../../data/past.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { dateTimeOf } from '../../ui/dates.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { CopyButton } from './CopyButton.tsx'
import { FolderThen } from './FolderThen.tsx'
import { PageThen } from './PageThen.tsx'
import { PastTree } from './PastTree.tsx'
import classes from './past.module.css'
import { Scrubber } from './Scrubber.tsx'
import { timelineOf } from './timeline.ts'

/** A campaign at a past time. The URL has the time, the folder and the page, so that a link leads back to them. */
export const PastScreen = () => {
  const { campaignId = '' } = useParams()
  const { data: marks, isError, error, refetch } = usePastMarksQuery(campaignId)
  const { data: campaigns } = useCampaignsQuery()
  const campaign = campaigns?.rows.find(({ id }) => id === campaignId)
  const timeline = useMemo(() => marks && timelineOf(marks), [marks])
  const { folder, lore, at, go, setAt } = usePlace(marks?.until)

  if (isError)
    return (
      <ErrorState
        text={
          statusOf(error) === 404
            ? 'This campaign does not exist, or you are not part of it.'
            : 'Its past could not be loaded.'
        }
        onRetry={() => void refetch()}
      />
    )
  if (!timeline || at === undefined)
    return (
      <Delayed>
        <Skeleton height={120} m={24} />
      </Delayed>
    )
  const place = { campaignId, at }
  return (
    <div className={classes.screen}>
      <title>{`As it was on ${dateTimeOf(at)} · Loreloom`}</title>
      <header className={classes.band}>
        <IconHistory size={18} aria-hidden="true" />
        <h1 aria-live="polite">
          You are looking at <span dir="auto">{campaign?.name ?? 'this campaign'}</span> as it was on{' '}
          <span className="num">{dateTimeOf(at)}</span>
        </h1>
        <CopyButton {...place} />
        <Button component={Link} to={lore ? `/lore/view/${lore}` : '/collections'} variant="filled">
          Back to now
        </Button>
      </header>
      <Scrubber timeline={timeline} at={at} onAt={setAt} />
      <PastPanes place={place} folder={folder} lore={lore} onGo={go} />
    </div>
  )
}

interface Target {
  at?: string
  folder?: string | null
  lore?: string | null
}

/** The time, the folder and the page, stored in the URL; without a time in it, that of the last mark. */
const usePlace = (until: string | undefined) => {
  const [query, setQuery] = useSearchParams()
  const [folder, lore] = [query.get('folder'), query.get('lore')]
  const requested = query.get('at')
  const at = requested !== null && !Number.isNaN(Date.parse(requested)) ? requested : until

  const go = useCallback(
    (to: Target, how?: { replace: boolean }) =>
      setQuery((before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(to)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      }, how),
    [setQuery],
  )
  const setAt = useCallback((at: string) => go({ at }, { replace: true }), [go])
  return { folder, lore, at, go, setAt }
}

interface PastPanesProps {
  place: { campaignId: string; at: string }
  folder: string | null
  lore: string | null
  onGo: (to: Target) => void
}

/** The folders at that time, and next to them a folder's content or a page. */
const PastPanes = ({ place, folder, lore, onGo }: PastPanesProps) => (
  <div className={classes.panes} data-reading={lore !== null || undefined}>
    <aside className={classes.side}>
      <PastTree {...place} current={folder} onGo={(folder) => onGo({ folder, lore: null })} />
    </aside>
    <section className={classes.main}>
      {lore !== null ? (
        <PageThen
          key={lore}
          {...place}
          conjurationId={lore}
          onOpen={(lore) => onGo({ lore })}
          onBack={() => onGo({ lore: null })}
        />
      ) : (
        <FolderThen
          key={folder}
          {...place}
          collectionId={folder}
          onOpen={(lore) => onGo({ lore })}
          onGo={(folder) => onGo({ folder })}
        />
      )}
    </section>
  </div>
)
