import { spawnSync } from 'node:child_process'
import { createHash, randomUUID, verify } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import type { LedgerEntry } from '#domain/ledger-answers.ts'
import { ledger } from '../../backend/audit/ledger.ts'
import { statement } from '../../backend/audit/statement.ts'
import { paidIds } from '../../backend/commands/paid-ids.ts'
import { WrongUsage } from '../../backend/platform/arguments.ts'
import { CannotStart } from '../../backend/platform/cannot-start.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'

const filesInZip = async (bytes: Buffer) => {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true })
  const files: { name: string; content: Buffer }[] = []
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
    files.push({ name: String(entry.fileName), content: Buffer.concat(pieces) })
  }
  return files
}

let stack: Stack
let admin: Person
let someone: Person

const image = randomUUID()
const [paid, holdId] = [`pi_${randomUUID()}`, randomUUID()]
/** As events of before are: a hold names neither its grants nor the stream that ends it. */
const purpose = { kind: 'images', id: image, label: 'Abbess of Salt' }

const happened = (type: string, data: object, at: string) => ({
  id: randomUUID(),
  type,
  data: { userId: someone.id, ...data },
  metadata: { actor: 'system', commandId: randomUUID(), correlationId: randomUUID(), at },
})

beforeAll(async () => {
  stack = await startStack({ welcomeCredits: 0 })
  admin = await stack.member('Admin')
  someone = await stack.member('Tomasz')
  await stack.sealedStore.append(
    `billing-${someone.id}`,
    [
      happened(
        'PackPaid',
        { paymentId: paid, pack: 'PACK_250', credits: 250, amount: 500 },
        '2026-01-16T19:02:10.000Z',
      ),
    ],
    'any',
  )
  // What the payment sets in motion is done first.
  await eventually(async () => (await someone.get('/api/users/credits')).body.balance === 250)
  const hold = { holdId, amount: 8, purpose }
  const { position } = await stack.sealedStore.append(
    `credits-${someone.id}`,
    [
      happened('CreditsHeld', { ...hold, balance: 242 }, '2100-01-01T00:00:00.000Z'),
      happened('CreditsCaptured', { ...hold, balance: 242 }, '2100-01-02T00:00:00.000Z'),
      happened('CreditsHeld', { ...hold, holdId: randomUUID(), balance: 234 }, '2100-02-03T00:00:00.000Z'),
    ],
    'any',
  )
  await someone.get('/api/users/credits', { 'min-position': String(position) })
})
afterAll(() => stack?.stop())

const at = (path: string) => admin.get(`/api/audit/accounts/${someone.id}/${path}`)
const kinds = (entries: LedgerEntry[]) => entries.map(({ kind, balance, held }) => [kind, balance, held])

test('an account is opened by saying why', async () => {
  for (const path of ['ledger', 'curve', 'trace?of=x', 'sums', 'payments'])
    expect((await at(path)).body.code).toBe('look_first')
  expect((await admin.post('/api/audit/looks', { userId: someone.id, reason: 'Ticket 2291' })).status).toBe(200)
})

describe('a ledger', () => {
  test('is folded from the stream, events of before among them', async () => {
    const { body } = await at('ledger')
    expect(kinds(body.entries)).toEqual([
      ['purchase', 250, 0],
      ['hold', 250, 8],
      ['capture', 242, 0],
      ['hold', 242, 8],
    ])
    expect(body).toMatchObject({ entry: 4, total: 4, matching: 4, now: { balance: 242, held: 8, available: 234 } })
    expect(body.entries[2].work).toEqual({ kind: 'images', id: image, stream: `images-${image}` })
  })

  test('is as of a time, and as of a position, with what had not happened yet behind it', async () => {
    const then = (await at('ledger?at=2100-01-01T12:00:00.000Z')).body
    expect(then).toMatchObject({ entry: 2, total: 4, now: { balance: 250, held: 8 } })
    const { position } = then.entries[2]
    expect((await at(`ledger?position=${position}`)).body).toMatchObject({ entry: 3, position, now: { balance: 242 } })
    expect((await at('ledger?at=2000-01-01T00:00:00Z')).body).toMatchObject({ entry: 0, now: { balance: 0 } })
  })

  test('goes on before and after an entry, and answers what a figure is made of', async () => {
    expect(kinds((await at('ledger?before=3&limit=1')).body.entries)).toEqual([['hold', 250, 8]])
    expect(kinds((await at('ledger?after=3')).body.entries)).toEqual([['hold', 242, 8]])
    expect((await at('ledger?figure=held&purpose=images&source=pack')).body.matching).toBe(2)
    expect((await at('ledger?from=2100-02-01T00:00:00Z')).body.matching).toBe(1)
  })

  test.each(['limit=0', 'limit=501', 'position=-1', 'at=yesterday', 'figure=lost', 'source=nobody', 'before=x'])(
    'refuses ?%s, and names the field',
    async (query) => {
      const { status, body } = await at(`ledger?${query}`)
      expect([status, body.code]).toEqual([400, 'invalid_request'])
      expect(JSON.stringify(body)).toContain(query.split('=')[0])
    },
  )
})

