import { createHash } from 'node:crypto'
import { z } from 'zod'

/** Version of the format of backup files. A reader accepts no other version. */
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

/** The first entry of a backup: describes the others, with the data to verify that they are complete and unaltered. */
const Facts = z.object({
  format: z.literal('loreloom-backup'),
  version: z.literal(formatVersion),
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  /** The version of Loreloom that wrote it. */
  loreloom: z.string(),
  /**
   * Format of the database files, readable only by the same major version on the same platform. Null: the database is
   * elsewhere.
   */
  database: z.object({ postgres: z.string(), platform: z.string() }).nullable(),
  /** The location of the log. */
  log: z.enum(['database', 'elsewhere']),
  /** `files`: the backup contains the media; `listed`: it contains the bucket's list of them. */
  media: z.enum(['files', 'listed']),
  mediaCount: z.int(),
  /** Null if the copy was not checked. */
  counts: Counts.nullable(),
  /** The second entry lists all later ones, one per line and in order: `bytes` is its own size, `total` that of the `entries` listed. */
  list: z.object({ entries: z.int(), total: z.int(), bytes: z.int(), sha256: Digest }),
})
export type Manifest = z.infer<typeof Facts>

const FactsWithDigest = Facts.extend({ digest: Digest })
const digestOf = (manifest: Manifest) =>
  createHash('sha256')
    .update(JSON.stringify(Facts.parse(manifest)))
    .digest('hex')

/** Serialises a manifest, with a digest of its own content. */
export const manifestText = (manifest: Manifest): string =>
  `${JSON.stringify({ ...manifest, digest: digestOf(manifest) }, null, 2)}\n`

/** Parses a manifest. Returns undefined if its digest does not match its content. */
export const manifestIn = (json: unknown): Manifest | undefined => {
  const { data } = FactsWithDigest.safeParse(json)
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
