import { lazy, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { messageOf, statusOf } from '../../../base/problem.ts'
import { type ModelSnapshot, useModelQuery } from '../../../data/models.ts'
import { useArrivingIn } from '../../../data/selected-campaign.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { NotHere } from '../../../ui/NotHere.tsx'
import { Part } from '../../../ui/Part.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { useConversion } from '../conversion/use-conversion.ts'
import { MoveModels } from '../MoveModels.tsx'
import { modelName } from '../model.ts'
import { useModelRemoval } from '../use-model-removal.tsx'
import { Head } from './Head.tsx'
import { ModelStage } from './ModelStage.tsx'
import classes from './model-page.module.css'
import { SidePanel } from './SidePanel.tsx'

const ConversionDialog = lazy(async () => ({
  default: (await import('../conversion/ConversionDialog.tsx')).ConversionDialog,
}))
const QuoteDialog = lazy(async () => ({ default: (await import('../quote/QuoteDialog.tsx')).QuoteDialog }))

const list = '/models'
const leaveAfterMs = 2_000
const notFound = 'Model not found. It may have been deleted.'

/** One 3D model: on its turntable, with its actions. */
export const ModelPage = ({ id }: { id: string }) => {
  const { data, error, isFetching, refetch } = useModelQuery(id)
  const row = data?.rows[0]
  useArrivingIn(row?.campaignId)
  const isGone = [400, 403, 404, 500].includes(statusOf(error)) || (data && (!row || row.deletedAt !== null))
  if (isGone) return <Gone />
  if (data && row) return <ShownModel key={id} model={data} row={row} />
  if (error && !isFetching)
    return (
      <ErrorState
        text={messageOf(error, 'Failed to load model. Please try again later.')}
        onRetry={() => void refetch()}
      />
    )
  return <Waiting />
}

/** Reports a model that is gone, and returns to the list. */
const Gone = () => {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(list, { replace: true }), leaveAfterMs)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <NotHere
      subject="plinth"
      page="3D Model"
      title={notFound}
      text="You are taken back to your models."
      back={{ to: list, label: 'Back to 3D Models' }}
    />
  )
}

const ShownModel = ({ model, row }: { model: ModelSnapshot; row: ModelSnapshot['rows'][number] }) => {
  const navigate = useNavigate()
  const [isMoving, setMoving] = useState(false)
  const [isQuoting, setQuoting] = useState(false)
  const removal = useModelRemoval(() => void navigate(list))
  const conversion = useConversion(row)
  return (
    <article className={classes.root}>
      <title>{`${modelName(row)} · Loreloom`}</title>
      <Head row={row} back={list} onMove={row.mayMove ? () => setMoving(true) : undefined} />
      <ModelStage row={row} isCovered={isMoving || isQuoting || conversion.isOpen || removal.isAsking} />
      <SidePanel
        row={row}
        conjuration={model.conjuration}
        isConverting={conversion.conversion?.status === 'converting'}
        onConvert={(format) => void conversion.start(format)}
        onQuote={() => setQuoting(true)}
        onDelete={() => removal.ask(row)}
      />
      {isMoving && <MoveModels models={[row]} onMoved={() => setMoving(false)} onClose={() => setMoving(false)} />}
      {isQuoting && (
        <Part onFailed={() => setQuoting(false)}>
          <QuoteDialog modelId={row.id} onClose={() => setQuoting(false)} />
        </Part>
      )}
      {conversion.isOpen && conversion.conversion && (
        <Part onFailed={conversion.close}>
          <ConversionDialog
            conversion={conversion.conversion}
            onDownload={() => conversion.conversion && conversion.download(conversion.conversion.format)}
            onRetry={conversion.retry}
            onClose={conversion.close}
          />
        </Part>
      )}
      {removal.dialog}
    </article>
  )
}
