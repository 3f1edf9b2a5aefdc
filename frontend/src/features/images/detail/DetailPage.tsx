import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconBrush, IconTrash } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { withFrom } from '../../../app/from.ts'
import { statusOf } from '../../../app/problem.ts'
import { useArrivingIn } from '../../../app/selected-campaign.ts'
import { useImageRights } from '../../../data/image-rights.ts'
import { useImageQuery } from '../../../data/images.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NotHere } from '../../../ui/NotHere.tsx'
import { Part } from '../../../ui/Part.tsx'
import { titleOf } from '../image.ts'
import { MoveDialog } from '../MoveDialog.tsx'
import { useActs } from '../use-acts.ts'
import { useRemoval } from '../use-removal.tsx'
import { useSamples } from '../use-samples.ts'
import { Actions } from './Actions.tsx'
import classes from './detail.module.css'
import { Edits } from './Edits.tsx'
import { Facts } from './Facts.tsx'
import { Name } from './Name.tsx'
import { Stage } from './Stage.tsx'
import { Turning } from './Turning.tsx'
import { useNeighbours } from './use-neighbours.ts'

const FullScreen = lazy(async () => ({ default: (await import('../../../ui/FullScreen.tsx')).FullScreen }))

interface Props {
  id: string
  /** Where it was opened from. */
  back: string
  /** The editor lies over it. */
  isCovered: boolean
  onEdit: () => void
}

/** One picture, how it came to be, and what can be done with it. */
export const DetailPage = ({ id, back, isCovered, onEdit }: Props) => {
  const navigate = useNavigate()
  const { data, error, isFetching, refetch } = useImageQuery(id)
  const rightsOf = useImageRights()
  const acts = useActs()
  const samples = useSamples(data?.rows[0]?.type ?? 'IMAGE')
  const removal = useRemoval(() => void navigate(back))
  const [moving, setMoving] = useState(false)
  const [open, setOpen] = useState<number | null>(null)
  const row = data?.rows[0]
  const around = useNeighbours(row, back)
  useArrivingIn(row?.campaignId)

  const gone = (data && !row) || [403, 404, 400].includes(statusOf(error))
  if (gone)
    return (
      <NotHere
        subject="frame"
        title="This picture is not here"
        text="It does not exist, or it is not shared with you."
        back={{ to: back, label: 'Back to Images' }}
      />
    )
  if (!row)
    return error && !isFetching ? (
      <ErrorState text="The image could not be loaded." onRetry={() => void refetch()} />
    ) : (
      <Loading label="Loading image" className={classes.root}>
        <Skeleton className={classes.stage} />
        <Skeleton className={classes.rail} />
      </Loading>
    )

  if (row.type === 'MAP' && row.deletedAt === null) return <Navigate to={withFrom(`/maps/${row.id}`, back)} replace />
  const { retry: mine, edit: mayEdit } = rightsOf(row)
  const title = titleOf(row)
  const linkTo = (id: string) => withFrom(`/images/${id}`, back)
  // A picture that was something else before is turned through what it was; any other through those around it.
  const current = Math.max(
    0,
    row.edits.findIndex(({ uri }) => uri === row.uri),
  )
  const isAmong = row.edits.length === 1 && around.pictures.length > 1
  const slides = isAmong
    ? around.pictures.map(({ id, uri, name, prompt }) => ({ id, uri: uri ?? '', title: titleOf({ name, prompt }) }))
    : row.edits.map(({ id, uri }) => ({ id, uri, title }))
  return (
    <article className={classes.root}>
      <title>{`${title} · Loreloom`}</title>
      <header className={classes.head}>
        <Button
          component={Link}
          to={back}
          state={{ isBack: true }}
          variant="subtle"
          size="xs"
          leftSection={<IconArrowLeft size={15} />}
        >
          Back
        </Button>
        <Name key={row.id} row={row} title={title} editable={mayEdit && row.deletedAt === null} />
        {(around.previous || around.next) && (
          <Turning
            previous={around.previous}
            next={around.next}
            linkTo={linkTo}
            isCovered={isCovered || moving || removal.isAsking || open !== null}
          />
        )}
      </header>
      <div className={classes.stage}>
        <Stage
          row={row}
          title={title}
          sample={row.modelId ? samples.get(row.modelId) : undefined}
          onOpen={() => setOpen(current)}
        />
        {row.edits.length > 1 && <Edits row={row} onOpen={setOpen} />}
      </div>
      <aside className={classes.rail}>
        <Actions
          {...{ row, mayEdit, mine }}
          busy={acts.busy.has(row.id)}
          onOpen={() => setOpen(current)}
          onEdit={onEdit}
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
        <Part onFailed={() => setOpen(null)}>
          <FullScreen
            slides={slides}
            {...(mayEdit &&
              !row.deletedAt && {
                acts: (shown) => [
                  {
                    label: 'Edit',
                    icon: <IconBrush size={28} />,
                    run: () =>
                      shown.id === row.id || !isAmong ? onEdit() : void navigate(`${linkTo(shown.id)}&edit=1`),
                  },
                  {
                    label: 'Delete',
                    icon: <IconTrash size={28} />,
                    run: () => removal.ask([isAmong ? shown.id : row.id]),
                  },
                ],
              })}
            index={Math.max(0, isAmong ? slides.findIndex(({ id }) => id === row.id) : open)}
            onClose={(shown) => {
              setOpen(null)
              if (isAmong && shown.id !== row.id) void navigate(linkTo(shown.id), { replace: true })
            }}
          />
        </Part>
      )}
    </article>
  )
}
