import type { ChainResult } from '#domain/audit-chain.ts'

/** What a verification of the whole chain found, in words. */
export const standings: Record<ChainResult, string> = {
  proven: 'proven against a signed head',
  consistent: 'consistent',
  truncated: 'cut short: the log ends before the chain does',
  altered: 'altered: something is not what it was',
}
