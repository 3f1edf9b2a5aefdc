import type Stripe from 'stripe'
import type { TaxLine } from '#domain/billing-account.ts'

/** Tax lines of invoices. Names and percentages of rates are cached by id, since they never change at Stripe. */
export interface TaxRates {
  linesOf(invoice: Pick<Stripe.Invoice, 'total_taxes'> | undefined): Promise<TaxLine[]>
}

type Rate = Pick<TaxLine, 'name' | 'percent'>

export const taxRatesAt = (stripe: Stripe): TaxRates => {
  const known = new Map<string, Rate>()

  const rateOf = async (id: string | undefined): Promise<Rate> => {
    if (id === undefined) return { name: 'Tax', percent: null }
    const before = known.get(id)
    if (before) return before
    const { display_name, country, percentage } = await stripe.taxRates.retrieve(id)
    const rate = { name: [display_name, country].filter(Boolean).join(' ').slice(0, 100), percent: percentage }
    known.set(id, rate)
    return rate
  }

  return {
    async linesOf(invoice) {
      const lines: TaxLine[] = []
      for (const tax of invoice?.total_taxes ?? []) {
        const rate = await rateOf(tax.tax_rate_details?.tax_rate)
        const line = { ...rate, taxable: tax.taxable_amount, amount: tax.amount }
        lines.push(tax.taxability_reason === 'reverse_charge' ? { ...line, isReverseCharge: true } : line)
      }
      return lines
    },
  }
}
