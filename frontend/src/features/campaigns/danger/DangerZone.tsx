import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { can } from '#domain/rights.ts'
import { viewerIn } from '../../../data/campaigns.ts'
import { useCampaign } from '../../../data/selected-campaign.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { leavingText, useLeaving } from '../use-leaving.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { DeletedCampaigns } from './DeletedCampaigns.tsx'
import classes from './danger.module.css'

/** Settings tab for leaving the campaign, deleting it (owner only), and restoring the user's deleted campaigns. */
export const DangerZone = () => {
  const campaign = useCampaign()
  const leave = useLeaving()
  const [dialog, setDialog] = useState<'leave' | 'delete'>()
  if (!campaign) return null
  const [viewer, here] = [viewerIn(campaign), { campaignId: campaign.id }]
  const mayLeave = can(viewer, 'leave', here)
  const close = () => setDialog(undefined)
  return (
    <div className={classes.zone}>
      <section className={classes.act}>
        <h2>Leave this campaign</h2>
        {!mayLeave ? (
          <p>
            An owner cannot leave. <Link to="/campaign/edit/members">Transfer the ownership</Link> to someone else
            first.
          </p>
        ) : (
          <p>{leavingText}</p>
        )}
        <Button data-danger disabled={!mayLeave} onClick={() => setDialog('leave')}>
          Leave Campaign
        </Button>
      </section>
      {can(viewer, 'deleteCampaign', here) && (
        <section className={classes.act}>
          <h2>Delete this campaign</h2>
          <p>It disappears for everyone in it. You can restore it for 30 days.</p>
          <Button data-danger onClick={() => setDialog('delete')}>
            Delete Campaign
          </Button>
        </section>
      )}
      <DeletedCampaigns />
      <ConfirmDialog
        opened={dialog === 'leave'}
        title={`Leave ${campaign.name}?`}
        text={leavingText}
        confirm="Leave Campaign"
        danger
        onConfirm={() => leave(campaign)}
        onClose={close}
      />
      {dialog === 'delete' && <DeleteDialog campaign={campaign} onClose={close} />}
    </div>
  )
}
