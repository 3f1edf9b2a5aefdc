import type { CreditTransactionRow } from '#projections/credit-transactions.ts'
import type { Credits } from '../../data/credits.ts'
import type { Dye } from '../../ui/Badge.tsx'

type Status = CreditTransactionRow['status']

export const kinds: Record<Status, { word: string; dye: Dye }> = {
  granted: { word: 'Granted', dye: 'lichen' },
  held: { word: 'Held', dye: 'woad' },
  captured: { word: 'Spent', dye: 'copper' },
  released: { word: 'Returned', dye: 'verdigris' },
}

/** A line and the balance after it. */
export type Dated = CreditTransactionRow & { balance: number }

/** What a line does to the balance, which what is held, or was, leaves alone. */
const counted = ({ status, quantity }: CreditTransactionRow) =>
  status === 'granted' || status === 'captured' ? quantity : 0

/** Lines of a page with the balance after each, the newest first. */
export const dated = ({ rows, balanceThen }: Pick<Credits, 'rows' | 'balanceThen'>): Dated[] => {
  let balance = balanceThen
  return rows.map((row) => {
    const line = { ...row, balance }
    balance -= counted(row)
    return line
  })
}

/** A grant with a plus, what was spent with a minus, and what only waits or came back as it is. */
export const amountOf = ({ status, quantity }: CreditTransactionRow): string => {
  const amount = Math.abs(quantity).toLocaleString('en')
  return status === 'granted' ? `+${amount}` : status === 'captured' ? `−${amount}` : amount
}
