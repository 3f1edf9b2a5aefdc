import type { AccountState } from '#domain/audit-accounts.ts'
import { planName } from '../../../ui/Badge.tsx'
import { shortId } from '../../../ui/short-id.ts'
import type { TabProps } from '../account/tab.ts'
import { count } from '../amounts.ts'
import { paymentOf } from '../events/values.ts'
import { gateOf, memberRoles, methodOf, roleNames, termOf, wordOf } from '../names.ts'
import { stampOf } from '../utc.ts'
import { Credits } from './Credits.tsx'
import { Fact, Facts } from './Facts.tsx'
import { Replay } from './Replay.tsx'
import classes from './state.module.css'

const yes = (is: boolean): string => (is ? 'yes' : 'no')

interface Props {
  sessions: AccountState['sessions']
  impersonations: AccountState['impersonations']
  position: string
}

const Sessions = ({ sessions: { open, latest }, impersonations, position }: Props) => (
  <Facts title="Sign-ins">
    <Fact of="sessions.open" label="Open sessions" position={position}>
      {count(open)}
    </Fact>
    {latest.map(({ id, method, since }) => (
      <Fact key={id} of={`sessions.latest.${id}`} label={`Since ${stampOf(since)}`} position={position}>
        by {methodOf(method)}
      </Fact>
    ))}
    {impersonations.map(({ id, since }) => (
      <Fact key={id} of={`impersonations.${id}`} label="An admin acts as them" position={position}>
        since {stampOf(since)}
      </Fact>
    ))}
  </Facts>
)

/** Campaigns by id: their names are visible to members only. */
const Memberships = ({ memberships, position }: { memberships: AccountState['memberships']; position: string }) => (
  <Facts title="Campaigns">
    {memberships.length === 0 && (
      <Fact label="Member of" position={position}>
        none
      </Fact>
    )}
    {memberships.map(({ id, role, since, inTrash }) => (
      <Fact key={id} of={`memberships.${id}`} label={`Campaign ${shortId(id)}`} position={position}>
        {memberRoles[role]} since {stampOf(since)}
        {inTrash && ', in the Trash'}
      </Fact>
    ))}
  </Facts>
)

/** The account's complete state at the viewed moment. A click on a value with a path (`of`) lists the events that changed it. */
export const StateTab = ({ past, now }: TabProps) => {
  const { state, last } = past
  const position = now.position
  return (
    <div className={classes.state}>
      <Replay accountId={past.account.id} />
      <AccountFacts account={state.account} last={last} position={position} />
      <PlanFacts plan={state.plan} entitlements={state.entitlements} position={position} />
      <Credits credits={state.credits} position={position} />
      <Billing billing={state.billing} position={position} />
      <Sessions sessions={state.sessions} impersonations={state.impersonations} position={position} />
      <Memberships memberships={state.memberships} position={position} />
      {state.looks > 0 && (
        <Facts title="Their own looks">
          <Fact of="looks" label="Looked at accounts" position={position}>
            {count(state.looks)} times
          </Fact>
        </Facts>
      )}
    </div>
  )
}

interface AccountFactsProps {
  account: AccountState['account']
  last: TabProps['past']['last']
  position: string
}

const AccountFacts = ({ account, last, position }: AccountFactsProps) => (
  <Facts title="Account">
    <Fact of="account.registeredAt" label="Registered" position={position}>
      {account.registeredAt ? stampOf(account.registeredAt) : 'Not yet'}
    </Fact>
    <Fact of="account.method" label="Signed up by" position={position}>
      {account.method ? methodOf(account.method) : 'not known'}
    </Fact>
    <Fact of="account.role" label="Role" position={position}>
      {roleNames[account.role]}
    </Fact>
    <Fact of="account.banned" label="Banned" position={position}>
      {yes(account.banned)}
      {account.banReason && `: ${account.banReason}`}
    </Fact>
    <Fact of="account.onboarded" label="Welcomed" position={position}>
      {yes(account.onboarded)}
    </Fact>
    <Fact of="account.emailVerified" label="Address verified" position={position}>
      {yes(account.emailVerified)}
    </Fact>
    <Fact of="account.marketingOptIn" label="Marketing mail" position={position}>
      {account.marketingOptIn === null ? 'not said' : yes(account.marketingOptIn)}
    </Fact>
    <Fact of="account.allowNSFW" label="NSFW allowed" position={position}>
      {yes(account.allowNSFW)}
    </Fact>
    {last && (
      <Fact label="Last event" position={position}>
        {stampOf(last.at)}
      </Fact>
    )}
  </Facts>
)

interface PlanFactsProps extends Pick<AccountState, 'plan' | 'entitlements'> {
  position: string
}

/** The plan, its sources, and the features that it opens. */
const PlanFacts = ({ plan, entitlements, position }: PlanFactsProps) => {
  const opens = Object.entries(entitlements).filter(([, isOpen]) => isOpen)
  return (
    <Facts title="Plan">
      <Fact of="plan.effective" label="Effective plan" position={position}>
        {planName[plan.effective]}
      </Fact>
      <Fact of="plan.paid" label="Paid plan" position={position}>
        {planName[plan.paid]}
      </Fact>
      {plan.terms.map(({ source, plan: name, through }) => (
        <Fact key={source} of="plan.terms" label={termOf(source)} position={position}>
          {planName[name]}
          {through ? `, through ${stampOf(through)}` : ', without an end'}
        </Fact>
      ))}
      <Fact of="plan.complimentaryThrough" label="Complimentary" position={position}>
        {plan.complimentaryThrough ? `through ${plan.complimentaryThrough}` : 'none'}
      </Fact>
      <Fact of="plan.loreloomTier" label="Backer tier" position={position}>
        {plan.loreloomTier ? wordOf(plan.loreloomTier) : 'none'}
      </Fact>
      <Fact of="plan.minisTier" label="Backer tier of miniatures" position={position}>
        {plan.minisTier ? wordOf(plan.minisTier) : 'none'}
      </Fact>
      <Fact of="entitlements" label="It opens" position={position}>
        {opens.map(([name]) => gateOf(name)).join(', ') || 'nothing'}
      </Fact>
    </Facts>
  )
}

const shownPayments = 10

/** Billing as recorded: the provider's ids, the paid period and the latest payments. No card and no address is stored. */
const Billing = ({ billing, position }: { billing: AccountState['billing']; position: string }) => {
  const { customerId, subscription, cover, payments } = billing
  return (
    <Facts title="Billing" note="By the provider’s references: cards and addresses are the provider’s.">
      <Fact of="billing.customerId" label="Customer" position={position}>
        {customerId ?? 'none'}
      </Fact>
      <Fact of="billing.subscription" label="Subscription" position={position}>
        {subscription ? subscription.subscriptionId : 'none'}
      </Fact>
      <Fact of="billing.cover" label="Paid for" position={position}>
        {cover
          ? `${planName[cover.plan]}, ${cover.interval === 'YEARLY' ? 'yearly' : 'monthly'}, through ${stampOf(cover.through)}, ${cover.renews ? 'renews' : 'ends then'}`
          : 'nothing'}
      </Fact>
      {payments.slice(-shownPayments).map((payment) => (
        <Fact key={payment.id} of={`billing.payments.${payment.id}`} label={payment.id} position={position}>
          {paymentOf(payment)}
        </Fact>
      ))}
    </Facts>
  )
}
