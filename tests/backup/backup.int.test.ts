/** @module-tag long */
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Server, startServer } from '../platform/server.ts'
import { quickFolder } from '../temporary.ts'
import { command } from './command.ts'
import { visitor } from './visitor.ts'

let base: string
let dataDir: string
let file: string
let server: Server
const people = ['ada', 'ben'].map((name) => ({ name, email: `${name}@example.org`, password: 'correct horse' }))
const [ada, ben] = people as [(typeof people)[0], (typeof people)[0]]

const end = async () => {
  server.process.kill('SIGTERM')
  await server.ended
}
const run = (program: string, ...args: string[]) => command(program, args, { DATA_DIR: dataDir })

/** What does not follow from the jobs, which wait until there is a worker. */
const addresses = (campaignId: string, imageId: string) => [
  '/api/campaigns',
  `/api/campaigns/${campaignId}`,
  `/api/collections?campaignId=${campaignId}`,
  `/api/images/gallery?campaignId=${campaignId}`,
  `/api/images/${imageId}`,
]
const seenBy = async (browser: ReturnType<typeof visitor>, asked: readonly string[]) =>
  Object.fromEntries(await Promise.all(asked.map(async (address) => [address, await browser.get(address)] as const)))

let asked: string[]
let picture: { path: string; bytes: Buffer }
let before: unknown[]
let backedUp: Awaited<ReturnType<typeof run>>
let otherId: string
/** Folders in the order in which they were made, one after the other, and how many were there when the backup began. */
const folders: string[] = []
let certain = 0

beforeAll(async () => {
  base = await mkdtemp(join(quickFolder(), 'loreloom-backup-'))
  // Run by root, the database is another user's, who must be able to pass.
  await chmod(base, 0o755)
  dataDir = join(base, 'data')
  file = join(base, 'lore.tar.gz')
  server = startServer(dataDir, { ROLES: 'api,projector' })
  const [adas, bens] = [visitor(server), visitor(server)]
  await adas.post('/api/auth/sign-up/email', ada)
  await bens.post('/api/auth/sign-up/email', ben)
  const { id: campaignId } = await adas.post('/api/campaigns', { name: 'The Drowned Bells' })
  otherId = (await adas.post('/api/campaigns', { name: 'Written meanwhile' })).id
  const { code } = await adas.post(`/api/campaigns/${campaignId}/invitations`)
  await bens.post(`/api/campaigns/invites/${code}`)
  await adas.post('/api/collections', { campaignId, name: 'Harbours', parentId: null })
  const bytes = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'tide.png')
  const { id: imageId } = await adas.post(`/api/images/upload?campaignId=${campaignId}`, form)
  asked = addresses(campaignId, imageId)
  await vi.waitFor(
    () => Promise.all([adas.get(`/api/images/${imageId}`), bens.get(`/api/campaigns/${campaignId}`)]),
    60_000,
  )
  picture = { path: `/api/images/${imageId}/download`, bytes: await adas.bytes(`/api/images/${imageId}/download`) }
  before = [await seenBy(adas, asked), await seenBy(bens, asked.slice(0, 3))]

  let writing = true
  const write = async () => {
    for (let n = 0; writing && n < 300; n++) {
      await adas.post('/api/collections', { campaignId: otherId, name: `Folder ${n}`, parentId: null })
      folders.push(`Folder ${n}`)
    }
  }
  const written = write()
  await vi.waitUntil(() => folders.length > 5, 60_000)
  certain = folders.length
  backedUp = await run('backup', file)
  writing = false
  await written
  await end()
  // It is lost: what is left of the database cannot be started.
  await rm(join(dataDir, 'postgres/cluster/base'), { recursive: true })
})
afterAll(async () => {
  await end()
  await rm(base, { recursive: true, force: true })
})

describe('an installation that is lost', () => {
  test('was backed up while people wrote, for its owner alone', () => {
    expect(backedUp).toMatchObject({ code: 0, said: expect.stringMatching(/Backed up \S+ MB, 1 media files among it/) })
    expect(backedUp.said).toContain('It is not encrypted')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('is not written over, unless that is said and the backup is whole', async () => {
    const listing = () => readdirSync(dataDir).sort()
    const was = listing()
    expect(await run('restore', file)).toEqual({
      code: 1,
      said: `${dataDir} holds an installation: say --replace to put it aside, or set DATA_DIR to another folder.\n`,
    })
    const half = join(base, 'half.tar.gz')
    writeFileSync(half, readFileSync(file))
    truncateSync(half, Math.floor(statSync(file).size / 2))
    const refused = await run('restore', half, '--replace')
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('The backup is truncated or was altered') })
    expect(listing()).toEqual(was)
  })

  test('is restored in place of what is left, and nobody finds a difference', async () => {
    const secret = readFileSync(join(dataDir, 'auth-secret'), 'utf8')
    const restored = await run('restore', file, '--replace')
    expect(restored.said).toContain('What was there is in')
    expect(readFileSync(join(dataDir, 'auth-secret'), 'utf8')).toBe(secret)
    expect(restored).toMatchObject({
      code: 0,
      said: expect.stringMatching(/Restored into .*: \d+ events, 2 accounts, \d+ jobs/),
    })
    server = startServer(dataDir)
    const browsers = await Promise.all(
      people.map(async ({ email, password }) => {
        const browser = visitor(server)
        await browser.post('/api/auth/sign-in/email', { email, password })
        return browser
      }),
    )
    const [adas, bens] = browsers as [(typeof browsers)[0], (typeof browsers)[0]]
    expect([await seenBy(adas, asked), await seenBy(bens, asked.slice(0, 3))]).toEqual(before)
    expect((await adas.bytes(picture.path)).equals(picture.bytes)).toBe(true)

    // Everything that was answered before it began, then what came while it was made, as far as that went, without a hole.
    const found: string[] = (await adas.get(`/api/collections/tree?limit=1000&campaignId=${otherId}`)).data.map(
      ({ name }: { name: string }) => name,
    )
    expect(found.length).toBeGreaterThanOrEqual(certain)
    expect(new Set(found)).toEqual(new Set(folders.slice(0, found.length)))

    // The jobs that waited are done, each once.
    const credits = async () =>
      (await bens.get('/api/users/credits')).data.map(({ status }: { status: string }) => status)
    await vi.waitFor(async () => expect(await credits()).toEqual(['granted']), 60_000)
    expect(await run('audit', 'verify')).toMatchObject({ code: 0, said: expect.stringContaining('"consistent"') })
    expect(await run('restore', file, '--replace')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^Another Loreloom/),
    })
  })
})
