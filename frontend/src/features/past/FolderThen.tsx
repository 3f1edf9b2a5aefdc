import { Button, Skeleton } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { useState } from 'react'
import type { PastLore } from '#projections/past-answers.ts'
import { statusOf } from '../../base/problem.ts'
import { usePastContentsQuery } from '../../data/past.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ConjurationImage } from '../../ui/ConjurationImage.tsx'
import { Delayed } from '../../ui/Delayed.tsx'
import { dateOf } from '../../ui/dates.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { VisibilityBadge } from '../../ui/VisibilityBadge.tsx'
import { NotThen } from './NotThen.tsx'
import screenClasses from './past.module.css'
import classes from './past-folder.module.css'
import { useRestoring } from './use-restoring.ts'

interface Props {
  campaignId: string
  at: string
  collectionId: string | null
  onOpen: (lore: string) => void
  onGo: (folder: string | null) => void
}

/** The past content of a folder, latest additions first. */
export const FolderThen = ({ campaignId, at, collectionId, onOpen, onGo }: Props) => {
  const arg = { campaignId, at, collectionId }
  const { data, error, isError, refetch } = usePastContentsQuery(arg)
  const { restore, isLoading } = useRestoring(campaignId, data?.position)
  if (isError)
    return statusOf(error) === 404 ? (
      <NotThen what="folder" onBack={() => onGo(null)} />
    ) : (
      <ErrorState text="This folder could not be loaded." onRetry={() => void refetch()} />
    )
  if (!data)
    return (
      <Delayed>
        <Skeleton height={180} />
      </Delayed>
    )
  const folder = data.path.at(-1)
  return (
    <>
      <header className={classes.head}>
        <h2 dir="auto">{folder?.name ?? 'Outside of folders'}</h2>
        {data.isInTrash && <Badge colour="copper">In the Trash now</Badge>}
        {folder && data.mayRestore && (
          <Button
            className={screenClasses.act}
            variant="default"
            leftSection={<IconRestore size={15} />}
            loading={isLoading}
            onClick={() => void restore({ collectionId: folder.id })}
          >
            Restore folder
          </Button>
        )}
      </header>
      {data.data.length === 0 && data.next === null ? (
        <EmptyState subject="frame" title="Nothing was here" text="Then, there was no lore in it that you could see." />
      ) : (
        <ul className={classes.cards}>
          <Cards lore={data.data} onOpen={onOpen} />
          {data.next !== null && <More key={data.next} {...arg} before={data.next} onOpen={onOpen} />}
        </ul>
      )}
    </>
  )
}

const Cards = ({ lore, onOpen }: { lore: readonly PastLore[]; onOpen: (id: string) => void }) =>
  lore.map(({ id, name, tags, visibility, imageUri, changedAt, isInTrash }) => (
    <li key={id}>
      <button type="button" className={classes.card} onClick={() => onOpen(id)}>
        <span className={classes.picture}>
          <ConjurationImage id={id} uri={imageUri} width={240} />
        </span>
        <span className={classes.cardName} dir="auto">
          {name || 'Untitled'}
        </span>
        <span className={`${screenClasses.meta} ${classes.small}`}>
          {isInTrash && <Badge colour="copper">In the Trash now</Badge>}
          {visibility !== 'CAMPAIGN' && <VisibilityBadge visibility={visibility} />}
          <span className="num">{dateOf(changedAt)}</span>
          <span dir="auto">{tags.join(', ')}</span>
        </span>
      </button>
    </li>
  ))

interface MoreProps extends Pick<Props, 'campaignId' | 'at' | 'collectionId' | 'onOpen'> {
  before: string
}

const More = ({ onOpen, ...arg }: MoreProps) => {
  const [isAsked, setAsked] = useState(false)
  const { data, isFetching } = usePastContentsQuery(arg, { skip: !isAsked })
  if (!data)
    return (
      <li className={classes.more}>
        <Button loading={isFetching} onClick={() => setAsked(true)}>
          Load More
        </Button>
      </li>
    )
  return (
    <>
      <Cards lore={data.data} onOpen={onOpen} />
      {data.next !== null && <More key={data.next} {...arg} before={data.next} onOpen={onOpen} />}
    </>
  )
}
