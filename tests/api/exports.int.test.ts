/** @module-tag long */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { canTypeset } from '../../backend/providers/typesetter.ts'
import { vaultFiles, zipped } from '../exchange/vaults.ts'
import { quickModels } from '../quick-models.ts'
import { eventually, noQuotas, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf, join } from './campaign.ts'
import { multipart } from './multipart.ts'

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
beforeAll(async () => {
  stack = await startStack({ quotas: { ...noQuotas }, models: quickModels() })
  c = await campaignOf(stack)
})
afterAll(() => stack?.stop())

const now = async () => ({ 'min-position': String(await stack.store.head()) })
const inStatus = (someone: Person, id: string, status: string, withinMs?: number) =>
  eventually(async () => {
    const { body } = await someone.get(`/api/operations/${id}`)
    return body.status === status && body
  }, withinMs)

const importVault = async (
  someone: Person,
  campaignId: string,
  bytes: Buffer,
  visibility = 'DM',
  parentCollectionId: string | null = null,
) => {
  const form = multipart({ file: { bytes, type: 'application/zip', filename: 'Vault.zip' } })
  const uploaded = await someone.send('POST', `/api/campaigns/${campaignId}/imports`, form.payload, form.headers)
  const preview = uploaded.body.import
  const path = `/api/campaigns/${campaignId}/imports/${preview.id}/begin`
  const { body } = await someone.post(path, { name: 'Karrow', visibility, parentCollectionId })
  await inStatus(someone, body.operationId, 'ENDED')
  return { preview, collectionId: body.collectionId as string }
}
const ask = (someone: Person, body: object) => someone.post('/api/exports', { campaignId: c.campaignId, ...body })
const file = (someone: Person, id: string, headers: Record<string, string> = {}) =>
  someone.get(`/api/exports/${id}/file`, headers)
const remove = async (someone: Person, id: string) => {
  await someone.post(`/api/operations/${id}/undo`)
  await inStatus(someone, id, 'UNDONE')
}
/** Exports, reads the archive and removes it again. */
const exported = async (someone: Person, body: object = {}) => {
  const asked = await ask(someone, body)
  expect(asked.status).toBe(202)
  const end = await inStatus(someone, asked.body.operationId, 'ENDED')
  const { status, bytes } = await file(someone, asked.body.operationId)
  expect(status).toBe(200)
  await remove(someone, asked.body.operationId)
  return { bytes, end, files: await entriesOf(bytes) }
}
const entriesOf = async (bytes: Buffer): Promise<Record<string, Buffer>> => {
  const files: Record<string, Buffer> = {}
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
    files[entry.fileName] = Buffer.concat(pieces)
  }
  return files
}
const pdfText = async (bytes: Buffer) => (await extractText(new Uint8Array(bytes), { mergePages: true })).text
const textOf = (files: Record<string, Buffer>, ending: string) =>
  String(Object.entries(files).find(([path]) => path.endsWith(ending))?.[1])

const stair =
  'WEBVTT\n\n01:02:31.000 --> 01:02:38.000\n<v Tomasz>Thirty steps of water.\n\n01:02:40.000 --> 01:02:41.000\n<v Wren>Footprints?\n'
const addSession = (someone: Person, campaignId: string, text: string, filename: string) => {
  const form = multipart({
    ...{ title: 'The Dry Stair', session: '6', playedOn: '2026-11-21' },
    file: { bytes: Buffer.from(text), type: 'text/plain', filename },
  })
  return someone.send('POST', `/api/campaigns/${campaignId}/story-vault`, form.payload, form.headers)
}
/** A campaign of the owner with one entry and one session. */
const playedCampaign = async (name: string) => {
  const { body } = await c.owner.post('/api/campaigns', { name })
  const campaignId = body.id as string
  await c.owner.get('/api/users/me', await now())
  await c.owner.post('/api/conjurations', { campaignId, name: 'Ferry', description: 'A rope and a bell.' })
  expect((await addSession(c.owner, campaignId, stair, 's.vtt')).status).toBe(201)
  await c.owner.get('/api/users/me', await now())
  return campaignId
}

