import { z } from 'zod'
import type { creditEvents } from '#domain/credit-events.ts'
import { view } from './view.ts'

/** A user's credits: `id` is the user's, `available` excludes held credits. */
export const WalletRow = z.object({ id: z.uuid(), available: z.int() })
export type WalletRow = z.infer<typeof WalletRow>

const left = ({ userId: id, balance: available }: { userId: string; balance: number }) => ({ put: { id, available } })

export const walletsView = view(WalletRow)<typeof creditEvents>({
  table: 'wallets',
  on: {
    CreditsGranted: left,
    CreditsHeld: left,
    CreditsCaptured: left,
    CreditsReleased: left,
    CreditsTakenBack: left,
    OwedCreditsSettled: left,
    CreditsGivenBack: left,
    CreditsRemoved: left,
  },
})
