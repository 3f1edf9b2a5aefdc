import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imageModels } from '#domain/image-catalogue.ts'
import type { PictureRequest } from '../../backend/providers/images.ts'
import { quickPictures } from '../quick-pictures.ts'
import { type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf, join } from './campaign.ts'
import { multipart } from './multipart.ts'

/** A picture that is asked for as slow is never drawn. */
const neverWhenSlow = async ({ prompt, signal }: PictureRequest) => {
  if (prompt === 'slow') await new Promise((_, no) => signal.addEventListener('abort', no, { once: true }))
}

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
beforeAll(async () => {
  stack = await startStack({ images: quickPictures(neverWhenSlow) })
  c = await campaignOf(stack)
})
afterAll(() => stack?.stop())

/** Once the views know everything that was appended until now. */
const now = async () => ({ 'min-position': String(await stack.store.head()) })
const at = (path = '', id = c.campaignId) => `/api/campaigns/${id}${path}`
const storyOf = async (id: string) => (await stack.store.read(`campaigns-${id}`)).events.map(({ type }) => type)
const detail = async (someone: Person = c.owner, id = c.campaignId) => (await someone.get(at('', id), await now())).body
/** Somebody's role in a campaign, undefined when they are not in it. */
const roleOf = async (someone: Person, id: string) =>
  (await detail(c.owner, id)).members?.find(({ userId }: { userId: string }) => userId === someone.id)?.role
/** A campaign of the owner's with the DM and the Player in it. */
const another = async () => {
  const { body } = await c.owner.post('/api/campaigns', { name: 'Another' })
  for (const someone of [c.dm, c.player]) await join(c.owner, someone, body.id)
  await c.owner.patch(at(`/members/${c.dm.id}/role`, body.id), { role: 1 })
  return body.id as string
}
const png = () =>
  sharp({ create: { width: 1024, height: 1024, channels: 3, background: { r: 1, g: 2, b: Math.random() * 255 } } })
    .png()
    .toBuffer()
const upload = async (someone: Person, campaignId: string) => {
  const bytes = await png()
  const { payload, headers } = multipart({ image: { bytes, type: 'image/png' } })
  const answer = await someone.send('POST', `/api/images/upload?campaignId=${campaignId}`, payload, headers)
  await someone.get('/api/users/me', { 'min-position': answer.body.position })
  return answer.body.id as string
}

