import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rebuildEverything } from '../../backend/projections/rebuild.ts'
import { folder } from '../../backend/providers/files/folder.ts'
import { CannotForget, forgetCampaign, forgetUser } from '../../backend/sealing/forget.ts'
import { sealingKeys, UnknownKey } from '../../backend/sealing/keys.ts'
import { decryptingStore } from '../../backend/sealing/sealed-store.ts'
import { personalData, views } from '../../backend/things.ts'
import { campaignOf } from '../api/campaign.ts'
import { masked, settled, uploadedBy } from '../api/edited.ts'
import { multipart } from '../api/multipart.ts'
import { wantedPicture } from '../api/wanted-picture.ts'
import { type Stack, startStack } from '../stack.ts'

/** What people write is in the log, and in every copy of it, under a key that can be taken away. */

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
beforeAll(async () => {
  stack = await startStack()
  c = await campaignOf(stack)
})
afterAll(() => stack?.stop())

const secret = () => `quenched-${randomUUID()}`
const caughtUp = async () => ({ 'min-position': String(await stack.store.head()) })
/** How many events of the log hold this text, as bytes. */
const holding = async (text: string) => {
  const { rows } = await stack.pool.query<{ count: number }>(
    `select count(*)::int as count from eventstore.events where position(convert_to($1, 'utf8') in data) > 0`,
    [text],
  )
  return rows[0]?.count
}
const newCampaign = async (name: string): Promise<string> => (await c.owner.post('/api/campaigns', { name })).body.id
const loreIn = async (campaignId: string, name: string): Promise<string> =>
  (await c.owner.post('/api/conjurations', { campaignId, name, description: name, tags: ['sea'] })).body.id
const nameOf = async (id: string) => (await c.owner.get(`/api/conjurations/${id}`, await caughtUp())).body.name

/** As `npm run forget` does, over the same database. */
const forgetting = async () => {
  const keys = await sealingKeys(stack.pool)
  const { rows } = await stack.pool.query('select current_database() as database')
  return { keys, deps: { ...personalData, pool: stack.pool, keys, files: folder(`/tmp/none-${rows[0].database}`) } }
}
/** What a replay makes of the log now. */
const replayed = async (stream: string) => {
  const { keys } = await forgetting()
  return (await decryptingStore(stack.sealedStore, keys).read(stream)).events.map(({ type, data }) => ({ type, data }))
}

describe('the log', () => {
  test('has nothing in clear of what people write, and answers everything', async () => {
    const [campaign, lore, folderName, prompt] = [secret(), secret(), secret(), secret()]
    const campaignId = await newCampaign(campaign)
    const id = await loreIn(campaignId, lore)
    await c.owner.post('/api/collections', { campaignId, name: folderName })
    const asked = await c.owner.post('/api/images', wantedPicture(campaignId, { conjurationId: id, prompt }))
    expect(asked.status).toBeLessThan(300)
    const tag = secret()
    const tagged = await c.owner.patch('/api/conjurations/bulk/change', { conjurationIds: [id], addTags: [tag] })
    expect(tagged.status).toBe(200)
    for (const text of [campaign, lore, folderName, prompt, tag]) expect([text, await holding(text)]).toEqual([text, 0])
    expect(await nameOf(id)).toBe(lore)
  })

  test('says the same to who changes it as to who reads it later', async () => {
    const id = await loreIn(await newCampaign('Tides'), 'Before')
    const name = secret()
    await c.owner.patch(`/api/conjurations/${id}`, { name })
    // Decided on what was sealed: a repeat is a repeat.
    await c.owner.patch(`/api/conjurations/${id}`, { name })
    const renamed = (await replayed(`conjurations-${id}`)).filter(({ type }) => type === 'ConjurationRenamed')
    expect(renamed).toEqual([{ type: 'ConjurationRenamed', data: { conjurationId: id, name } }])
  })

  test('with keys of another database stops whoever reads it, instead of showing nothing', async () => {
    const id = await loreIn(await newCampaign('Elsewhere'), 'Kept')
    const none = { byId: async (ids: ReadonlySet<string>) => Promise.reject(new UnknownKey([...ids].join())) }
    await expect(decryptingStore(stack.sealedStore, none).read(`conjurations-${id}`)).rejects.toThrow(UnknownKey)
  })
})

describe('forgetting a campaign', () => {
  test('that is still there is refused', async () => {
    const { deps } = await forgetting()
    await expect(forgetCampaign(deps, await newCampaign('Alive'))).rejects.toThrow(CannotForget)
  })

  test('takes its texts out of every replay, and leaves what had been moved away before', {
    tags: 'long',
  }, async () => {
    const [from, to] = [await newCampaign('Drowned'), await newCampaign('Risen')]
    const [gone, moved] = [await loreIn(from, 'The bell'), await loreIn(from, 'The diver')]
    await c.owner.patch('/api/conjurations/bulk/move-to-campaign', { conjurationIds: [moved], campaignId: to })
    await c.owner.delete(`/api/campaigns/${from}`)
    await c.owner.get('/api/users/me', await caughtUp())

    const { deps } = await forgetting()
    await forgetCampaign(deps, from)
    const [created] = await replayed(`conjurations-${gone}`)
    expect(created?.data).toMatchObject({ conjurationId: gone, campaignId: from, name: '', description: '', tags: [] })
    const { rows: before } = await stack.pool.query('select name from conjurations where id = $1', [moved])
    expect(before).toEqual([{ name: 'The diver' }])

    const { keys } = await forgetting()
    const store = decryptingStore(stack.sealedStore, keys)
    await rebuildEverything({ store, postgres: stack.postgres, tables: views, signal: new AbortController().signal })
    const { rows } = await stack.pool.query('select id, name from conjurations where id = any($1) order by name', [
      [gone, moved],
    ])
    expect(rows).toEqual([
      { id: gone, name: '' },
      { id: moved, name: 'The diver' },
    ])
    const { rows: lines } = await stack.pool.query(`select from feed where data::text like '%The bell%'`)
    expect(lines).toEqual([])
  })
})

