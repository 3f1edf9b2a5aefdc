/** @module-tag long */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openUntrustedInput } from '../../backend/providers/untrusted-input.ts'
import { ownerIn } from '../../backend/telemetry/scope.ts'
import { quietTelemetry } from '../../backend/telemetry/telemetry.ts'
import { campaignOf } from '../api/campaign.ts'
import { multipart } from '../api/multipart.ts'
import { markerBomb, partFloods, pngOfSize } from '../hostile-files.ts'
import { baseUrl, eventually, type Person, type Stack, startStack } from '../stack.ts'

/** Input that is made to exhaust the program costs its sender an answer and nobody else anything. */

const telemetry = quietTelemetry()
const common = { owner: ownerIn(telemetry.scope), log: pino({ level: 'silent' }) }
const pools = {
  usual: openUntrustedInput({ ...common, idleMs: 100 }),
  /** Everything takes too long for it. */
  impatient: openUntrustedInput({ ...common, limits: { deadlineMs: 1 } }),
  small: openUntrustedInput({ ...common, limits: { memoryMb: 50 } }),
  short: openUntrustedInput({ ...common, queue: { each: 1, inAll: 2 } }),
}
let inUse = pools.usual
/** By whose end each input is dropped. */
const sent: (AbortSignal | undefined)[] = []
const within = async <T>(name: keyof typeof pools, work: () => Promise<T>): Promise<T> => {
  inUse = pools[name]
  return work().finally(() => {
    inUse = pools.usual
  })
}

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
let lore: string
const bomb = markerBomb(8)
beforeAll(async () => {
  stack = await startStack({
    telemetry,
    untrusted: {
      run(name, input) {
        sent.push(input.signal)
        return inUse.run(name, input)
      },
      close: async () => undefined,
    },
  })
  c = await campaignOf(stack)
  lore = (await c.owner.post('/api/conjurations', { campaignId: c.campaignId, visibility: 'CAMPAIGN', name: 'Bells' }))
    .body.id
})
afterAll(async () => {
  await stack?.stop()
  await Promise.all(Object.values(pools).map(({ close }) => close()))
})

const now = async () => ({ 'min-position': String(await stack.store.head()) })
const sendFile = (someone: Person, filename: string, bytes: Buffer, headers: Record<string, string> = {}) => {
  const form = multipart({ file: { bytes, type: 'application/octet-stream', filename } })
  const url = `/api/campaigns/${c.campaignId}/files`
  return someone.send('POST', url, form.payload, { ...form.headers, ...headers })
}
const sendPicture = (someone: Person, bytes: Buffer, filename = 'a.png') => {
  const form = multipart({ image: { bytes, type: 'image/png', filename } })
  return someone.send('POST', `/api/images/upload?campaignId=${c.campaignId}`, form.payload, form.headers)
}
const fileNames = async () => {
  const { body } = await c.owner.get(`/api/campaigns/${c.campaignId}/files`, await now())
  return body.data.map(({ name }: { name: string }) => name)
}
/** Every file that is stored was noted here before. */
const storedCount = async () => (await stack.pool.query('select from awaited_files')).rowCount
const long = 'The *bells* rang.\n\n'.repeat(400)

