import { Button, Modal } from '@mantine/core'
import { Link } from 'react-router'
import { type Capability, requiredPlan } from '#domain/entitlements.ts'
import { monthlyCredits, planPrices } from '#domain/plan-credits.ts'
import { useWhyNot } from '../../billing/use-why-not.ts'
import { exportAddress } from '../../data/conversations.ts'
import { useMe } from '../../data/me.ts'
import { useCampaign } from '../../data/selected-campaign.ts'
import { planName } from '../../ui/Badge.tsx'
import classes from './upgrade.module.css'

/** Names of the features, and their use. */
const features: Record<Capability, { name: string; isOne?: true; unlocks: string }> = {
  nsfw: { name: 'Pictures for adults', unlocks: 'Models that can would draw what is not for everybody.' },
  audioTranscripts: { name: 'Audio transcripts', unlocks: 'What was said at your table would be there to read.' },
  premiumInpainting: {
    name: 'Premium touch up',
    isOne: true,
    unlocks: 'You would paint over part of a picture and choose what comes.',
  },
  backgroundRemoval: {
    name: 'Background removal',
    isOne: true,
    unlocks: 'A figure would stand by itself, on whatever you put behind it.',
  },
  tokens: { name: 'VTT tokens', unlocks: 'Any of your pictures would become a token for your virtual tabletop.' },
  conjurationModels: {
    name: '3D models from lore',
    unlocks: 'A picture of your lore would become a figure to turn and print.',
  },
  battleMaps: { name: 'Battle maps', unlocks: 'You would draw maps from a few words, and show them at your table.' },
  privateLore: {
    name: 'Private lore',
    isOne: true,
    unlocks: 'You would keep entries that nobody else at the table can see.',
  },
  conversations: {
    name: 'Conversations with Weavy',
    unlocks: 'You could ask your campaign, and get answers with their sources.',
  },
  templates: {
    name: 'Templates of your own',
    unlocks: 'You would say once what your entries are made of, and fill them in again and again.',
  },
}

/** Explains the plan that a feature requires. */
export const UpgradeDialog = ({ wanted, onClose }: { wanted: Capability; onClose: () => void }) => {
  const { plan, paidPlan } = useMe()
  const required = requiredPlan(wanted)
  const { name, isOne, unlocks } = features[wanted]
  const whyNot = useWhyNot()
  const campaign = useCampaign()
  const isComplimentary = plan !== paidPlan && plan === required
  return (
    <Modal opened onClose={onClose} title="Upgrade Required" size={480} withCloseButton={false}>
      <p className={classes.text}>
        {name} {isOne ? 'needs' : 'need'} the {required === 'BASIC' ? 'Basic or the Pro' : 'Pro'} plan.{' '}
        {isComplimentary
          ? `Complimentary access does not open ${isOne ? 'it' : 'them'}.`
          : `Your plan is ${planName[plan]}.`}
      </p>
      <p className={classes.text}>{unlocks}</p>
      <p className={classes.price}>
        <b className="num">${planPrices[required].month}</b> per month, or ${planPrices[required].year} per year
        <span className="num">{monthlyCredits[required].toLocaleString('en')} credits per month</span>
      </p>
      {wanted === 'conversations' && campaign && (
        <p className={classes.note}>
          Conversations from before stay yours:{' '}
          <a href={exportAddress(campaign.id)} download>
            export them
          </a>
          .
        </p>
      )}
      {whyNot && <p className={classes.note}>{whyNot}</p>}
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
