import { z } from 'zod'
import { creditEvents } from '#domain/credits.ts'
import { view } from './view.ts'

/** What a user may spend: `id` is the user's, `balance` in credits with holds taken off. */
export const WalletRow = z.object({ id: z.uuid(), balance: z.int() })
export type WalletRow = z.infer<typeof WalletRow>

const balance = ({ userId: id, balance }: { userId: string; balance: number }) => ({ put: { id, balance } })

export const walletsView = view(
  creditEvents,
  WalletRow,
)({
  table: 'wallets',
  on: { CreditsGranted: balance, CreditsHeld: balance, CreditsCaptured: balance, CreditsReleased: balance },
})
