/** @module-tag long */
import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Rejection } from '#domain/decider.ts'
import { docxOf, paragraph } from '../documents.ts'
import { vaultFiles, zipped } from '../exchange/vaults.ts'
import { eventually, noQuotas, type Person, type Stack, startStack } from '../stack.ts'
import { untrusted } from '../untrusted.ts'
import { campaignOf } from './campaign.ts'
import { multipart } from './multipart.ts'

const megabyte = 1_000_000
let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
let vault: Buffer
beforeAll(async () => {
  stack = await startStack({ quotas: { ...noQuotas, userBytes: 40 * megabyte, unverifiedBytes: 40 * megabyte } })
  c = await campaignOf(stack)
  vault = zipped(await vaultFiles())
})
afterAll(() => stack?.stop())

const now = async () => ({ 'min-position': String(await stack.store.head()) })
const upload = (
  someone: Person,
  bytes: Buffer,
  filename = 'Vault.zip',
  campaignId = c.campaignId,
  more: Record<string, string> = {},
) => {
  const form = multipart({ file: { bytes, type: 'application/zip', filename } })
  return someone.send('POST', `/api/campaigns/${campaignId}/imports`, form.payload, { ...form.headers, ...more })
}
const pathOf = (id: string, campaignId = c.campaignId) => `/api/campaigns/${campaignId}/imports/${id}`
const begin = (someone: Person, id: string, choices: object = {}) =>
  someone.post(`${pathOf(id)}/begin`, { name: 'Karrow', visibility: 'DM', ...choices })
const inStatus = (someone: Person, id: string, status: string) =>
  eventually(async () => {
    const { body } = await someone.get(`/api/operations/${id}`)
    return body.status === status && body
  })
const imported = async (someone: Person, bytes: Buffer, choices: object = {}) => {
  const { body } = await upload(someone, bytes)
  const begun = await begin(someone, body.import.id, choices)
  expect(begun.status).toBe(202)
  const end = await inStatus(someone, begun.body.operationId, 'ENDED')
  return { id: body.import.id as string, ...begun.body, end }
}
const loreBelow = async (root: string) => {
  const below = `with recursive f as (select id from collections where id = $1
      union all select c.id from collections c join f on c."parentCollectionId" = f.id)
    select l.id, l.name, l.visibility, l.tags, (select i.id from images i where i."conjurationId" = l.id and i."primary"
      and i."deletedAt" is null) as "primaryImageId" from conjurations l join f on l."collectionId" = f.id
     where l."deletedAt" is null`
  return (await stack.pool.query(below, [root])).rows
}
const waiting = async (id: string) =>
  (await stack.pool.query('select key from awaited_files where stream = $1', [`imports-${id}`])).rows

const entity = (id: number, name: string, isPrivate: number, relationships: object[] = []) =>
  JSON.stringify({ id, entity: { id, name, is_private: isPrivate, entry: `<p>${name}.</p>`, relationships } })
const relation = (owner_id: number, target_id: number, word: string) => ({
  owner_id,
  target_id,
  relation: word,
  visibility_id: 1,
})
/** A campaign of Kanka: three pages, one of them private, and two relationships. */
const kankaFiles = {
  'info.json': '{"kanka_version":"3"}',
  'characters/a_1.json': entity(1, 'Aldis', 0, [relation(1, 2, 'guards'), relation(1, 3, 'betrays')]),
  'locations/b_2.json': entity(2, 'Keep', 0),
  'characters/c_3.json': entity(3, 'Vex', 1),
}