describe('what a campaign says of itself', () => {
  test('changes field by field: each field that changed is an event, and no other', async () => {
    const id = await another()
    const before = await storyOf(id)
    const changes = { name: 'Saltmarsh', description: 'A coast', rpgSystemCode: 'Pathfinder', welcomeMessage: 'Hail' }
    await c.dm.patch(at('', id), changes)
    await c.owner.patch(at('', id), { ...changes, description: 'A darker coast' })
    expect((await storyOf(id)).slice(before.length)).toEqual([
      'CampaignRenamed',
      'CampaignDescribed',
      'CampaignSystemChanged',
      'WelcomeMessageChanged',
      'CampaignDescribed',
    ])
    expect(await detail(c.player, id)).toMatchObject({ ...changes, description: 'A darker coast', role: 2 })
  })

  test.each([
    ['nothing', {}, ''],
    ['a name that is too long', { name: 'x'.repeat(201) }, 'name'],
    ['a welcome that is too long', { welcomeMessage: 'x'.repeat(5001) }, 'welcomeMessage'],
    ['a picture that is none', { backgroundImageId: 'a picture' }, 'backgroundImageId'],
  ])('does not change to %s', async (_what, changes, field) => {
    expect(await c.owner.patch(at(), changes)).toMatchObject({ status: 400, body: { errors: [{ field }] } })
  })

  test('may have a picture of its own for a background, seen by its members under an address that never changes', {
    tags: 'long',
  }, async () => {
    const imageId = await upload(c.dm, c.campaignId)
    await c.dm.patch(at(), { backgroundImageId: imageId })
    const { backgroundImageUri: first } = await detail()
    const picture = await c.player.get(first)
    expect(picture).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
    expect(picture.headers['cache-control']).toBe('private, max-age=31536000, immutable')
    expect((await sharp(picture.bytes).metadata()).width).toBe(1024)
    const small = await c.player.get(`${first}?w=320`)
    expect(small).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } })
    expect((await sharp(small.bytes).metadata()).width).toBe(320)
    expect((await c.player.get(`${first}?w=321`)).status).toBe(400)

    await c.dm.patch(at(), { backgroundImageId: await upload(c.dm, c.campaignId) })
    const { backgroundImageUri: second } = await detail()
    expect(second).not.toBe(first)
    expect((await c.player.get(first)).status).toBe(404)

    await c.dm.patch(at(), { backgroundImageId: null })
    expect((await detail()).backgroundImageUri).toBe(null)
    expect((await c.player.get(second)).status).toBe(404)
  })

  test('takes no picture of another campaign, none that is not there yet, and then changes nothing', {
    tags: 'long',
  }, async () => {
    const elsewhere = await upload(c.owner, await another())
    const wanted = { modelId: imageModels[0]?.id, prompt: 'slow', count: 1, width: 1024, height: 1024 }
    const { body } = await c.owner.post('/api/images', { ...wanted, campaignId: c.campaignId })
    await now().then((headers) => c.owner.get('/api/users/me', headers))
    const before = await storyOf(c.campaignId)
    const other = await c.owner.patch(at(), { name: 'Never', backgroundImageId: elsewhere })
    expect(other).toMatchObject({ status: 404, body: { code: 'image_not_found' } })
    const missing = await c.owner.patch(at(), { name: 'Never', backgroundImageId: randomUUID() })
    expect(missing).toMatchObject({ status: 404, body: { code: 'image_not_found' } })
    const unmade = await c.owner.patch(at(), { name: 'Never', backgroundImageId: body.images[0].id })
    expect(unmade).toMatchObject({ status: 409, body: { code: 'image_not_ready' } })
    expect(await storyOf(c.campaignId)).toEqual(before)
  })

  test('is not made under the id of a person, a picture or a folder', { tags: 'long' }, async () => {
    const imageId = await upload(c.owner, c.campaignId)
    const { body: folder } = await c.owner.post('/api/collections', { campaignId: c.campaignId, name: 'Keep' })
    await now().then((headers) => c.owner.get('/api/users/me', headers))
    for (const id of [c.player.id, imageId, folder.id])
      expect(await c.stranger.post('/api/campaigns', { id })).toMatchObject({ status: 409, body: { code: 'id_taken' } })
  })

  test('is not made again by somebody who is in it, and once only by its owner', async () => {
    const id = await another()
    const before = await storyOf(id)
    const again = (someone: Person) => now().then((headers) => someone.post('/api/campaigns', { id }, headers))
    for (const someone of [c.dm, c.player, c.stranger])
      expect(await again(someone)).toMatchObject({ status: 409, body: { code: 'id_taken' } })
    expect((await again(c.owner)).status).toBe(201)
    expect(await storyOf(id)).toEqual(before)
  })
})