describe('an export', () => {
  test('imported again yields the same pages, folders, links, tags and pictures, counted', async () => {
    const { preview, collectionId } = await importVault(c.dm, c.campaignId, zipped(await vaultFiles(7)), 'PAGE')
    const { files, bytes, end } = await exported(c.dm, { collectionId })
    expect(end).toMatchObject({ kind: 'export-lore', count: 11, total: 11, left: 0 })
    expect(Object.keys(files)).toHaveLength(11)
    expect(Object.keys(files)).toContain('Karrow/Places/The Keep.md')
    const keep = textOf(files, 'The Keep.md')
    expect(keep).toMatch(
      /^---\ntags:\n {2}- place\/ruin\n {2}- North\n {2}- smoke\ncover: \.\.\/Pictures\/keep\.png\npublish: true\n---\n/,
    )
    expect(keep).toContain('[old Aldis](<../People/Aldis Ren.md>)')
    expect(keep).toContain('> [!secret] For DMs')

    const { body } = await c.owner.post('/api/campaigns', { name: 'Another' })
    const again = await importVault(c.owner, body.id, bytes, 'PAGE')
    const { pages, folders, pictures, leadPictures, publishedPages, links, tags, secrets } = preview
    expect(again.preview).toMatchObject({
      name: 'Karrow',
      pages,
      folders,
      pictures,
      leadPictures,
      publishedPages,
      links,
      tags,
      secrets,
    })

    const second = await c.owner.post('/api/exports', { campaignId: body.id, collectionId: again.collectionId })
    await inStatus(c.owner, second.body.operationId, 'ENDED')
    const twice = await entriesOf((await file(c.owner, second.body.operationId)).bytes)
    await remove(c.owner, second.body.operationId)
    expect(Object.keys(twice).toSorted()).toEqual(Object.keys(files).toSorted())
  })

  test('writes names, tags, comments and links that Markdown and file systems would misread so that they come back', async () => {
    const { body: folder } = await c.dm.post('/api/collections', {
      campaignId: c.campaignId,
      name: 'A/B: [odd]?',
      visibility: 'DM',
    })
    const names = ['Who? #1 | [x]', 'who? #1 | [X]']
    const ids: string[] = []
    for (const name of names) {
      const { body } = await c.dm.post('/api/conjurations', {
        campaignId: c.campaignId,
        collectionId: folder.id,
        visibility: 'DM',
        name,
        description: 'Costs $5, 100%% ==sure== and #notatag. ^block',
        tags: ['two words'],
      })
      ids.push(body.id)
    }
    await c.dm.post(`/api/relationships/${ids[0]}`, { relatedNodeId: ids[1], comment: 'knows [her]' })
    await c.dm.get('/api/users/me', await now())
    const { files, bytes } = await exported(c.dm, { collectionId: folder.id })
    const paths = Object.keys(files)
    expect(paths).toHaveLength(2)
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(2)
    expect(paths.join('')).not.toMatch(/[:?#|[\]]/)
    const { body } = await c.owner.post('/api/campaigns', { name: 'Odd' })
    const { body: into } = await c.owner.post('/api/collections', { campaignId: body.id, name: 'Into' })
    const { collectionId, preview } = await importVault(c.owner, body.id, bytes, 'DM', into.id)
    const tree = await c.owner.get(`/api/collections/tree?campaignId=${body.id}`, await now())
    expect(tree.body.data.find(({ id }: { id: string }) => id === collectionId)).toMatchObject({
      parentCollectionId: into.id,
    })
    expect(preview).toMatchObject({ pages: 2, tags: 1, links: 2, textLinks: 0 })
    const { rows } = await stack.pool.query(
      'select name, tags, description from conjurations where "collectionId" = $1',
      [collectionId],
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    expect(rows[0]).toMatchObject({ tags: ['two words'], description: 'Costs $5, 100%% ==sure== and #notatag. ^block' })
  })

  test('contains what its requester sees, and no name of anything else', async () => {
    const { collectionId } = await importVault(c.dm, c.campaignId, zipped(await vaultFiles(3)), 'PAGE')
    const { body: size } = await c.dm.get(
      `/api/exports/size?campaignId=${c.campaignId}&collectionId=${collectionId}`,
      await now(),
    )
    expect(size).toMatchObject({ mine: { pages: 6, pictures: 1 }, players: { pages: 1, pictures: 1 } })
    const asPlayer = await exported(c.player, { collectionId })
    const forPlayers = await exported(c.dm, { collectionId, isForPlayers: true })
    for (const { files, end } of [asPlayer, forPlayers]) {
      expect(Object.keys(files)).toEqual(['Karrow/Places/The Keep.md', 'Karrow/Pictures/keep.png'])
      expect(end).toMatchObject({ total: 2, count: 2 })
      const text = textOf(files, 'The Keep.md')
      expect(text).toContain('old Aldis')
      expect(text).not.toMatch(/Aldis Ren\.md|cellar|Aldis is dead|secret|[\da-f]{8}-/)
    }
    const entry = Object.keys((await exported(c.dm, { collectionId, withPictures: false })).files)
    expect(entry).toHaveLength(6)
    expect((await ask(c.stranger, {})).status).toBe(404)
    expect((await ask(c.player, { collectionId: randomUUID() })).status).toBe(404)
    expect((await ask(c.dm, { format: 'epub' })).body).toMatchObject({ status: 400 })
  })

  test('of one entry hides links from players only where they lead to what players do not see', async () => {
    const create = async (name: string, visibility: string) =>
      (await c.dm.post('/api/conjurations', { campaignId: c.campaignId, name, visibility })).body.id as string
    const priestess = await create('Priestess', 'CAMPAIGN')
    for (const [name, visibility] of [
      ['Old Bridge', 'CAMPAIGN'],
      ['Secret Cult', 'DM'],
    ] as const) {
      const relatedNodeId = await create(name, visibility)
      await c.dm.post(`/api/relationships/${priestess}`, { relatedNodeId, comment: `tied to ${name}` })
    }
    await c.dm.get('/api/users/me', await now())
    const [open, secret] = textOf((await exported(c.dm, { conjurationId: priestess })).files, '.md').split('[!secret]')
    expect(open).toContain('tied to Old Bridge')
    expect(open).not.toContain('Cult')
    expect(secret).toContain('tied to Secret Cult')
    const players = textOf((await exported(c.player, { conjurationId: priestess })).files, '.md')
    expect(players).toContain('tied to Old Bridge')
    expect(players).not.toMatch(/Cult|secret/)
  })

  test('of a campaign has the sessions that its requester sees, which the vault reads again', async () => {
    await c.dm.post('/api/conjurations', { campaignId: c.campaignId, name: 'Ferry', visibility: 'CAMPAIGN' })
    const { body: added } = await addSession(c.dm, c.campaignId, stair, 's.vtt')
    await c.dm.get('/api/users/me', await now())
    const { files } = await exported(c.dm)
    const text = textOf(files, 'Sessions/2026-11-21 The Dry Stair.txt')
    expect(text).toBe(
      'The Dry Stair\nSession 6, 2026-11-21\n\n[1:02:31] Tomasz: Thirty steps of water.\n[1:02:40] Wren: Footprints?\n',
    )
    const hasSessions = ({ files }: { files: object }) => Object.keys(files).some((path) => path.includes('Sessions/'))
    expect(hasSessions(await exported(c.player))).toBe(false)
    expect(hasSessions(await exported(c.dm, { isForPlayers: true }))).toBe(false)
    await c.dm.patch(`/api/story-vault/${added.id}`, { visibility: 'CAMPAIGN' })
    await c.dm.get('/api/users/me', await now())
    expect(hasSessions(await exported(c.player, { format: 'book' }))).toBe(true)
    const { body: again } = await addSession(c.dm, c.campaignId, text, 'again.txt')
    const lines = await c.dm.get(`/api/story-vault/${again.id}/lines`, await now())
    expect(lines.body.data.at(-1)).toMatchObject({ at: 3_760, text: expect.stringContaining('Footprints?') })
    for (const { id } of [added, again]) await c.dm.delete(`/api/story-vault/${id}`)
  })

  test('as a book is one page with contents, search and pictures', async () => {
    const { files } = await exported(c.dm, { format: 'book' })
    const html = textOf(files, 'index.html')
    expect(html.match(/<article id="p\d+">/g)?.length).toBeGreaterThan(10)
    for (const [, number] of html.matchAll(/href="#(p\d+)"/g)) expect(html).toContain(`<article id="${number}">`)
    for (const [, path = ''] of html.matchAll(/ src="([^"]+)"/g))
      expect(Object.keys(files)).toContain(`The Drowned Bells/${decodeURI(path)}`)
    expect(html).not.toMatch(/https?:\/\/(?!example)/)
  })

  test('as a book in one file holds its pictures, and is sent as a page that nothing opens by itself', async () => {
    const { collectionId } = await importVault(c.dm, c.campaignId, zipped(await vaultFiles(3)), 'PAGE')
    const { operationId } = (await ask(c.player, { collectionId, format: 'html' })).body
    expect(await inStatus(c.player, operationId, 'ENDED')).toMatchObject({ total: 2, count: 2, left: 0 })
    const { bytes, headers } = await file(c.player, operationId)
    await remove(c.player, operationId)
    expect(headers['content-type']).toMatch(/^text\/html/)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="Karrow\.html"/)
    const html = bytes.toString()
    const [, picture = ''] = / src="data:image\/webp;base64,([^"]+)"/.exec(html) ?? []
    expect(await sharp(Buffer.from(picture, 'base64')).metadata()).toMatchObject({ format: 'webp', width: 65 })
    expect(html.match(/<article id="p\d+">/g)).toHaveLength(1)
    expect(html).not.toMatch(/cellar|is dead|[\da-f]{8}-[\da-f]{4}/)
  })

  test.each(['html', ...(canTypeset() ? ['pdf'] : [])])(
    'of a campaign with sessions as %s is the book',
    async (format) => {
      const campaignId = await playedCampaign('Played')
      const { operationId } = (await ask(c.owner, { campaignId, format })).body
      expect(await inStatus(c.owner, operationId, 'ENDED', 240_000)).toMatchObject({ total: 1, count: 1, left: 0 })
      const { bytes } = await file(c.owner, operationId)
      await remove(c.owner, operationId)
      const text = format === 'pdf' ? await pdfText(bytes) : String(bytes)
      expect(text).toContain('A rope and a bell.')
      expect(text).not.toContain('Thirty steps of water.')
    },
    300_000,
  )

  test.each([
    ['Waterdeep: Dragon Heist', 'Waterdeep- Dragon Heist'],
    ['/r/rpg', '-r-rpg'],
    ['../../srv', '_-..-srv'],
  ])('of the campaign %s has its lore and sessions in one folder, %s', async (name, folder) => {
    const campaignId = await playedCampaign(name)
    const { files } = await exported(c.owner, { campaignId })
    expect(Object.keys(files).toSorted()).toEqual([
      `${folder}/Ferry.md`,
      `${folder}/Sessions/2026-11-21 The Dry Stair.txt`,
    ])
    const foundry = Object.keys((await exported(c.owner, { campaignId, format: 'foundry' })).files)
    expect(foundry.some((path) => path.includes('/Sessions/'))).toBe(true)
    const outside = foundry.filter((path) => !path.startsWith(foundry[0]?.split('/')[0] ?? ''))
    expect(outside).toEqual([])
  })

  test('as a PDF has of hidden lore nothing for a player', async () => {
    const { collectionId } = await importVault(c.dm, c.campaignId, zipped(await vaultFiles(3)), 'PAGE')
    const { body: size } = await c.player.get(`/api/exports/size?campaignId=${c.campaignId}`, await now())
    expect(size.canPrint).toBe(canTypeset())
    const asked = await ask(c.player, { collectionId, format: 'pdf' })
    if (!canTypeset()) return void expect(asked.body).toMatchObject({ status: 422, code: 'pdf_unavailable' })
    const { operationId } = asked.body
    expect(await inStatus(c.player, operationId, 'ENDED', 240_000)).toMatchObject({ total: 2, count: 2, left: 0 })
    const { bytes, headers } = await file(c.player, operationId)
    await remove(c.player, operationId)
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="Karrow\.pdf"/)
    const text = await pdfText(bytes)
    expect(text).toMatch(/1 entry.*Above the ford.*Index/s)
    expect(text).not.toMatch(/cellar|is dead|DM only|[\da-f]{8}-[\da-f]{4}/)
  }, 300_000)

  test('for Foundry has of hidden lore nothing for a player, and secrets for a DM alone', async () => {
    const { collectionId } = await importVault(c.dm, c.campaignId, zipped(await vaultFiles(3)), 'PAGE')
    const journalsIn = (files: Record<string, Buffer>) =>
      Object.entries(files).flatMap(([path, bytes]) => (path.includes('/journals/') ? [JSON.parse(String(bytes))] : []))
    const theirs = await exported(c.player, { collectionId, format: 'foundry' })
    const forPlayers = await exported(c.dm, { collectionId, format: 'foundry', isForPlayers: true })
    for (const { files } of [theirs, forPlayers]) {
      expect(journalsIn(files)).toMatchObject([{ name: 'The Keep', ownership: { default: 2 } }])
      const text = JSON.stringify([journalsIn(files), textOf(files, 'contents.json'), Object.keys(files)])
      expect(/JournalEntry\.|"Aldis|cellar|is dead|class=..secret|[\da-f]{8}-[\da-f]{4}/.exec(text)).toBeNull()
    }
    const whole = await exported(c.dm, { collectionId, format: 'foundry' })
    const journals = journalsIn(whole.files)
    expect(journals).toHaveLength(6)
    const byName = new Map(journals.map((journal) => [journal.name, journal]))
    expect(byName.get('Aldis Ren')).toMatchObject({ ownership: { default: 0 } })
    const [{ text }] = byName.get('The Keep').pages
    expect(text.content).toMatch(
      /<section class="secret" id="secret-\w{16}"><h2>For DMs<\/h2>.*Aldis is dead.*?<\/section>/s,
    )
    expect(text.content.replaceAll(/<section class="secret".*?<\/section>/gs, '')).not.toMatch(/cellar|is dead/)
    const [, root = ''] = /^(loreloom-karrow-\w{6})\//.exec(Object.keys(whole.files)[0] ?? '') ?? []
    const pictures = [...JSON.stringify(journals).matchAll(/modules\/([^"\\]+\.png)/g)].map(([, path = '']) => path)
    expect(pictures.length).toBeGreaterThan(0)
    for (const path of pictures) expect(Object.keys(whole.files)).toContain(decodeURI(path))
    for (const name of ['module.json', 'contents.json', 'import.mjs', 'README.txt'])
      expect(Object.keys(whole.files)).toContain(`${root}/${name}`)
  })

  test('is downloaded in ranges by its requester alone, and two of them at a time', async () => {
    const first = (await ask(c.owner, {})).body.operationId
    await inStatus(c.owner, first, 'ENDED')
    const whole = await file(c.owner, first)
    expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': String(whole.bytes.length) })
    expect(whole.headers['content-disposition']).toContain('The Drowned Bells.zip')
    const part = await file(c.owner, first, { range: 'bytes=10-99' })
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 10-99/${whole.bytes.length}`])
    expect(part.bytes.equals(whole.bytes.subarray(10, 100))).toBe(true)
    const rest = await file(c.owner, first, { range: 'bytes=-5', 'if-range': String(whole.headers.etag) })
    expect(rest.bytes.equals(whole.bytes.subarray(-5))).toBe(true)
    expect((await file(c.owner, first, { range: 'bytes=5-', 'if-range': '"x"' })).status).toBe(200)
    expect((await file(c.owner, first, { range: `bytes=${whole.bytes.length}-` })).status).toBe(416)
    expect((await file(c.dm, first)).status).toBe(404)
    expect((await file(c.owner, randomUUID())).status).toBe(404)

    const [second, third] = await Promise.all([ask(c.owner, {}), ask(c.owner, {})])
    expect([second.status, third.status].toSorted()).toEqual([202, 409])
    const { operationId } = (second.status === 202 ? second : third).body
    await inStatus(c.owner, operationId, 'ENDED')
    const { body: list } = await c.owner.get('/api/exports', await now())
    expect(list).toMatchObject({ total: 2 })
    expect(list.data[1]).toMatchObject({
      id: first,
      kind: 'lore',
      name: 'The Drowned Bells',
      status: 'ready',
      bytes: whole.bytes.length,
    })
    for (const id of [first, operationId]) await remove(c.owner, id)
    expect((await file(c.owner, first)).status).toBe(410)
    expect((await c.owner.get('/api/exports', await now())).body.total).toBe(0)
  })

  test.each([
    ['folder', 'collections', 'collectionId'],
    ['entry', 'conjurations', 'conjurationId'],
  ])('of the %s that was hidden and renamed since has the name of the campaign', async (_, path, scope) => {
    const { campaignId } = c
    const { body: folder } = await c.dm.post('/api/collections', { campaignId, name: 'Cave', visibility: 'CAMPAIGN' })
    const entry = { campaignId, collectionId: folder.id, name: 'Cave', visibility: 'CAMPAIGN', description: 'Damp.' }
    const { body: lore } = await c.dm.post('/api/conjurations', entry)
    await c.dm.get('/api/users/me', await now())
    const id = path === 'collections' ? folder.id : lore.id
    const ready = async (someone: Person, body: object) => {
      const { operationId } = (await ask(someone, body)).body
      await inStatus(someone, operationId, 'ENDED')
      return operationId as string
    }
    const of = { [scope]: id }
    const ids = [await ready(c.player, of), await ready(c.dm, of), await ready(c.dm, { ...of, isForPlayers: true })]
    const names = async (someone: Person) => {
      const { body } = await someone.get('/api/exports', await now())
      const sent = body.data.map(async ({ id }: { id: string }) => (await file(someone, id)).headers)
      const heads = (await Promise.all(sent)).map((headers) => headers['content-disposition'])
      return body.data.map(({ id, name }: { id: string; name: string }, n: number) => [ids.indexOf(id), name, heads[n]])
    }
    const called = (n: number, name: string) => [n, name, expect.stringContaining(`filename="${name}.zip"`)]
    expect(await names(c.player)).toEqual([called(0, 'Cave')])

    const hidden = [
      await c.dm.patch(`/api/${path}/${id}`, { visibility: 'DM' }),
      await c.dm.patch(`/api/${path}/${id}`, { name: 'Tomb of the Traitor King' }),
    ]
    expect(hidden.map(({ status }) => status)).toEqual([200, 200])
    expect(await names(c.player)).toEqual([called(0, 'The Drowned Bells')])
    expect((await names(c.dm)).toSorted()).toEqual([
      called(1, 'Tomb of the Traitor King'),
      called(2, 'The Drowned Bells'),
    ])
    for (const [n, operationId] of ids.entries()) await remove(n === 0 ? c.player : c.dm, operationId)
  })

  test('is removed when its requester is no DM any more, leaves, or when the campaign is deleted', async () => {
    const { body } = await c.owner.post('/api/campaigns', { name: 'Ends' })
    const campaignId = body.id as string
    await join(c.owner, c.dm, campaignId)
    await join(c.owner, c.player, campaignId)
    const role = (role: number) => c.owner.patch(`/api/campaigns/${campaignId}/members/${c.dm.id}/role`, { role })
    await role(1)
    await c.dm.post('/api/conjurations', { campaignId, visibility: 'CAMPAIGN', name: 'Bell' })
    await c.dm.get('/api/users/me', await now())
    const ready = async (someone: Person) => {
      const { operationId } = (await ask(someone, { campaignId })).body
      await inStatus(someone, operationId, 'ENDED')
      return operationId as string
    }
    const [ofDm, ofPlayer, ofOwner] = [await ready(c.dm), await ready(c.player), await ready(c.owner)]
    await role(2)
    expect((await file(c.dm, ofDm, await now())).status).toBe(410)
    await c.owner.delete(`/api/campaigns/${campaignId}/members/${c.player.id}`)
    expect((await file(c.player, ofPlayer, await now())).status).toBe(410)
    await c.owner.delete(`/api/campaigns/${campaignId}`)
    expect((await file(c.owner, ofOwner, await now())).status).toBe(410)
    await eventually(async () => {
      const stored = await Promise.all([ofDm, ofPlayer, ofOwner].map((id) => stack.files.stat(`exports/${id}.zip`)))
      return stored.every((file) => file === undefined)
    })
  })

  test('of an account holds its lore in every campaign, and tables of what is stored about it', async () => {
    const form = multipart({ file: { bytes: Buffer.from('# Notes'), type: 'text/markdown', filename: 'notes.md' } })
    await c.player.send('POST', `/api/campaigns/${c.campaignId}/files`, form.payload, form.headers)
    await c.player.get('/api/users/me', await now())
    const { operationId } = (await c.player.post('/api/exports/account')).body
    await inStatus(c.player, operationId, 'ENDED')
    const files = await entriesOf((await file(c.player, operationId)).bytes)
    const paths = Object.keys(files)
    expect(paths).toEqual(expect.arrayContaining(['Account/account.json', 'Account/sign-ins.csv', 'Files/notes.md']))
    expect(JSON.parse(String(files['Account/account.json']))).toMatchObject([{ id: c.player.id, name: 'Petra Player' }])
    expect(paths.filter((path) => path.startsWith('Lore/The Drowned Bells/')).length).toBeGreaterThan(1)
    const all = Object.values(files).map(String).join()
    expect(all).not.toMatch(/cellar leads|Aldis is dead|Dorian DM/)
    expect((await file(c.owner, operationId)).status).toBe(404)
    expect((await c.player.get('/api/exports', await now())).body.data).toMatchObject([
      { kind: 'account', name: 'Everything of mine' },
    ])
    await remove(c.player, operationId)
  })

  test('of an account holds its models, and its requests with screenshots and answers, but nobody else’s', async () => {
    const plan = { userId: c.player.id, plan: 'PRO', reason: 'Test', subscriptionPaidThrough: null }
    const credits = { userId: c.player.id, credits: 500, reason: 'Test' }
    await c.admin.post('/api/admin/subscription/change', plan)
    await c.admin.post('/api/admin/credits/add', credits)
    await c.player.get('/api/users/me', await now())
    const model = { campaignId: c.campaignId, prompt: 'a dwarf blacksmith with a hammer', name: 'Brokk' }
    const asked = await c.player.post('/api/models', model)
    expect([asked.status, asked.text]).toEqual([202, asked.text])
    await eventually(async () => (await c.player.get(`/api/models/${asked.body.id}`)).body.status === 'COMPLETED')
    const help = { type: 'Other', description: 'Where is my bell?' }
    const { id } = (await c.player.post('/api/support', help)).body
    await c.player.get('/api/support', await now())
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const form = multipart({ image: { bytes: png, type: 'image/png' } })
    expect((await c.player.post(`/api/support/${id}/screenshot`, form.payload, form.headers)).status).toBe(200)
    expect((await c.admin.post(`/api/admin/support/${id}/answer`, { text: 'In the tower.' })).status).toBe(200)
    await c.player.get('/api/users/me', await now())

    const everything = async (someone: Person) => {
      const { operationId } = (await someone.post('/api/exports/account')).body
      await inStatus(someone, operationId, 'ENDED')
      const files = await entriesOf((await file(someone, operationId)).bytes)
      await remove(someone, operationId)
      return files
    }
    const files = await everything(c.player)
    expect(files['Models/Brokk.glb']?.subarray(0, 4).toString()).toBe('glTF')
    expect(Object.keys(files).filter((path) => path.startsWith('Support/Screenshot '))).toHaveLength(1)
    expect(JSON.parse(String(files['Account/models.json']))).toMatchObject([{ name: 'Brokk', status: 'COMPLETED' }])
    expect(JSON.parse(String(files['Account/support-requests.json']))).toMatchObject([
      { ...help, answers: [{ text: 'In the tower.' }] },
    ])
    const others = await everything(c.dm)
    expect(Object.keys(others).filter((path) => /^(?:Models|Support)\//.test(path))).toEqual([])
    expect(Object.values(others).map(String).join()).not.toMatch(/Where is my bell|In the tower/)
  })

  test('is refused where there is nothing, and stopped without a file', async () => {
    const { body } = await c.owner.post('/api/campaigns', { name: 'Empty' })
    expect((await ask(c.owner, { campaignId: body.id })).body).toMatchObject({ code: 'export_empty' })
    const { operationId } = (await ask(c.dm, {})).body
    await remove(c.dm, operationId)
    expect((await file(c.dm, operationId)).status).toBe(410)
    expect(await stack.files.stat(`exports/${operationId}.zip`)).toBeUndefined()
  })
})
