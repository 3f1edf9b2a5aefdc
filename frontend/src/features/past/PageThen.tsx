import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconRestore } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import type { PastPage } from '#projections/past-answers.ts'
import { statusOf } from '../../base/problem.ts'
import { usePastPageQuery } from '../../data/past.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Delayed } from '../../ui/Delayed.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import textButton from '../../ui/text-button.module.css'
import { VisibilityBadge } from '../../ui/VisibilityBadge.tsx'
import { AroundText } from '../../writing/reading/context.ts'
import { RichText } from '../../writing/reading/RichText.tsx'
import { NotThen } from './NotThen.tsx'
import screenClasses from './past.module.css'
import classes from './past-page.module.css'
import { useRestoring } from './use-restoring.ts'

interface Props {
  campaignId: string
  at: string
  conjurationId: string
  onOpen: (lore: string) => void
  onBack: () => void
}

/** A lore page at a past time, for reading. */
export const PageThen = ({ campaignId, at, conjurationId, onOpen, onBack }: Props) => {
  const arg = { campaignId, at, conjurationId }
  const { data, error, isError, refetch } = usePastPageQuery(arg)
  const { restore, isLoading } = useRestoring(campaignId, data?.position)
  if (isError)
    return statusOf(error) === 404 ? (
      <NotThen what="page" onBack={onBack} />
    ) : (
      <ErrorState text="This page could not be loaded." onRetry={() => void refetch()} />
    )
  if (!data)
    return (
      <Delayed>
        <Skeleton height={240} />
      </Delayed>
    )
  return (
    <Around campaignId={campaignId} names={data.names}>
      <article className={classes.article}>
        <Button className={classes.back} variant="subtle" leftSection={<IconArrowLeft size={15} />} onClick={onBack}>
          {data.path.at(-1)?.name ?? 'Folders'}
        </Button>
        <h2 className={classes.pageName} dir="auto">
          {data.name || 'Untitled'}
        </h2>
        <About page={data} isRestoring={isLoading} onRestore={() => void restore({ conjurationId })} />
        {data.imageUri && <img className={classes.primary} src={`${data.imageUri}?w=640`} alt="" />}
        <Words {...arg} ops={data.description} textId={conjurationId} />
        {data.segments.map((segment) => (
          <Segment key={segment.id} segment={segment} {...arg} />
        ))}
        {data.links.length > 0 && <Links links={data.links} onOpen={onOpen} />}
      </article>
    </Around>
  )
}

interface AboutProps {
  page: PastPage
  isRestoring: boolean
  onRestore: () => void
}

const About = ({ page, isRestoring, onRestore }: AboutProps) => (
  <div className={`${screenClasses.meta} ${classes.about}`}>
    <VisibilityBadge visibility={page.visibility} />
    {page.isInTrash && <Badge colour="copper">In the Trash now</Badge>}
    <span dir="auto">{page.tags.join(', ')}</span>
    {page.mayRestore && (
      <Button
        className={screenClasses.act}
        variant="default"
        leftSection={<IconRestore size={15} />}
        loading={isRestoring}
        onClick={onRestore}
      >
        Restore this page
      </Button>
    )}
  </div>
)

interface SegmentProps extends Pick<Props, 'campaignId' | 'at' | 'conjurationId'> {
  segment: PastPage['segments'][number]
}

const Segment = ({ segment, ...arg }: SegmentProps) => (
  <section aria-label={segment.name}>
    <h3 className={classes.segment} dir="auto">
      {segment.name}
      {segment.isForDms && <VisibilityBadge visibility="DM" />}
    </h3>
    {segment.type === 'STORY' && <Words {...arg} ops={segment.ops} textId={segment.id} />}
    {segment.images.length > 0 && (
      <div className={classes.gallery}>
        {segment.images.map(
          ({ id, uri, name }) => uri && <img key={id} src={`${uri}?w=320`} alt={name ?? ''} loading="lazy" />,
        )}
      </div>
    )}
  </section>
)

const Links = ({ links, onOpen }: { links: PastPage['links']; onOpen: Props['onOpen'] }) => (
  <section aria-label="Relationships">
    <h3 className={classes.segment}>Relationships</h3>
    <ul className={classes.links}>
      {links.map(({ id, comment, isFrom, lore }) => (
        <li key={id}>
          <i dir="auto">{comment || 'is related to'}</i> {isFrom ? 'to' : 'from'}{' '}
          <button type="button" className={textButton.button} dir="auto" onClick={() => onOpen(lore.id)}>
            {lore.name || 'Untitled'}
          </button>
        </li>
      ))}
    </ul>
  </section>
)

interface WordsProps extends Pick<Props, 'campaignId' | 'at' | 'conjurationId'> {
  ops: PastPage['description']
  textId: string
}

/** A text; a long one that the page's response omitted is loaded on demand. */
const Words = ({ ops, textId, ...arg }: WordsProps) => {
  const [isRequested, setRequested] = useState(false)
  const { data, isFetching } = usePastPageQuery({ ...arg, only: textId }, { skip: !isRequested })
  const fetched = textId === arg.conjurationId ? data?.description : data?.segments.find(({ id }) => id === textId)?.ops
  const shown = ops ?? fetched
  if (shown) return <RichText ops={shown} />
  return (
    <Button variant="default" loading={isFetching} onClick={() => setRequested(true)}>
      Show this text
    </Button>
  )
}

/** Mentions show their current names. */
const Around = ({
  campaignId,
  names,
  children,
}: {
  campaignId: string
  names: PastPage['names']
  children: ReactNode
}) => {
  const { pathname, search } = useLocation()
  const around = useMemo(
    () => ({ campaignId, here: pathname + search, names: new Map(Object.entries(names)) }),
    [campaignId, pathname, search, names],
  )
  return <AroundText value={around}>{children}</AroundText>
}
