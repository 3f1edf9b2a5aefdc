import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf } from './campaign.ts'
import { multipart } from './multipart.ts'

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
beforeAll(async () => {
  stack = await startStack()
  c = await campaignOf(stack)
})
afterAll(() => stack?.stop())

const pdf = (size = 100) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 9, 'x')])
const now = async () => ({ 'min-position': String(await stack.store.head()) })
const list = async (someone: Person = c.owner) =>
  (await someone.get(`/api/campaigns/${c.campaignId}/files`, await now())).body
const add = (someone: Person, filename: string, bytes: Buffer, extra: Record<string, string> = {}, headers = {}) => {
  const form = multipart({ ...extra, file: { bytes, type: 'application/octet-stream', filename } })
  const path = 'campaignId' in extra ? '/api/files/upload' : `/api/campaigns/${c.campaignId}/files`
  return someone.send('POST', path, form.payload, { ...form.headers, ...headers })
}

describe('a file', () => {
  test('is listed with its size, type and who added it, and comes back byte by byte under its name', {
    tags: 'long',
  }, async () => {
    const bytes = pdf(5000)
    const added = await add(c.player, 'Übersicht der Türme (1).pdf', bytes)
    expect(added).toMatchObject({ status: 201, body: { name: 'Übersicht der Türme (1).pdf' } })
    expect((await list()).data[0]).toMatchObject({
      id: added.body.id,
      name: 'Übersicht der Türme (1).pdf',
      mime: 'application/pdf',
      size: 5000,
      addedBy: c.player.id,
      addedByName: 'Petra Player',
    })
    const campaign = await c.dm.get(`/api/campaigns/${c.campaignId}`, await now())
    expect(campaign.body.files).toEqual([{ id: added.body.id }])
    const answer = await c.dm.get(added.body.uri)
    expect(answer.bytes.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '5000',
      'content-disposition': `attachment; filename="_bersicht der T_rme (1).pdf"; filename*=UTF-8''%C3%9Cbersicht%20der%20T%C3%BCrme%20%281%29.pdf`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  test('that is a photograph comes back upright, and without where it was taken', { tags: 'long' }, async () => {
    const photograph = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#345' } })
      .withExif({ IFD0: { Artist: 'Salt Lane 7' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '54/1 20/1 0/1' } })
      .withMetadata({ orientation: 6, exif: { IFD0: { Artist: 'Salt Lane 7' }, IFD3: { GPSLatitudeRef: 'N' } } })
      .jpeg()
      .toBuffer()
    for (const extra of [{}, { campaignId: c.campaignId }]) {
      const { body } = await add(c.player, 'table.jpg', photograph, extra)
      await list()
      const { bytes, headers } = await c.dm.get(body.uri)
      expect(bytes.includes('Salt Lane 7')).toBe(false)
      expect(await sharp(bytes).metadata()).toMatchObject({ orientation: 6, autoOrient: { width: 20, height: 40 } })
      expect(headers['content-length']).toBe(String(bytes.length))
    }
    const torn = Buffer.concat([photograph.subarray(0, 30), Buffer.from('torn')])
    expect(await add(c.player, 'torn.jpg', torn)).toMatchObject({ status: 422, body: { code: 'picture_broken' } })
  })

  test('is added once per key', { tags: 'long' }, async () => {
    const key = { 'idempotency-key': randomUUID() }
    const first = await add(c.owner, 'once.pdf', pdf(), {}, key)
    expect((await add(c.owner, 'once.pdf', pdf(), {}, key)).body).toEqual(first.body)
    expect((await list()).data.filter(({ name }: { name: string }) => name === 'once.pdf')).toHaveLength(1)
  })

  test('may name its campaign in the form, before the file or after it', { tags: 'long' }, async () => {
    const added = await add(c.player, 'form.pdf', pdf(), { campaignId: c.campaignId })
    expect(added).toMatchObject({ status: 201, body: { name: 'form.pdf', uri: expect.stringContaining(c.campaignId) } })
    const after = multipart({
      file: { bytes: pdf(), type: 'application/pdf', filename: 'after.pdf' },
      campaignId: c.campaignId,
    })
    expect((await c.player.send('POST', '/api/files/upload', after.payload, after.headers)).status).toBe(201)
    expect(await add(c.player, 'form.pdf', pdf(), { campaignId: 'mine' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'campaignId' }] },
    })
    expect((await add(c.stranger, 'form.pdf', pdf(), { campaignId: c.campaignId })).status).toBe(404)
  })

  test('that names no campaign is in none, not even in the only one of its user', async () => {
    const form = multipart({ file: { bytes: pdf(), type: 'application/pdf', filename: 'only.pdf' } })
    const refused = await c.player.send('POST', '/api/files/upload', form.payload, {
      ...form.headers,
      ...(await now()),
    })
    // It is attached to a message, for which a plan is needed.
    expect([refused.status, refused.body.code]).toEqual([403, 'plan_required'])
    expect((await list()).data.map(({ name }: { name: string }) => name)).not.toContain('only.pdf')
  })

  test.each([
    ['whose content is not what its name says', 'virus.pdf', Buffer.from('MZ\0\0'), 415, 'file_content'],
    ['of a kind that is not taken', 'archive.zip', Buffer.from('PK'), 415, 'file_type'],
    ['that is too large', 'large.pdf', pdf(25 * 1024 * 1024 + 1), 413, 'file_too_large'],
    ['without a name', '\u0007 ', pdf(), 400, 'invalid_request'],
    ['whose name is too long', `${'x'.repeat(252)}.pdf`, pdf(), 400, 'invalid_request'],
  ])('%s is refused', async (_what, name, bytes, status, code) => {
    const before = (await list()).total
    expect(await add(c.owner, name, bytes)).toMatchObject({ status, body: { code } })
    expect((await list()).total).toBe(before)
  })

  test('of exactly 25 MB is taken', { tags: 'long' }, async () => {
    expect((await add(c.owner, 'largest.pdf', pdf(25 * 1024 * 1024))).status).toBe(201)
  })

  test('must be there', async () => {
    const empty = multipart({ note: 'no file' })
    const answer = await c.owner.send('POST', `/api/campaigns/${c.campaignId}/files`, empty.payload, empty.headers)
    expect(answer).toMatchObject({ status: 400, body: { code: 'file_missing' } })
    expect((await c.owner.post(`/api/campaigns/${c.campaignId}/files`, {})).status).toBeGreaterThanOrEqual(400)
  })

  test('is removed by who added it or by DMs, and is then nobody’s to download; its event stays', async () => {
    const { body } = await add(c.player, 'mine.pdf', pdf())
    const { body: theirs } = await add(c.owner, 'theirs.pdf', pdf())
    const remove = (someone: Person, id: string) => someone.delete(`/api/campaigns/${c.campaignId}/files/${id}`)
    expect(await remove(c.player, theirs.id)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await remove(c.player, body.id)).status).toBe(200)
    expect((await remove(c.player, body.id)).status).toBe(200)
    expect((await remove(c.dm, theirs.id)).status).toBe(200)
    await list()
    for (const file of [body, theirs]) expect((await c.owner.get(file.uri)).status).toBe(404)
    const { events } = await stack.store.read(`campaigns-${c.campaignId}`)
    expect(events.filter(({ type }) => type === 'CampaignFileRemoved')).toHaveLength(2)
  })

  test('that was removed is listed for those who may bring it back, and comes back with its bytes', async () => {
    const { body } = await add(c.owner, 'lost.pdf', pdf())
    const path = `/api/campaigns/${c.campaignId}/files`
    await c.owner.delete(`${path}/${body.id}`)
    const removed = async (someone: Person) =>
      (await someone.get(`${path}?deleted=1`, await now())).body.data.map(({ id }: { id: string }) => id)
    expect(await removed(c.dm)).toContain(body.id)
    expect(await removed(c.player)).not.toContain(body.id)
    expect((await c.player.post(`${path}/${body.id}/restore`, {})).status).toBe(403)
    expect((await c.dm.post(`${path}/${body.id}/restore`, {})).status).toBe(200)
    expect((await list()).data.map(({ id }: { id: string }) => id)).toContain(body.id)
    expect((await c.player.get(body.uri)).status).toBe(200)
    expect(await removed(c.dm)).not.toContain(body.id)
  })

  test('that was removed is in the Trash of those who may bring it back, with who did it, and comes back from there', {
    tags: 'long',
  }, async () => {
    const { body } = await add(c.player, 'binned.pdf', pdf())
    const { body: theirs } = await add(c.owner, 'secret.pdf', pdf())
    const files = `/api/campaigns/${c.campaignId}/files`
    for (const id of [body.id, theirs.id]) await c.dm.delete(`${files}/${id}`)
    const trash = `/api/campaigns/${c.campaignId}/trash`
    const lines = async (someone: Person) =>
      (await someone.get(trash, await now())).body.data.filter(({ id }: { id: string }) =>
        [body.id, theirs.id].includes(id),
      )
    const line = { kind: 'file', operationId: body.id, id: body.id, name: 'binned.pdf', count: 1, mayRestore: true }
    expect(await lines(c.player)).toMatchObject([{ ...line, deletedByName: 'Dorian DM' }])
    expect(await lines(c.owner)).toMatchObject([{ name: 'secret.pdf' }, { name: 'binned.pdf' }])
    const restore = (someone: Person, id: string, key: Record<string, string> = {}) =>
      someone.post(`${trash}/${id}/restore`, {}, key)
    expect((await restore(c.player, theirs.id)).body.code).toBe('operation_not_found')
    expect((await restore(c.stranger, body.id)).status).toBe(404)
    const key = { 'idempotency-key': randomUUID() }
    const restored = await restore(c.player, body.id, key)
    expect(restored.body.count).toBe(1)
    expect(await lines(c.player)).toEqual([])
    expect((await restore(c.player, body.id, key)).body).toEqual(restored.body)
    expect((await c.owner.get(body.uri)).status).toBe(200)
  })

  test('of one campaign is not found in another', async () => {
    const { body } = await add(c.owner, 'here.pdf', pdf())
    const { body: other } = await c.owner.post('/api/campaigns', {})
    await list()
    expect((await c.owner.get(`/api/campaigns/${other.id}/files/${body.id}/download`)).status).toBe(404)
    expect((await c.owner.delete(`/api/campaigns/${other.id}/files/${body.id}`)).status).toBe(404)
  })
})
