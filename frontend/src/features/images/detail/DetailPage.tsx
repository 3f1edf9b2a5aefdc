import { Skeleton } from '@mantine/core'
import { type ComponentProps, lazy, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import type { ImageRow } from '#projections/images.ts'
import { withFrom } from '../../../base/from.ts'
import { statusOf } from '../../../base/problem.ts'
import { useImageRights } from '../../../data/image-rights.ts'
import { useImageQuery } from '../../../data/images.ts'
import { useArrivingIn } from '../../../data/selected-campaign.ts'
import { BackLink } from '../../../ui/BackLink.tsx'
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
import { Facts } from './Facts.tsx'
import { Name } from './Name.tsx'
import { Stage } from './Stage.tsx'
import { Turning } from './Turning.tsx'
import { useNeighbours } from './use-neighbours.ts'

/** An image's edits, oldest first, including those that can be redone; one of them is current. */
const Edits = ({ row, onOpen }: { row: ImageRow; onOpen: (index: number) => void }) => (
  <section className={classes.edits} aria-labelledby="edits">
    <h2 id="edits">History</h2>
    <ol>
      {row.edits.map(({ id, uri }, n) => (
        <li key={id}>
          <button
            type="button"
            aria-current={uri === row.uri || undefined}
            aria-label={`View version ${n + 1} of ${row.edits.length}`}
            onClick={() => onOpen(n)}
          >
            <img src={`${uri}?w=320`} alt="" loading="lazy" />
          </button>
        </li>
      ))}
    </ol>
  </section>
)

/** Returns the index of the edit that the image shows now; 0 if none matches. */
const currentVersionOf = ({ edits, uri: current }: ImageRow) =>
  Math.max(
    0,
    edits.findIndex(({ uri }) => uri === current),
  )

interface FrameProps {
  row: ImageRow
  sample: string | undefined
  /** Called with the index of an edit. */
  onOpen: (version: number) => void
}

/** The image, and its edits below. */
const Frame = ({ row, sample, onOpen }: FrameProps) => (
  <div className={classes.stage}>
    <Stage row={row} title={titleOf(row)} sample={sample} onOpen={() => onOpen(currentVersionOf(row))} />
    {row.edits.length > 1 && <Edits row={row} onOpen={onOpen} />}
  </div>
)

const Slides = lazy(async () => ({ default: (await import('./Slides.tsx')).Slides }))

const LazySlides = ({ back, ...props }: Omit<ComponentProps<typeof Slides>, 'title' | 'linkTo'> & { back: string }) => (
  <Part onFailed={props.onClose}>
    <Slides {...props} title={titleOf(props.row)} linkTo={(id) => withFrom(`/images/${id}`, back)} />
  </Part>
)

interface Props {
  id: string
  /** Address of the screen from which the image was opened. */
  back: string
  /** True while the editor covers the page. */
  isCovered: boolean
  onEdit: () => void
}

/** One image with its facts and actions. */
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

  const isGone = (data && !row) || [403, 404, 400].includes(statusOf(error))
  const isFailed = error !== undefined && !isFetching
  if (isGone || !row) return <Instead back={back} isGone={isGone} isFailed={isFailed} onRetry={() => void refetch()} />
  if (row.type === 'MAP' && row.deletedAt === null) return <Navigate to={withFrom(`/maps/${row.id}`, back)} replace />
  const rights = rightsOf(row)
  const stopMoving = () => setMoving(false)
  return (
    <article className={classes.root}>
      <title>{`${titleOf(row)} · Loreloom`}</title>
      <Head
        row={row}
        back={back}
        mayEdit={rights.edit}
        around={around}
        isCovered={isCovered || moving || removal.isAsking || open !== null}
      />
      <Frame row={row} sample={row.modelId ? samples.get(row.modelId) : undefined} onOpen={setOpen} />
      <aside className={classes.rail}>
        <Actions
          row={row}
          rights={rights}
          acts={acts}
          removal={removal}
          onOpen={() => setOpen(currentVersionOf(row))}
          onEdit={onEdit}
          onMove={() => setMoving(true)}
        />
        <Facts row={row} username={data.username} model={data.imageModel} mine={rights.retry} />
      </aside>
      {moving && <MoveDialog images={[row]} from={row.campaignId} onMoved={stopMoving} onClose={stopMoving} />}
      {removal.dialog}
      {open !== null && (
        <LazySlides
          row={row}
          back={back}
          around={around.pictures}
          version={open}
          mayAct={rights.edit && row.deletedAt === null}
          onEdit={onEdit}
          onDelete={(id) => removal.ask([id])}
          onClose={() => setOpen(null)}
        />
      )}
    </article>
  )
}

interface InsteadProps {
  back: string
  isGone: boolean
  isFailed: boolean
  onRetry: () => void
}

const Instead = ({ back, isGone, isFailed, onRetry }: InsteadProps) => {
  if (isGone)
    return (
      <NotHere
        subject="frame"
        title="This picture is not here"
        text="It does not exist, it was deleted, or it is not shared with you."
        back={{ to: back, label: 'Back to Images' }}
      />
    )
  if (isFailed) return <ErrorState text="The image could not be loaded." onRetry={onRetry} />
  return (
    <Loading label="Loading image" className={classes.root}>
      <Skeleton className={classes.stage} />
      <Skeleton className={classes.rail} />
    </Loading>
  )
}

interface HeadProps {
  row: ImageRow
  back: string
  mayEdit: boolean
  around: ReturnType<typeof useNeighbours>
  isCovered: boolean
}

const Head = ({ row, back, mayEdit, around: { previous, next }, isCovered }: HeadProps) => (
  <header className={classes.head}>
    <BackLink to={back} />
    <Name key={row.id} row={row} title={titleOf(row)} editable={mayEdit && row.deletedAt === null} />
    {(previous || next) && (
      <Turning previous={previous} next={next} linkTo={(id) => withFrom(`/images/${id}`, back)} isCovered={isCovered} />
    )}
  </header>
)