describe('members', () => {
  test('are removed by DMs if they are Players; DMs by the owner alone; the owner by nobody', async () => {
    const id = await another()
    const remove = (by: Person, whom: Person) => by.delete(at(`/members/${whom.id}`, id))
    expect(await remove(c.player, c.dm)).toMatchObject({ status: 403, body: { code: 'only_dm' } })
    expect(await remove(c.dm, c.owner)).toMatchObject({ status: 409, body: { code: 'owner_stays' } })
    expect(await remove(c.owner, c.owner)).toMatchObject({ status: 409, body: { code: 'owner_stays' } })
    await c.owner.patch(at(`/members/${c.player.id}/role`, id), { role: 1 })
    expect(await remove(c.dm, c.player)).toMatchObject({ status: 403, body: { code: 'only_campaign_owner' } })
    await c.owner.patch(at(`/members/${c.player.id}/role`, id), { role: 2 })
    expect((await remove(c.dm, c.player)).status).toBe(200)
    expect((await remove(c.owner, c.dm)).status).toBe(200)
    expect(await remove(c.owner, c.dm)).toMatchObject({ status: 404, body: { code: 'member_not_found' } })
    expect((await c.dm.get(at('', id), await now())).status).toBe(404)
  })

  test('have the role that the owner gives, and none that they give themselves', async () => {
    const id = await another()
    const change = (by: Person, whom: Person, role: unknown) => by.patch(at(`/members/${whom.id}/role`, id), { role })
    expect(await change(c.player, c.player, 1)).toMatchObject({ status: 403, body: { code: 'only_campaign_owner' } })
    expect(await change(c.dm, c.player, 1)).toMatchObject({ status: 403, body: { code: 'only_campaign_owner' } })
    expect(await change(c.owner, c.owner, 1)).toMatchObject({ status: 409, body: { code: 'owner_stays' } })
    for (const role of [0, 3, 4, '1', null])
      expect(await change(c.owner, c.player, role)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'role' }] },
      })
    expect((await change(c.owner, c.stranger, 1)).status).toBe(404)
    expect((await change(c.owner, c.player, 1)).status).toBe(200)
    expect(await roleOf(c.player, id)).toBe(1)
  })

  test('leave, all but the owner; asked twice with one key it is answered twice', async () => {
    const id = await another()
    expect(await c.owner.post(at('/members/leave', id))).toMatchObject({ status: 409, body: { code: 'owner_stays' } })
    const key = { 'idempotency-key': randomUUID() }
    const left = await c.player.post(at('/members/leave', id), {}, key)
    expect(left.status).toBe(200)
    expect((await c.player.get(at('', id), await now())).status).toBe(404)
    expect((await c.player.post(at('/members/leave', id), {}, key)).body).toEqual(left.body)
    expect((await c.player.post(at('/members/leave', id))).status).toBe(404)
    expect((await c.stranger.post(at('/members/leave', id))).status).toBe(404)
  })

  test('are given the campaign by its owner, who stays as a DM; a repeat hears that it is done', async () => {
    const id = await another()
    const give = (by: Person, to: Person, headers = {}) =>
      by.post(at('/members/transfer-ownership', id), { newOwnerId: to.id }, headers)
    expect((await give(c.owner, c.stranger)).status).toBe(404)
    expect((await give(c.dm, c.dm)).status).toBe(403)
    const key = { 'idempotency-key': randomUUID() }
    const given = await give(c.owner, c.player, key)
    expect([await roleOf(c.player, id), await roleOf(c.owner, id)]).toEqual([3, 1])
    expect((await give(c.owner, c.player, key)).body).toEqual(given.body)
    expect((await give(c.owner, c.dm)).status).toBe(403)
    expect((await detail(c.player, id)).ownerId).toBe(c.player.id)
  })

  test('are listed with their names, page by page', async () => {
    const id = await another()
    const { body } = await c.player.get(at('/members?limit=2&offset=1', id), await now())
    expect(body).toMatchObject({ total: 3, data: [{ username: 'Dorian DM', role: 1 }, { username: 'Petra Player' }] })
  })
})

describe('at the same moment', () => {
  test('a transfer and the leaving of whom it goes to end with one owner, whichever came first', {
    tags: 'long',
  }, async () => {
    for (let n = 0; n < 12; n++) {
      const id = await another()
      const [left, given] = await Promise.all([
        c.player.post(at('/members/leave', id)),
        c.owner.post(at('/members/transfer-ownership', id), { newOwnerId: c.player.id }),
      ])
      expect([left.status, given.status].toSorted()).toEqual(left.status === 200 ? [200, 404] : [200, 409])
      const { members } = await detail(c.owner, id)
      expect(members.filter(({ role }: { role: number }) => role === 3)).toHaveLength(1)
    }
  })

  test('two transfers give the campaign once, and whoever gave it cannot take it back from the new owner', {
    tags: 'long',
  }, async () => {
    for (let n = 0; n < 6; n++) {
      const id = await another()
      const give = (to: Person) => c.owner.post(at('/members/transfer-ownership', id), { newOwnerId: to.id })
      const given = await Promise.all([give(c.player), give(c.dm)])
      expect(given.map(({ status }) => status).toSorted()).toEqual([200, 403])
      expect((await storyOf(id)).filter((type) => type === 'OwnershipTransferred')).toHaveLength(1)
    }
  })

  test('many join, and all of them are in', { tags: 'long' }, async () => {
    const { body } = await c.owner.post('/api/campaigns', { name: 'Crowded' })
    const { body: invitation } = await c.owner.post(at('/invitations', body.id))
    const people = await Promise.all(Array.from({ length: 8 }, () => stack.signUp()))
    const joined = await Promise.all(people.map((someone) => someone.post(`/api/campaigns/invites/${invitation.code}`)))
    expect(joined.map(({ status }) => status)).toEqual(people.map(() => 200))
    expect((await detail(c.owner, body.id)).members).toHaveLength(9)
  })

  test('a removal and the joining again of the same person leave them in or out, never both', async () => {
    const id = await another()
    const { body: invitation } = await c.owner.post(at('/invitations', id))
    for (let n = 0; n < 6; n++) {
      const [removed] = await Promise.all([
        c.owner.delete(at(`/members/${c.player.id}`, id)),
        c.player.post(`/api/campaigns/invites/${invitation.code}`),
      ])
      expect([200, 404]).toContain(removed.status)
      const story = await storyOf(id)
      const last = story.findLast((type) => type === 'MemberJoined' || type === 'MemberRemoved')
      expect(await roleOf(c.player, id)).toBe(last === 'MemberJoined' ? 2 : undefined)
      await c.player.post(`/api/campaigns/invites/${invitation.code}`)
    }
  })
})

