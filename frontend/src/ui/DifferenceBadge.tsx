import { Badge } from './Badge.tsx'

/**
 * The status of a difference between our ledger and the payment provider's: a later round that no longer finds it
 * settles it.
 */
export const DifferenceBadge = ({ mended, settledAt }: { mended: boolean; settledAt: string | null }) => {
  if (mended) return <Badge colour="lichen">Mended</Badge>
  return settledAt === null ? <Badge colour="madder">To do</Badge> : <Badge colour="lichen">Settled</Badge>
}
