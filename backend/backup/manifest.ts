import { createHash } from 'node:crypto'
import { z } from 'zod'

/** The shape of a backup file. What reads one knows this number alone. */
export const formatVersion = 1

const Digest = z.string().regex(/^[\da-f]{64}$/)

/** Counts in the copy, after an installation was started from it. */
export const Counts = z.object({
  /** The log in the database, as `npm run log -- check` reports it. */
  log: z.object({ events: z.int(), digest: Digest }).optional(),
  accounts: z.int(),
  jobs: z.int(),
})
export type Counts = z.infer<typeof Counts>

/** The first entry of a backup: what follows, and how to know that it is all of it, unaltered. */
const Facts = z.object({
  format: z.literal('loreloom-backup'),
  version: z.literal(formatVersion),
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  /** The Loreloom that wrote it. */
  loreloom: z.string(),
  /**
   * Format of the database files, readable only by the same major version on the same platform. Null: the database is
   * elsewhere.
   */
  database: z.object({ postgres: z.string(), platform: z.string() }).nullable(),
  /** The location of the log. */
  log: z.enum(['database', 'elsewhere']),
  /** Media themselves, or what the bucket listed. */
  media: z.enum(['files', 'listed']),
  mediaCount: z.int(),
  /** Null where the copy was not checked. */
  counts: Counts.nullable(),
  /** The second entry: a line for each one that follows, in order. `total` is the bytes of those. */
  list: z.object({ entries: z.int(), total: z.int(), bytes: z.int(), sha256: Digest }),
})
export type Manifest = z.infer<typeof Facts>

const Signed = Facts.extend({ digest: Digest })
const digestOf = (manifest: Manifest) =>
  createHash('sha256')
    .update(JSON.stringify(Facts.parse(manifest)))
    .digest('hex')

/** As it is written: with a digest of its own. */
export const manifestText = (manifest: Manifest): string =>
  `${JSON.stringify({ ...manifest, digest: digestOf(manifest) }, null, 2)}\n`

/** Undefined where it is not as it was written. */
export const manifestIn = (json: unknown): Manifest | undefined => {
  const { data } = Signed.safeParse(json)
  return data && digestOf(data) === data.digest ? Facts.parse(data) : undefined
}

const plain = '[a-zA-Z0-9_-][a-zA-Z0-9._-]*'
/** Excludes names that lead outside of the folder, since a backup may come from another person. */
const mediaName = new RegExp(`^files/(\\.mime/)?${plain}(/${plain})*$`)
export const secretNames = ['auth-secret', 'audit-keys', 'audit-heads.jsonl']
export const databaseName = 'postgres.tar'
export const bucketName = 'bucket.jsonl'

/** An entry of a backup. */
export const Listed = z.object({
  name: z
    .string()
    .max(600)
    .refine((name) => [...secretNames, databaseName, bucketName].includes(name) || mediaName.test(name)),
  bytes: z.int().nonnegative(),
  sha256: Digest,
})
export type Listed = z.infer<typeof Listed>
