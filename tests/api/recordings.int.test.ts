import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whisper } from '../../backend/providers/transcription/whisper.ts'
import { forgetCampaign } from '../../backend/sealing/forget.ts'
import { sealingKeys } from '../../backend/sealing/keys.ts'
import { personalData } from '../../backend/things.ts'
import { eventually, noQuotas, type Person, type Stack, startStack } from '../stack.ts'
import { startWhisper, type WhisperEmulator } from '../vendors/whisper.ts'
import { campaignOf } from './campaign.ts'
import { multipart } from './multipart.ts'

/** Recordings of sessions, from their upload in parts to the transcript in the Story Vault. */

let server: WhisperEmulator
let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
beforeAll(async () => {
  server = await startWhisper()
  const transcriber = whisper({
    ...{ baseUrl: server.url, model: 'whisper-1', apiKey: 'sk-test', timeoutMs: 20_000 },
    maxBytes: 3 * 2 ** 20,
  })
  stack = await startStack({ transcriber, quotas: { ...noQuotas, campaignBytes: 8 * 2 ** 20 } })
  c = await campaignOf(stack)
  for (const someone of [c.owner, c.player]) await onPro(someone)
})
afterAll(async () => {
  await stack?.stop()
  await server?.close()
})

const onPro = async (someone: Person) => {
  const change = { userId: someone.id, plan: 'PRO', reason: 'Test', subscriptionPaidThrough: null }
  const { body } = await c.admin.post('/api/admin/subscription/change', change)
  await eventually(
    async () => (await someone.get('/api/users/me', { 'min-position': body.position })).body.plan === 'PRO',
  )
}

const now = async () => ({ 'min-position': String(await stack.store.head()) })
const first = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(1_000, 1)])
const second = Buffer.alloc(500, 2)
const sendPart = (
  someone: Person,
  uploadId: string,
  position: number | string,
  { bytes = first, name = 's.mp3', consent = 'everyone-agreed' } = {},
) => {
  const { payload, headers } = multipart({ consent, file: { bytes, type: 'audio/mpeg', filename: name } })
  const url = `/api/campaigns/${c.campaignId}/recordings/${uploadId}/parts/${position}`
  return someone.send('PUT', url, payload, headers)
}
const described = { title: 'The Dry Stair', session: 6, playedOn: '2026-11-21', visibility: 'DM' }
const join = (someone: Person, uploadId: string, parts: string[], more: object = {}) =>
  someone.post(`/api/campaigns/${c.campaignId}/recordings`, {
    ...{ uploadId, parts, name: 's.mp3', consent: 'everyone-agreed', ...described, ...more },
  })
const upload = async (someone: Person, more: object = {}): Promise<string> => {
  const uploadId = randomUUID()
  const parts = [
    (await sendPart(someone, uploadId, 0)).body.part,
    (await sendPart(someone, uploadId, 1, { bytes: second })).body.part,
  ]
  const { status, body, text } = await join(someone, uploadId, parts, more)
  expect([status, text]).toEqual([201, text])
  return body.id
}
const list = async (someone: Person) =>
  (await someone.get(`/api/campaigns/${c.campaignId}/recordings`, await now())).body
const one = async (someone: Person, id: string) =>
  (await list(someone)).data.find((each: { id: string }) => each.id === id)
const vault = async (someone: Person) =>
  (await someone.get(`/api/campaigns/${c.campaignId}/story-vault`, await now())).body.data as {
    id: string
    title: string
    excerpt: string
  }[]
const soundKeys = async (id: string) => {
  const keys: string[] = []
  for await (const { key } of stack.files.list()) if (key.startsWith(`recordings/${id}/`)) keys.push(key)
  return keys
}
const eventsOf = async (id: string) => (await stack.store.read(`recordings-${id}`)).events
const until = (id: string, type: string) =>
  eventually(async () => (await eventsOf(id)).some((event) => event.type === type))

