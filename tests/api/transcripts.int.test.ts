import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetCampaign } from '../../backend/sealing/forget.ts'
import { sealingKeys } from '../../backend/sealing/keys.ts'
import { personalData } from '../../backend/things.ts'
import { eventually, noQuotas, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf, join, onBasic } from './campaign.ts'
import { multipart } from './multipart.ts'

/** Recaps and transcripts in the Story Vault of a campaign. */

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
beforeAll(async () => {
  stack = await startStack({ quotas: { ...noQuotas, campaignBytes: 8 * 2 ** 20 } })
  c = await campaignOf(stack)
})
afterAll(() => stack?.stop())

const now = async () => ({ 'min-position': String(await stack.store.head()) })
const stair = `WEBVTT

01:02:31.000 --> 01:02:38.000
<v Tomasz>Thirty steps of water in the Drowned Tower. Then dust.

01:02:40.000 --> 01:02:41.000
<v Wren>Footprints?
`
const add = (
  someone: Person,
  fields: Record<string, string> = {},
  content: string | Buffer = stair,
  name = 's.vtt',
) => {
  const file = { bytes: Buffer.from(content), type: 'text/plain', filename: name }
  const { payload, headers } = multipart({ title: 'The Dry Stair', ...fields, file })
  return someone.send('POST', `/api/campaigns/${c.campaignId}/story-vault`, payload, {
    ...headers,
    'idempotency-key': randomUUID(),
  })
}
const added = async (
  someone: Person,
  fields?: Record<string, string>,
  ...file: [string?, string?]
): Promise<string> => {
  const { status, body, text } = await add(someone, fields, ...file)
  expect([status, text]).toEqual([201, text])
  return body.id
}
const open = async (someone: Person, id: string) => someone.get(`/api/story-vault/${id}`, await now())
const lines = async (someone: Person, id: string, query = '') =>
  someone.get(`/api/story-vault/${id}/lines${query}`, await now())
const list = async (someone: Person, query = '') =>
  someone.get(`/api/campaigns/${c.campaignId}/story-vault${query}`, await now())
const change = (someone: Person, id: string, body: object) => someone.patch(`/api/story-vault/${id}`, body)
const statuses = async (id: string) =>
  Promise.all([c.owner, c.dm, c.player, c.stranger].map(async (who) => (await open(who, id)).status))