describe('a hostile upload', () => {
  test.each([
    ['a document whose picture unpacks to 8 MB of markers', () => sendFile(c.player, 'a.docx', bomb), 201],
    ['a JPEG of a million parts', () => sendFile(c.player, 'a.jpg', partFloods.jpg as Buffer), 422],
    ['a picture that claims 900 million pixels', () => sendPicture(c.player, pngOfSize(30_000, 30_000)), 422],
    ['a picture of a hundred thousand chunks', () => sendPicture(c.player, partFloods.png as Buffer), 422],
  ])('is read while others are answered: %s', async (_what, send, status) => {
    let isAnswered = false
    const answer = send().finally(() => {
      isAnswered = true
    })
    let others = 0
    while (!isAnswered || others === 0) {
      expect((await c.dm.get(`/api/campaigns/${c.campaignId}`)).status).toBe(200)
      others++
    }
    // On the event loop, the first would have waited for the upload.
    if (status === 201) expect(others).toBeGreaterThan(5)
    expect((await answer).status).toBe(status)
  })

  test.each(['impatient', 'small'] as const)(
    'that reaches the limit of a pool is refused by its field, and nothing is stored: %s',
    async (name) => {
      const before = [await fileNames(), await storedCount()]
      const answer = await within(name, () => sendFile(c.player, 'bomb.docx', bomb))
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'input_too_demanding', errors: [{ field: 'file', message: expect.stringMatching(/retry/) }] },
      })
      expect([await fileNames(), await storedCount()]).toEqual(before)
      expect((await sendFile(c.player, `after ${name}.txt`, Buffer.from('It goes on.'))).status).toBe(201)
    },
  )

  test('names the field of its form: a picture', async () => {
    const picture = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#345' } })
      .png()
      .toBuffer()
    const answer = await within('impatient', () => sendPicture(c.player, picture))
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'image' }] } })
    expect((await sendPicture(c.player, picture)).status).toBe(201)
  })

  test('that is sent twice at once is one file', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all([1, 2].map(() => sendFile(c.player, 'twice.docx', bomb, key)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[0]?.body.id).toBe(answers[1]?.body.id)
    expect((await fileNames()).filter((name: string) => name === 'twice.docx')).toHaveLength(1)
  })
})

describe('long Markdown that takes too long', () => {
  test('is refused by its field, and neither title nor text change', async () => {
    const of = { entityType: 'CONJURATION', entityId: lore, type: 'STORY' }
    const { body } = await c.owner.post('/api/content-segments', { ...of, title: 'Quay', content: 'Rain.' })
    const [made, changed] = await within('impatient', async () => [
      await c.owner.post('/api/content-segments', { ...of, title: 'Never', content: long }),
      await c.owner.patch(`/api/content-segments/${body.id}`, { title: 'Never', isForDms: true, content: long }),
    ])
    for (const answer of [made, changed])
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'input_too_demanding', errors: [{ field: 'content' }] },
      })
    const url = `/api/content-segments?entityType=CONJURATION&entityId=${lore}`
    const { data } = (await c.owner.get(url, await now())).body
    expect(data).toMatchObject([{ title: 'Quay', isForDms: false, content: 'Rain.' }])
    expect((await c.owner.patch(`/api/content-segments/${body.id}`, { content: long })).status).toBe(200)
  })
})

describe('the queue', () => {
  test('holds one upload of a user beside the one that is read, and answers 503 to more', async () => {
    await within('short', async () => {
      sent.splice(0)
      const mine = [1, 2, 3].map((n) => sendFile(c.player, `mine ${n}.docx`, bomb))
      await eventually(async () => sent.length === 3)
      const others = sendFile(c.dm, 'of the DM.txt', Buffer.from('Rain.'))
      const answers = await Promise.all(mine)
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 503])
      const refused = answers.find(({ status }) => status === 503)
      expect(refused).toMatchObject({ body: { code: 'busy' }, headers: { 'retry-after': '1' } })
      expect((await others).status).toBe(201)
    })
  })

  test('drops an upload whose sender hangs up', async () => {
    await stack.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = stack.app.server.address() as AddressInfo
    const hangUp = new AbortController()
    await within('usual', async () => {
      sent.splice(0)
      const first = sendFile(c.dm, 'first.docx', markerBomb(20))
      await eventually(async () => sent.length === 1)
      const form = multipart({ file: { bytes: Buffer.from('Rain.'), type: 'text/plain', filename: 'dropped.txt' } })
      const headers = { ...form.headers, cookie: c.player.cookies(), origin: baseUrl }
      const url = `http://127.0.0.1:${port}/api/campaigns/${c.campaignId}/files`
      const dropped = fetch(url, { method: 'POST', headers, body: new Uint8Array(form.payload), signal: hangUp.signal })
      dropped.catch(() => undefined)
      await eventually(async () => sent.length === 2)
      hangUp.abort()
      await expect(dropped).rejects.toThrow(/abort/i)
      expect((await first).status).toBe(201)
      await eventually(async () => sent[1]?.aborted === true)
      expect(await fileNames()).not.toContain('dropped.txt')
    })
  })
})

test('no process remains when nothing is uploaded', () => eventually(async () => pools.usual.pid() === undefined))
