import type { ChainResult } from '#domain/audit-chain.ts'
import { messageOf } from '../../../base/problem.ts'
import { useAccountChainQuery, useChainQuery } from '../../../data/audit.ts'
import { span } from '../../../ui/figures.ts'
import { LiveStitch } from '../../../ui/Thread.tsx'
import textButton from '../../../ui/text-button.module.css'
import { useClock } from '../../../ui/use-clock.ts'
import asideClasses from '../account/aside.module.css'
import type { Ledger } from '../account/use-ledger.ts'
import { bothEnds, count } from '../amounts.ts'
import { categoryOf } from '../streams.ts'
import { ChainDots } from './ChainDots.tsx'
import classes from './chain.module.css'

/** Texts for the results of a chain verification. */
const standings: Record<ChainResult, string> = {
  proven: 'proven against a signed head',
  consistent: 'consistent',
  truncated: 'cut short: the log ends before the chain does',
  altered: 'altered: something is not what it was',
}

const everyMs = 1_000

/** The account's audit chain around the moment, and the result of its verification. */
export const ChainPanel = ({ accountId, ledger }: { accountId: string; ledger: Ledger }) => {
  const { data, error, isFetching, fulfilledTimeStamp, refetch } = useAccountChainQuery(accountId)
  const { entry, total, current } = ledger
  const later = total - entry
  const bad = data?.firstBad
  // The ledger is one stream: revisions begin at 0, entry numbers at 1.
  const badEntry = bad && categoryOf(bad.stream) === 'credits' ? bad.revision + 1 : undefined
  return (
    <section className={asideClasses.section} aria-label="Hash chain">
      <div className={asideClasses.top}>
        <h3>Hash chain</h3>
        <span className={classes.checking}>
          {isFetching ? (
            <>
              <LiveStitch width={26} />
              {data ? `checking ${count(data.of)}` : 'checking'}
            </>
          ) : (
            <>
              {fulfilledTimeStamp !== undefined && <Ago since={fulfilledTimeStamp} />}
              <button type="button" className={textButton.button} onClick={() => void refetch()}>
                Check again
              </button>
            </>
          )}
        </span>
      </div>
      <ChainDots entry={entry} later={later} badEntry={badEntry} />
      {error !== undefined && !data && (
        <p className={asideClasses.lead}>{messageOf(error, 'The chain could not be checked.')}</p>
      )}
      {bad ? (
        <p className={classes.bad} role="alert">
          The first bad event is <code>{bad.stream}</code>, revision {count(bad.revision)}
          {badEntry !== undefined && ` (entry ${count(badEntry)})`}: it is not what was linked. Nothing after it is
          proven.
        </p>
      ) : (
        <p className={classes.ends}>
          <span className="num">
            Head at entry {count(entry)} {current?.link && <code>{bothEnds(current.link, 6)}</code>}
          </span>
          {data && later > 0 && (
            <span className="num">
              {count(later)} later {later === 1 ? 'entry' : 'entries'} verified
            </span>
          )}
        </p>
      )}
      <WholeChain />
    </section>
  )
}

const Ago = ({ since }: { since: number }) => {
  const seconds = Math.floor((useClock(everyMs) - since) / 1_000)
  return <span className="num">checked {seconds > 0 ? `${span(seconds * 1_000)} ago` : 'just now'}</span>
}

/** Result of the last verification of the installation's whole chain. */
const WholeChain = () => {
  const { data } = useChainQuery()
  if (!data) return null
  return (
    <p className={classes.whole}>
      The chain of the whole installation has {count(data.length)} links, one for each event of every account
      {data.result && `, ${standings[data.result]}`}
      {data.signedAt && `, head signed ${span(Math.max(0, Date.now() - Date.parse(data.signedAt)))} ago`}.
    </p>
  )
}
