import { IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { useAccountChainQuery } from '../../../data/audit.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { LiveStitch } from '../../../ui/Thread.tsx'
import { count } from '../amounts.ts'
import { categoryOf } from '../streams.ts'
import classes from './chain.module.css'

/** Shows if the account's events still match their hashes in the chain, verified just now. */
export const ChainBadge = ({ accountId }: { accountId: string }) => {
  const { data, error } = useAccountChainQuery(accountId)
  if (error && !data) return <Badge>Chain could not be checked</Badge>
  if (!data)
    return (
      <span className={classes.checking} role="status">
        <LiveStitch width={26} />
        Checking the chain
      </span>
    )
  if (data.firstBad)
    return (
      <Badge colour="madder" icon={<IconShieldX size={13} aria-hidden="true" />}>
        <span className="num">
          Chain broken at {categoryOf(data.firstBad.stream)}, revision {count(data.firstBad.revision)}
        </span>
      </Badge>
    )
  const isWhole = data.verified === data.of
  return (
    <Badge colour={isWhole ? 'lichen' : 'woad'} icon={isWhole && <IconShieldCheck size={13} aria-hidden="true" />}>
      <span className="num">
        {isWhole
          ? `Chain verified: all ${count(data.of)} events are as they were linked`
          : `Chain: ${count(data.verified)} of ${count(data.of)} events are linked and verified`}
      </span>
    </Badge>
  )
}