describe('an import', () => {
  test('shows a plan, creates its pages with links, tags, pictures and secrets, and is undone as one', async () => {
    const uploaded = await upload(c.dm, vault)
    expect(uploaded.status).toBe(201)
    const preview = uploaded.body.import
    expect(preview).toMatchObject({
      source: 'obsidian',
      name: 'Karrow',
      pages: 50,
      folders: 3,
      pictures: 1,
      secrets: 3,
    })
    expect((await c.dm.get(pathOf(preview.id))).body).toEqual(preview)
    const files = ['plan', 'problems'].map((name) => stack.files.get(`imports/${preview.id}/${name}.json`))
    const [plan = '', problems = ''] = (await Promise.all(files)).map(String)
    expect([plan.includes('No page shows it.'), problems.includes('No page shows it.')]).toEqual([false, true])

    const { body } = await begin(c.dm, preview.id)
    const end = await inStatus(c.dm, body.operationId, 'ENDED')
    expect(end).toMatchObject({ kind: 'import-campaign', total: 51, count: 51, left: 0, mayUndo: true })
    const lore = await loreBelow(body.collectionId)
    expect(lore).toHaveLength(50)
    expect(new Set(lore.map(({ visibility }) => visibility))).toEqual(new Set(['DM']))
    const keep = lore.find(({ name }) => name === 'The Keep')
    expect([keep.tags, keep.primaryImageId !== null]).toEqual([['place/ruin', 'North', 'smoke'], true])
    expect((await c.player.get(`/api/conjurations/${keep.id}`, await now())).status).toBe(403)
    expect(await waiting(preview.id)).toEqual([{ key: `imports/${preview.id}/problems.json` }])
    expect((await c.dm.get(pathOf(preview.id))).status).toBe(404)

    // A repeat of the request begins nothing.
    expect((await begin(c.dm, preview.id)).body.operationId).toBe(body.operationId)
    expect(await loreBelow(body.collectionId)).toHaveLength(50)

    await c.dm.post(`/api/operations/${body.operationId}/undo`)
    expect(await inStatus(c.dm, body.operationId, 'UNDONE')).toMatchObject({ left: 0 })
    expect(await loreBelow(body.collectionId)).toEqual([])
    const { rows } = await stack.pool.query('select "deletedAt" from images where id = $1', [keep.primaryImageId])
    expect(rows[0].deletedAt).not.toBeNull()
    expect((await c.dm.get(`/api/collections/${body.collectionId}`, await now())).status).toBe(404)
  })

  test('undone later keeps pages that were edited since, with their folders and pictures, and names them', async () => {
    const { collectionId, operationId } = await imported(c.dm, vault)
    const lore = await loreBelow(collectionId)
    const keep = lore.find(({ name }) => name === 'The Keep')
    const aldis = lore.find(({ name }) => name === 'Aldis Ren')
    await c.dm.patch(`/api/conjurations/${keep.id}`, { name: 'The Castle' })
    const { rows } = await stack.pool.query('select id from segments where "conjurationId" = $1 limit 1', [aldis.id])
    const change = { id: randomUUID(), base: 0, ops: [{ insert: 'New. ' }] }
    expect((await c.dm.post(`/api/texts/${rows[0].id}/changes`, change)).status).toBeLessThan(300)
    await c.dm.get('/api/users/me', await now())
    await c.dm.post(`/api/operations/${operationId}/undo`)
    const undone = await inStatus(c.dm, operationId, 'UNDONE')
    expect(undone.left).toBe(2)
    expect(undone.skipped).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: keep.id, code: 'changed_since' })]),
    )
    expect((await loreBelow(collectionId)).map(({ name }) => name).toSorted()).toEqual(['Aldis Ren', 'The Castle'])
    expect((await c.dm.get(`/api/images/${keep.primaryImageId}`, await now())).status).toBe(200)
  })

  test('shows the campaign what the pages publish, and nothing else, not even the names of folders', async () => {
    const { collectionId } = await imported(c.dm, vault, { visibility: 'PAGE' })
    const lore = await loreBelow(collectionId)
    expect(lore.filter(({ visibility }) => visibility === 'CAMPAIGN').map(({ name }) => name)).toEqual(['The Keep'])
    const keep = lore.find(({ name }) => name === 'The Keep')
    const { body } = await c.player.get(`/api/content-segments?entityType=CONJURATION&entityId=${keep.id}`, await now())
    const segments = body.data ?? body
    expect(segments.map(({ title }: { title: string }) => title)).not.toContain('For DMs')
    expect(JSON.stringify(body)).not.toMatch(/Aldis is dead|cellar/)
    const tree = await c.player.get(`/api/collections/tree?campaignId=${c.campaignId}`, await now())
    expect(tree.text).toContain('Places')
    expect(tree.text).not.toContain('People')
  })

  test('of a campaign of Kanka keeps private pages with the DMs, whatever is chosen, and makes relationships', async () => {
    const { collectionId, end } = await imported(c.dm, zipped(kankaFiles), { visibility: 'CAMPAIGN' })
    expect(end).toMatchObject({ total: 5, count: 5, left: 0 })
    const lore = await loreBelow(collectionId)
    const seen = Object.fromEntries(lore.map(({ name, visibility }) => [name, visibility]))
    expect(seen).toEqual({ Aldis: 'CAMPAIGN', Keep: 'CAMPAIGN', Vex: 'DM' })
    const graph = async (as: Person) =>
      (await as.get(`/api/relationships/graph?campaignId=${c.campaignId}`, await now())).text
    expect(await graph(c.dm)).toContain('betrays')
    const players = await graph(c.player)
    expect(players).toContain('guards')
    expect(players).not.toMatch(/betrays|Vex/)
  })

  test('of Foundry VTT and World Anvil keeps what is hidden there with the DMs, whatever is chosen', async () => {
    const entry = (name: string, level: number) => ({
      name,
      _stats: { coreVersion: '12' },
      ownership: { default: level },
      pages: [{ name, type: 'text', text: { content: `<p>${name}.</p><section class="secret">Amaranth</section>` } }],
    })
    const foundry = zipped({ 'a.json': JSON.stringify(entry('Gate', 2)), 'b.json': JSON.stringify(entry('Crypt', 0)) })
    const article = (id: string, state: string) =>
      JSON.stringify({
        id,
        entityClass: 'Article',
        templateType: 'person',
        title: id,
        state,
        content: '[gm]Amaranth[/gm]',
      })
    const worldAnvil = zipped({ 'a.json': article('Gate', 'public'), 'b.json': article('Crypt', 'private') })
    for (const zip of [foundry, worldAnvil]) {
      const { collectionId } = await imported(c.dm, zip, { visibility: 'CAMPAIGN' })
      const lore = await loreBelow(collectionId)
      expect(Object.fromEntries(lore.map(({ name, visibility }) => [name, visibility]))).toEqual({
        Gate: 'CAMPAIGN',
        Crypt: 'DM',
      })
      const gate = lore.find(({ name }) => name === 'Gate').id
      const read = async (as: Person) =>
        (await as.get(`/api/content-segments?entityType=CONJURATION&entityId=${gate}`, await now())).text
      expect(await read(c.dm)).toContain('For DMs')
      expect(await read(c.player)).not.toMatch(/For DMs|Amaranth/)
    }
    const database = zipped({ 'world.json': '{}', 'data/journal/CURRENT': 'MANIFEST-000001' })
    const refused = await upload(c.dm, database, 'World.zip')
    expect([refused.status, refused.body.code]).toEqual([422, 'foundry_database'])
  })

  test('of a Word document is a page for each heading', async () => {
    const body = ['Keep', 'Karrow'].flatMap((name) => [paragraph(name, 'Heading1'), paragraph(`${name} is old.`)])
    const uploaded = await upload(c.dm, docxOf(body), 'World.docx')
    expect(uploaded.body.import).toMatchObject({ source: 'docx', name: 'World', pages: 2 })
    const encrypted = await upload(c.dm, Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'World.docx')
    expect([encrypted.status, encrypted.body.code]).toEqual([422, 'document_encrypted'])
  })

  test('of one page alone is one page', async () => {
    const { body } = await upload(c.dm, Buffer.from('# Mill\n\nA wheel turns.'), 'Mill.md')
    expect(body.import).toMatchObject({ source: 'markdown', pages: 1, name: 'Mill' })
  })
})

