import { Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useCampaignsQuery } from '../data/campaigns.ts'
import { useCollectionChoices } from '../data/use-collection-choices.ts'
import { CollectionPicker } from '../ui/CollectionPicker.tsx'

interface From {
  campaignId: string
  /** The initially selected folder: undefined for none, null for the root. */
  collectionId?: string | null | undefined
}

/**
 * The folder that the user chooses for lore, in one of their campaigns; `isElsewhere` excludes the current campaign.
 */
export const useWhereTo = (from: From, only: { isElsewhere?: true } = {}) => {
  const { data } = useCampaignsQuery()
  const campaigns = (data?.rows ?? []).filter(({ id }) => !only.isElsewhere || id !== from.campaignId)
  const [chosen, setChosen] = useState<string>()
  const first = only.isElsewhere ? campaigns[0]?.id : from.campaignId
  const campaignId = chosen ?? first ?? from.campaignId
  const [collectionId, setCollectionId] = useState(from.collectionId)
  const [moveImages, setMoveImages] = useState(true)
  const campaignName = campaigns.find(({ id }) => id === campaignId)?.name ?? 'the campaign'
  const at = campaignId === from.campaignId ? from.collectionId : null
  const { choices, tree } = useCollectionChoices({ campaignId, campaignName, at: at ?? null })
  return {
    campaigns,
    campaignId,
    campaignName,
    isElsewhere: campaignId !== from.campaignId,
    collectionId,
    choices,
    folder: tree.get(collectionId ?? ''),
    moveImages,
    setMoveImages,
    setCollectionId,
    setCampaignId(id: string) {
      setChosen(id)
      setCollectionId(id === from.campaignId ? from.collectionId : null)
    },
  }
}

interface Props {
  place: ReturnType<typeof useWhereTo>
  /** The pronoun in the label 'Move its images too': `their` for several lore items. */
  whose: 'its' | 'their'
  onChange: () => void
}

export const WhereTo = ({ place, whose, onChange }: Props) => (
  <>
    <NativeSelect
      label="Campaign"
      value={place.campaignId}
      data={place.campaigns.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(event) => {
        place.setCampaignId(event.currentTarget.value)
        onChange()
      }}
    />
    <CollectionPicker
      {...place.choices}
      value={place.collectionId}
      onChange={(id) => {
        place.setCollectionId(id)
        onChange()
      }}
    />
    {place.isElsewhere && (
      <Checkbox
        label={`Move ${whose} images too`}
        checked={place.moveImages}
        onChange={(event) => place.setMoveImages(event.currentTarget.checked)}
      />
    )}
  </>
)
