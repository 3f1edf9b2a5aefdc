import type pg from 'pg'
import { billingEvents } from '#domain/billing-events.ts'
import { derivedId } from '../commands/ids.ts'
import { greeting, type Mailer } from '../providers/mail.ts'
import { reactor } from './reactor.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const refunded = `select account.name, account.email, refund.amount from auth."user" account
  join payment_returns refund on refund."userId"::text = account.id where account.id = $1 and refund.id = $2`

/** Mails the decision about a requested refund with the admin's reason, and that a bank has refused a refund since. */
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

      async PaymentRefundFailed({ userId, refundId }) {
        const { rows } = await pool.query<{ name: string; email: string; amount: number }>(refunded, [userId, refundId])
        if (!rows[0]) return
        const { name, email, amount } = rows[0]
        await mailer.send({
          to: email,
          kind: 'notice',
          userId,
          id: derivedId('failed refund', refundId),
          subject: 'A refund did not reach your card',
          text: `${greeting(name)},

your bank did not accept the ${dollars.format(amount / 100)} that we gave back to your card, so the money came back to us. What you had paid for with it counts again: your credits are there, and your plan runs until the end of its time.

Please write to us by the Support Center if you would rather have the money back another way.

${baseUrl}/account-settings?tab=payments

Loreloom
`,
        })
      },
    },
  })