test('all that an import does not understand is listed in parts, and as a table without formulas, also once it has ended', async () => {
  const links = Array.from({ length: 1_002 }, (_, n) => `[[Nowhere ${n}]]`).join(' ')
  const { body } = await upload(c.dm, zipped({ '=1+1.md': links, 'Ford.md': 'The ford is old.' }))
  const { id, problems, moreProblems } = body.import
  expect([problems.length, moreProblems]).toEqual([500, 502])
  const part = async (from: number) => (await c.dm.get(`${pathOf(id)}/problems?from=${from}`)).body
  const parts = await Promise.all([0, 500, 1_000, 1_002].map(part))
  expect(parts.map((each) => [each.problems.length, each.total])).toEqual([
    [500, 1_002],
    [500, 1_002],
    [2, 1_002],
    [0, 1_002],
  ])
  const all = parts.flatMap((each) => each.problems)
  expect(new Set(all.map(({ reason }) => reason)).size).toBe(1_002)
  expect((await c.owner.get(`${pathOf(id)}/problems`)).status).toBe(404)
  expect((await c.owner.get(`${pathOf(id)}/problems.csv`)).status).toBe(404)

  const begun = await begin(c.dm, id)
  await inStatus(c.dm, begun.body.operationId, 'ENDED')
  const table = await c.dm.get(`${pathOf(id)}/problems.csv`)
  expect([table.status, table.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  const lines = table.text.replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(lines).toHaveLength(1_003)
  expect(lines[0]).toBe('Kind,File,Reason')
  for (const line of lines.slice(1)) expect(line).toMatch(/^Noted,'=1\+1,/)
})

describe('an import of the name of the campaign', () => {
  const named = async (name: string) => {
    const { body } = await c.dm.post('/api/campaigns', { name })
    await c.dm.get('/api/users/me', { 'min-position': body.position })
    return body.id as string
  }
  const suggested = async (campaignId: string, bytes: Buffer, { into = '', filename = 'Vault.zip' } = {}) => {
    const { id } = (await upload(c.dm, bytes, filename, campaignId)).body.import
    const { body } = await c.dm.get(`${pathOf(id, campaignId)}${into && `?into=${into}`}`, await now())
    return { id, folderName: body.folderName }
  }
  const beginIn = (campaignId: string, id: string, choices: object) =>
    c.dm.post(`${pathOf(id, campaignId)}/begin`, { visibility: 'DM', ...choices })
  const topOf = async (campaignId: string) => {
    const top = `select name from collections where "campaignId" = $1 and "parentCollectionId" is null and "deletedAt" is null
      union all select name from conjurations where "campaignId" = $1 and "collectionId" is null and "deletedAt" is null`
    const { rows } = await stack.pool.query<{ name: string }>(top, [campaignId])
    return rows.map(({ name }) => name).toSorted()
  }

  test('comes into it without a folder of its own while it is empty, and is undone as one', async () => {
    const campaignId = await named('karrow ')
    const { id, folderName } = await suggested(campaignId, vault)
    expect(folderName).toBeNull()
    const begun = await beginIn(campaignId, id, { name: null })
    expect([begun.status, begun.body.collectionId]).toEqual([202, null])
    expect(await inStatus(c.dm, begun.body.operationId, 'ENDED')).toMatchObject({ count: 51, left: 0 })
    expect(await topOf(campaignId)).toEqual(['Pages', 'People', 'Places'])

    // Now that something is in it, another one gets a folder, which does not repeat the name either.
    expect((await suggested(campaignId, vault)).folderName).toBe('From Obsidian')

    await c.dm.post(`/api/operations/${begun.body.operationId}/undo`)
    await inStatus(c.dm, begun.body.operationId, 'UNDONE')
    expect(await topOf(campaignId)).toEqual([])
  })

  test('or of the folder that it is imported into, comes into that; any other gets a folder of its name', async () => {
    const campaignId = await named('Saltmarch')
    const folder = await c.dm.post('/api/collections', { campaignId, name: 'Karrow', parentId: null })
    const into = folder.body.id
    expect((await suggested(campaignId, vault)).folderName).toBe('Karrow')
    const { id, folderName } = await suggested(campaignId, vault, { into })
    expect(folderName).toBeNull()
    const { body } = await beginIn(campaignId, id, { name: null, parentCollectionId: into })
    await inStatus(c.dm, body.operationId, 'ENDED')
    expect(await topOf(campaignId)).toEqual(['Karrow'])
    expect(await loreBelow(into)).toHaveLength(50)
    expect((await suggested(campaignId, vault, { into })).folderName).toBe('From Obsidian')
  })

  test('or of a page alone has no folder', async () => {
    const campaignId = await named('Saltmarch')
    const mill = Buffer.from('# Mill\n\nA wheel turns.')
    expect((await suggested(campaignId, mill, { filename: 'Mill.md' })).folderName).toBeNull()
  })

  test('is refused into a folder of another campaign, or one that is gone', async () => {
    const [campaignId, other] = [await named('Karrow'), await named('Other')]
    const { body: folder } = await c.dm.post('/api/collections', { campaignId: other, name: 'Karrow', parentId: null })
    await c.dm.get('/api/users/me', { 'min-position': folder.position })
    const { id } = await suggested(campaignId, vault)
    for (const parentCollectionId of [folder.id, randomUUID()]) {
      const { status, body } = await beginIn(campaignId, id, { name: null, parentCollectionId })
      expect([status, body.code]).toEqual([404, 'parent_not_found'])
    }
  })
})

describe('an import is refused', () => {
  test('to players and strangers, and to DMs who did not upload it', async () => {
    expect((await upload(c.player, vault)).status).toBe(403)
    expect((await upload(c.stranger, vault)).status).toBe(404)
    const { body } = await upload(c.dm, vault)
    expect((await begin(c.owner, body.import.id)).status).toBe(404)
    expect((await c.owner.get(pathOf(body.import.id))).status).toBe(404)
    const other = (await c.dm.post('/api/campaigns', { name: 'Other' })).body
    await c.dm.get('/api/users/me', { 'min-position': other.position })
    expect((await c.dm.get(pathOf(body.import.id, other.id))).status).toBe(404)
    expect((await c.dm.delete(pathOf(body.import.id))).status).toBe(200)
    expect((await begin(c.dm, body.import.id)).status).toBe(404)
    expect(await waiting(body.import.id)).toEqual([])
  })

  test.each([
    ['no zip', Buffer.from('hello'), 'archive_broken'],
    ['a path upwards', zipped({ '../A.md': 'x' }), 'archive_unsafe'],
    ['no pages', zipped({ 'a.png': 'x' }), 'archive_without_pages'],
    ['a bomb', zipped({ 'A.md': Buffer.alloc(150 * 2 ** 20) }), 'archive_bomb'],
  ])('of %s', async (_, bytes, code) => {
    expect((await upload(c.dm, bytes)).body).toMatchObject({ status: 422, code })
  })

  test('of another file under the id of an earlier one, whose parts and plan stay as they are', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const first = await upload(c.dm, vault, 'Vault.zip', c.campaignId, key)
    const { id } = first.body.import
    const stored = async () =>
      Promise.all((await waiting(id)).map(async ({ key: file }) => [file, await stack.files.get(file)]))
    const before = await stored()
    expect(before.length).toBeGreaterThan(1)
    const other = zipped({ 'Karrow/Ford.md': 'The ford is old.' })
    const refused = await upload(c.dm, other, 'Vault.zip', c.campaignId, key)
    expect([refused.status, refused.body.code]).toEqual([409, 'upload_differs'])
    expect(await stored()).toEqual(before)
    const repeated = await upload(c.dm, vault, 'Vault.zip', c.campaignId, key)
    expect([repeated.status, repeated.body]).toEqual([201, first.body])
    const { body } = await begin(c.dm, id)
    expect(await inStatus(c.dm, body.operationId, 'ENDED')).toMatchObject({ count: 51, left: 0 })
  })

  test('with choices that are none', async () => {
    expect((await begin(c.dm, randomUUID(), { visibility: 'PUBLIC' })).status).toBe(400)
    expect((await begin(c.dm, randomUUID(), { name: '' })).status).toBe(400)
  })
})

test('an upload whose parts find no room is refused, and leaves none of them', async () => {
  const { stranger } = c
  const { body: own } = await stranger.post('/api/campaigns', { name: 'Own' })
  await stranger.get('/api/users/me', await now())
  const parts = Object.fromEntries(
    Array.from({ length: 5 }, (_, n) => [
      [`p${n}.png`, randomBytes(9 * megabyte)],
      [`Page ${n}.md`, `![[p${n}.png]]`],
    ]).flat() as [string, Buffer][],
  )
  const { put } = stack.files
  const keys: string[] = []
  stack.files.put = (key, ...rest) => {
    keys.push(key)
    return put.call(stack.files, key, ...rest)
  }
  const refused = await upload(stranger, zipped(parts), 'Vault.zip', own.id).finally(() => {
    stack.files.put = put
  })
  expect([refused.status, refused.body.code]).toEqual([409, 'storage_full'])
  expect(keys.length).toBeGreaterThan(1)
  for (const key of keys) await expect(stack.files.get(key)).rejects.toThrow()
  const { rows } = await stack.pool.query('select from awaited_files where "userId" = $1', [stranger.id])
  expect(rows).toHaveLength(0)
})

test('a DM who is one no longer creates nothing more, and what is left out is named', async () => {
  const files = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`Page ${n}.md`, `Page ${n} of [[Page 0]]`]))
  const { body } = await upload(c.dm, zipped(files))
  const begun = (await begin(c.dm, body.import.id)).body
  await eventually(async () => (await loreBelow(begun.collectionId)).length > 0)
  await c.owner.patch(`/api/campaigns/${c.campaignId}/members/${c.dm.id}/role`, { role: 0 })
  const end = await inStatus(c.dm, begun.operationId, 'ENDED')
  expect(end.count + end.left).toBe(400)
  const { length } = await loreBelow(begun.collectionId)
  expect(length).toBe(end.count)
  for (const { code } of end.skipped) expect(code).toBe('only_dm')
  await c.owner.patch(`/api/campaigns/${c.campaignId}/members/${c.dm.id}/role`, { role: 1 })
})

