import { expect, test } from 'vitest'
import { accepted } from '../../backend/backup/accept.ts'
import { elsewhere } from '../../backend/backup/elsewhere.ts'
import type { Manifest } from '../../backend/backup/manifest.ts'

const own = { postgres: '18.4.0', platform: 'linux-x64' }
const manifest: Manifest = {
  format: 'loreloom-backup',
  version: 1,
  id: '019a0000-0000-7000-8000-000000000000',
  createdAt: '2026-11-23T10:00:00.000Z',
  loreloom: '2.17.2',
  database: own,
  log: 'database',
  media: 'files',
  mediaCount: 0,
  counts: null,
  list: { entries: 0, total: 0, bytes: 0, sha256: 'a'.repeat(64) },
}
const here = { databaseUrl: undefined, eventStoreUrl: undefined, s3: undefined }
const databaseUrl = 'postgres://lore:secret-word@db/lore'
const eventStoreUrl = 'esdb://es:2113'
const s3 = { bucket: 'media', region: 'us-east-1' }

test.each<[string, Partial<Manifest>, Partial<typeof here | object>]>([
  ['all of it here', {}, {}],
  ['its database elsewhere', { database: null, log: 'elsewhere' }, { databaseUrl }],
  ['its log elsewhere', { log: 'elsewhere' }, { eventStoreUrl }],
  ['its media in a bucket', { media: 'listed' }, { s3 }],
  ['a later minor version', { database: { ...own, postgres: '18.1.0' } }, {}],
])('a backup is restored where the settings say the same: %s', (_what, was, now) => {
  expect(() => accepted({ ...manifest, ...was }, { ...here, ...now }, own)).not.toThrow()
})

test.each<[string, Partial<Manifest>, object, RegExp]>([
  ['a database beside another', {}, { databaseUrl }, /DATABASE_URL names another one: unset that/],
  ['none where none is named', { database: null, log: 'elsewhere' }, {}, /set DATABASE_URL/],
  ['a log beside another', {}, { eventStoreUrl }, /EVENTSTORE_URL names another one: unset that/],
  ['no log where none is named', { log: 'elsewhere' }, {}, /set EVENTSTORE_URL/],
  ['media beside a bucket', {}, { s3 }, /in a bucket: unset that/],
  ['no media where no bucket is named', { media: 'listed' }, {}, /set FILES and S3_BUCKET/],
  [
    'another machine',
    { database: { ...own, platform: 'darwin-arm64' } },
    {},
    /of darwin-arm64, and this machine is linux-x64/,
  ],
  [
    'another PostgreSQL',
    { database: { ...own, postgres: '17.2.0' } },
    {},
    /of PostgreSQL 17, and this Loreloom has 18: restore it with Loreloom 2\.17\.2/,
  ],
])('and is refused elsewhere, with what to do: %s', (_what, was, now, says) => {
  expect(() => accepted({ ...manifest, ...was }, { ...here, ...now }, own)).toThrow(says)
})

test('what is not in a backup is said, with how it is kept, and no secret', () => {
  const secrets = { authSecret: 'x'.repeat(40), auditKeys: ['y'.repeat(64)] }
  expect(elsewhere({ ...here, authSecret: undefined, auditKeys: undefined })).toEqual([])
  const said = elsewhere({ databaseUrl, eventStoreUrl, s3, ...secrets })
  expect(said).toEqual([
    expect.stringContaining('DATABASE_URL. Dump it before this'),
    expect.stringContaining('EVENTSTORE_URL. Back it up after this'),
    expect.stringContaining('the bucket media'),
    'Not in it: AUTH_SECRET and AUDIT_KEYS, which your settings have.',
  ])
  expect(said.join()).not.toMatch(/secret-word|xxxx|yyyy/)
})