test('a curve has a step for each entry of a period', async () => {
  const { body } = await at('curve?from=2100-01-01T00:00:00Z&to=2100-02-01T00:00:00Z')
  expect(body).toMatchObject({ total: 2, opening: { balance: 250, held: 0 } })
  expect(body.steps.map(({ balance, held }: LedgerEntry) => [balance, held])).toEqual([
    [250, 8],
    [242, 0],
  ])
})

test('a picture leads to its hold, to the pack that paid for it, and to how it ended', async () => {
  const { body } = await at(`trace?of=${image}`)
  expect(body.grants).toMatchObject([{ source: 'pack', granted: 250, traced: 16, spent: 8, held: 8, left: 234 }])
  expect(body.holds.map(({ outcome }: { outcome: { as: string } | null }) => outcome?.as ?? null)).toEqual([
    'captured',
    null,
  ])
  expect((await at(`trace?of=${randomUUID()}`)).body.code).toBe('event_not_found')
})

test('sums leave nothing unaccounted for, and every check holds', async () => {
  // By purpose, sums are of what is held.
  for (const [by, closing] of Object.entries({ period: 242, source: 242, purpose: 8 })) {
    const { body } = await at(`sums?by=${by}`)
    expect(body.lines.map(({ unaccounted }: { unaccounted: number }) => unaccounted)).not.toContain(1)
    expect(body.total).toMatchObject({ opening: 0, closing, unaccounted: 0 })
    expect(body.checks.flatMap(({ broken }: { broken: string[] }) => broken)).toEqual([])
  }
})

test('a ledger that was altered is shown as it is, and its checks name the event', async () => {
  const other = await stack.member('Petra')
  await admin.post('/api/audit/looks', { userId: other.id, reason: 'Altered' })
  const hold = { userId: other.id, holdId: randomUUID(), amount: 8, purpose, balance: 0 }
  const held = happened('CreditsHeld', hold, '2026-01-20T00:00:00.000Z')
  const altered = happened('CreditsCaptured', { ...hold, amount: 80 }, '2026-01-20T00:00:01.000Z')
  const { position } = await stack.sealedStore.append(`credits-${other.id}`, [held, altered], 'any')
  const of = (path: string) => admin.get(`/api/audit/accounts/${other.id}${path}`, { 'min-position': String(position) })
  expect((await of('')).status).toBe(200)
  const { status, body } = await of('/ledger')
  expect([status, body.now.available, body.now.held]).toEqual([200, -8, -72])
  expect((await of('/curve')).status).toBe(200)
  expect((await of(`/trace?of=${held.id}`)).status).toBe(200)
  const { checks } = (await of('/sums')).body
  expect(checks.flatMap(({ broken }: { broken: string[] }) => broken)).toContain(altered.id)
})

test('payments stand beside what was granted for them, as of a moment', async () => {
  const { body } = await at('payments')
  expect(body).toMatchObject({ matched: 1, unpaid: [], differences: [] })
  expect(body.payments).toMatchObject([{ kind: 'pack', reference: paid, amount: 500, result: 'match' }])
  const [grant] = (await at('ledger')).body.entries
  expect(grant.threads[0].id).toBe(paidIds.grant(paid))
  expect((await at(`payments?position=${BigInt(grant.position) - 1n}`)).body.payments[0].result).toBe('missing')
})