describe('a deleted campaign', () => {
  const paths = ['', '/members', '/files', '/invitations', '/trash']

  test('is gone for everybody and everywhere, and back as it was once its owner restores it', {
    tags: 'long',
  }, async () => {
    const id = await another()
    const imageId = await upload(c.dm, id)
    const listed = async (someone: Person, query = '') =>
      (await someone.get(`/api/campaigns${query}`, await now())).body.data.map((row: { id: string }) => row.id)
    await c.owner.delete(at('', id))
    await now().then((headers) => c.owner.get('/api/users/me', headers))
    for (const someone of [c.owner, c.dm, c.player]) {
      for (const path of paths) expect([path, (await someone.get(at(path, id))).status]).toEqual([path, 404])
      expect((await someone.get(`/api/images/gallery?campaignId=${id}`)).status).toBe(404)
      expect((await someone.patch(at('', id), { name: 'Still here' })).status).toBe(404)
      expect(await listed(someone)).not.toContain(id)
    }
    expect((await c.owner.get(`/api/images/${imageId}`)).status).toBe(404)
    expect(await listed(c.owner, '?deleted=1')).toContain(id)
    expect(await listed(c.dm, '?deleted=1')).not.toContain(id)

    expect((await c.dm.post(at('/restore', id))).status).toBe(404)
    expect((await c.owner.post(at('/restore', id))).status).toBe(200)
    expect((await c.owner.post(at('/restore', id))).status).toBe(200)
    expect(await listed(c.player)).toContain(id)
    expect(await listed(c.owner, '?deleted=1')).not.toContain(id)
    expect((await c.dm.get(`/api/images/${imageId}`)).status).toBe(200)
    expect((await storyOf(id)).slice(-2)).toEqual(['CampaignDeleted', 'CampaignRestored'])
  })

  test('says who deleted it and when; asked twice it is deleted once', async () => {
    const id = await another()
    const deleted = [await c.owner.delete(at('', id)), await c.owner.delete(at('', id))]
    expect(deleted.map(({ status }) => status)).toEqual([200, 200])
    expect((await storyOf(id)).filter((type) => type === 'CampaignDeleted')).toHaveLength(1)
    const { body } = await c.owner.get('/api/campaigns?deleted=1', await now())
    expect(body.data[0]).toMatchObject({ id, deletedBy: c.owner.id, deletedAt: expect.any(String), role: 3 })
  })

  test('stays in the Trash for 30 days', async () => {
    const id = await another()
    await c.owner.delete(at('', id))
    await now().then((headers) => c.owner.get('/api/users/me', headers))
    const age = (days: number) =>
      stack.pool.query(`update campaigns set "deletedAt" = now() - make_interval(days => $2) where id = $1`, [id, days])
    await age(31)
    expect((await c.owner.post(at('/restore', id))).status).toBe(404)
    expect((await c.owner.get('/api/campaigns?deleted=1')).body.data.some((row: { id: string }) => row.id === id)).toBe(
      false,
    )
    await age(29)
    expect((await c.owner.post(at('/restore', id))).status).toBe(200)
  })
})
