import { Button, Modal } from '@mantine/core'
import { Link } from 'react-router'
import { type Capability, requiredPlan } from '#domain/entitlements.ts'
import { monthlyCredits, planPrices } from '#domain/plan-credits.ts'
import { useMe } from '../../data/me.ts'
import { planName } from '../../ui/Badge.tsx'
import { noPayments } from '../payments.ts'
import classes from './upgrade.module.css'

const called: Record<Capability, string> = {
  nsfw: 'Pictures for adults',
  audioTranscripts: 'Audio transcripts',
  premiumInpainting: 'Premium touch up',
  backgroundRemoval: 'Background removal',
  tokens: 'VTT tokens',
  conjurationModels: '3D models from lore',
  battleMaps: 'Battle maps',
  privateLore: 'Private lore',
  conversations: 'Conversations with Weavy',
  templates: 'Templates of your own',
}

/** Says what a plan would have opened, instead of leading elsewhere without a word. */
export const UpgradeDialog = ({ wanted, onClose }: { wanted: Capability; onClose: () => void }) => {
  const { plan, paidPlan } = useMe()
  const required = requiredPlan(wanted)
  const isComplimentary = plan !== paidPlan && plan === required
  return (
    <Modal opened onClose={onClose} title="Upgrade Required" size={480} withCloseButton={false}>
      <p className={classes.text}>
        {called[wanted]} {required === 'BASIC' ? 'need the Basic or the Pro plan' : 'need the Pro plan'}.{' '}
        {isComplimentary ? 'Complimentary access does not open them.' : `Your plan is ${planName[plan]}.`}
      </p>
      <p className={classes.price}>
        <b className="num">${planPrices[required].month}</b> per month, or ${planPrices[required].year} per year
        <span className="num">{monthlyCredits[required].toLocaleString('en')} credits per month</span>
      </p>
      <p className={classes.note}>{noPayments}</p>
      <div className={classes.acts}>
        <Button variant="subtle" data-autofocus onClick={onClose}>
          Maybe Later
        </Button>
        <Button component={Link} to="/account-settings?tab=subscription" variant="filled" onClick={onClose}>
          Upgrade to {planName[required]}
        </Button>
      </div>
    </Modal>
  )
}