describe('a transcript', () => {
  test('is for DMs until somebody shows it, and hidden again at once', { tags: 'long' }, async () => {
    const id = await added(c.owner, { session: '6', playedOn: '2026-11-21' })
    expect(await statuses(id)).toEqual([200, 200, 404, 404])
    expect((await list(c.player)).body.data.map((one: { id: string }) => one.id)).not.toContain(id)
    await change(c.dm, id, { visibility: 'CAMPAIGN' })
    expect(await statuses(id)).toEqual([200, 200, 200, 404])
    expect((await lines(c.player, id)).body.data).toHaveLength(2)
    expect((await change(c.player, id, { title: 'Mine now' })).status).toBe(403)
    await change(c.owner, id, { visibility: 'DM' })
    expect((await lines(c.player, id)).status).toBe(404)
    const { body } = await open(c.owner, id)
    expect(body).toMatchObject({ title: 'The Dry Stair', sessionNumber: 6, playedOn: '2026-11-21', seconds: 3760 })
  })

  test('is added by members only, and once where the request is repeated', { tags: 'long' }, async () => {
    expect((await add(c.stranger)).status).toBe(404)
    const key = { 'idempotency-key': randomUUID() }
    const send = () => {
      const { payload, headers } = multipart({ text: 'We climbed **down**.', title: 'Recap of six' })
      return c.player.send('POST', `/api/campaigns/${c.campaignId}/story-vault`, payload, { ...headers, ...key })
    }
    const [first, second] = [await send(), await send()]
    expect([first.status, second.body.id]).toEqual([201, first.body.id])
    expect((await lines(c.player, first.body.id)).body.data).toHaveLength(1)
    expect((await open(c.player, first.body.id)).body.kind).toBe('RECAP')
    // A player's recap reaches the DMs, whom it is shown to, and no other player.
    expect(await statuses(first.body.id)).toEqual([200, 200, 200, 404])
  })

  test('under the id of another one is refused, and leaves that one’s lines alone', { tags: 'long' }, async () => {
    const key = { 'idempotency-key': randomUUID() }
    const send = (text: string) => {
      const { payload, headers } = multipart({ text, title: 'Recap of six' })
      return c.owner.send('POST', `/api/campaigns/${c.campaignId}/story-vault`, payload, { ...headers, ...key })
    }
    const { id } = (await send('We climbed down.')).body
    const refused = await send('We slept.\n\nThen we climbed up.')
    expect([refused.status, refused.body.code]).toEqual([409, 'upload_differs'])
    expect((await lines(c.owner, id)).body.data).toHaveLength(1)
  })

  test('of a member who was removed meanwhile is not added, nor read by them', { tags: 'long' }, async () => {
    const leaver = await stack.member('Leaver')
    await join(c.owner, leaver, c.campaignId)
    const id = await added(leaver, { visibility: 'CAMPAIGN' })
    await c.owner.delete(`/api/campaigns/${c.campaignId}/members/${leaver.id}`)
    expect((await add(leaver)).status).toBe(404)
    expect((await open(leaver, id)).status).toBe(404)
    expect((await open(c.player, id)).status).toBe(200)
  })

  test('names each field that is wrong, and loses no other', async () => {
    const wrong = async (fields: Record<string, string>) => {
      const { status, body } = await add(c.owner, fields)
      return [status, body.errors?.[0]?.field]
    }
    expect(await wrong({ title: 'x'.repeat(121) })).toEqual([400, 'title'])
    expect(await wrong({ session: 'six' })).toEqual([400, 'session'])
    expect(await wrong({ session: '-1' })).toEqual([400, 'session'])
    expect(await wrong({ playedOn: '21 Nov' })).toEqual([400, 'playedOn'])
    expect(await wrong({ visibility: 'PUBLIC' })).toEqual([400, 'visibility'])
    const { payload, headers } = multipart({ title: 'Nothing' })
    const none = await c.owner.send('POST', `/api/campaigns/${c.campaignId}/story-vault`, payload, headers)
    expect([none.status, none.body.code]).toEqual([422, 'transcript_missing'])
    expect((await add(c.owner, { title: '' }, stair, 'Session 7.vtt')).status).toBe(201)
    expect((await list(c.owner, '?search=Session+7')).body.data[0].title).toBe('Session 7')
  })

  test('that is not readable is refused with what to do', { tags: 'long' }, async () => {
    const refused = async (content: string | Buffer, name: string) => (await add(c.owner, {}, content, name)).body.code
    expect(await refused(Buffer.from('The bell', 'utf16le'), 's.txt')).toBe('transcript_not_text')
    expect(await refused('WEBVTT\n', 's.vtt')).toBe('transcript_empty')
    expect(await refused('PK', 's.docx')).toBe('transcript_kind')
    expect(await refused(Buffer.alloc(50 * 2 ** 20 + 1, 'a '), 's.txt')).toBe('file_too_large')
  })

  test('takes storage of its campaign, and is refused where that is full', { tags: 'long' }, async () => {
    const before = (await c.owner.get(`/api/campaigns/${c.campaignId}/usage`, await now())).body.used
    const id = await added(c.owner, {}, 'The bell tolled. '.repeat(60_000), 's.txt')
    const after = (await c.owner.get(`/api/campaigns/${c.campaignId}/usage`, await now())).body.used
    expect(after - before).toBeGreaterThan(1_000_000)
    const { status, body } = await add(c.owner, {}, Buffer.alloc(8 * 2 ** 20, 'a bell '), 's.txt')
    expect([status, body.code]).toEqual([409, 'storage_full'])
    await c.owner.delete(`/api/story-vault/${id}`)
  })
})

