import type { InstallationHealth } from '#projections/health-answers.ts'
import { messageOf } from '../../../base/problem.ts'
import { useInstallationHealthQuery } from '../../../data/installation-health.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Delayed } from '../../../ui/Delayed.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Page, PageHeader } from '../../../ui/PageHeader.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import adminClasses from '../admin.module.css'
import { Check } from './Check.tsx'
import { Dependencies } from './Dependencies.tsx'
import { Following } from './Following.tsx'
import classes from './health.module.css'
import { InstallationSections } from './Installation.tsx'

const everyMs = 2_000

/** Results of the installation's nightly checks, and stalled views. */
export const HealthPage = () => {
  const { data, error, refetch } = useInstallationHealthQuery(undefined, {
    pollingInterval: everyMs,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  })
  return (
    <Page>
      <PageHeader title="Health" />
      <p className={adminClasses.note}>
        Every night this installation checks what it keeps against the log that it was made from.
      </p>
      {data && (
        <>
          <ul className={classes.checks}>
            {data.checks.map((check) => (
              <Check key={check.name} {...check} />
            ))}
          </ul>
          {data.dependencies.length > 0 && <Dependencies dependencies={data.dependencies} />}
          <Following {...data} />
          <section aria-labelledby="views">
            <h2 id="views" className={classes.title}>
              Views that stand still
            </h2>
            {data.views.length === 0 ? (
              <p className={adminClasses.note}>None: all of them follow the log.</p>
            ) : (
              <Stopped views={data.views} />
            )}
          </section>
        </>
      )}
      <InstallationSections />
      {error && !data && <ErrorState text={messageOf(error, 'Failed to load')} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Delayed>
          <Waiting />
        </Delayed>
      )}
    </Page>
  )
}

const Stopped = ({ views }: Pick<InstallationHealth, 'views'>) => (
  <ul className={classes.findings}>
    {views.map(({ view, position, error }) => (
      <li key={view} className={classes.finding}>
        <Badge colour="madder">Stopped</Badge>
        <span className={adminClasses.mono}>
          {view} at {position}
        </span>
        <span className={classes.more}>{error}</span>
      </li>
    ))}
  </ul>
)
