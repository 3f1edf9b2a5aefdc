import { Button, Skeleton } from '@mantine/core'
import { IconFolderSymlink, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { openOverlay } from '../../base/overlay.ts'
import type { Campaign } from '../../data/campaigns.ts'
import { type Model, modelsPerPage, useModelsQuery } from '../../data/models.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import listing from '../../ui/listing.module.css'
import { SelectionBar } from '../../ui/SelectionBar.tsx'
import { toast } from '../../ui/toast.ts'
import { useSelection } from '../../ui/use-selection.ts'
import { ModelCard } from './ModelCard.tsx'
import { MoveModels } from './MoveModels.tsx'
import classes from './models.module.css'
import { useModelRemoval } from './use-model-removal.tsx'

const create = () => openOverlay({ kind: 'createModel' })

/** The 3D models of a campaign, which can be opened, selected and moved. */
export const ModelsPage = ({ campaign }: { campaign: Campaign }) => {
  const [want, setWant] = useState(modelsPerPage)
  const { currentData: models, isError, isFetching, refetch } = useModelsQuery({ campaignId: campaign.id, want })
  const rows = models?.rows
  const order = useMemo(() => (rows ?? []).map(({ id }) => id), [rows])
  const { selection, onTick, clear } = useSelection(order)
  const removal = useModelRemoval()
  const mayAdd = !campaign.asOf
  const isEmpty = rows?.length === 0
  return (
    <section className={listing.page}>
      <title>3D Models · Loreloom</title>
      <Head total={models?.total} mayAdd={mayAdd} isEmpty={isEmpty} />
      <ul className={classes.cards} data-ticking={selection.ids.size > 0 || undefined}>
        {rows?.map((row) => (
          <ModelCard key={row.id} row={row} ticked={selection.ids.has(row.id)} onTick={onTick} onDelete={removal.ask} />
        ))}
      </ul>
      {models && models.rows.length > 0 && models.rows.length < models.total && (
        <div className={listing.more}>
          <Button loading={isFetching} onClick={() => setWant(models.rows.length + modelsPerPage)}>
            Load More
          </Button>
        </div>
      )}
      {!models && isError && !isFetching && (
        <ErrorState text="Failed to load models. Please try again later." onRetry={() => void refetch()} />
      )}
      {!models && !(isError && !isFetching) && (
        <Loading label="Loading models" className={classes.cards}>
          {[1, 2, 3, 4, 5, 6, 7, 8].map((n) => (
            <Skeleton key={n} style={{ aspectRatio: '286 / 260' }} />
          ))}
        </Loading>
      )}
      {isEmpty && <NoModels mayAdd={mayAdd} />}
      <SelectedModels rows={rows ?? []} ids={selection.ids} onClear={clear} />
      {removal.dialog}
    </section>
  )
}

interface HeadProps {
  total: number | undefined
  mayAdd: boolean
  isEmpty: boolean
}

const Head = ({ total, mayAdd, isEmpty }: HeadProps) => (
  <header className={listing.head}>
    <h1>3D Models</h1>
    <span className={`${listing.count} num`} aria-live="polite">
      {total !== undefined && `${total.toLocaleString('en')} in this campaign`}
    </span>
    {mayAdd && (
      <Button
        variant={isEmpty ? 'default' : 'filled'}
        leftSection={<IconPlus size={15} />}
        aria-label="Generate New Model"
        onClick={create}
      >
        Generate<span className={listing.desk}>&nbsp;New Model</span>
      </Button>
    )}
  </header>
)

interface SelectedModelsProps {
  /** All loaded models. */
  rows: readonly Model[]
  ids: ReadonlySet<string>
  onClear: () => void
}

/** The bar of the selected models, with the dialog of its action. */
const SelectedModels = ({ rows, ids, onClear }: SelectedModelsProps) => {
  const [moving, setMoving] = useState(false)
  const count = ids.size
  return (
    <>
      {count > 0 && (
        <SelectionBar
          text={`${count} model(s) selected`}
          onClear={onClear}
          actions={[
            {
              label: 'Move',
              icon: <IconFolderSymlink size={15} />,
              onClick: () => (count > 0 ? setMoving(true) : toast.error('Please select models to move')),
            },
          ]}
        />
      )}
      {moving && (
        <MoveModels
          models={rows.filter(({ id }) => ids.has(id))}
          onClose={() => setMoving(false)}
          onMoved={() => {
            setMoving(false)
            onClear()
          }}
        />
      )}
    </>
  )
}

const NoModels = ({ mayAdd }: { mayAdd: boolean }) =>
  mayAdd ? (
    <EmptyState
      subject="plinth"
      title="Transform Your Characters Into 3D Miniatures"
      text="From a picture you have or from a few words. It takes 2-3 minutes."
      action={
        <Button variant="filled" onClick={create}>
          Generate Your First Model
        </Button>
      }
      examples={[
        { title: 'Fantasy Characters', text: 'The clerk, the captain, the six people at your table' },
        { title: 'Monsters & NPCs', text: 'Whatever has been under the causeway since spring' },
        { title: 'Custom Creations', text: 'A bell, a boat, a door that should not be there' },
      ]}
    />
  ) : (
    <EmptyState subject="plinth" title="No models" text="A copy of a campaign has none." />
  )
