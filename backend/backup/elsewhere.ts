import type { Config } from '../config.ts'

type Places = Pick<Config, 'databaseUrl' | 'eventStoreUrl' | 's3' | 'authSecret' | 'auditKeys'>

/** The parts of an installation that its backup lacks, and the way to preserve them: one line each. */
export const elsewhere = ({ databaseUrl, eventStoreUrl, s3, authSecret, auditKeys }: Places): string[] => {
  const given = [authSecret && 'AUTH_SECRET', auditKeys && 'AUDIT_KEYS'].filter((name) => name !== undefined)
  return [
    ...(databaseUrl === undefined
      ? []
      : ['Not in it: the PostgreSQL of DATABASE_URL. Dump it before this, with `pg_dump --format=custom`.']),
    ...(eventStoreUrl === undefined
      ? []
      : [
          'Not in it: the log of EVENTSTORE_URL. Back it up after this with its own means, and the table sealing_keys once more after that.',
        ]),
    ...(s3 === undefined
      ? []
      : [
          `Not in it: the files of the bucket ${s3.bucket}, which are listed. Keep their versions, or copy them after this.`,
        ]),
    ...(given.length === 0 ? [] : [`Not in it: ${given.join(' and ')}, which your settings have.`]),
  ]
}
