import { lazy, useState } from 'react'
import { useCampaign } from '../../data/selected-campaign.ts'
import { Part } from '../../ui/Part.tsx'
import { CampaignButton } from './CampaignButton.tsx'

const load = async () => ({ default: (await import('./CampaignSelectorOpen.tsx')).CampaignSelectorOpen })
const CampaignSelectorOpen = lazy(load)

/** Chooses the campaign that everything on screen belongs to. The list is fetched when it is pointed at or opened. */
export const CampaignSelector = () => {
  const campaign = useCampaign()
  const [isAsked, setAsked] = useState(false)
  const button = (
    <CampaignButton campaign={campaign} onPointerEnter={() => void load()} onClick={() => setAsked(true)} />
  )
  return isAsked ? (
    <Part onFailed={() => setAsked(false)} fallback={button}>
      <CampaignSelectorOpen />
    </Part>
  ) : (
    button
  )
}
