import { VisuallyHidden } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import type { Campaign } from '../../data/campaigns.ts'
import { initial } from '../../ui/initial.ts'
import classes from './sidebar.module.css'

const membersOf = (count: number) => (count === 1 ? '1 member' : `${count} members`)

/** The campaign's picture, or the first letter of its name. */
export const Crest = ({ campaign }: { campaign: Campaign | null | undefined }) => {
  const uri = campaign?.backgroundImageUri
  return (
    <span className={classes.crest} aria-hidden="true">
      {uri ? <img src={`${uri}?w=320`} alt="" /> : initial(campaign?.name ?? '', 'L')}
    </span>
  )
}

/** Shows the selected campaign and opens the list. `campaign`: undefined while loading, null when there is none. */
export const CampaignButton = ({
  campaign,
  className = '',
  ...rest
}: { campaign: Campaign | null | undefined } & ComponentProps<'button'>) => (
  <button type="button" className={`${classes.campaign} ${className}`} aria-haspopup="listbox" {...rest}>
    <Crest campaign={campaign} />
    <VisuallyHidden>Campaign: </VisuallyHidden>
    <span className={classes.campaignText}>
      <b dir="auto">{campaign === undefined ? '\u00a0' : (campaign?.name ?? 'No campaign yet')}</b>
      {campaign !== null && (
        <span className={classes.meta}>
          {campaign ? `${campaign.rpgSystemCode} · ${membersOf(campaign.memberCount)}` : '\u00a0'}
        </span>
      )}
    </span>
    <IconSelector size={15} aria-hidden="true" />
  </button>
)
