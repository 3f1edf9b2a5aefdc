import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { isDm } from '#domain/campaigns.ts'
import { useCampaignsQuery } from '../../../app/campaigns.ts'
import { useMe } from '../../../app/me.ts'
import { statusOf } from '../../../app/problem.ts'
import { Delayed } from '../../../ui/Delayed.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { useImageQuery } from '../api.ts'
import { MoveDialog } from '../MoveDialog.tsx'
import { titleOf } from '../picture.ts'
import { useActs } from '../use-acts.ts'
import { useRemoval } from '../use-removal.tsx'
import { useSamples } from '../use-samples.ts'
import { Actions } from './Actions.tsx'
import { Edits } from './Edits.tsx'
import { Facts } from './Facts.tsx'
import { Name } from './Name.tsx'
import { Stage } from './Stage.tsx'
import './detail.css'

const FullScreen = lazy(async () => ({ default: (await import('./FullScreen.tsx')).FullScreen }))

/** One picture, how it came to be, and what can be done with it. `back` is where it was opened from. */
export const DetailPage = ({ id, back }: { id: string; back: string }) => {
  const me = useMe()
  const navigate = useNavigate()
  const { data, error, isFetching, refetch } = useImageQuery(id)
  const { data: campaigns } = useCampaignsQuery()
  const acts = useActs()
  const samples = useSamples(data?.rows[0]?.type ?? 'IMAGE')
  const removal = useRemoval(() => void navigate(back))
  const [moving, setMoving] = useState(false)
  const [open, setOpen] = useState<number | null>(null)
  const row = data?.rows[0]

  const gone = (data && !row) || [403, 404, 400].includes(statusOf(error))
  if (gone)
    return (
      <EmptyState
        subject="frame"
        title="This picture is not here"
        text="It does not exist, or it is not shared with you."
        action={
          <Button component={Link} to={back}>
            Back to Images
          </Button>
        }
      />
    )
  if (!row)
    return error && !isFetching ? (
      <ErrorState text="The image could not be loaded." onRetry={() => void refetch()} />
    ) : (
      <Delayed>
        <div className="det" role="status" aria-label="Loading image">
          <Skeleton className="det-stage" />
          <Skeleton className="det-rail" />
        </div>
      </Delayed>
    )

  const mine = row.userId === me.id
  const mayEdit = mine || isDm(campaigns?.rows.find((campaign) => campaign.id === row.campaignId)?.role)
  const title = titleOf(row)
  return (
    <article className="det">
      <title>{`${title} · Loreloom`}</title>
      <header className="det-head">
        <Button component={Link} to={back} variant="subtle" size="xs" leftSection={<IconArrowLeft size={15} />}>
          Back
        </Button>
        <Name key={row.id} row={row} title={title} editable={mayEdit && row.deletedAt === null} />
      </header>
      <div className="det-stage">
        <Stage
          row={row}
          title={title}
          sample={row.modelId ? samples.get(row.modelId) : undefined}
          onOpen={() => setOpen(row.edits.length - 1)}
        />
        {row.edits.length > 1 && <Edits row={row} onOpen={setOpen} />}
      </div>
      <aside className="det-rail">
        <Actions
          {...{ row, mayEdit, mine }}
          busy={acts.busy.has(row.id)}
          onOpen={() => setOpen(row.edits.length - 1)}
          onRetry={() => acts.retry(row)}
          onCancel={() => acts.cancel(row)}
          onPrimary={(conjurationId) => acts.setPrimary(row, conjurationId)}
          onMove={() => setMoving(true)}
          onDelete={() => removal.ask([row.id])}
          onRestore={() => void removal.restore([row.id])}
        />
        <Facts row={row} username={data.username} model={data.imageModel} mine={mine} />
      </aside>
      {moving && (
        <MoveDialog
          imageIds={[row.id]}
          from={row.campaignId}
          onMoved={() => setMoving(false)}
          onClose={() => setMoving(false)}
        />
      )}
      {removal.dialog}
      {open !== null && (
        <Suspense>
          <FullScreen edits={row.edits} title={title} index={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </article>
  )
}
