import type pg from 'pg'
import { billing } from '#domain/billing.ts'
import type { SoldPlan } from '#domain/billing-account.ts'
import { soldPlanNames } from '#domain/billing-account.ts'
import { billingEvents } from '#domain/billing-events.ts'
import { graceEnd } from '#domain/entitlements.ts'
import { billingLease } from '../commands/billing/lease.ts'
import { derivedId } from '../commands/ids.ts'
import { greeting, type Mail, type Mailer } from '../providers/mail.ts'
import { reactor } from './reactor.ts'

/** The page to pay with another card, or to confirm a payment. */
const cardsPath = '/account-settings?tab=payment-methods'

interface Renewal {
  plan: SoldPlan
  /** Deadline of the plan without a payment, and time of the next attempt; ISO times. */
  until: string
  nextAttemptAt: string | null
  needsConfirmation?: boolean | undefined
}

/**
 * Mails the user about each unpaid renewal: the failure, the remedy and the deadline. Users who have paid in the
 * meantime get no mail. Nearly exactly once: a process that dies between sending and recording sends the mail again
 * with the same id.
 */
export const mailFailedRenewals = (pool: pg.Pool, { mailer, baseUrl }: { mailer: Mailer; baseUrl: string }) => {
  const lease = billingLease(pool)
  return reactor(billingEvents, {
    name: 'mail-failed-renewals',
    slow: true,
    attempts: 25,
    on: {
      // Serialised, since failures of one invoice may arrive together.
      PaymentFailed: ({ userId, invoiceId, ...failed }, { stateOf, dispatch }) =>
        lease(userId, async () => {
          const { notices, paid, cover } = await stateOf(billing, userId)
          if (invoiceId in notices || invoiceId in paid || !cover?.renews) return
          const { rows } = await pool.query<{ name: string; email: string }>(
            'select name, email from auth."user" where id = $1',
            [userId],
          )
          if (!rows[0]) return
          const mail = mailOf(rows[0], { ...failed, until: graceEnd(cover.through) }, `${baseUrl}${cardsPath}`)
          await mailer.send({ ...mail, kind: 'notice', userId, id: derivedId('renewal-notice', userId, invoiceId) })
          await dispatch(billing, userId, { type: 'NoteRenewalNotice', data: { userId, invoiceId } })
        }),
    },
  })
}

const dayOf = (iso: string) =>
  new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

const mailOf = ({ name, email }: { name: string; email: string }, renewal: Renewal, link: string): Mail => ({
  to: email,
  subject: renewal.needsConfirmation
    ? 'Please confirm the renewal of your Loreloom plan'
    : 'Your Loreloom plan could not be renewed',
  text: `${greeting(name)},

${renewal.needsConfirmation ? confirming(renewal, link) : refused(renewal, link)}

${soldPlanNames[renewal.plan]} stays yours until ${dayOf(renewal.until)}. If the renewal is not paid by then, your plan is Free; what you made stays yours.

If you do not want to renew, there is nothing to do. If you have paid meanwhile, there is nothing to do either.

Loreloom
`,
})

const confirming = ({ plan }: Renewal, link: string) =>
  `your ${soldPlanNames[plan]} plan is due for renewal, and your bank wants you to confirm the payment. Press "Pay with this" beside your card, and your bank asks you there:

${link}`

const refused = ({ plan, nextAttemptAt }: Renewal, link: string) =>
  `your ${soldPlanNames[plan]} plan is due for renewal, and your card was refused. A card that you add or choose here is charged at once:

${link}${nextAttemptAt === null ? '' : `\n\nOtherwise your present card is tried again on ${dayOf(nextAttemptAt)}.`}`