describe('a recording', () => {
  test('becomes a transcript, and its sound is deleted', { tags: 'long' }, async () => {
    const before = (await c.owner.get(`/api/campaigns/${c.campaignId}/usage`, await now())).body
    const id = await upload(c.owner)
    await until(id, 'TranscriptionCompleted')
    expect(server.calls.at(-1)?.file.bytes.equals(Buffer.concat([first, second]))).toBe(true)
    expect(server.calls.at(-1)?.file.name).toBe('recording.mp3')
    const found = await eventually(async () => (await vault(c.owner)).find(({ title }) => title === 'The Dry Stair'))
    expect(found).toMatchObject({ sessionNumber: 6, playedOn: '2026-11-21', visibility: 'DM', kind: 'TRANSCRIPT' })
    const lines = await c.dm.get(`/api/story-vault/${found?.id}/lines`, await now())
    expect(lines.body.data[0]).toEqual({
      n: 0,
      speaker: null,
      at: 2,
      text: 'Thirty steps of water in the Drowned Tower.',
    })
    expect((await vault(c.player)).map((each) => each.id)).not.toContain(found?.id)
    await eventually(async () => (await soundKeys(id)).length === 0)
    expect(await one(c.owner, id)).toBeUndefined()
    const [added] = await eventsOf(id)
    expect(added?.data).toMatchObject({ consent: 'everyone-agreed', userId: c.owner.id })
    const sealed = JSON.stringify((await stack.sealedStore.read(`recordings-${id}`)).events.map(({ data }) => data))
    expect(sealed).not.toContain('Dry Stair')
    // Only the transcript takes room.
    const after = (await c.owner.get(`/api/campaigns/${c.campaignId}/usage`, await now())).body
    expect(after.used - before.used).toBeLessThan(500)
  })

  test('is one, however often its upload is repeated', { tags: 'long' }, async () => {
    const uploadId = randomUUID()
    const part = (await sendPart(c.owner, uploadId, 0)).body.part
    expect((await sendPart(c.owner, uploadId, 0)).body.part).toBe(part)
    const { length } = server.calls
    const [one, other] = await Promise.all([join(c.owner, uploadId, [part]), join(c.owner, uploadId, [part])])
    expect([one.status, other.status, other.body.id]).toEqual([201, 201, one.body.id])
    await until(one.body.id, 'TranscriptionCompleted')
    expect((await join(c.owner, uploadId, [part])).body.id).toBe(one.body.id)
    expect(server.calls).toHaveLength(length + 1)
  })

  test('is cancelled while it is transcribed: its sound goes, and no transcript comes', async () => {
    server.next('never')
    const { length } = server.calls
    const id = await upload(c.owner, { title: 'Cancelled' })
    await eventually(() => server.calls.length > length)
    expect(await one(c.dm, id)).toMatchObject({ failure: null, mayEdit: true, username: 'Olga Owner', size: 1_503 })
    expect((await c.owner.delete(`/api/recordings/${id}`)).status).toBe(200)
    await eventually(() => server.calls.at(-1)?.signal.aborted === true)
    await eventually(async () => (await soundKeys(id)).length === 0)
    expect((await c.owner.delete(`/api/recordings/${id}`)).status).toBe(200)
    expect((await c.owner.post(`/api/recordings/${id}/retry`)).status).toBe(404)
    expect((await vault(c.owner)).map(({ title }) => title)).not.toContain('Cancelled')
  })

  test('whose transcription failed says why, keeps its sound, and is tried again', { tags: 'long' }, async () => {
    server.next('undecodable')
    const id = await upload(c.owner, { title: 'Tried again', visibility: 'CAMPAIGN' })
    await until(id, 'TranscriptionFailed')
    expect(await one(c.player, id)).toMatchObject({ failure: 'refused', mayEdit: false })
    expect(await soundKeys(id)).toHaveLength(2)
    for (const act of [
      () => c.player.post(`/api/recordings/${id}/retry`),
      () => c.player.delete(`/api/recordings/${id}`),
    ])
      expect((await act()).status).toBe(403)
    expect((await c.stranger.post(`/api/recordings/${id}/retry`)).status).toBe(404)
    // A DM's own plan counts.
    expect((await c.dm.post(`/api/recordings/${id}/retry`)).body.code).toBe('plan_required')
    expect((await c.owner.post(`/api/recordings/${id}/retry`)).status).toBe(200)
    await until(id, 'TranscriptionCompleted')
    await eventually(async () => (await vault(c.player)).some(({ title }) => title === 'Tried again'))
  })

  test('waits for a server that is busy, without anybody’s doing', { tags: 'long', timeout: 40_000 }, async () => {
    server.next('rate-limited')
    const id = await upload(c.owner, { title: 'Busy at first' })
    await eventually(async () => (await eventsOf(id)).at(-1)?.type === 'TranscriptionCompleted', 30_000)
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['RecordingAdded', 'TranscriptionCompleted'])
  })
})

