import { z } from 'zod'

/** A row that differs from the replayed log: its present and its expected values, null if absent. */
export const DifferingRow = z.object({
  table: z.string(),
  key: z.record(z.string(), z.unknown()),
  is: z.record(z.string(), z.unknown()).nullable(),
  should: z.record(z.string(), z.unknown()).nullable(),
})
export type DifferingRow = z.infer<typeof DifferingRow>

/**
 * A view compared with a replay of the log: the rows replayed, the number that differ, and the first hundred
 * differences.
 */
export const ComparedView = z.union([
  z.object({
    view: z.string(),
    rows: z.int().nonnegative(),
    differing: z.int().nonnegative(),
    examples: z.array(DifferingRow),
  }),
  /** The view is paused, so its rows are outdated, or its replay failed. */
  z.object({ view: z.string(), error: z.string() }),
])
export type ComparedView = z.infer<typeof ComparedView>

export const differs = (compared: ComparedView): boolean => 'error' in compared || compared.differing > 0

/** Views whose rows of an account derive from its own streams alone. */
export const accountViews = ['accounts', 'wallets', 'subscriptions', 'credit_transactions'] as const
export const AccountViewName = z.enum(accountViews)
export type AccountViewName = z.infer<typeof AccountViewName>

/** `GET /audit/accounts/{id}/replay?view=`, of one of those views, or of all. */
export const AccountReplay = z.object({ position: z.string(), views: z.array(ComparedView) })
export type AccountReplay = z.infer<typeof AccountReplay>