test('an import that breaks off goes on where it stood, and creates nothing twice', async () => {
  const files = Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`Page ${n}.md`, `Page ${n} of [[Page 0]]`]))
  const { body } = await upload(c.dm, zipped(files))
  const { get } = stack.files
  let reads = 0
  stack.files.get = async (key) => {
    if (key.startsWith('imports/') && !key.endsWith('.json') && ++reads === 1) throw new Error('The disk is away')
    return get.call(stack.files, key)
  }
  const begun = (await begin(c.dm, body.import.id)).body
  const end = await inStatus(c.dm, begun.operationId, 'ENDED').finally(() => {
    stack.files.get = get
  })
  expect(reads).toBeGreaterThan(1)
  expect(end).toMatchObject({ count: 120, left: 0 })
  expect(await loreBelow(begun.collectionId)).toHaveLength(120)
})

test('an import that runs is not discarded, and one whose plan is gone names itself as incomplete', async () => {
  const files = Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`Page ${n}.md`, `Page ${n}`]))
  const { id } = (await upload(c.dm, zipped(files))).body.import
  const { get } = stack.files
  onTestFinished(() => {
    stack.files.get = get
  })
  const [isRead, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  stack.files.get = async (key) => {
    if (key.startsWith('imports/') && !key.endsWith('.json')) {
      isRead.resolve()
      await gate.promise
    }
    return get.call(stack.files, key)
  }
  const begun = (await begin(c.dm, id)).body
  await isRead.promise
  const refused = await c.dm.delete(pathOf(id))
  expect([refused.status, refused.body.code]).toEqual([409, 'import_begun'])
  expect((await c.dm.get(pathOf(id))).status).toBe(200)

  // What else may remove it, such as a store of files that lost it.
  await stack.files.remove(`imports/${id}/plan.json`)
  gate.reject(new Error('The disk is away'))
  const end = await inStatus(c.dm, begun.operationId, 'ENDED')
  expect(end).toMatchObject({ total: 120, left: 1, skipped: [{ id, code: 'import_not_found' }] })
  expect(end.count).toBeLessThan(120)
})

