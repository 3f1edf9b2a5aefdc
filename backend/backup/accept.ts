import type { Config } from '../config.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import type { Manifest } from './manifest.ts'

type Places = Pick<Config, 'databaseUrl' | 'eventStoreUrl' | 's3'>
type Version = NonNullable<Manifest['database']>

const major = (version: string) => version.split('.')[0]

const sentence = ({ database, log, media, loreloom }: Manifest, places: Places, own: Version): string | undefined => {
  if (database && places.databaseUrl !== undefined)
    return 'It holds a database, and DATABASE_URL names another one: unset that.'
  if (!database && places.databaseUrl === undefined)
    return 'Its database was elsewhere: restore that by its own means, and set DATABASE_URL.'
  if (database && log === 'database' && places.eventStoreUrl !== undefined)
    return 'It holds the log, and EVENTSTORE_URL names another one: unset that.'
  if (database && log === 'elsewhere' && places.eventStoreUrl === undefined)
    return 'Its log was elsewhere: restore that by its own means, and set EVENTSTORE_URL.'
  if (media === 'files' && places.s3) return 'It holds media, and FILES says that they are in a bucket: unset that.'
  if (media === 'listed' && !places.s3) return 'Its media were in a bucket: set FILES and S3_BUCKET.'
  if (database && database.platform !== own.platform)
    return `Its database is of ${database.platform}, and this machine is ${own.platform}: move the log with npm run log -- export there and import here.`
  if (database && major(database.postgres) !== major(own.postgres))
    return `Its database is of PostgreSQL ${major(database.postgres)}, and this Loreloom has ${major(own.postgres)}: restore it with Loreloom ${loreloom}, which wrote it.`
  return undefined
}

/** Throws CannotStart if a backup does not fit the settings, or is of another platform or major version of PostgreSQL. */
export const accepted = (manifest: Manifest, places: Places, own: Version): void => {
  const wrong = sentence(manifest, places, own)
  if (wrong !== undefined) throw new CannotStart(`The backup cannot be restored here. ${wrong}`)
}
