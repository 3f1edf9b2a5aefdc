import { z } from 'zod'

/**
 * Possible differences between the ledger and the provider's records: a description, and the remedy if it is not
 * automatic.
 */
export const differences = {
  subscription_missed: ['A subscription is not as we knew it.', ''],
  payment_missed: ['A plan was paid for that we did not know of.', ''],
  pack_missed: ['A pack was paid for that we did not know of.', ''],
  failure_missed: ['A renewal failed that we did not know of.', ''],
  refund_missed: ['A refund was made or failed that we did not know of.', ''],
  dispute_missed: ['A dispute began or ended that we did not know of.', ''],
  credits_missing: ['Something was paid for and its credits were not granted.', ''],
  credits_not_taken: ['Money went back and its credits were not taken.', ''],
  credits_not_returned: ['A dispute was won, or a refund failed, and its credits were not given back.', ''],
  payment_not_there: [
    'A payment that we granted for is not with the provider.',
    'Look for it in the provider’s dashboard. If it never was, take its credits back and give the person another plan.',
  ],
  refund_not_there: [
    'Money that we know went back did not, by the provider.',
    'Look for it in the provider’s dashboard. If it never was, give the person the credits that were taken.',
  ],
  dispute_not_there: [
    'A dispute that we know of is not with the provider.',
    'Look for it in the provider’s dashboard. If it was withdrawn, give the person the credits that were taken.',
  ],
  customer_gone: [
    'The provider has this customer no more.',
    'Nothing is charged any more. If it was deleted by mistake, the person subscribes again and becomes another customer.',
  ],
  customer_second: [
    'Another customer of the provider is this person too.',
    'See in the provider’s dashboard which of the two is charged, and cancel what is charged twice.',
  ],
  customer_unknown: [
    'The provider has a customer who is nobody here.',
    'If it is of another installation, all is well. If not, cancel what it is charged for in the provider’s dashboard.',
  ],
} as const satisfies Record<string, readonly [what: string, remedy: string]>

export type DifferenceCode = keyof typeof differences
export const DifferenceCode = z.enum(Object.keys(differences) as [DifferenceCode, ...DifferenceCode[]])

/** `reference` is the provider's id of the object; `mended` is true if the missing record was added. */
export const Difference = z.object({ code: DifferenceCode, reference: z.string().max(255), mended: z.boolean() })
export type Difference = z.infer<typeof Difference>

/** A settled difference: a later round did not find it. */
export const SettledDifference = Difference.omit({ mended: true })
export type SettledDifference = z.infer<typeof SettledDifference>

/** Open differences by code and reference, each with the reconciliation round that found it last. */
export type OpenDifferences = Readonly<Record<string, SettledDifference & { roundId: string }>>

const nameOf = ({ code, reference }: SettledDifference) => `${code} ${reference}`

export const withFound = (open: OpenDifferences, roundId: string, found: readonly Difference[]): OpenDifferences => ({
  ...open,
  ...Object.fromEntries(found.map(({ code, reference }) => [`${code} ${reference}`, { code, reference, roundId }])),
})

export const withoutSettled = (open: OpenDifferences, settled: readonly SettledDifference[]): OpenDifferences => {
  const over = new Set(settled.map(nameOf))
  return Object.fromEntries(Object.entries(open).filter(([name]) => !over.has(name)))
}

/**
 * Differences found by an earlier round and absent from this one. Differences of this round stay open, also if it is
 * repeated after a restart.
 */
export const settledIn = (
  open: OpenDifferences,
  roundId: string,
  found: readonly Difference[],
): SettledDifference[] => {
  const stillOpen = new Set(found.map(nameOf))
  return Object.entries(open)
    .filter(([name, difference]) => difference.roundId !== roundId && !stillOpen.has(name))
    .map(([, { code, reference }]) => ({ code, reference }))
}
