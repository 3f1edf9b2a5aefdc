import type { InstallationHealth } from '#projections/health-answers.ts'
import { messageOf } from '../../../base/problem.ts'
import { useInstallationHealthQuery } from '../../../data/installation-health.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Delayed } from '../../../ui/Delayed.tsx'
import { dateTimeOf } from '../../../ui/dates.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { formatCount } from '../../../ui/figures.ts'
import { Page, PageHeader } from '../../../ui/PageHeader.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import adminClasses from '../admin.module.css'
import { Check } from './Check.tsx'
import classes from './health.module.css'
import { InstallationSections } from './Installation.tsx'

const behind = (lag: InstallationHealth['lag']): string => {
  if (lag === null) return 'Nobody can tell how far the views are: the event store does not answer.'
  if (lag.events === 0) return 'Nothing waits: the log was read to its end.'
  return `${formatCount(lag.events, 'event')} not in the views yet, the oldest for ${formatCount(Math.ceil(lag.seconds), 'second')}.`
}

/** Shows how far the views lag behind the log, and how often the connection to the log was lost. */
const Following = ({
  lag,
  storeReconnects,
  foreignEvents,
}: Pick<InstallationHealth, 'lag' | 'storeReconnects' | 'foreignEvents'>) => (
  <section aria-labelledby="following" className={classes.following}>
    <h2 id="following" className={classes.title}>
      Log and views
    </h2>
    <p className={`${adminClasses.note} num`}>
      {behind(lag)}
      {storeReconnects > 0 &&
        ` The connection to the log was lost ${formatCount(storeReconnects, 'time')} since this server started.`}
      {foreignEvents > 0 &&
        ` ${formatCount(foreignEvents, 'event')} in the event store ${foreignEvents === 1 ? 'is' : 'are'} not Loreloom's, and ${foreignEvents === 1 ? 'was' : 'were'} skipped.`}
    </p>
  </section>
)

/** The installation's external dependencies, with their failures. */
const Dependencies = ({ dependencies }: Pick<InstallationHealth, 'dependencies'>) => (
  <section aria-labelledby="dependencies">
    <h2 id="dependencies" className={classes.title}>
      What it needs from outside
    </h2>
    <ul className={`${classes.findings} ${classes.dependencies}`}>
      {dependencies.map(({ name, trouble }) => (
        <li key={name} className={classes.finding}>
          <Badge colour={trouble ? 'madder' : 'lichen'}>{trouble ? 'In trouble' : 'Usable'}</Badge>
          <span>{name[0]?.toUpperCase() + name.slice(1)}</span>
          {trouble && (
            <>
              <span className={`${classes.more} num`}>since {dateTimeOf(trouble.since)}</span>
              <p className={classes.cause}>{trouble.says}</p>
            </>
          )}
        </li>
      ))}
    </ul>
  </section>
)

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
