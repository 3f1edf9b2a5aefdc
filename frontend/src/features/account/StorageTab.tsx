import { Link } from 'react-router'
import { messageOf } from '../../base/problem.ts'
import { useUsageQuery } from '../../data/usage.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { StorageBar } from '../../ui/StorageBar.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import classes from './storage.module.css'

/** Storage used by the user's files and by each campaign that they own. */
export const StorageTab = () => {
  const { data, error, refetch } = useUsageQuery(undefined, { refetchOnMountOrArgChange: true })
  if (!data)
    return error ? (
      <ErrorState text={messageOf(error, 'Your storage could not be loaded.')} onRetry={() => void refetch()} />
    ) : (
      <Delayed>
        <Waiting />
      </Delayed>
    )
  const { campaigns, mostCampaigns, copies, operations, isUnverified, ...own } = data
  return (
    <div className={classes.storage}>
      <section aria-labelledby="own-storage">
        <h2 id="own-storage">Your files</h2>
        <StorageBar label="In all campaigns" share={own} />
        <p className={classes.sentence}>
          Pictures and files that you uploaded or had made count, with their earlier versions, also while they lie in
          the Trash. “Delete forever” in a campaign’s Trash makes room at once.
        </p>
        {isUnverified && (
          <p className={classes.sentence}>
            There is more room once your e-mail address is verified. <Link to="?tab=email">Verify it</Link>
          </p>
        )}
      </section>
      <section aria-labelledby="campaign-storage">
        <h2 id="campaign-storage">
          Campaigns you own <span className="num">{`${campaigns.length} of ${mostCampaigns}`}</span>
        </h2>
        {campaigns.length === 0 && <p className={classes.sentence}>You own no campaign.</p>}
        <ul className={classes.list}>
          {campaigns.map(({ id, name, ...share }) => (
            <li key={id}>
              <StorageBar label={name} share={share} />
            </li>
          ))}
        </ul>
        {campaigns.length > 0 && (
          <p className={classes.sentence}>A campaign’s files are those of all of its members.</p>
        )}
      </section>
      <section aria-labelledby="begun-work">
        <h2 id="begun-work">Work in progress</h2>
        <p className={classes.sentence}>
          Copies of campaigns in the last hour: <span className="num">{`${copies.count} of ${copies.most}`}</span>.
          Changes of many things at once that are running:{' '}
          <span className="num">{`${operations.count} of ${operations.most}`}</span>; they are done one after another.
        </p>
      </section>
    </div>
  )
}
