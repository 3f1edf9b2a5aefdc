import { Button } from '@mantine/core'
import { IconCircleCheck, IconTicket } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { enjoys, type LoreloomTier, type MinisTier, mayBuyInPanel, tierCredits } from '#domain/entitlements.ts'
import { useSupport } from '../../app/layout/support.tsx'
import { messageOf } from '../../app/problem.ts'
import { useRedeemPreorderMutation } from '../../data/account.ts'
import { type Me, standingOf, today, useMe } from '../../data/me.ts'
import { Badge } from '../../ui/Badge.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './support-tab.module.css'

const nameOf = (tier: LoreloomTier | MinisTier) => tier.replaceAll('_', ' ')

/** Gifts of the tiers that a backer holds, and the way to claim them. */
export const SupportTab = () => {
  const me = useMe()
  const support = useSupport()
  return (
    <div className={classes.support}>
      {me.loreloomKickstarterTier && <Loreloom me={me} tier={me.loreloomKickstarterTier} />}
      {me.minisKickstarterTier && <Minis me={me} tier={me.minisKickstarterTier} />}
      {me.preorderRedemptionCoupon && <Preorder coupon={me.preorderRedemptionCoupon} />}
      {!mayBuyInPanel(standingOf(me)) && (
        <p className={classes.sentence}>
          With a Minis tier the credit panel sells no packs. The plus beside your credits still does.
        </p>
      )}
      <div>
        <Button onClick={() => support.open()}>Something Is Missing</Button>
      </div>
      {support.dialog}
    </div>
  )
}

interface GiftProps {
  icon?: ReactNode
  title: string
  state: string
  children?: ReactNode
}

const Gift = ({ icon = <IconCircleCheck size={18} aria-hidden="true" />, title, state, children }: GiftProps) => (
  <li>
    {icon}
    <div>
      {title}
      <span>{state}</span>
    </div>
    {children}
  </li>
)

const Credits = ({ tier }: { tier: LoreloomTier | MinisTier }) => {
  const amount = tierCredits[tier]
  if (!amount) return null
  return (
    <Gift title={`${amount.toLocaleString('en-GB')} image credits`} state="Granted with your tier">
      <Link to="?tab=credits">See in Credits</Link>
    </Gift>
  )
}

const Loreloom = ({ me, tier }: { me: Me; tier: LoreloomTier }) => (
  <section aria-labelledby="loreloom-tier">
    <h2 id="loreloom-tier">
      Loreloom <Badge dye="weld">{nameOf(tier)}</Badge>
    </h2>
    <ul>
      <Credits tier={tier} />
      {enjoys(standingOf(me), 'storyVaultForLife', today()) ? (
        <Gift title="Story Vault, for life" state="Redeem it in the Story Vault">
          <Link to="/story-vault">Story Vault</Link>
        </Gift>
      ) : (
        <Gift title="Thank you" state="Your pledge helped to build Loreloom." />
      )}
    </ul>
  </section>
)

const Minis = ({ me, tier }: { me: Me; tier: MinisTier }) => {
  const standing = standingOf(me)
  return (
    <section aria-labelledby="minis-tier">
      <h2 id="minis-tier">
        Minis <Badge dye="weld">{nameOf(tier)}</Badge>
      </h2>
      <ul>
        <Credits tier={tier} />
        {enjoys(standing, 'generateModelsFree', today()) ? (
          <Gift title="Unlimited 3D models" state="No credits are taken for them" />
        ) : (
          <Gift title="3D models" state="On every plan, for credits" />
        )}
        <Gift title="STL downloads" state="On every plan" />
        {enjoys(standing, 'quoteMinis', today()) && <Gift title="Mini quotes" state="Ask from any model’s page" />}
      </ul>
    </section>
  )
}

const Preorder = ({ coupon }: { coupon: string }) => {
  const { impersonatedBy } = useMe()
  const [redeem, { isLoading }] = useRedeemPreorderMutation()
  const [isRedeemed, setRedeemed] = useState(false)
  const take = async () => {
    const { error } = await redeem({ coupon })
    if (error) return toast.error(messageOf(error, 'Your pre-order could not be redeemed. Please try again.'))
    setRedeemed(true)
    toast.success('Your pre-order is redeemed.')
  }
  return (
    <section aria-labelledby="preorder">
      <h2 id="preorder">
        Pre-order <Badge>Coupon</Badge>
      </h2>
      <ul>
        <Gift
          icon={<IconTicket size={18} aria-hidden="true" />}
          title="The plan that you ordered"
          state={isRedeemed ? 'Redeemed' : 'Not redeemed yet'}
        >
          {!isRedeemed && (
            <Button loading={isLoading} disabled={impersonatedBy !== null} onClick={() => void take()}>
              Redeem
            </Button>
          )}
        </Gift>
      </ul>
    </section>
  )
}
