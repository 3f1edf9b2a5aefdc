import type { InstallationHealth } from '#projections/health-answers.ts'
import adminClasses from '../admin.module.css'
import classes from './health.module.css'

const many = (count: number, what: string) => `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`

const behind = (lag: InstallationHealth['lag']): string => {
  if (lag === null) return 'Nobody can tell how far the views are: the event store does not answer.'
  if (lag.events === 0) return 'Nothing waits: the log was read to its end.'
  return `${many(lag.events, 'event')} not in the views yet, the oldest for ${many(Math.ceil(lag.seconds), 'second')}.`
}

/** The lag of the views behind the log, and the stability of its connection. */
export const Following = ({
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
        ` The connection to the log was lost ${many(storeReconnects, 'time')} since this server started.`}
      {foreignEvents > 0 &&
        ` ${many(foreignEvents, 'event')} in the event store ${foreignEvents === 1 ? 'is' : 'are'} not Loreloom's, and ${foreignEvents === 1 ? 'was' : 'were'} skipped.`}
    </p>
  </section>
)
