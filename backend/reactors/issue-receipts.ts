import type pg from 'pg'
import type { z } from 'zod'
import { billing } from '#domain/billing.ts'
import { planPurchase } from '#domain/billing-account.ts'
import type { BillingAddress } from '#domain/billing-answers.ts'
import { billingEvents } from '#domain/billing-events.ts'
import type { Billing } from '#domain/billing-state.ts'
import {
  documentFile,
  documentTitle,
  type ReceiptDraft,
  type ReceiptSetting,
  receiptEvents,
  receiptNumber,
  receiptStream,
  receipts,
  scaleTaxes,
} from '#domain/receipts.ts'
import { receiptRow } from '#projections/receipts.ts'
import { derivedId } from '../commands/ids.ts'
import { greeting, type Mailer } from '../providers/mail.ts'
import type { Payments } from '../providers/payments.ts'
import { type Reaction, reactor } from './reactor.ts'

const purchaseOf = ({ paid, packs }: Billing, paymentId: string) => {
  const pack = packs[paymentId]
  if (pack) return { what: `${pack.credits} credits`, from: null, through: null, amount: pack.amount }
  const plan = Object.values(paid).find((each) => each.paymentId === paymentId)
  if (!plan) return undefined
  const { from, through, amount } = plan
  return { what: planPurchase(plan), from, through, amount }
}

const linesOf = (address: BillingAddress | null): string[] => {
  if (address === null) return []
  const { line1, line2, city, state, postalCode, country } = address
  const place = [postalCode, city, state].filter(Boolean).join(' ')
  return [line1, line2 ?? '', place, new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country].filter(
    Boolean,
  )
}

const yearOf = (iso: string) => new Date(iso).getUTCFullYear()
const streamOf = (series: string, year: number) => derivedId(...receiptStream({ series, year }))

interface Deps {
  pool: pg.Pool
  payments: Payments | undefined
  setting: ReceiptSetting | undefined
}

/** Issues a receipt for each payment and a credit note for each refund, where the settings name an issuer. */
export const issueReceipts = (deps: Deps) =>
  reactor(billingEvents, {
    name: 'issue-receipts',
    slow: true,
    attempts: 25,
    on: {
      async PaymentDetailsRecorded({ userId, paymentId }, reaction) {
        const receipt = await draftReceipt(deps, userId, paymentId, reaction)
        if (receipt) await issue(reaction, receipt)
      },

      async PaymentRefunded(refund, reaction) {
        const receipt = await draftReceipt(deps, refund.userId, refund.paymentId, reaction)
        if (!receipt) return
        // Jobs run in any order, so this one issues the receipt before the credit note that corrects it.
        await issue(reaction, receipt)
        await issue(reaction, await draftCreditNote(receipt, refund, reaction))
      },
    },
  })

/** Returns the receipt of a payment as it will be issued; undefined without an issuer, recorded facts or an amount. */
const draftReceipt = async (
  { pool, payments, setting }: Deps,
  userId: string,
  paymentId: string,
  { stateOf }: Reaction,
) => {
  if (!setting) return undefined
  const known = await stateOf(billing, userId)
  const [facts, purchase] = [known.detailed[paymentId], purchaseOf(known, paymentId)]
  if (!facts || !purchase || purchase.amount === 0) return undefined
  const { paidAt, currency, tax, taxes, card } = facts
  const draft: ReceiptDraft = {
    receiptId: derivedId('receipt', paymentId),
    series: setting.series,
    year: yearOf(paidAt),
    kind: 'receipt',
    userId,
    paymentId,
    refundId: null,
    corrects: null,
    issuedOn: paidAt,
    ...purchase,
    currency,
    tax,
    card,
    issuer: setting.issuer,
    buyer: await readBuyer(pool, payments, userId, known),
  }
  return taxes ? { ...draft, taxes } : draft
}

