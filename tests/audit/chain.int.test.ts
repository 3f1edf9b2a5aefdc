import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventStore } from '#eventstore'
import { signHead, verifyAccount, verifyInstalled } from '../../backend/audit/chain/installed.ts'
import { keysInFile } from '../../backend/audit/chain/key-ring.ts'
import { linksOf } from '../../backend/audit/chain/read-links.ts'
import { signingWith } from '../../backend/audit/chain/signing.ts'
import { verifyEvent } from '../../backend/audit/chain/verify-event.ts'
import { exportChain } from '../../backend/audit/chain-export.ts'
import type { AuditContext } from '../../backend/audit/subcommand.ts'
import { migrate } from '../../backend/projections/migrate.ts'
import { rebuildEverything } from '../../backend/projections/rebuild.ts'
import { views } from '../../backend/things.ts'
import { connectEventStore } from '../../eventstore/client.ts'
import { freshEventStore } from '../eventstore/embedded.ts'
import { append, eventually, fact, kernel } from '../kernel/kernel.ts'

/** The chain over the embedded event store, whose rows are changed behind its back. */
let embedded: Awaited<ReturnType<typeof freshEventStore>>
let store: EventStore
let k: Awaited<ReturnType<typeof kernel>>
let installed: Parameters<typeof verifyInstalled>[0]
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'loreloom-chain-'))
const people = Array.from({ length: 3 }, () => randomUUID())

const grant = (userId: string) =>
  fact('CreditsGranted', { userId, grantId: randomUUID(), amount: 7, source: 'pack', comment: 'seven' })
const spendingSpree = async () => {
  for (const userId of people) await append(store, `credits-${userId}`, grant(userId), grant(userId))
  await append(store, `conjurations-${randomUUID()}`, fact('ConjurationDeleted', { conjurationId: randomUUID() }))
}
const verified = () => verifyInstalled(installed, new AbortController().signal)
let log: pg.Pool
const links = () => k.query('select * from audit.links order by n')

beforeAll(async () => {
  embedded = await freshEventStore()
  store = connectEventStore(embedded)
  log = new pg.Pool(embedded.postgres)
  k = await kernel(store)
  installed = {
    pool: k.pool,
    sealedStore: store,
    signing: signingWith(keysInFile(path.join(dir, 'audit-keys')), k.pool),
  }
})
afterAll(async () => {
  await k.close()
  await log.end()
  await store.close()
  await embedded.stop()
  fs.rmSync(dir, { recursive: true })
})

test('accounts and what they pay are linked as they are projected; lore is not', async () => {
  await spendingSpree()
  k.project()
  await k.caughtUp()
  expect(await links()).toHaveLength(6)
  expect(await verified()).toMatchObject({ result: 'consistent', length: 6, verified: 6 })
})

test('a head of it is signed, and proves what it proves also when the key was rotated since', async () => {
  expect(await signHead(installed, await verified())).toMatchObject({ length: 6 })
  await installed.signing.rotate()
  await spendingSpree()
  await k.caughtUp()
  expect(await verified()).toMatchObject({ result: 'proven', length: 12, provenTo: { length: 6 } })
  await signHead(installed, await verified())
  const { heads, provenTo } = await verified()
  expect(new Set(heads.map(({ key }) => key)).size).toBe(2)
  expect(provenTo).toMatchObject({ length: 12 })
})

test('making the views anew makes no link anew', async () => {
  const before = await links()
  await rebuildEverything({ store, postgres: k.postgres, tables: views, signal: new AbortController().signal })
  expect(await links()).toEqual(before)
  await spendingSpree()
  await k.caughtUp()
  expect(await verified()).toMatchObject({ result: 'proven', length: 18, verified: 18 })
})

test('an installation from before there was a chain has its log taken in, and comes to the same one', async () => {
  for (const stop of k.closing.splice(0)) await stop()
  const before = await links()
  await k.query('drop schema audit cascade')
  await migrate(k.pool, views)
  // As the projector of a version from before left it.
  await append(store, `credits-${people[0]}`, grant(people[0] as string))
  k.project()
  await k.caughtUp()
  await eventually(async () => (await links()).length === 19)
  expect((await links()).slice(0, 18)).toEqual(before)
  await spendingSpree()
  await k.caughtUp()
  expect(await verified()).toMatchObject({ result: 'consistent', length: 25, verified: 25 })
})

