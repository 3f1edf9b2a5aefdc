import { type Model, useMoveModelsMutation } from '../../data/models.ts'
import { MoveToCampaign } from '../../moving/MoveToCampaign.tsx'
import { formatModels } from './model.ts'

interface Props {
  models: readonly Model[]
  onMoved: () => void
  onClose: () => void
}

/** Moves models to another campaign of the user. */
export const MoveModels = ({ models, ...dialog }: Props) => {
  const [moveModels, { isLoading }] = useMoveModelsMutation()
  return (
    <MoveToCampaign
      {...dialog}
      items={models}
      noun="model"
      from={models[0]?.campaignId ?? null}
      isBusy={isLoading}
      onMove={({ id: campaignId }) => moveModels({ modelIds: models.map(({ id }) => id), campaignId })}
      failed={models.length === 1 ? 'Failed to move model' : 'Failed to move models'}
      succeeded={(count, campaign) =>
        count === 1
          ? 'Successfully moved model to campaign'
          : `Successfully moved ${formatModels(count)} to ${campaign}`
      }
    />
  )
}
