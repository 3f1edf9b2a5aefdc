import type { AccountState } from '#domain/audit-accounts.ts'
import { planName } from '../../../ui/Badge.tsx'
import { paymentOf } from '../events/values.ts'
import { stampOf } from '../utc.ts'
import { Fact, Facts } from './Facts.tsx'

const shown = 10

/** Ids at the provider: no card and no address is stored here. */
export const Billing = ({ billing, position }: { billing: AccountState['billing']; position: string }) => {
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
      {payments.slice(-shown).map((payment) => (
        <Fact key={payment.id} of={`billing.payments.${payment.id}`} label={payment.id} position={position}>
          {paymentOf(payment)}
        </Fact>
      ))}
    </Facts>
  )
}