test('an import that breaks off while its plan is removed has everything, its relationships too', async () => {
  const { remove } = stack.files
  let isBroken = false
  stack.files.remove = async (key) => {
    if (!isBroken && /^imports\/.*\/0$/.test(key)) {
      isBroken = true
      throw new Error('The disk is away')
    }
    return remove.call(stack.files, key)
  }
  const { end } = await imported(c.dm, zipped(kankaFiles)).finally(() => {
    stack.files.remove = remove
  })
  expect(isBroken).toBe(true)
  expect(end).toMatchObject({ total: 5, count: 5, left: 0 })
})

test('an undo that breaks off deletes the rest with its pictures, and leaves what was edited alone', async () => {
  const { collectionId, operationId } = await imported(c.dm, vault)
  const lore = await loreBelow(collectionId)
  const aldis = lore.find(({ name }) => name === 'Aldis Ren')
  const { primaryImageId } = lore.find(({ name }) => name === 'The Keep')
  await c.dm.patch(`/api/conjurations/${aldis.id}`, { name: 'Aldis the Old' })
  await c.dm.get('/api/users/me', await now())
  const { append } = stack.sealedStore
  let attempts = 0
  stack.sealedStore.append = (stream, ...rest) => {
    if (stream === `images-${primaryImageId}` && ++attempts === 1) return Promise.reject(new Error('The disk is away'))
    return append.call(stack.sealedStore, stream, ...rest)
  }
  await c.dm.post(`/api/operations/${operationId}/undo`)
  const undone = await inStatus(c.dm, operationId, 'UNDONE').finally(() => {
    stack.sealedStore.append = append
  })
  expect(attempts).toBe(2)
  expect(undone).toMatchObject({ count: 49, left: 1, skipped: [{ id: aldis.id, code: 'changed_since' }] })
  expect((await loreBelow(collectionId)).map(({ name }) => name)).toEqual(['Aldis the Old'])
  const { rows } = await stack.pool.query('select "deletedAt" from images where id = $1', [primaryImageId])
  expect(rows[0].deletedAt).not.toBeNull()
})

