import type pg from 'pg'
import { billing } from '#domain/billing.ts'
import { billingEvents } from '#domain/billing-events.ts'
import { derivedId } from '../commands/ids.ts'
import { greeting, type Mailer } from '../providers/mail.ts'
import { reactor } from './reactor.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const dayOf = (iso: string) =>
  new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

const selectRefund = `select account.name, account.email, refund.amount from auth."user" account
  join payment_returns refund on refund."userId"::text = account.id where account.id = $1 and refund.id = $2`

/** Mails decisions about requested refunds with the admin's reason, and failures of refunds. */
export const mailRefundDecisions = (pool: pg.Pool, { mailer, baseUrl }: { mailer: Mailer; baseUrl: string }) =>
  reactor(billingEvents, {
    name: 'mail-refund-decisions',
    slow: true,
    attempts: 25,
    on: {
      async RefundDecided({ userId, requestId, amount, reason }) {
        const { rows } = await pool.query<{ name: string; email: string }>(
          'select name, email from auth."user" where id = $1',
          [userId],
        )
        if (!rows[0]) return
        const { name, email } = rows[0]
        const decision =
          amount === null
            ? 'the refund that you requested was declined'
            : `the refund that you requested was granted: ${dollars.format(amount / 100)} go back to your card, which takes your bank some days`
        await mailer.send({
          to: email,
          kind: 'notice',
          userId,
          id: derivedId('refund decision', requestId),
          subject: amount === null ? 'Your refund request at Loreloom' : 'Your refund from Loreloom',
          text: `${greeting(name)},

${decision}.

Reason: ${reason}

${baseUrl}/account-settings?tab=payments

Loreloom
`,
        })
      },

      async PaymentRefundFailed({ userId, refundId, paymentId }, { stateOf }) {
        const { rows } = await pool.query<{ name: string; email: string; amount: number }>(selectRefund, [
          userId,
          refundId,
        ])
        if (!rows[0]) return
        const { name, email, amount } = rows[0]
        const { cover, paid } = await stateOf(billing, userId)
        const isOfPlan = Object.values(paid).some((each) => each.paymentId === paymentId)
        const planEnd = isOfPlan && cover && !cover.renews ? `, and your plan runs until ${dayOf(cover.through)}` : ''
        await mailer.send({
          to: email,
          kind: 'notice',
          userId,
          id: derivedId('failed refund', refundId),
          subject: 'A refund did not reach your card',
          text: `${greeting(name)},

the refund of ${dollars.format(amount / 100)} could not be paid to your card, and the money came back to us. All that it had paid for is yours: its credits are there${planEnd}.

Please write to us through the Support Center if you would rather have the money back another way.

${baseUrl}/account-settings?tab=payments

Loreloom
`,
        })
      },
    },
  })