describe('speakers', () => {
  test('are members and characters, and a hidden character is named to nobody who does not see it', async () => {
    const id = await added(c.owner, { visibility: 'CAMPAIGN' })
    const lore = { campaignId: c.campaignId, name: 'Nine Bells', visibility: 'DM' }
    const { body: hidden } = await c.owner.post('/api/conjurations', lore)
    await c.owner.get('/api/users/me', await now())
    const assign = (someone: Person, speaker: number, body: object) =>
      someone.send('PUT', `/api/story-vault/${id}/speakers/${speaker}`, body)
    expect((await assign(c.owner, 1, { userId: c.player.id, conjurationId: hidden.id })).status).toBe(200)
    const seenBy = async (someone: Person) => (await open(someone, id)).body.speakers[1]
    expect(await seenBy(c.dm)).toMatchObject({ label: 'Wren', username: 'Petra Player', conjurationName: 'Nine Bells' })
    expect(await seenBy(c.player)).toMatchObject({ conjurationId: null, conjurationName: null })
    expect((await assign(c.player, 0, { userId: null, conjurationId: null })).status).toBe(403)
    expect((await assign(c.owner, 0, { userId: c.stranger.id, conjurationId: null })).body.code).toBe(
      'speaker_not_member',
    )
    expect((await assign(c.owner, 0, { userId: null, conjurationId: randomUUID() })).body.code).toBe('speaker_not_lore')
    expect((await assign(c.owner, 9, { userId: null, conjurationId: null })).body.code).toBe('no_such_speaker')
    // Lore that its owner may edit is no transcript.
    const ofLore = `/api/story-vault/${hidden.id}`
    const named = { userId: c.player.id, conjurationId: null }
    expect((await c.owner.send('PUT', `${ofLore}/speakers/0`, named)).body.code).toBe('no_such_transcript')
    expect((await c.owner.patch(ofLore, { visibility: 'PRIVATE' })).body.code).toBe('no_such_transcript')
  })
})

describe('lines', () => {
  test('come in pages, with the lore that they name and the reader sees', async () => {
    const id = await added(c.owner, { visibility: 'CAMPAIGN' })
    for (const [name, visibility] of [
      ['Drowned Tower', 'CAMPAIGN'],
      ['Dust', 'DM'],
    ])
      await c.owner.post('/api/conjurations', { campaignId: c.campaignId, name, visibility })
    const named = async (someone: Person) =>
      (await lines(someone, id)).body.lore.map(({ name }: { name: string }) => name)
    expect(await named(c.owner)).toEqual(['Drowned Tower', 'Dust'])
    expect(await named(c.player)).toEqual(['Drowned Tower'])
    const { body } = await lines(c.player, id, '?offset=1&limit=1')
    expect([body.total, body.data]).toEqual([2, [{ n: 1, speaker: 1, at: 3760, text: 'Footprints?' }]])
  })

  test('are found by their words, by those who see them only', async () => {
    const id = await added(c.owner, {}, 'The gravedigger whispers: Xanthippe.', 's.txt')
    const found = async (someone: Person) => (await list(someone, '?search=xanthippe')).body
    expect((await found(c.dm)).data).toMatchObject([{ id, excerpt: 'The gravedigger whispers: Xanthippe.' }])
    expect(await found(c.player)).toEqual({ data: [], total: 0 })
  })

  test('are read again from their file where the database lost them', async () => {
    const id = await added(c.owner)
    await stack.pool.query('truncate transcript_lines')
    expect((await lines(c.owner, id)).body.data).toHaveLength(2)
  })
})

describe('a text from a prompt', () => {
  test('draws on sessions where that is asked for, as far as its requester sees them', async () => {
    const said = 'The lamplighter Quillon sold the brass key to a smuggler.'
    const id = await added(c.owner, {}, `${said}\nNobody else was there.`, 's.txt')
    const ask = async (someone: Person, context: object) => {
      const body = { campaignId: c.campaignId, prompt: 'Who sold the brass key? Quillon?', context }
      const { body: answer } = await someone.post('/api/llms/arbitrary/prompt', body, await now())
      const { body: writing } = await someone.get(`/api/writings/${answer.id}`, await now())
      return writing.receipt
    }
    expect((await ask(c.owner, { storyVault: true })).used).toContainEqual(
      expect.objectContaining({ kind: 'transcript', id, name: 'The Dry Stair' }),
    )
    for (const receipt of [await ask(c.owner, {}), await ask(c.player, { storyVault: true })])
      expect([JSON.stringify(receipt).includes(id), receipt.moreUsed, receipt.moreOmitted]).toEqual([false, 0, 0])
  })
})

describe('the search of everything', () => {
  test('finds sessions by title and by what was said, as far as the viewer sees them', async () => {
    const id = await added(c.owner, { title: 'The Gilded Heron' }, 'Mirabel whispered of the glassworks.', 's.txt')
    const find = async (someone: Person, term: string) => {
      const query = new URLSearchParams({ campaignId: c.campaignId, term })
      const { body } = await someone.get(`/api/search?${query}`, await now())
      return body.data.find((each: { id: string }) => each.id === id)
    }
    expect(await find(c.owner, 'gilded her')).toMatchObject({ kind: 'SESSION', name: 'The Gilded Heron' })
    expect(await find(c.dm, 'mirabel glasswor')).toMatchObject({
      description: 'Mirabel whispered of the glassworks.',
      visibility: 'DM',
    })
    expect(await find(c.owner, '')).toBeTruthy()
    expect(await find(c.owner, 'mirabel lighthouse')).toBeUndefined()
    for (const term of ['heron', 'glassworks', '']) expect(await find(c.player, term)).toBeUndefined()
    await c.owner.delete(`/api/story-vault/${id}`)
    expect(await find(c.owner, 'heron')).toBeUndefined()
  })
})