test('an import whose database fails midway repeats nothing: each text begins, is settled and indexed once', async () => {
  const count = 120
  const files = Object.fromEntries(Array.from({ length: count }, (_, n) => [`Lore ${n}.md`, `Lore ${n} of [[Lore 0]]`]))
  const { body } = await upload(c.dm, zipped(files))
  await stack.pool.query(`create function refuse_passage() returns trigger language plpgsql as $$
      begin raise exception 'The disk is full'; end $$;
    create trigger refuse_passage before insert on text_passages for each row
      when (new.passage like 'Lore 90 of%') execute function refuse_passage()`)
  const begun = (await begin(c.dm, body.import.id)).body
  const made = async () => {
    const { rows } = await stack.pool.query(
      `select type, count(*)::int, count(distinct stream)::int as streams from feed where "correlationId" = $1 and seq = 0 group by type`,
      [begun.operationId],
    )
    return Object.fromEntries(rows.map(({ type, ...counted }) => [type, counted]))
  }
  await eventually(async () => ((await made()).ConjurationCreated?.count ?? 0) >= 50)
  await stack.pool.query('drop function refuse_passage cascade')
  expect(await inStatus(c.dm, begun.operationId, 'ENDED')).toMatchObject({ count, left: 0 })
  const each = { count, streams: count }
  expect(await made()).toMatchObject({
    TextBegun: each,
    TextSettled: each,
    ConjurationCreated: each,
    SegmentAdded: each,
  })
  const lore = (await loreBelow(begun.collectionId)).map(({ id }) => id)
  const index = `select (select count(*)::int from text_passages where "conjurationId" = any($1)) as passages,
    (select count(*)::int from text_mentions where "conjurationId" = any($1)) as mentions,
    (select count(*)::int from texts where "conjurationId" = any($1) and words > 0) as words,
    (select count(*)::int from graphile_worker.jobs where key like any($2)) as jobs`
  const texts = await stack.pool.query('select id from segments where "conjurationId" = any($1)', [lore])
  const keys = texts.rows.flatMap(({ id }) => [`settle-texts:${id}`, `index-texts:${id}`])
  const [counted] = (await stack.pool.query(index, [lore, keys])).rows
  expect(counted).toMatchObject({ passages: count, mentions: count, words: count })
  // Two events of one append may come to the projector apart.
  expect(counted.jobs).toBeLessThan(count / 4)
})