describe('the command line', () => {
  test('answers all of it as of a time, and says whether it adds up', async () => {
    const { answer, differs } = await ledger.run([someone.email, '--at', '2100-01-01T12:00:00Z'], stack)
    expect(answer).toMatchObject({ account: someone.id, now: { balance: 250, held: 8 }, total: { unaccounted: 0 } })
    expect([answer.entries.length, answer.matched, differs]).toEqual([2, 1, false])
  })

  test('makes a statement with its signature beside it', async () => {
    const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'loreloom-statement-'))
    const [file, config] = [path.join(dir, 'statement.csv'), { auditKeys: undefined, dataDir: dir }]
    const { answer } = await statement.run([someone.id, '--out', file], { ...stack, config })
    const [bytes, signature] = await Promise.all([file, `${file}.sig`].map((each) => fs.readFile(each)))
    await fs.rm(dir, { recursive: true })
    const { keys } = (await admin.get('/api/audit/keys')).body
    const { publicKey } = keys.find(({ id }: { id: string }) => id === answer.signedBy)
    expect(verify(null, bytes as Buffer, publicKey, signature as Buffer)).toBe(true)
    expect(answer).toMatchObject({ accountId: someone.id, entries: 1, bytes: bytes?.length })
  })

  test('says where a statement cannot be written', async () => {
    const out = path.join(os.tmpdir(), 'loreloom-nowhere', 'statement.csv')
    const config = { auditKeys: undefined, dataDir: await fs.mkdtemp(path.join(os.tmpdir(), 'loreloom-keys-')) }
    const making = statement.run([someone.id, '--out', out], { ...stack, config })
    await expect(making).rejects.toThrow(new CannotStart(`${out} cannot be written: there is no such folder.`))
    await fs.rm(config.dataDir, { recursive: true })
  })

  test.each([[[]], [['a', 'b']], [['a', '--until', 'b']]])('says how it is used, asked for %j', async (args) => {
    await expect(ledger.run(args, stack)).rejects.toThrow(WrongUsage)
  })
})

