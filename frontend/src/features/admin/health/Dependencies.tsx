import type { InstallationHealth } from '#projections/health-answers.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { dateTimeOf } from '../../../ui/dates.ts'
import classes from './health.module.css'

/** The installation's external dependencies, with their failures. */
export const Dependencies = ({ dependencies }: Pick<InstallationHealth, 'dependencies'>) => (
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
