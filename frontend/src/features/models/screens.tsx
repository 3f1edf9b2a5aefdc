import { Navigate, useParams } from 'react-router'
import { useCampaign } from '../../data/selected-campaign.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { ModelPage } from './detail/ModelPage.tsx'
import { ModelsPage } from './ModelsPage.tsx'

/** The 3D models of the selected campaign. */
export const Models = () => {
  const campaign = useCampaign()
  if (campaign === undefined)
    return (
      <Delayed>
        <Waiting />
      </Delayed>
    )
  return campaign ? <ModelsPage key={campaign.id} campaign={campaign} /> : <Navigate to="/campaigns/new" replace />
}

export const OneModel = () => {
  const { id = '' } = useParams()
  return <ModelPage key={id} id={id} />
}
