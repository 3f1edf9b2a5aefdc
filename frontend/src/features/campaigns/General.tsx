import { type Campaign, mayRename } from '../../app/campaigns.ts'
import { useCampaign } from '../../app/selected-campaign.ts'
import classes from './campaigns.module.css'
import { NameField } from './NameField.tsx'

const roles: Record<Campaign['role'], string> = { 1: 'Dungeon Master', 2: 'Player', 3: 'Owner' }

export const General = () => {
  const campaign = useCampaign()
  if (!campaign) return null
  return (
    <div className={classes.general}>
      {mayRename(campaign) ? (
        <NameField key={campaign.id} campaign={campaign} />
      ) : (
        <h2 className={classes.fixedName}>{campaign.name}</h2>
      )}
      <dl className={classes.facts}>
        <dt>Roleplaying system</dt>
        <dd>{campaign.rpgSystemCode}</dd>
        <dt>Your role</dt>
        <dd>{roles[campaign.role]}</dd>
        <dt>Members</dt>
        <dd className="num">{campaign.memberCount}</dd>
        <dt>Created</dt>
        <dd className="num">{new Date(campaign.createdAt).toLocaleDateString('en', { dateStyle: 'long' })}</dd>
      </dl>
    </div>
  )
}
