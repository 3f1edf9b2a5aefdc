import { billing } from '#domain/billing.ts'
import { receipts } from '#domain/receipts.ts'
import { reconciliation } from '#domain/reconciliation.ts'
import { differencesView } from '#projections/differences.ts'
import { paymentReturnsView } from '#projections/payment-returns.ts'
import { paymentsView } from '#projections/payments.ts'
import { receiptsView } from '#projections/receipts.ts'
import { reconciliationsView } from '#projections/reconciliations.ts'
import { refundRequestsView } from '#projections/refund-requests.ts'
import { subscriptionsView } from '#projections/subscriptions.ts'
import { cardCommands } from '../commands/billing/cards.ts'
import { purchaseCommand } from '../commands/billing/purchase.ts'
import { reconcileCommand } from '../commands/billing/reconcile.ts'
import { refundCommand } from '../commands/billing/refund.ts'
import { refundRequestCommand } from '../commands/billing/refund-request.ts'
import { subscriptionCommands } from '../commands/billing/subscription.ts'
import { billingWebhook } from '../commands/billing/webhook.ts'
import { adminPaymentQueries } from '../queries/admin/payments.ts'
import { reconciliationQueries } from '../queries/admin/reconciliations.ts'
import { paymentQueries } from '../queries/billing/payments.ts'
import { billingQueries } from '../queries/billing/routes.ts'
import { forgetExpiredReceipts } from '../reactors/expire-receipts.ts'
import { followPaymentReturns } from '../reactors/follow-payment-returns.ts'
import { grantPaidCredits } from '../reactors/grant-paid-credits.ts'
import { issueReceipts, mailReceipts } from '../reactors/issue-receipts.ts'
import { lapsePlans } from '../reactors/lapse-plans.ts'
import { mailFailedRenewals } from '../reactors/mail-failed-renewals.ts'
import { mailRefundDecisions } from '../reactors/mail-refund-decisions.ts'
import { reconcilePayments } from '../reactors/reconcile-payments.ts'
import { syncBilling, syncReceiptAddress } from '../reactors/sync-billing.ts'
import { takeBackCredits } from '../reactors/take-back-credits.ts'
import type { Thing } from './thing.ts'

export const billingThing: Thing = {
  rules: [billing, receipts, reconciliation],
  views: [
    subscriptionsView,
    paymentsView,
    paymentReturnsView,
    receiptsView,
    refundRequestsView,
    reconciliationsView,
    differencesView,
  ],
  routes: [
    billingQueries,
    paymentQueries,
    cardCommands,
    subscriptionCommands,
    purchaseCommand,
    adminPaymentQueries,
    billingWebhook,
    refundCommand,
    refundRequestCommand,
    reconcileCommand,
    reconciliationQueries,
  ],
  reactors: ({ pool, payments, mailer, baseUrl, receipts: setting }) => [
    issueReceipts({ pool, payments, setting }),
    mailReceipts(pool, { mailer, baseUrl }),
    forgetExpiredReceipts(pool),
    mailRefundDecisions(pool, { mailer, baseUrl }),
    syncBilling(pool, payments),
    syncReceiptAddress(pool, payments),
    reconcilePayments(pool, payments),
    lapsePlans(pool, payments),
    mailFailedRenewals(pool, { mailer, baseUrl }),
    followPaymentReturns(pool, payments),
    grantPaidCredits,
    takeBackCredits,
  ],
  accountData: {
    tables: {
      payments: {
        statement: `select id, kind, plan, interval, "from", through, credits, amount, currency, tax, brand, last4, "paidAt"
          from payments where "userId" = @userId order by "paidAt", id`,
        hasCsv: true,
      },
      receipts: {
        statement: `select number, kind, what, "issuedOn", currency, amount, tax, taxes, issuer, buyer from receipts where "userId" = @userId order by "issuedOn", id`,
      },
      subscription: {
        statement: `select plan, interval, status, "periodEnd", "cancelAtPeriodEnd", "isSuspended" from subscriptions where id = @userId`,
      },
      'refund-requests': {
        statement: `select id, "paymentId", status, reason, answer, "askedAt", "decidedAt" from refund_requests where "userId" = @userId order by "askedAt", id`,
      },
    },
  },
}
