import type { ChainResult } from '#domain/audit-chain.ts'

/** Texts for the results of a chain verification. */
export const standings: Record<ChainResult, string> = {
  proven: 'proven against a signed head',
  consistent: 'consistent',
  truncated: 'cut short: the log ends before the chain does',
  altered: 'altered: something is not what it was',
}