const readBuyer = async (
  pool: pg.Pool,
  payments: Payments | undefined,
  userId: string,
  { customerId }: Billing,
): Promise<ReceiptDraft['buyer']> => {
  const { rows } = await pool.query<{ name: string }>('select name from auth."user" where id = $1', [userId])
  const address = payments && customerId !== null ? await payments.address(customerId) : null
  const buyer: ReceiptDraft['buyer'] = { name: rows[0]?.name ?? '', address: linesOf(address) }
  if (address?.company) buyer.company = address.company
  if (address?.taxId) buyer.taxId = address.taxId
  return buyer
}

/** The credit note of a refund, which corrects an issued receipt. */
const draftCreditNote = async (
  receipt: ReceiptDraft,
  { refundId, paymentId, amount, of, at }: z.infer<(typeof billingEvents)['PaymentRefunded']>,
  { stateOf, event }: Reaction,
): Promise<ReceiptDraft> => {
  const { series, year } = receipt
  const number = (await stateOf(receipts, streamOf(series, year))).issued[paymentId]
  const issuedOn = at ?? event.at
  const share = of === 0 ? 0 : amount / of
  const tax = Math.round(receipt.tax * share)
  const taxes = receipt.taxes && { taxes: scaleTaxes(receipt.taxes, share, tax) }
  return {
    ...receipt,
    receiptId: derivedId('credit note', refundId),
    kind: 'credit_note',
    refundId,
    issuedOn,
    year: yearOf(issuedOn),
    corrects: number === undefined ? null : receiptNumber({ series, year, number }),
    amount,
    tax,
    ...taxes,
  }
}

const issue = ({ dispatch }: Reaction, data: ReceiptDraft) =>
  dispatch(receipts, streamOf(data.series, data.year), {
    type: 'IssueReceipt',
    data,
    item: data.refundId ?? data.paymentId,
  })

/** Maximum age of a payment whose receipt is mailed: an upgrade records the facts of older payments, whose receipts are not mailed. */
const mailedForMs = 7 * 86_400_000

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const dayOf = (iso: string) =>
  new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Mails that a receipt or a credit note is ready, once each. */
export const mailReceipts = (pool: pg.Pool, { mailer, baseUrl }: { mailer: Mailer; baseUrl: string }) =>
  reactor(receiptEvents, {
    name: 'mail-receipts',
    slow: true,
    attempts: 25,
    when: { ReceiptsExpired: () => false },
    on: {
      async ReceiptIssued(issued, { event }) {
        const { receiptId, userId, kind, amount, what, issuedOn, corrects } = issued
        if (Date.parse(event.at) - Date.parse(issuedOn) > mailedForMs) return
        const { rows } = await pool.query<{ name: string; email: string }>(
          'select name, email from auth."user" where id = $1',
          [userId],
        )
        if (!rows[0]) return
        const { name, email } = rows[0]
        const document = receiptRow(issued)
        const { number } = document
        const [title, money] = [documentTitle(document).toLowerCase(), dollars.format(amount / 100)]
        const { receiptPdf } = await import('../providers/receipt-pdf.ts')
        await mailer.send({
          to: email,
          kind: 'notice',
          userId,
          id: derivedId('receipt mail', receiptId),
          attachments: [{ name: documentFile(document), type: 'application/pdf', bytes: receiptPdf(document) }],
          subject: `Your ${title} ${number} from Loreloom`,
          text: `${greeting(name)},

${
  kind === 'receipt'
    ? `thank you: ${money} for ${what} was paid on ${dayOf(issuedOn)}. Your ${title} is number ${number}.`
    : `${money} of what you paid for ${what} was refunded on ${dayOf(issuedOn)}. Your credit note is number ${number}${corrects ? `, for receipt ${corrects}` : ''}. Your bank may take some days to show it.`
}

It is attached as a PDF, and stays in your account under Payments:

${baseUrl}/account-settings?tab=payments

Loreloom
`,
        })
      },
    },
  })
