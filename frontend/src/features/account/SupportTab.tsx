import { Button } from '@mantine/core'
import { IconCircleCheck, IconTicket } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  type Entitlements,
  enjoys,
  isBacker,
  type LoreloomTier,
  type MinisTier,
  mayBuyInPanel,
  tierCredits,
} from '#domain/entitlements.ts'
import { openOverlay } from '../../base/overlay.ts'
import { selectEntitlements, today, useMe } from '../../data/me.ts'
import { Badge, tierName } from '../../ui/Badge.tsx'
import classes from './support-tab.module.css'

/** Returns true for users with a Kickstarter tier: other users do not have this tab. */
export const useIsBacker = (): boolean => isBacker(selectEntitlements(useMe()))

/** A backer's Kickstarter tiers, the benefits of each, and links to claim them. */
export const SupportTab = () => {
  const me = useMe()
  const { loreloomKickstarterTier: main, minisKickstarterTier: minis } = selectEntitlements(me)
  return (
    <div className={classes.support}>
      {main && <LoreloomPledge tier={main} />}
      {minis && <MinisPledge tier={minis} />}
      {!mayBuyInPanel(selectEntitlements(me)) && (
        <p className={classes.note}>
          With a Minis tier the Credits tab sells no packs. The plus beside your credits still does.
        </p>
      )}
      <Button onClick={() => openOverlay({ kind: 'support', type: 'Other' })}>Something Is Missing</Button>
    </div>
  )
}

/** Returns the entitlements of the given tiers alone, without those of plans or other tiers. */
const onlyOf = (tiers: Partial<Entitlements>): Entitlements => ({
  plans: [],
  complimentaryAccessThrough: null,
  loreloomKickstarterTier: null,
  minisKickstarterTier: null,
  ...tiers,
})

const LoreloomPledge = ({ tier }: { tier: LoreloomTier }) => {
  const isForLife = enjoys(onlyOf({ loreloomKickstarterTier: tier }), 'storyVaultForLife', today())
  return (
    <Pledge title="Loreloom" tier={tier}>
      <Credits tier={tier} />
      {isForLife && (
        <Gift
          icon={<IconTicket size={18} aria-hidden="true" />}
          title="Story Vault, for life"
          text="Its page states how you redeem it."
        >
          <Button component={Link} to="/story-vault">
            Redeem
          </Button>
        </Gift>
      )}
      {!isForLife && !tierCredits[tier] && (
        <p className={classes.note}>There is nothing to claim with this tier here.</p>
      )}
    </Pledge>
  )
}

const MinisPledge = ({ tier }: { tier: MinisTier }) => {
  const rights = onlyOf({ minisKickstarterTier: tier })
  const isFree = enjoys(rights, 'generateModelsFree', today())
  return (
    <Pledge title="Minis" tier={tier}>
      <Credits tier={tier} />
      {enjoys(rights, 'generateModels', today()) && (
        <Gift
          title={isFree ? 'Unlimited 3D models' : '3D models'}
          text={isFree ? 'No credits are taken for them.' : 'On every plan, for credits.'}
        >
          <Link to="/models">3D Models</Link>
        </Gift>
      )}
      {enjoys(rights, 'downloadStl', today()) && (
        <Gift title="STL downloads" text="On every plan, from the page of a model." />
      )}
      {enjoys(rights, 'quoteMinis', today()) && (
        <Gift title="Mini quotes" text="Claim your Kickstarter mini on the page of a model." />
      )}
    </Pledge>
  )
}

const Pledge = ({ title, tier, children }: { title: string; tier: string; children: ReactNode }) => (
  <section aria-label={`${title} tier`}>
    <header>
      <h2>{title}</h2>
      <Badge colour="weld">{tierName(tier)}</Badge>
    </header>
    {children}
  </section>
)

const Credits = ({ tier }: { tier: LoreloomTier | MinisTier }) => {
  const credits = tierCredits[tier]
  if (!credits) return null
  return (
    <Gift title={`${credits.toLocaleString('en')} image credits`} text="Granted once, when the tier was given.">
      <Link to="?tab=credits">See in Credits</Link>
    </Gift>
  )
}

interface GiftProps {
  icon?: ReactNode
  title: string
  text: string
  children?: ReactNode
}
const Gift = ({ icon = <IconCircleCheck size={18} aria-hidden="true" />, title, text, children }: GiftProps) => (
  <div className={classes.gift}>
    {icon}
    <div>
      <b>{title}</b>
      <small>{text}</small>
    </div>
    {children}
  </div>
)