test('a picture for which the parser is busy comes in as soon as there is room', async () => {
  const { body } = await upload(c.dm, vault)
  const { run } = untrusted
  let attempts = 0
  untrusted.run = (kind, ...rest) => {
    if (kind === 'picture' && ++attempts <= 2) throw new Rejection('busy')
    return run(kind, ...rest)
  }
  const begun = (await begin(c.dm, body.import.id)).body
  const end = await inStatus(c.dm, begun.operationId, 'ENDED').finally(() => {
    untrusted.run = run
  })
  expect([end.count, end.left, attempts]).toEqual([51, 0, 3])
})

test('a quota that is reached midway leaves what came in, and names the rest', async () => {
  // Noise, since pictures are encoded again.
  const noise = () =>
    sharp(randomBytes(700 * 700 * 3), { raw: { width: 700, height: 700, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
  const pictures = await Promise.all(Array.from({ length: 14 }, () => noise()))
  const files = Object.fromEntries(
    pictures.flatMap((bytes, n) => [
      [`p${n}.png`, bytes],
      [`Page ${n}.md`, `![[p${n}.png]]`],
    ]),
  )
  await c.owner.get('/api/users/me', await now())
  const { end, collectionId } = await imported(c.owner, zipped(files))
  expect(await loreBelow(collectionId)).toHaveLength(14)
  expect(end.left).toBeGreaterThan(0)
  expect(end.count).toBe(28 - end.left)
  for (const { code } of end.skipped) expect(code).toBe('storage_full')
})
