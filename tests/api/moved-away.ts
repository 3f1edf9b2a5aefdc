import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { viewerOf } from '../../backend/http/policy.ts'
import { reading } from '../../backend/http/snapshot.ts'
import { loadReturnable } from '../../backend/queries/trash/moved-away.ts'
import type { Person, Stack } from '../stack.ts'
import { type campaignOf, join } from './campaign.ts'
import { multipart } from './multipart.ts'

interface World {
  stack: Stack
  c: Awaited<ReturnType<typeof campaignOf>>
}

/** Lore that was moved out of a campaign is in its Trash for 30 days, from where its owner takes it back, whoever moved it. */
export const movedAway = (world: () => World) => {
  let [w, away]: [World | undefined, string] = [undefined, '']
  const here = () => {
    if (!w) throw new Error('There is no world yet')
    return w
  }
  beforeAll(async () => {
    w = world()
    away = await campaign(w.c.player, 'Away', w.c.stranger)
  })
  const now = async () => ({ 'min-position': String(await here().stack.store.head()) })
  const done = async (answer: ReturnType<Person['post']>) => {
    const { status, body, text } = await answer
    if (status >= 300) throw new Error(text)
    return body
  }
  const campaign = async (owner: Person, name: string, ...others: Person[]): Promise<string> => {
    const { id } = await done(owner.post('/api/campaigns', { name }))
    for (const someone of others) await join(owner, someone, id)
    return id
  }
  const lore = async (by: Person, over: object = {}): Promise<string> => {
    const body = { campaignId: here().c.campaignId, visibility: 'CAMPAIGN', name: 'Bell', ...over }
    return (await done(by.post('/api/conjurations', body))).id
  }
  const move = async (by: Person, id: string, to = away) =>
    done(by.post(`/api/conjurations/${id}/move-to-campaign`, { destinationCampaignId: to }, await now()))
  const linesFor = async (someone: Person, name: string, campaignId = here().c.campaignId) => {
    const { body } = await someone.get(`/api/campaigns/${campaignId}/trash`, await now())
    return body.data.filter((line: { kind: string; name: string }) => line.kind === 'moved' && line.name === name)
  }
  const lineFor = async (someone: Person, name: string) => (await linesFor(someone, name))[0]
  const takeBack = async (someone: Person, operationId: string, headers: Record<string, string> = {}) => {
    const url = `/api/campaigns/${here().c.campaignId}/trash/${operationId}/restore`
    return someone.post(url, {}, { ...headers, ...(await now()) })
  }
  const see = async (someone: Person, id: string) => (await someone.get(`/api/conjurations/${id}`, await now())).body
  const write = async (by: Person, id: string, base: number, ops: object[]) =>
    done(by.post(`/api/texts/${id}/changes`, { id: randomUUID(), base, ops }, await now()))

  test('is listed for those who saw it, and taken back by the owner alone, with its folder, texts and pictures', async () => {
    const { c } = here()
    const { owner, dm, player, campaignId } = c
    const shelf = (await done(player.post('/api/collections', { campaignId, name: 'Shelf' }))).id
    const id = await lore(player, { name: 'Toll bell', collectionId: shelf })
    await write(player, id, 0, [{ insert: 'It rings.' }])
    const bytes = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const form = multipart({ image: { bytes, type: 'image/png' } })
    const to = `/api/images/upload?campaignId=${campaignId}&conjurationId=${id}`
    const own = (await done(player.send('POST', to, form.payload, form.headers))).id
    const theirs = (await done(dm.send('POST', to, form.payload, { ...form.headers, ...(await now()) }))).id
    await move(player, id)
    const { operationId, ...line } = await lineFor(owner, 'Toll bell')
    expect(line).toMatchObject({ id, kind: 'moved', count: 1, deletedByName: 'Petra Player', mayRestore: true })
    for (const someone of [dm, player]) expect(await lineFor(someone, 'Toll bell')).toMatchObject({ mayRestore: false })
    for (const someone of [dm, player])
      expect(await takeBack(someone, operationId)).toMatchObject({
        status: 403,
        body: { code: 'lore_return_forbidden' },
      })

    expect(await takeBack(owner, operationId)).toMatchObject({ status: 200, body: { count: 1, skipped: [] } })
    expect(await see(owner, id)).toMatchObject({
      campaignId,
      collectionId: shelf,
      imageCount: 2,
      description: 'It rings.',
    })
    for (const image of [own, theirs])
      expect((await owner.get(`/api/images/${image}`, await now())).body).toMatchObject({
        campaignId,
        conjurationId: id,
      })
    expect(await lineFor(owner, 'Toll bell')).toBeUndefined()
    // Nothing was moved away from there: it went back to where it came from.
    expect(await linesFor(player, 'Toll bell', away)).toEqual([])
    expect((await player.get(`/api/conjurations/${id}/history`, await now())).text).toContain(
      'ConjurationMovedToCampaign',
    )
  })

  test('is not listed for who did not see it, or came later', async () => {
    const { c, stack } = here()
    const [secret, shown] = [
      await lore(c.owner, { name: 'Secret', visibility: 'DM' }),
      await lore(c.owner, { name: 'Shown' }),
    ]
    const other = await campaign(c.owner, 'Vault')
    for (const id of [secret, shown]) await move(c.owner, id, other)
    const late = await stack.member('Lena Late')
    await join(c.owner, late, c.campaignId)
    expect(await linesFor(c.dm, 'Secret')).toHaveLength(1)
    expect([await linesFor(c.player, 'Secret'), await linesFor(late, 'Shown')]).toEqual([[], []])
    expect(await linesFor(c.player, 'Shown')).toHaveLength(1)
  })

  test('comes back once, however often and from however many windows it is asked for', async () => {
    const { owner, player, campaignId } = here().c
    const ids = [await lore(player, { name: 'One' }), await lore(player, { name: 'Two' })]
    const all = { conjurationIds: ids, campaignId: away }
    await done(player.patch('/api/conjurations/bulk/move-to-campaign', all, await now()))
    const { operationId, count } = await lineFor(owner, 'One')
    expect(count).toBe(2)
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all([
      takeBack(owner, operationId, key),
      takeBack(owner, operationId, key),
      takeBack(owner, operationId),
    ])
    const [first, repeated, other] = answers
    expect(repeated?.body).toMatchObject({ count: first?.body.count, skipped: [] })
    expect([200, 404]).toContain(other?.status)
    // Whichever came first brought both back.
    expect([first?.body.count, other?.body.count ?? 0].toSorted()).toEqual([0, 2])
    for (const id of ids) {
      expect((await see(owner, id)).campaignId).toBe(campaignId)
      const { events } = await here().stack.store.read(`conjurations-${id}`)
      expect(events.filter(({ type }) => type === 'ConjurationMovedToCampaign')).toHaveLength(2)
    }
    expect((await takeBack(owner, operationId)).status).toBe(404)
  })

  test('comes back with what its mover wrote since, and seen by whom it was', async () => {
    const { owner, dm, player, admin, campaignId } = here().c
    const change = { userId: player.id, plan: 'BASIC', reason: 'Test', subscriptionPaidThrough: null }
    await done(admin.post('/api/admin/subscription/change', change))
    const id = await lore(player, { name: 'Mill' })
    await move(player, id)
    await done(player.patch(`/api/conjurations/${id}`, { name: 'Windmill', visibility: 'PRIVATE' }, await now()))
    const { operationId } = await lineFor(owner, 'Mill')
    await done(takeBack(owner, operationId))
    expect(await see(dm, id)).toMatchObject({ campaignId, name: 'Windmill', visibility: 'CAMPAIGN' })
  })

  test('returns as a single copy of its former state if others have edited it; their edits stay with the original', async () => {
    const { owner, player, stranger, campaignId } = here().c
    const [id, mark] = [await lore(player, { name: 'Weir', tags: ['water'] }), await lore(owner, { name: 'Mark' })]
    const story = { entityType: 'CONJURATION', entityId: id, type: 'STORY', title: 'Gates' }
    const segment = (await done(player.post('/api/content-segments', story, await now()))).id
    await write(player, segment, 0, [{ insert: 'Two gates.' }])
    await done(player.post(`/api/relationships/${id}`, { relatedNodeId: mark, comment: 'beside' }, await now()))
    await move(player, id)
    await done(player.patch(`/api/campaigns/${away}/members/${stranger.id}/role`, { role: 1 }, await now()))
    await write(stranger, segment, 1, [{ insert: 'Their secret. ' }])
    await done(stranger.patch(`/api/conjurations/${id}`, { name: 'Their weir' }, await now()))
    const { operationId } = await lineFor(owner, 'Weir')
    const responses = await Promise.all([takeBack(owner, operationId), takeBack(owner, operationId)])
    for (const { status, body } of responses)
      expect([status, status === 200 ? body.count : body.code]).toBeOneOf([
        [200, 1],
        [200, 0],
        [404, 'operation_not_found'],
      ])
    expect(responses.filter(({ body }) => body.count === 1)).toHaveLength(1)
    expect(await see(stranger, id)).toMatchObject({ campaignId: away, name: 'Their weir' })
    const found = (await owner.get(`/api/conjurations?campaignId=${campaignId}&limit=100`, await now())).body.data
    const copies = found.filter(({ name }: { name: string }) => name === 'Weir')
    expect(copies).toHaveLength(1)
    const [copy] = copies
    expect(copy).toMatchObject({ userId: player.id, tags: ['water'], visibility: 'CAMPAIGN', copyOf: null })
    const contents = await owner.get(`/api/content-segments?entityType=CONJURATION&entityId=${copy.id}`, await now())
    expect(contents.body.data).toMatchObject([{ title: 'Gates', content: 'Two gates.' }])
    expect(contents.text).not.toContain('secret')
    expect((await owner.get(`/api/relationships/${copy.id}`)).body.data).toMatchObject([{ comment: 'beside' }])
    expect(await lineFor(owner, 'Weir')).toBeUndefined()
    expect((await takeBack(owner, operationId)).status).toBe(404)

    // A run whose worker stopped continues with the copy: its pictures and links may be missing.
    const { pool, store } = here().stack
    const [created] = (await store.read(`conjurations-${copy.id}`)).events
    const of = { viewer: await viewerOf(pool, owner.id), campaignId, operationId }
    const runId = String(created?.metadata.correlationId)
    expect(await loadReturnable(reading(pool), { ...of, runId })).toMatchObject([{ id }])
    expect(await loadReturnable(reading(pool), { ...of, runId: randomUUID() })).toEqual([])
  })

  test('comes back out of the Trash of the other campaign, and from a campaign that was deleted', async () => {
    const { owner, player, campaignId } = here().c
    const gone = await campaign(player, 'Gone')
    const [binned, inGone] = [await lore(player, { name: 'Binned' }), await lore(player, { name: 'In gone' })]
    await move(player, binned)
    await done(player.delete(`/api/conjurations/${binned}`, undefined, await now()))
    await move(player, inGone, gone)
    await done(player.delete(`/api/campaigns/${gone}`, undefined, await now()))
    for (const name of ['Binned', 'In gone']) await done(takeBack(owner, (await lineFor(owner, name)).operationId))
    for (const id of [binned, inGone]) expect((await see(owner, id)).campaignId).toBe(campaignId)
  })

  test('comes back from wherever it was moved on to, and is then lost to nobody on the way', async () => {
    const { owner, dm, player, campaignId } = here().c
    const third = await campaign(player, 'Third', dm)
    const id = await lore(player, { name: 'Ferry' })
    await move(player, id)
    await move(player, id, third)
    await done(player.post(`/api/conjurations/${id}/remove`, {}, await now()))
    expect((await linesFor(player, 'Ferry', third))[0]).toMatchObject({ mayRestore: true })
    await done(takeBack(owner, (await lineFor(owner, 'Ferry')).operationId))
    expect((await see(owner, id)).campaignId).toBe(campaignId)
    for (const at of [away, third]) expect(await linesFor(player, 'Ferry', at)).toEqual([])
  })

  test('is no longer listed once its mover has brought it back', async () => {
    const { owner, player, campaignId } = here().c
    const id = await lore(player, { name: 'Lamp' })
    const { operationId } = await move(player, id)
    expect((await lineFor(owner, 'Lamp')).operationId).toBe(operationId)
    await done(player.post(`/api/operations/${operationId}/undo`))
    await expect.poll(async () => (await see(owner, id)).campaignId, { timeout: 60_000 }).toBe(campaignId)
    expect(await lineFor(owner, 'Lamp')).toBeUndefined()
    expect(await linesFor(player, 'Lamp', away)).toEqual([])
  })

  test('of others is brought back by who owned the campaign and undoes the move, though they own nothing where it went', async () => {
    const { owner, dm, player, campaignId } = here().c
    const theirs = await campaign(dm, 'Theirs', owner)
    const id = await lore(player, { name: 'Oar' })
    const { operationId } = await move(owner, id, theirs)
    await done(owner.post(`/api/operations/${operationId}/undo`))
    await expect.poll(async () => (await see(owner, id)).campaignId, { timeout: 60_000 }).toBe(campaignId)
  })
}