describe('a statement', () => {
  const asked = async (body: object) => (await admin.post(`/api/audit/accounts/${someone.id}/exports`, body)).body
  const ready = async (exportId: string) =>
    eventually(async () => {
      const { body } = await admin.get(`/api/audit/exports/${exportId}`)
      return ['ready', 'failed'].includes(body.status) && body
    })

  test.each([
    ['csv', 'ledger', 'csv'],
    ['money', 'payments', 'csv'],
    ['jsonl', 'ledger-with-hashes', 'jsonl'],
    ['pdf', 'statement', 'pdf'],
    ['proof', 'proof', 'zip'],
  ])('is made as %s, and its signature is over its bytes', async (format, kind, extension) => {
    const { exportId } = await asked({ format, from: '2100-01-01T00:00:00.000Z', through: '2100-02-01T00:00:00.000Z' })
    const row = await ready(exportId)
    expect(row).toMatchObject({ status: 'ready', accountName: 'Tomasz', accountId: someone.id, done: 2, total: 2 })
    const file = await admin.get(`/api/audit/exports/${exportId}/file`)
    const name = `${kind}-Tomasz-${someone.id.slice(-8)}-2100-01-01-2100-02-01.${extension}`
    expect(file.headers['content-disposition']).toContain(`"${name}"`)
    expect([file.bytes.length, createHash('sha256').update(file.bytes).digest('hex')]).toEqual([row.bytes, row.sha256])
    const { bytes: signature, headers } = await admin.get(`/api/audit/exports/${exportId}/signature`)
    expect(headers['content-disposition']).toContain(`"${name}.sig"`)
    const { keys } = (await admin.get('/api/audit/keys')).body
    const { publicKey } = keys.find(({ id }: { id: string }) => id === row.signedBy)
    expect(verify(null, file.bytes, publicKey, signature)).toBe(true)
    expect(verify(null, Buffer.concat([file.bytes, Buffer.from(' ')]), publicKey, signature)).toBe(false)
  })

  test('as a proof is verified by the script in it, and names no stream of another account', {
    tags: 'long',
  }, async () => {
    await eventually(async () => (await admin.get(`/api/audit/accounts/${someone.id}/chain`)).body.of > 0)
    const { exportId } = await asked({ format: 'proof' })
    await ready(exportId)
    const { bytes } = await admin.get(`/api/audit/exports/${exportId}/file`)
    const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'loreloom-proof-'))
    const names: string[] = []
    for (const { name, content } of await filesInZip(bytes)) {
      names.push(name)
      await fs.mkdir(path.dirname(path.join(dir, name)), { recursive: true })
      await fs.writeFile(path.join(dir, name), content)
    }
    expect(names).toEqual(
      expect.arrayContaining(['README.txt', 'statement.pdf', 'statement.jsonl.sig', 'chain.jsonl', 'verify-chain.mjs']),
    )
    const chain = await fs.readFile(path.join(dir, 'chain.jsonl'), 'utf8')
    const streams = [...chain.matchAll(/"stream":"([^"]+)"/g)].map(([, stream]) => stream)
    expect(new Set(streams)).toContain(`credits-${someone.id}`)
    expect(streams.every((stream) => stream?.endsWith(someone.id))).toBe(true)
    const run = (file: string) =>
      spawnSync(process.execPath, ['verify-chain.mjs', file], { cwd: dir, encoding: 'utf8' })
    expect(run('chain.jsonl').stdout).toMatch(/^(\d+) of \1 linked events of account/)
    await fs.writeFile(path.join(dir, 'proof.zip'), bytes)
    for (const same of ['proof.zip', '.'])
      expect(run(same)).toMatchObject({ status: 0, stdout: run('chain.jsonl').stdout })
    await fs.writeFile(path.join(dir, 'other.zip'), Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'))
    expect(run('other.zip')).toMatchObject({
      status: 2,
      stderr: 'This is a zip without a chain.jsonl, so it is no proof.\n',
    })
    expect(run('statement.pdf').stderr).toContain('This is a statement as PDF')
    await fs.writeFile(path.join(dir, 'altered.jsonl'), chain.replace('"amount":500', '"amount":900'))
    expect(run('altered.jsonl')).toMatchObject({ status: 1 })
    await fs.rm(dir, { recursive: true })
  })

  test('proves all accounts in one zip, for a reason, to the script in it', { tags: 'long' }, async () => {
    const post = (reason: string) => admin.post('/api/audit/exports', { reason }, { 'idempotency-key': randomUUID() })
    expect((await post(' ')).status).toBe(400)
    expect((await someone.post('/api/audit/exports', { reason: 'Mine' })).status).toBe(403)
    const { exportId } = (await post('Year end')).body
    expect(await ready(exportId)).toMatchObject({ status: 'ready', accountId: null, accountName: '' })
    const file = await admin.get(`/api/audit/exports/${exportId}/file`)
    expect(file.headers['content-disposition']).toMatch(/"proof-all-accounts-\d{4}-\d\d-\d\d\.zip"/)
    const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'loreloom-proof-'))
    for (const { name, content } of await filesInZip(file.bytes)) {
      await fs.mkdir(path.dirname(path.join(dir, name)), { recursive: true })
      await fs.writeFile(path.join(dir, name), content)
    }
    const run = (name: string) =>
      spawnSync(process.execPath, ['verify-chain.mjs', name], { cwd: dir, encoding: 'utf8' })
    const { status, stdout } = run('chain.jsonl')
    expect([status, stdout]).toEqual([0, expect.any(String)])
    const chain = await fs.readFile(path.join(dir, 'chain.jsonl'), 'utf8')
    expect(chain).toContain(`credits-${someone.id}`)
    expect(chain).not.toContain('Tomasz')
    await fs.writeFile(path.join(dir, 'altered.jsonl'), chain.replace('"amount":500', '"amount":900'))
    expect(run('altered.jsonl').status).toBe(1)
    await fs.rm(dir, { recursive: true })
    const { events } = await stack.store.read(`looks-${admin.id}`)
    expect(events.at(-1)).toMatchObject({ type: 'ChainExported', data: { exportId, reason: 'Year end' } })
  })

  test('is an event of who asked, asked for once however often it is sent, and for nobody else', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const post = () => admin.post(`/api/audit/accounts/${someone.id}/exports`, { format: 'csv' }, key)
    const [{ exportId }, again] = [(await post()).body, (await post()).body]
    expect(again.exportId).toBe(exportId)
    const { events } = await stack.store.read(`looks-${admin.id}`)
    const noted = events.filter(({ data }) => (data as { exportId?: string }).exportId === exportId)
    expect(noted).toMatchObject([
      { type: 'StatementExported', data: { userId: someone.id, format: 'csv', from: null } },
    ])
    expect((await admin.get('/api/audit/exports')).body.data[0].id).toBe(exportId)

    const other = await stack.member('Wren')
    await stack.pool.query(`update auth."user" set role = 'auditor' where id = $1`, [other.id])
    expect((await other.get('/api/audit/exports')).body).toEqual({ data: [], total: 0 })
    for (const what of ['', '/file', '/signature'])
      expect((await other.get(`/api/audit/exports/${exportId}${what}`)).body.code).toBe('export_not_found')
  })

  test('of no such format or period is refused by the field', async () => {
    expect((await asked({ format: 'xls' })).code).toBe('invalid_request')
    expect((await asked({ format: 'csv', from: 'once' })).code).toBe('invalid_request')
  })
})
