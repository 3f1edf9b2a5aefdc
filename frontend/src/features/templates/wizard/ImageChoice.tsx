import { Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { mayUseModel } from '#domain/entitlements.ts'
import { defaultImageCost } from '#domain/generations.ts'
import { costOf } from '#domain/image-models.ts'
import { useImageModels } from '../../../data/experiments.ts'
import { selectEntitlements, today, useMe } from '../../../data/me.ts'

/** The image that is generated too: if it is wanted, by which model of the user's plan, and its cost in credits. */
export const useImageChoice = () => {
  const me = useMe()
  const { data: offered = [] } = useImageModels('IMAGE')
  const [isWanted, setWanted] = useState(false)
  const [modelId, setModelId] = useState('')
  const models = offered.filter(({ plan }) => mayUseModel(selectEntitlements(me), plan, today()))
  const model = models.find(({ id }) => id === modelId)
  const cost = !isWanted ? 0 : model ? costOf(model) : defaultImageCost
  return { isWanted, setWanted, models, model, modelId, setModelId, cost }
}

export const ImageChoice = ({ choice }: { choice: ReturnType<typeof useImageChoice> }) => (
  <>
    <Checkbox
      label="Generate an image as well"
      checked={choice.isWanted}
      disabled={choice.models.length === 0}
      onChange={(event) => choice.setWanted(event.currentTarget.checked)}
    />
    {choice.isWanted && (
      <NativeSelect
        label="Image model"
        value={choice.modelId}
        data={[
          { value: '', label: `Default model · ${defaultImageCost} credits` },
          ...choice.models.map((each) => ({ value: each.id, label: `${each.name} · ${costOf(each)} credits` })),
        ]}
        onChange={(event) => choice.setModelId(event.currentTarget.value)}
      />
    )}
  </>
)
