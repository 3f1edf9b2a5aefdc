import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { campaignOf, join, onBasic } from '../api/campaign.ts'
import { multipart } from '../api/multipart.ts'
import { tabs, types } from '../api/socket.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'

/** Who belongs to a campaign no more, or not yet: what they keep asking for, and what comes back when they do. */

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
const opened = tabs()
beforeAll(async () => {
  stack = await startStack()
  c = await campaignOf(stack)
  await onBasic(c.admin, c.player)
})
afterEach(opened.close)
afterAll(() => stack?.stop())

const caughtUp = async () => c.owner.get('/api/users/me', { 'min-position': String(await stack.store.head()) })
const png = () =>
  sharp({ create: { width: 1024, height: 1024, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
const make = async (someone: Person, route: string, body: object): Promise<string> =>
  (await someone.post(`/api/${route}`, body)).body.id
/** A campaign of the owner's with a player in it, who has a folder and lore there. */
const table = async () => {
  const campaignId = await make(c.owner, 'campaigns', { name: 'Tidewater' })
  await join(c.owner, c.player, campaignId)
  const folder = await make(c.player, 'collections', { campaignId, name: 'Mine' })
  const shown = await make(c.player, 'conjurations', { campaignId, name: 'Gull', visibility: 'CAMPAIGN' })
  const secret = await make(c.player, 'conjurations', { campaignId, name: 'Eel', visibility: 'PRIVATE' })
  await caughtUp()
  return { campaignId, folder, shown, secret, at: `/api/campaigns/${campaignId}` }
}
const remove = async ({ at }: { at: string }) => {
  expect((await c.owner.delete(`${at}/members/${c.player.id}`)).status).toBe(200)
  await caughtUp()
}

describe('who is removed', () => {
  test('may do nothing any more with what they made there, until they come back', async () => {
    const t = await table()
    const lore = (id: string) => `/api/conjurations/${id}`
    const elsewhere = await make(c.player, 'campaigns', { name: 'My own' })
    const asked = [
      () => c.player.get(lore(t.shown)),
      () => c.player.get(lore(t.secret)),
      () => c.player.get(`${lore(t.shown)}/history`),
      () => c.player.patch(lore(t.shown), { description: 'Still here' }),
      () => c.player.post(`${lore(t.shown)}/copy`),
      () => c.player.post(`${lore(t.secret)}/save`),
      () => c.player.post(`${lore(t.secret)}/move-to-campaign`, { destinationCampaignId: elsewhere }),
      () => c.player.post(`${lore(t.secret)}/remove`),
      () => c.player.delete(lore(t.shown)),
      () => c.player.patch(`/api/collections/${t.folder}`, { name: 'Still mine' }),
      () => c.player.get(`/api/collections?campaignId=${t.campaignId}`),
      () => c.player.get(t.at),
    ]
    await remove(t)
    for (const ask of asked) expect([String(ask), (await ask()).status]).toEqual([String(ask), 404])
    expect((await c.owner.get(lore(t.shown))).body).toMatchObject({ name: 'Gull', description: '' })

    await join(c.owner, c.player, t.campaignId)
    await caughtUp()
    expect((await c.player.get(lore(t.secret))).body.name).toBe('Eel')
    expect((await c.player.patch(lore(t.shown), { description: 'Back' })).status).toBe(200)
  })

  test('hears nothing of what they made there, in an open window or in one that they open later', async () => {
    const t = await table()
    const { headers } = await caughtUp()
    const tab = await opened.listen(stack, c.player)
    await remove(t)
    await c.owner.patch(`/api/conjurations/${t.shown}`, { name: 'Ours now' })
    await c.owner.patch(`/api/conjurations/${t.shown}`, { visibility: 'DM' })
    const end = await make(c.player, 'campaigns', { name: 'The end' })
    const heard = async (tab: Awaited<ReturnType<typeof opened.listen>>) => {
      await eventually(() => tab.said.some(({ data }) => data?.campaignId === end))
      return types(tab).filter((type) => type !== 'Hello')
    }
    expect(await heard(tab)).toEqual(['MemberRemoved', 'CampaignCreated'])
    const late = await opened.listen(stack, c.player, `?after=${headers['event-position']}`)
    expect(await heard(late)).toEqual(['MemberRemoved', 'CampaignCreated'])
    const again = await opened.listen(stack, c.player, '?after=0')
    await heard(again)
    expect(again.said.some(({ data }) => data?.conjurationId === t.shown)).toBe(false)
  })

  test('is told nothing either by lines that an earlier version wrote for owners wherever they were', async () => {
    const t = await table()
    await stack.pool.query(
      `update feed set channels = array_append(channels, $2) where item = $1 and type = 'ConjurationCreated'`,
      [t.secret, `user:${c.player.id}`],
    )
    const lines = async () => {
      const tab = await opened.listen(stack, c.player, '?after=0')
      const end = await make(c.player, 'campaigns', { name: 'The end' })
      await eventually(() => tab.said.some(({ data }) => data?.campaignId === end))
      return tab.said.filter(({ data }) => data?.conjurationId === t.secret).map(({ type }) => type)
    }
    expect(await lines()).toEqual(['ConjurationCreated'])
    await remove(t)
    expect(await lines()).toEqual([])
  })

  test('does not come back by the invitation that they came by, nor by another that they know', async () => {
    const campaignId = await make(c.owner, 'campaigns', { name: 'Tidewater' })
    const invite = async () => (await c.owner.post(`/api/campaigns/${campaignId}/invitations`)).body.code as string
    const [came, known] = [await invite(), await invite()]
    const use = (someone: Person, code: string) => someone.post(`/api/campaigns/invites/${code}`)
    expect((await use(c.player, came)).status).toBe(200)
    await caughtUp()
    await remove({ at: `/api/campaigns/${campaignId}` })
    expect((await use(c.player, came)).body.code).toBe('invitation_revoked')
    expect((await use(c.stranger, came)).body.code).toBe('invitation_revoked')
    expect((await use(c.player, known)).body).toMatchObject({ code: 'removed_from_campaign', status: 403 })
    expect((await use(c.stranger, known)).status).toBe(200)
    expect((await use(c.player, await invite())).status).toBe(200)
  })
})

describe('who comes later', () => {
  test('is told nothing of what went into the Trash before, and where it went of what they had', {
    tags: 'long',
  }, async () => {
    const campaignId = await make(c.owner, 'campaigns', { name: 'Tidewater' })
    const all = { campaignId, visibility: 'CAMPAIGN' }
    const things = async (name: string) => {
      const folder = await make(c.owner, 'collections', { ...all, name })
      const lore = await make(c.owner, 'conjurations', { ...all, name, collectionId: folder })
      const form = multipart({ image: { bytes: await png(), type: 'image/png' } })
      const url = `/api/images/upload?campaignId=${campaignId}&conjurationId=${lore}`
      await caughtUp()
      const { body } = await c.owner.send('POST', url, form.payload, form.headers)
      return { folder, lore, picture: String(body.id) }
    }
    const bin = async ({ folder, lore, picture }: Awaited<ReturnType<typeof things>>) => {
      await caughtUp()
      for (const route of [`images/${picture}`, `conjurations/${lore}`, `collections/${folder}`])
        expect([route, (await c.owner.delete(`/api/${route}`)).status]).toEqual([route, 200])
    }
    const [before, after, kept] = [await things('Before'), await things('After'), await things('Kept')]
    await bin(before)
    await join(c.owner, c.player, campaignId)
    await bin(after)
    await caughtUp()
    const tab = await opened.listen(stack, c.player, '?after=0')
    const end = await make(c.player, 'campaigns', { name: 'The end' })
    await eventually(() => tab.said.some(({ data }) => data?.campaignId === end))
    const told = (ids: object) => {
      const lines = tab.said.filter((line) => Object.values(ids).some((id) => JSON.stringify(line).includes(id)))
      return [...new Set(lines.map(({ type }) => type))]
    }
    expect(told(before)).toEqual([])
    expect(told(after).toSorted()).toEqual(['CollectionDeleted', 'ConjurationDeleted', 'ImageDeleted'])
    const { body } = await c.player.get(`/api/campaigns/${campaignId}/trash`)
    expect(body.data.map(({ name }: { name: string }) => name)).not.toContain('Before')
    expect(body.data.filter(({ name }: { name: string }) => name === 'After')).toHaveLength(2)
    expect((await c.owner.get(`/api/campaigns/${campaignId}/trash`)).body.total).toBe(6)
    // It is there to be fetched; how it came about was before their history begins.
    expect(told(kept)).toEqual([])
  })
})

describe('a history begins', () => {
  const secrets = ['before-', 'hidden-'] as const
  type Kind = 'campaign' | 'folder' | 'lore' | 'segment' | 'picture' | 'relationship'
  const kinds: readonly Kind[] = ['campaign', 'folder', 'lore', 'segment', 'picture', 'relationship']
  const done = async (answer: ReturnType<Person['post']>) => {
    const { status, body, text } = await answer
    if (status >= 300) throw new Error(text)
    return body
  }

  /** A campaign with one thing of each kind that everybody sees, each with words that start with `word`. */
  const campaignWith = async (word: string) => {
    const { owner } = c
    const campaignId: string = (await done(owner.post('/api/campaigns', { name: `${word}campaign` }))).id
    const all = { campaignId, visibility: 'CAMPAIGN' }
    const folder = await make(owner, 'collections', { ...all, name: `${word}folder` })
    const lore = await make(owner, 'conjurations', { ...all, name: `${word}lore`, tags: [`${word}tag`] })
    const other = await make(owner, 'conjurations', { ...all, name: 'Other' })
    const segment = await make(owner, 'content-segments', {
      entityType: 'CONJURATION',
      entityId: lore,
      type: 'STORY',
      title: `${word}segment`,
    })
    const form = multipart({ image: { bytes: await png(), type: 'image/png' } })
    await caughtUp()
    const to = `/api/images/upload?campaignId=${campaignId}&conjurationId=${lore}`
    const picture: string = (await done(owner.send('POST', to, form.payload, form.headers))).id
    const link = { relatedNodeId: other, comment: `${word}relationship` }
    const relationship: string = (await done(owner.post(`/api/relationships/${lore}`, link))).id
    await caughtUp()
    const rename = async (name: string, only: readonly Kind[] = kinds) => {
      const changes: Record<Kind, () => ReturnType<Person['patch']>> = {
        campaign: () => owner.patch(`/api/campaigns/${campaignId}`, { name: `${name}campaign`, description: name }),
        folder: () => owner.patch(`/api/collections/${folder}`, { name: `${name}folder` }),
        lore: () => owner.patch(`/api/conjurations/${lore}`, { name: `${name}lore`, description: name, tags: [name] }),
        segment: () => owner.patch(`/api/content-segments/${segment}`, { title: `${name}segment` }),
        picture: () => owner.patch(`/api/images/${picture}/name`, { name: `${name}picture` }),
        relationship: () => owner.patch(`/api/relationships/${relationship}`, { comment: `${name}relationship` }),
      }
      for (const kind of only) await done(changes[kind]())
      await caughtUp()
    }
    const show = async (visibility: 'DM' | 'CAMPAIGN') => {
      for (const thing of [`collections/${folder}`, `conjurations/${lore}`])
        await done(owner.patch(`/api/${thing}`, { visibility }))
      await caughtUp()
    }
    return { campaignId, lore, rename, show }
  }
  /** All that a new tab is told from the beginning of the log on. */
  const pastOf = async (someone: Person) => {
    const tab = await opened.listen(stack, someone, '?after=0')
    const end = await make(someone, 'campaigns', { name: 'The end' })
    await eventually(() => tab.said.some(({ data }) => data?.campaignId === end))
    return tab.said
  }
  const named = (said: Awaited<ReturnType<typeof pastOf>>, words: readonly string[]) =>
    said.filter((line) => words.some((word) => JSON.stringify(line).includes(word))).map(({ type }) => type)

  test('for who joins with joining: the socket names nothing as it was called before', async () => {
    const t = await campaignWith('before-')
    await t.rename('joined-')
    const late = await stack.member('Lena Late')
    await join(c.owner, late, t.campaignId)
    await t.rename('after-')
    const said = await pastOf(late)
    expect(named(said, [...secrets, 'joined-'])).toEqual([])
    expect(
      named(
        said,
        kinds.map((kind) => `after-${kind}`),
      ),
    ).toHaveLength(kinds.length)
    const history = await late.get(`/api/conjurations/${t.lore}/history`)
    expect(secrets.filter((word) => history.text.includes(word))).toEqual([])
  })

  test('for who saw a thing before it was hidden with its showing', async () => {
    const t = await campaignWith('before-')
    await join(c.owner, c.player, t.campaignId)
    await t.show('DM')
    const hidden: Kind[] = ['folder', 'lore', 'segment', 'picture', 'relationship']
    await t.rename('hidden-', hidden)
    await t.rename('shown-', hidden)
    await t.show('CAMPAIGN')
    await t.rename('after-')
    const said = await pastOf(c.player)
    expect(named(said, [...secrets, 'shown-'])).toEqual([])
    expect(
      named(
        said,
        kinds.map((kind) => `after-${kind}`),
      ),
    ).toHaveLength(kinds.length)
  })

  test('for who comes back with coming back', { tags: 'long' }, async () => {
    const t = await campaignWith('before-')
    await join(c.owner, c.player, t.campaignId)
    await caughtUp()
    const { headers } = await c.player.get(`/api/conjurations/${t.lore}`)
    await remove({ at: `/api/campaigns/${t.campaignId}` })
    await t.rename('hidden-')
    await t.rename('back-')
    await join(c.owner, c.player, t.campaignId)
    await t.rename('after-')
    const said = await pastOf(c.player)
    expect(named(said, [...secrets, 'back-'])).toEqual([])
    // That they left and came back is theirs to know, from whatever position on: what they have of the campaign is to be fetched again.
    const resumed = await opened.listen(stack, c.player, `?after=${headers['event-position']}`)
    const own = ['MemberRemoved', 'MemberJoined']
    await eventually(() => types(resumed).includes('ConjurationRenamed'))
    expect(types(resumed).filter((type) => own.includes(type))).toEqual(own)
    expect(named(resumed.said, [...secrets, 'back-'])).toEqual([])
  })

  test('for a DM with what DMs see, whenever they came, and for an owner with their thing', async () => {
    const t = await campaignWith('before-')
    await join(c.owner, c.dm, t.campaignId)
    await done(c.owner.patch(`/api/campaigns/${t.campaignId}/members/${c.dm.id}/role`, { role: 1 }))
    await caughtUp()
    for (const someone of [c.dm, c.owner])
      expect(named(await pastOf(someone), ['before-lore'])).toContain('ConjurationCreated')
    const history = await c.dm.get(`/api/conjurations/${t.lore}/history`)
    expect(history.text).toContain('before-lore')
  })
})