const eachOf = async (stream: string) => {
  const { rows } = await k.pool.query<{ id: string; revision: number }>(
    'select "eventId" as id, revision::int from audit.links where stream = $1 order by n limit 4',
    [stream],
  )
  return Promise.all(rows.map((row) => verifyEvent(installed, { ...row, stream })))
}

test('one byte of one event, altered in PostgreSQL, is named by its stream and revision', async () => {
  const stream = `credits-${people[1]}`
  const alter = (column: 'data' | 'metadata', from: string, to: string) =>
    log.query(
      `update eventstore.events set ${column} = convert_to(replace(convert_from(${column}, 'utf8'), $1, $2), 'utf8') where stream = $3 and revision = 2`,
      [from, to, stream],
    )
  for (const [column, from, to] of [
    ['data', '"amount":7', '"amount":8'],
    ['data', '"amount":', '"amount";'],
    ['metadata', '"requestId":"r"', '"requestId":"s"'],
  ] as const) {
    await alter(column, from, to)
    const verdict = await verified()
    expect(verdict.result).toBe('altered')
    expect(verdict.differences).toEqual([{ kind: 'altered', stream, revision: 2, n: expect.any(Number) }])
    expect(await verifyAccount(installed, people[1] as string)).toMatchObject({ firstBad: { stream, revision: 2 } })
    expect(await eachOf(stream)).toEqual(['verified', 'verified', 'altered', 'verified'])
    expect(await signHead(installed, verdict)).toBeUndefined()
    await alter(column, to, from)
  }
  expect(await verifyAccount(installed, people[1] as string)).toEqual({ verified: 8, of: 8, firstBad: null })
})

test('an export is verified without us: by a script that needs nothing but Node, a head that was kept, and a key', async () => {
  const kept = await signHead(installed, await verified())
  const [file, head, key] = ['chain.jsonl', 'head.json', 'key.pem'].map((name) => path.join(dir, name)) as [
    string,
    string,
    string,
  ]
  const context = {
    pool: k.pool,
    sealedStore: store,
    signal: new AbortController().signal,
    config: { dataDir: dir, auditKeys: undefined, auditHeads: { file: path.join(dir, 'none') } },
    write: async (text: string) => fs.appendFileSync(file, text),
  } as unknown as AuditContext
  await exportChain.run([], context)
  fs.writeFileSync(head, JSON.stringify(kept))
  // A key from before the last rotation will do.
  fs.writeFileSync(key, (await installed.signing.keys()).at(-1)?.publicKey ?? '')
  const run = () =>
    spawnSync(process.execPath, ['docs/verify/verify-chain.mjs', file, '--head', head, '--key', key], {
      encoding: 'utf8',
    })
  expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining(`PROVEN up to the head of ${kept?.at}`) })

  const whole = fs.readFileSync(file, 'utf8')
  const stream = `credits-${people[2]}`
  const touched = whole.replace(new RegExp(`"amount":7(.+"revision":1,"stream":"${stream}")`), '"amount":8$1')
  expect(touched).not.toBe(whole)
  fs.writeFileSync(file, touched)
  expect(run()).toMatchObject({
    status: 1,
    stdout: expect.stringContaining(`DIFFERS: ${stream} revision 1 is not what it was`),
  })

  fs.writeFileSync(file, 'torn')
  expect(run(), 'what cannot be read is neither proven nor disproven').toMatchObject({ status: 2 })

  fs.writeFileSync(file, whole)
  fs.writeFileSync(head, JSON.stringify({ ...kept, link: 'ab'.repeat(32) }))
  expect(run()).toMatchObject({ status: 1, stdout: expect.stringContaining('was changed since it was signed') })
})

test('a log that ends before the chain does is truncated, not altered', async () => {
  const { rows } = await log.query('select position from eventstore.events order by position desc offset 2 limit 1')
  await log.query('delete from eventstore.events where position >= $1', [rows[0].position])
  const verdict = await verified()
  expect(verdict).toMatchObject({ result: 'truncated', differing: 0, truncated: { missing: 2, from: 24 } })
})

test('a link is found by its event', async () => {
  const [last] = await k.query<{ stream: string; eventId: string; link: Buffer }>(
    'select * from audit.links order by n desc limit 1',
  )
  if (!last) throw new Error('there are no links')
  const found = await linksOf(k.pool, last.stream, [last.eventId, randomUUID()])
  expect([...found]).toEqual([[last.eventId, last.link.toString('hex')]])
})