test('what was made from pictures goes with them', { tags: 'long' }, async () => {
  const campaignId = await newCampaign('Framed')
  const image = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const form = multipart({ image: { bytes: image, type: 'image/png' } })
  const { body } = await c.owner.send('POST', `/api/images/upload?campaignId=${campaignId}`, form.payload, form.headers)
  const { uri } = (await c.owner.get(`/api/images/${body.id}`, await caughtUp())).body
  for (const width of [320, 640]) expect((await c.owner.get(`${uri}?w=${width}`)).status).toBe(200)
  await c.owner.delete(`/api/campaigns/${campaignId}`)
  await c.owner.get('/api/users/me', await caughtUp())

  const removed: string[] = []
  const { deps } = await forgetting()
  const { files } = await forgetCampaign(
    { ...deps, files: { remove: async (key) => void removed.push(key) } },
    campaignId,
  )
  expect(files).toBe(1)
  const version = String(uri).split('/').at(-1)
  expect(removed).toContain(`thumbnails/${body.id}/${version}-320.webp`)
  expect(removed).toContain(`thumbnails/${body.id}/${version}-640.webp`)
  expect(removed.filter((key) => new RegExp(`^images/${body.id}/[^/]+\\.png$`).test(key))).toHaveLength(1)
})

test('all that an edited picture has been goes with it, and what was painted on it', { tags: 'long' }, async () => {
  const words = secret()
  const campaignId = await newCampaign('Retouched')
  const id = await uploadedBy(c.owner, campaignId)
  await masked(c.owner, id, 'inpaint', { prompt: words })
  const { edits } = await settled(stack, c.owner, id)
  expect(await holding(words)).toBe(0)
  await c.owner.delete(`/api/campaigns/${campaignId}`)
  await c.owner.get('/api/users/me', await caughtUp())
  const removed: string[] = []
  const { deps, keys } = await forgetting()
  await forgetCampaign({ ...deps, files: { remove: async (key) => void removed.push(key) } }, campaignId)
  const { id: editId } = edits[1]
  expect(removed).toEqual(
    expect.arrayContaining([
      ...[`images/${id}/edits/${editId}.png`, `images/${id}/masks/${editId}.png`],
      ...edits.map((edit: { id: string }) => `thumbnails/${id}/${edit.id}-320.webp`),
    ]),
  )
  expect(removed.filter((key) => new RegExp(`^images/${id}/[^/]+\\.png$`).test(key))).toHaveLength(1)
  const store = decryptingStore(stack.sealedStore, keys)
  await rebuildEverything({ store, postgres: stack.postgres, tables: views, signal: new AbortController().signal })
  const { rows } = await stack.pool.query('select prompt from image_edits where id = $1', [editId])
  expect(rows).toEqual([{ prompt: '' }])
})

describe('forgetting somebody', () => {
  test('takes their name and what they wrote alone, and leaves what they wrote with others', async () => {
    const someone = await stack.member('Quill Forgotten')
    const { body } = await someone.post('/api/campaigns', { name: 'Mine alone' })
    await someone.get('/api/users/me', await caughtUp())
    const { deps } = await forgetting()
    await forgetUser(deps, someone.id)
    const [created] = await replayed(`campaigns-${body.id}`)
    expect(created?.data).toMatchObject({ name: '' })
    const [shared] = await replayed(`campaigns-${c.campaignId}`)
    expect(shared?.data).toMatchObject({ name: 'The Drowned Bells' })
    const { rows } = await stack.pool.query('select name, email from auth."user" where id = $1', [someone.id])
    expect(rows).toEqual([{ name: 'Somebody', email: `${someone.id}@forgotten.invalid` }])
    expect((await someone.get('/api/users/me')).status).toBe(401)
  })

  test('lets nothing more be sealed for them', async () => {
    const { keys } = await forgetting()
    const owner = `user:${randomUUID()}` as const
    await keys.forget([owner])
    await expect((await sealingKeys(stack.pool)).of(owner)).rejects.toThrow('forgotten')
  })

  test('who is the only administrator is refused, and nothing is forgotten', async () => {
    const { deps } = await forgetting()
    await expect(forgetUser(deps, c.admin.id)).rejects.toThrow('only administrator')
    expect((await c.admin.get('/api/users/me')).status).toBe(200)
  })

  test('that nobody is is refused', async () => {
    const { deps } = await forgetting()
    await expect(forgetUser(deps, randomUUID())).rejects.toThrow(CannotForget)
  })
})

test('two processes that make a key at once have the same', async () => {
  const owner = `campaign:${randomUUID()}` as const
  const [one, other] = await Promise.all([sealingKeys(stack.pool), sealingKeys(stack.pool)])
  const made = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).of(owner)))
  expect(new Set(made.map(({ id, key }) => `${id} ${key.export().toString('hex')}`)).size).toBe(1)
})