describe('Weavy', () => {
  test('quotes sessions with their source, and hides the quotation from who no longer sees them', {
    tags: 'long',
  }, async () => {
    for (const someone of [c.owner, c.player]) await onBasic(c.admin, someone)
    const id = await added(c.owner, {}, 'The ferryman Obadiah drowned his own brother.', 's.txt')
    const ask = async (someone: Person) => {
      const { body: begun } = await someone.post('/api/conversations', { campaignId: c.campaignId, title: '' })
      const message = { message: 'Whom did the ferryman Obadiah drown?', context: { storyVault: true } }
      const { body } = await someone.post(`/api/conversations/${begun.id}/messages`, message, await now())
      const answer = () => someone.get(`/api/conversations/${begun.id}`, { 'min-position': body.position })
      await eventually(async () => !(await answer()).body.isAnswering && (await answer()).body.messages.length > 1)
      return answer
    }
    const [mine, theirs] = [await ask(c.owner), await ask(c.player)]
    expect((await mine()).text).toContain('drowned his own brother')
    expect(JSON.stringify((await mine()).body.messages)).toContain(id)
    expect((await theirs()).text).not.toContain('drowned his own brother')
    await c.owner.delete(`/api/story-vault/${id}`)
    await c.owner.get('/api/users/me', await now())
    expect((await mine()).text).not.toContain('drowned his own brother')
  })
})

describe('the Trash', () => {
  test('holds a transcript until it is restored or purged, and then its lines and its file are gone', async () => {
    const id = await added(c.owner, { visibility: 'CAMPAIGN' })
    expect((await c.owner.delete(`/api/story-vault/${id}`)).status).toBe(200)
    expect((await open(c.player, id)).status).toBe(404)
    const { body } = await c.owner.get(`/api/campaigns/${c.campaignId}/trash`, await now())
    expect(body.data).toContainEqual(expect.objectContaining({ kind: 'transcript', name: 'The Dry Stair' }))
    expect((await c.owner.post(`/api/story-vault/${id}/restore`)).status).toBe(200)
    expect((await open(c.player, id)).status).toBe(200)

    const { rows } = await stack.pool.query('select key from transcripts where id = $1', [id])
    await c.owner.delete(`/api/story-vault/${id}`)
    await c.owner.get('/api/users/me', await now())
    const purge = await c.owner.post(`/api/campaigns/${c.campaignId}/trash/purge`, { operationIds: [id] })
    expect([purge.body.count, purge.text]).toEqual([1, purge.text])
    await eventually(async () => (await stack.files.get(rows[0].key).catch(() => undefined)) === undefined)
    await eventually(
      async () =>
        (await stack.pool.query('select from transcript_lines where "transcriptId" = $1', [id])).rowCount === 0,
    )
  })
})

test('a forgotten campaign leaves no word of its transcripts, and those of others stay searchable', async () => {
  const other = await added(c.owner, {}, 'The ferryman hums: Zephyrine.', 's.txt')
  const { body } = await c.owner.post('/api/campaigns', { name: 'Brief' })
  const { payload, headers } = multipart({ title: 'Secret title', text: 'Nobody shall read this.' })
  const sent = await c.owner.send('POST', `/api/campaigns/${body.id}/story-vault`, payload, headers)
  await c.owner.get('/api/users/me', { 'min-position': sent.body.position })
  const { rows } = await stack.pool.query('select key from transcripts where id = $1', [sent.body.id])
  await c.owner.delete(`/api/campaigns/${body.id}`)
  await c.owner.get('/api/users/me', await now())
  await forgetCampaign(
    { ...personalData, pool: stack.pool, keys: await sealingKeys(stack.pool), files: stack.files },
    body.id,
  )
  expect((await stack.pool.query('select from transcript_lines where text ~ $1', ['Nobody shall'])).rowCount).toBe(0)
  expect(await stack.files.get(rows[0].key).catch(() => 'gone')).toBe('gone')
  expect((await list(c.owner, '?search=zephyrine')).body.data).toMatchObject([{ id: other }])
})