describe('the upload of a recording', () => {
  test('is refused without plan, consent, room, or sound of its kind', { tags: 'long' }, async () => {
    const code = async (answer: Promise<{ body: { code: string } }>) => (await answer).body.code
    expect(await code(sendPart(c.dm, randomUUID(), 0))).toBe('plan_required')
    expect((await sendPart(c.stranger, randomUUID(), 0)).status).toBe(404)
    expect(await code(sendPart(c.owner, randomUUID(), 0, { consent: '' }))).toBe('recording_consent')
    expect(await code(sendPart(c.owner, randomUUID(), 0, { name: 's.exe' }))).toBe('sound_kind')
    expect(await code(sendPart(c.owner, randomUUID(), 0, { bytes: Buffer.from('<html>'.repeat(9)) }))).toBe(
      'sound_content',
    )
    expect((await sendPart(c.owner, randomUUID(), 32)).status).toBe(404)
    expect(await code(sendPart(c.owner, randomUUID(), 1, { bytes: Buffer.alloc(9 * 2 ** 20) }))).toBe('storage_full')
    const large = Buffer.alloc(17 * 2 ** 20)
    expect(await code(sendPart(c.owner, randomUUID(), 1, { bytes: large }))).toBe('file_too_large')
  })

  test('is joined from its own complete parts alone', { tags: 'long' }, async () => {
    const uploadId = randomUUID()
    const { part } = (await sendPart(c.owner, uploadId, 0)).body
    const { part: other } = (await sendPart(c.player, uploadId, 1, { bytes: second })).body
    const code = async (parts: string[], more?: object) => (await join(c.owner, uploadId, parts, more)).body.code
    expect(await code([part, other])).toBe('recording_incomplete')
    expect(await code([part], { name: 's.wav' })).toBe('sound_content')
    expect((await join(c.owner, uploadId, [part], { consent: 'no' })).body.errors[0].field).toBe('consent')
    expect((await join(c.owner, uploadId, [])).status).toBe(400)
    const bytes = Buffer.concat([first, Buffer.alloc(3 * 2 ** 20)])
    const { part: large } = (await sendPart(c.owner, uploadId, 0, { bytes })).body
    expect(await code([large])).toBe('recording_too_large')
    const joined = await join(c.owner, uploadId, [part])
    expect(joined.status).toBe(201)
    await until(joined.body.id, 'TranscriptionCompleted')
  })

  test('is limited to a few that wait', { tags: 'long' }, async () => {
    for (let n = 0; n < 5; n++) {
      server.next('undecodable')
      await until(await upload(c.player), 'TranscriptionFailed')
    }
    const uploadId = randomUUID()
    const { part } = (await sendPart(c.player, uploadId, 0)).body
    expect((await join(c.player, uploadId, [part])).body.code).toBe('recordings_waiting')
    const { data } = await list(c.player)
    for (const { id } of data) await c.player.delete(`/api/recordings/${id}`)
    const joined = await join(c.player, uploadId, [part])
    expect(joined.status).toBe(201)
    await until(joined.body.id, 'TranscriptionCompleted')
  })
})

test('the sound of a campaign that is forgotten is deleted', async () => {
  server.next('undecodable')
  const id = await upload(c.owner, { title: 'Forgotten' })
  await until(id, 'TranscriptionFailed')
  await c.owner.delete(`/api/campaigns/${c.campaignId}`)
  await c.admin.get('/api/users/me', await now())
  await forgetCampaign(
    { ...personalData, pool: stack.pool, keys: await sealingKeys(stack.pool), files: stack.files },
    c.campaignId,
  )
  expect(await soundKeys(id)).toEqual([])
})

test('an installation without a server says so', { tags: 'long' }, async () => {
  const bare = await startStack()
  try {
    const someone = await bare.member('Somebody')
    const { body } = await someone.post('/api/campaigns', { name: 'C' })
    const { payload, headers } = multipart({
      consent: 'everyone-agreed',
      file: { bytes: first, type: 'audio/mpeg', filename: 's.mp3' },
    })
    const at = { 'min-position': String(await bare.store.head()) }
    expect((await someone.get(`/api/campaigns/${body.id}/recordings`, at)).body).toEqual({ data: [], server: null })
    const url = `/api/campaigns/${body.id}/recordings/${randomUUID()}/parts/0`
    expect((await someone.send('PUT', url, payload, headers)).body.code).toBe('recording_not_set_up')
  } finally {
    await bare.stop()
  }
})
