import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { derivedId } from '../../../backend/commands/ids.ts'
import { join } from '../../api/campaign.ts'
import { eventually, noQuotas, type Person, startStack } from '../../stack.ts'
import { type Attempt, harmless, refused } from './attempt.ts'
import { done, key, together, type World } from './world.ts'

const members = (campaignId: string) => `/api/campaigns/${campaignId}/members`
const transfer = (as: Person, campaignId: string, newOwnerId: string) =>
  as.post(`${members(campaignId)}/transfer-ownership`, { newOwnerId }, key())
const setRole = (as: Person, campaignId: string, userId: string, role: unknown) =>
  as.patch(`${members(campaignId)}/${userId}/role`, { role })
const invite = async (as: Person, campaignId: string, over: object = {}) =>
  (await done(as.post(`/api/campaigns/${campaignId}/invitations`, over))).body as { id: string; code: string }
const accept = (as: Person, code: string) => as.post(`/api/campaigns/invites/${code}`)
const lore = (w: World, as: Person, campaignId: string, over: object = {}) =>
  w.make(as, 'conjurations', { campaignId, name: 'Bell', visibility: 'CAMPAIGN', ...over })
const rolesIn = async (w: World, campaignId: string, as: Person) =>
  (await w.get(as, members(campaignId))).body.data as { userId: string; role: number }[]
const undo = async (w: World, as: Person, operationId: string) =>
  as.post(`/api/operations/${operationId}/undo`, {}, await w.now())
/** A user of an installation of their own, with these limits. */
const withQuotas = async (quotas: Partial<typeof noQuotas>, work: (someone: Person) => Promise<void>) => {
  const stack = await startStack({ quotas: { ...noQuotas, ...quotas } })
  try {
    await work(await stack.member('Greedy'))
  } finally {
    await stack.stop()
  }
}
/** A campaign with an owner, a DM and a player of their own. */
const tableOf = async (w: World) => {
  const [owner, dm, player] = (await Promise.all(['Owner', 'Dm', 'Player'].map((name) => w.stack.member(name)))) as [
    Person,
    Person,
    Person,
  ]
  const campaignId = await w.table(owner, dm, player)
  await done(setRole(owner, campaignId, dm.id, 1))
  return { owner, dm, player, campaignId }
}

export const logic: readonly Attempt[] = [
  harmless(
    'Words in a campaign that removed one, by undoing a move out of two campaigns',
    'the lore stays away',
    async (w) => {
      const { owner, player, campaignId } = await tableOf(w)
      const [away, other] = [await w.table(player), await w.table(player)]
      const ids = [await lore(w, player, campaignId), await lore(w, player, other)]
      const image = await w.upload(player, `campaignId=${campaignId}`)
      const moved = await done(
        player.send(
          'PATCH',
          '/api/conjurations/bulk/move-to-campaign',
          { conjurationIds: ids, campaignId: away },
          await w.now(),
        ),
      )
      const images = [image, await w.upload(player, `campaignId=${other}`)]
      const pictures = await done(
        player.send(
          'PATCH',
          '/api/images/bulk/move-to-campaign',
          { imageIds: images, campaignId: away },
          { ...key(), ...(await w.now()) },
        ),
      )
      const { rows } = await w.stack.pool.query(
        `select id from operations where kind = 'move-images' and "userId" = $1`,
        [player.id],
      )
      expect(pictures.body.count).toBe(2)
      await done(owner.delete(`${members(campaignId)}/${player.id}`))
      await done(player.patch(`/api/conjurations/${ids[0]}`, { name: 'Injected' }, await w.now()))
      for (const operationId of [moved.body.operationId, rows[0]?.id]) {
        expect((await undo(w, player, operationId)).status).toBe(202)
        expect(await w.ended(player, operationId, 'UNDONE')).toMatchObject({ count: 1, left: 1 })
      }
      expect((await w.get(owner, `/api/conjurations?campaignId=${campaignId}`)).body.total).toBe(0)
      expect((await w.get(owner, `/api/images/gallery?campaignId=${campaignId}`)).body.total).toBe(0)
    },
  ),
  harmless(
    'A folder of another user, by undoing a restoring from when one owned the campaign',
    'it stays as it is',
    async (w) => {
      const { owner, dm, player, campaignId } = await tableOf(w)
      const folder = await w.make(player, 'collections', { campaignId, name: 'Old', visibility: 'CAMPAIGN' })
      const position = String(await w.stack.store.head())
      await done(player.patch(`/api/collections/${folder}`, { name: 'New' }, await w.now()))
      const { operationId } = (
        await done(
          owner.post(`/api/campaigns/${campaignId}/past/restore`, { position, collectionId: folder }, await w.now()),
        )
      ).body
      await w.ended(owner, operationId)
      await done(transfer(owner, campaignId, dm.id))
      await done(setRole(dm, campaignId, owner.id, 2))
      expect((await undo(w, owner, operationId)).status).toBe(202)
      expect(await w.ended(owner, operationId, 'UNDONE')).toMatchObject({ count: 0, left: 1 })
      expect((await w.get(player, `/api/collections/tree?campaignId=${campaignId}`)).text).toContain('"Old"')
    },
  ),
  harmless('Two transfers of a campaign at once', 'one owner', async (w) => {
    const { owner, dm, player, campaignId } = await tableOf(w)
    await Promise.all([dm, player].map((someone) => transfer(owner, campaignId, someone.id)))
    expect((await rolesIn(w, campaignId, owner)).filter(({ role }) => role === 3)).toHaveLength(1)
  }),
  harmless('A transfer while the owner deletes the campaign', 'one owner', async (w) => {
    const { owner, player, campaignId } = await tableOf(w)
    await Promise.all([transfer(owner, campaignId, player.id), owner.delete(`/api/campaigns/${campaignId}`)])
    const { rows } = await w.stack.pool.query('select "userId" from members where "campaignId" = $1 and role = 3', [
      campaignId,
    ])
    expect(rows).toHaveLength(1)
  }),
  harmless('A transfer to a member who leaves at that moment', 'an owner who is a member', async (w) => {
    const { owner, player, campaignId } = await tableOf(w)
    await Promise.all([transfer(owner, campaignId, player.id), player.post(`${members(campaignId)}/leave`)])
    const all = await rolesIn(w, campaignId, owner)
    expect(all.filter(({ role }) => role === 3)).toHaveLength(1)
  }),
  harmless('Leaving five times at once', 'left once', async (w) => {
    const { player, campaignId } = await tableOf(w)
    await together(5, () => player.post(`${members(campaignId)}/leave`))
    const { events } = await w.stack.store.read(`campaigns-${campaignId}`)
    expect(events.filter(({ type }) => type === 'MemberLeft')).toHaveLength(1)
  }),
  refused('Leaving as the owner', 409, async (w) => {
    const { owner, campaignId } = await tableOf(w)
    return owner.post(`${members(campaignId)}/leave`)
  }),
  refused('Leaving a campaign of others', 404, (w) => w.outsider.post(`${members(w.campaignId)}/leave`)),
  refused('Transferring a campaign as a DM or a player', 403, async (w) => {
    const { dm, player, campaignId } = await tableOf(w)
    return [await transfer(dm, campaignId, dm.id), await transfer(player, campaignId, player.id)]
  }),
  refused('Transferring a campaign to somebody who is no member', 404, async (w) => {
    const { owner, campaignId } = await tableOf(w)
    return [await transfer(owner, campaignId, w.outsider.id), await transfer(owner, campaignId, randomUUID())]
  }),
  harmless('A former owner’s rights', 'those of a DM', async (w) => {
    const { owner, dm, campaignId } = await tableOf(w)
    await done(transfer(owner, campaignId, dm.id))
    const answers = [
      await owner.delete(`/api/campaigns/${campaignId}`),
      await setRole(owner, campaignId, dm.id, 2),
      await owner.delete(`${members(campaignId)}/${dm.id}`),
      await transfer(owner, campaignId, owner.id),
    ]
    expect(answers.every(({ status }) => status === 403 || status === 409)).toBe(true)
  }),
  ...[3, 0, 4, -1, '1', 1.5, null, '__proto__'].map((role) =>
    refused(`The campaign role ${JSON.stringify(role)}`, 400, async (w) =>
      setRole(w.owner, w.campaignId, w.player.id, role),
    ),
  ),
  refused('One’s own role, as a DM and as a player', 403, async (w) => [
    await setRole(w.dm, w.campaignId, w.dm.id, 1),
    await setRole(w.player, w.campaignId, w.player.id, 1),
  ]),
  refused('The owner’s role', 409, (w) => setRole(w.owner, w.campaignId, w.owner.id, 2)),
  refused('Removing the owner, another DM or oneself, as a DM', [403, 409], async (w) => {
    const { owner, dm, player, campaignId } = await tableOf(w)
    await done(setRole(owner, campaignId, player.id, 1))
    return [owner, player, dm].reduce<Promise<Awaited<ReturnType<Person['delete']>>[]>>(
      async (all, someone) => [...(await all), await dm.delete(`${members(campaignId)}/${someone.id}`)],
      Promise.resolve([]),
    )
  }),
  refused('Inviting as a player', 403, (w) => w.player.post(`/api/campaigns/${w.campaignId}/invitations`, {})),
  refused('An invitation after it was withdrawn', 410, async (w) => {
    const { owner, campaignId } = await tableOf(w)
    const { id, code } = await invite(owner, campaignId)
    await done(owner.delete(`/api/campaigns/${campaignId}/invitations/${id}`))
    return [await accept(w.outsider, code), await w.anonymous.get(`/api/campaigns/invites/${code}`)]
  }),
  refused('A withdrawn invitation made again under its id', 410, async (w) => {
    const { owner, campaignId } = await tableOf(w)
    const { id, code } = await invite(owner, campaignId)
    await done(owner.delete(`/api/campaigns/${campaignId}/invitations/${id}`))
    await invite(owner, campaignId, { id })
    return accept(w.outsider, code)
  }),
  refused('The code of a campaign’s invitation, by making one of its id in one’s own campaign', 409, async (w) => {
    const campaignId = await w.table(w.outsider)
    return [
      await w.outsider.post(`/api/campaigns/${campaignId}/invitations`, { id: w.things.invitation.id }, await w.now()),
      await w.outsider.post(
        `/api/campaigns/${campaignId}/invitations`,
        { id: w.things.invitation.id.toUpperCase() },
        await w.now(),
      ),
    ]
  }),
  ...['', 'nothing', 'a'.repeat(38), '../../admin/users', '%00', "' or 1=1 --"].map((code) =>
    refused(`A made-up invitation: ${JSON.stringify(code)}`, [400, 404, 405], (w) =>
      accept(w.outsider, encodeURIComponent(code)),
    ),
  ),
  harmless('An invitation’s code with one letter changed', 'refused', async (w) => {
    const { code } = w.things.invitation
    for (let at = 0; at < code.length; at += 3) {
      const changed = `${code.slice(0, at)}${code[at] === 'A' ? 'B' : 'A'}${code.slice(at + 1)}`
      expect((await accept(w.outsider, changed)).status).toBe(404)
    }
  }),
  refused('An invitation that was passed on to a removed member', [403, 410], async (w) => {
    const { owner, dm, player, campaignId } = await tableOf(w)
    const ofDm = await invite(dm, campaignId)
    await done(owner.delete(`${members(campaignId)}/${player.id}`))
    return accept(player, ofDm.code)
  }),
  refused('An invitation of a DM who was removed since', 410, async (w) => {
    const { owner, dm, campaignId } = await tableOf(w)
    const ofDm = await invite(dm, campaignId)
    await done(owner.delete(`${members(campaignId)}/${dm.id}`))
    return accept(w.outsider, ofDm.code)
  }),
  refused('An invitation into a deleted campaign', 404, async (w) => {
    const { owner, campaignId } = await tableOf(w)
    const { code } = await invite(owner, campaignId)
    await done(owner.delete(`/api/campaigns/${campaignId}`))
    return accept(w.outsider, code)
  }),
  ...[0, -1, 366, 1.5, '1', 1e9].map((expiresInDays) =>
    refused(`An invitation for ${JSON.stringify(expiresInDays)} days`, 400, (w) =>
      w.owner.post(`/api/campaigns/${w.campaignId}/invitations`, { expiresInDays }),
    ),
  ),
  harmless('Joining five times at once', 'joined once', async (w) => {
    const { owner, campaignId } = await tableOf(w)
    const { code } = await invite(owner, campaignId)
    const someone = await w.stack.member('Joiner')
    await together(5, () => accept(someone, code))
    const { events } = await w.stack.store.read(`campaigns-${campaignId}`)
    expect(
      events.filter(({ type, data }) => type === 'MemberJoined' && Object(data).userId === someone.id),
    ).toHaveLength(1)
  }),
  refused('A deleted campaign, by a DM and a player', [403, 404], async (w) => {
    const { owner, dm, player, campaignId } = await tableOf(w)
    await done(owner.delete(`/api/campaigns/${campaignId}`))
    return [await dm.post(`/api/campaigns/${campaignId}/restore`), await player.get(`/api/campaigns/${campaignId}`)]
  }),
  refused('A thrown away thing, in a campaign of one’s own', 404, async (w) => {
    const campaignId = await w.table(w.player)
    return [
      await w.player.post(`/api/campaigns/${campaignId}/trash/${w.things.trashing}/restore`, {}, await w.now()),
      await w.player.post(
        `/api/campaigns/${campaignId}/trash/purge`,
        { operationIds: [w.things.trashing] },
        await w.now(),
      ),
      await w.player.post(
        `/api/campaigns/${campaignId}/past/restore`,
        { position: '999999', conjurationId: w.things.shown },
        await w.now(),
      ),
    ]
  }),
  refused('A file of another campaign under the address of one’s own', 404, async (w) => {
    const campaignId = await w.table(w.player)
    return [
      await w.get(w.player, `/api/campaigns/${campaignId}/files/${w.things.file}/download`),
      await w.player.delete(`/api/campaigns/${campaignId}/files/${w.things.file}`),
      await w.player.post(`/api/campaigns/${campaignId}/files/${w.things.file}/restore`),
    ]
  }),
  refused('A folder of another campaign as the place of one’s own', 404, async (w) => {
    const campaignId = await w.table(w.player)
    const folder = await w.make(w.player, 'collections', { campaignId, name: 'Mine' })
    return [
      await w.player.post(`/api/collections/${folder}/move`, { parentCollectionId: w.things.folder }),
      await w.player.post('/api/conjurations', { campaignId, collectionId: w.things.folder }),
      await w.player.post('/api/collections', { campaignId, name: 'X', parentId: w.things.folder }),
    ]
  }),
  refused('A folder inside of itself', 409, async (w) => {
    const folder = await w.make(w.player, 'collections', { campaignId: w.campaignId, name: 'Ouroboros' })
    const inner = await w.make(w.player, 'collections', { campaignId: w.campaignId, name: 'Inner', parentId: folder })
    return [
      await w.player.post(`/api/collections/${folder}/move`, { parentCollectionId: folder }, await w.now()),
      await w.player.post(`/api/collections/${folder}/move`, { parentCollectionId: inner }, await w.now()),
    ]
  }),
  harmless('Two folders into each other at once', 'no circle', async (w) => {
    const [one, other] = [
      await w.make(w.player, 'collections', { campaignId: w.campaignId, name: 'One' }),
      await w.make(w.player, 'collections', { campaignId: w.campaignId, name: 'Other' }),
    ]
    const answers = await Promise.all([
      w.player.post(`/api/collections/${one}/move`, { parentCollectionId: other }, await w.now()),
      w.player.post(`/api/collections/${other}/move`, { parentCollectionId: one }, await w.now()),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  }),
  ...(
    [
      ['conjurations', (w) => ({ campaignId: w.things.foreign, name: 'Taken' }), ({ things }) => things.shown],
      ['collections', (w) => ({ campaignId: w.things.foreign, name: 'Taken' }), ({ things }) => things.folder],
      ['campaigns', () => ({ name: 'Taken' }), ({ campaignId }) => campaignId],
      [
        'content-segments',
        (w) => ({ entityType: 'CONJURATION', entityId: w.things.foreignLore, type: 'STORY' }),
        ({ things }) => things.story,
      ],
      ['conjurations', (w) => ({ campaignId: w.things.foreign, name: 'Taken' }), ({ things }) => things.image],
    ] as [string, (w: World) => object, (w: World) => string][]
  ).map(([route, body, id], n) =>
    refused(
      `The id of another user’s thing for one of one’s own: ${['lore', 'a folder', 'a campaign', 'a text', 'a picture’s for lore'][n]}`,
      409,
      async (w) => [
        await w.outsider.post(`/api/${route}`, { ...body(w), id: id(w) }, await w.now()),
        await w.outsider.post(`/api/${route}`, { ...body(w), id: id(w).toUpperCase() }, await w.now()),
      ],
    ),
  ),
  harmless('The id of an operation of another user, as one’s key', 'an operation of one’s own', async (w) => {
    const { owner, player, campaignId } = await tableOf(w)
    const [mine, theirs] = [await lore(w, player, campaignId), await lore(w, owner, campaignId)]
    const once = key()
    const first = await done(
      owner.send(
        'DELETE',
        '/api/conjurations/bulk/delete',
        { conjurationIds: [theirs] },
        { ...once, ...(await w.now()) },
      ),
    )
    const second = await done(
      player.send(
        'DELETE',
        '/api/conjurations/bulk/delete',
        { conjurationIds: [mine] },
        { ...once, ...(await w.now()) },
      ),
    )
    const third = await player.send(
      'DELETE',
      '/api/conjurations/bulk/delete',
      { conjurationIds: [mine] },
      key(first.body.operationId),
    )
    expect(new Set([first, second, third].map(({ body }) => body.operationId)).size).toBe(3)
  }),
  refused('Undoing what another member did, also as the campaign’s owner', [403, 404], async (w) => {
    const { owner, dm, player, campaignId } = await tableOf(w)
    const id = await lore(w, player, campaignId)
    const { operationId } = (
      await done(player.send('DELETE', '/api/conjurations/bulk/delete', { conjurationIds: [id] }, await w.now()))
    ).body
    return [await undo(w, owner, operationId), await undo(w, dm, operationId), await undo(w, w.outsider, operationId)]
  }),
  harmless('Undoing five times at once', 'undone once', async (w) => {
    const { player, campaignId } = await tableOf(w)
    const id = await lore(w, player, campaignId)
    const { operationId } = (
      await done(player.send('DELETE', '/api/conjurations/bulk/delete', { conjurationIds: [id] }, await w.now()))
    ).body
    const answers = await together(5, () => undo(w, player, operationId))
    expect(answers.some(({ status }) => status === 202)).toBe(true)
    await w.ended(player, operationId, 'UNDONE')
    const { events } = await w.stack.store.read(`conjurations-${id}`)
    expect(events.filter(({ type }) => type === 'ConjurationRestored')).toHaveLength(1)
  }),
  harmless('Undoing a deletion after one’s rights ended', 'nothing comes back', async (w) => {
    const { owner, dm, campaignId } = await tableOf(w)
    const id = await lore(w, owner, campaignId)
    const { operationId } = (
      await done(dm.send('DELETE', '/api/conjurations/bulk/delete', { conjurationIds: [id] }, await w.now()))
    ).body
    await done(setRole(owner, campaignId, dm.id, 2))
    const { status } = await undo(w, dm, operationId)
    if (status === 202) await w.ended(dm, operationId, 'UNDONE')
    expect((await w.get(owner, `/api/conjurations/${id}`)).status).toBe(404)
  }),
  refused('Undoing a deletion after one was removed', 404, async (w) => {
    const { owner, player, campaignId } = await tableOf(w)
    const id = await lore(w, player, campaignId)
    const { operationId } = (
      await done(player.send('DELETE', '/api/conjurations/bulk/delete', { conjurationIds: [id] }, await w.now()))
    ).body
    await done(owner.delete(`${members(campaignId)}/${player.id}`))
    return undo(w, player, operationId)
  }),
  refused('The whole campaign away, as a DM', 403, async (w) => {
    const { owner, dm, campaignId } = await tableOf(w)
    const [id, away] = [await lore(w, owner, campaignId), await w.table(dm)]
    return [
      await dm.post(`/api/conjurations/${id}/move-to-campaign`, { destinationCampaignId: away }, await w.now()),
      await dm.send(
        'PATCH',
        '/api/conjurations/bulk/move-to-campaign',
        { conjurationIds: [id], campaignId: away },
        await w.now(),
      ),
      await dm.post(`/api/campaigns/${away}/conjurations/${id}`, {}, await w.now()),
    ]
  }),
  harmless('A folder’s lore away, as a DM', 'nothing of others’ goes', async (w) => {
    const { owner, dm, campaignId } = await tableOf(w)
    const folder = await w.make(owner, 'collections', { campaignId, name: 'Shelf', visibility: 'CAMPAIGN' })
    await lore(w, owner, campaignId, { collectionId: folder })
    const away = await w.table(dm)
    const { body } = await done(
      dm.post(`/api/collections/${folder}/conjurations/move-to-campaign`, { campaignId: away }, await w.now()),
    )
    await w.ended(dm, body.operationId)
    expect((await w.get(dm, `/api/conjurations?campaignId=${away}`)).body.total).toBe(0)
  }),
  refused('Taking back lore that moved away, as who is not the campaign’s owner', [403, 404], async (w) => {
    const { dm, player, campaignId } = await tableOf(w)
    const [id, away] = [await lore(w, player, campaignId), await w.table(player)]
    const { operationId } = (
      await done(
        player.post(`/api/conjurations/${id}/move-to-campaign`, { destinationCampaignId: away }, await w.now()),
      )
    ).body
    const back = async (as: Person) =>
      as.post(`/api/campaigns/${campaignId}/trash/${operationId}/restore`, {}, { ...key(), ...(await w.now()) })
    return [await back(dm), await back(w.outsider)]
  }),
  harmless('Words that others wrote in moved lore, by taking it back', 'it comes back as what it was', async (w) => {
    const { owner, player, campaignId } = await tableOf(w)
    const guest = await w.stack.member('Guest')
    const [id, away] = [await lore(w, player, campaignId), await w.table(player, guest)]
    await done(setRole(player, away, guest.id, 1))
    const { operationId } = (
      await done(
        player.post(`/api/conjurations/${id}/move-to-campaign`, { destinationCampaignId: away }, await w.now()),
      )
    ).body
    await done(guest.patch(`/api/conjurations/${id}`, { name: 'Guest’s words' }, await w.now()))
    await done(owner.post(`/api/campaigns/${campaignId}/trash/${operationId}/restore`, {}, await w.now()))
    expect((await w.get(owner, `/api/conjurations?campaignId=${campaignId}`)).text).not.toContain('Guest’s words')
  }),
  refused('Anything in a copy of the past', [403, 404, 409], async (w) => {
    const { player, campaignId } = await tableOf(w)
    const position = String(await w.stack.store.head())
    const { body } = await done(player.post(`/api/campaigns/${campaignId}/past/copy`, { position }, await w.now()))
    await w.ended(player, body.operationId)
    return [
      await player.post('/api/conjurations', { campaignId: body.id, name: 'New' }, await w.now()),
      await player.patch(`/api/campaigns/${body.id}`, { name: 'Renamed' }, await w.now()),
      await player.post('/api/collections', { campaignId: body.id, name: 'New' }, await w.now()),
      await w.fileIn(player, body.id, 'note.txt'),
    ]
  }),
  harmless('Lore that another user is about to save, by its id', 'the saving is their own or refused', async (w) => {
    const { owner, dm, player, campaignId } = await tableOf(w)
    const id = await lore(w, owner, campaignId)
    const squatted = derivedId('kept', dm.id, id)
    await player.post(
      '/api/conjurations',
      { id: squatted, campaignId, name: 'Squatted', visibility: 'CAMPAIGN' },
      await w.now(),
    )
    const saved = await dm.post(`/api/conjurations/${id}/save`, {}, await w.now())
    expect(saved.status === 409 || (await w.get(dm, `/api/conjurations/${saved.body.id}`)).body.name === 'Bell').toBe(
      true,
    )
  }),
  ...(['DM', 'PRIVATE', 'PUBLIC', 'dm', '__proto__', null] as const).map((visibility) =>
    harmless(`Another member’s folder as ${JSON.stringify(visibility)}`, 'stays shown', async (w) => {
      const { status } = await w.player.patch(`/api/collections/${w.things.folder}`, { visibility })
      expect(status).toBeGreaterThanOrEqual(400)
      expect((await w.get(w.player, `/api/collections/tree?campaignId=${w.campaignId}`)).text).toContain(
        w.things.folder,
      )
    }),
  ),
  harmless('Deleting lore and writing in it at the same moment', 'one after the other', async (w) => {
    const { player, campaignId } = await tableOf(w)
    const id = await lore(w, player, campaignId)
    const headers = await w.now()
    await Promise.all([
      player.delete(`/api/conjurations/${id}`, undefined, headers),
      ...[1, 2, 3].map((n) => player.patch(`/api/conjurations/${id}`, { name: `Name ${n}` }, headers)),
    ])
    expect((await w.get(player, `/api/conjurations/${id}`)).status).toBe(404)
  }),
  harmless('A member’s change in the moment of their removal', 'nothing after it', async (w) => {
    const { owner, player, campaignId } = await tableOf(w)
    const id = await lore(w, player, campaignId)
    const changes = together(5, (n) => player.patch(`/api/conjurations/${id}`, { name: `Name ${n}` }))
    await Promise.all([owner.delete(`${members(campaignId)}/${player.id}`), changes])
    await eventually(async () => (await player.patch(`/api/conjurations/${id}`, { name: 'Late' })).status === 404)
    expect((await w.get(owner, `/api/conjurations/${id}`)).body.name).not.toBe('Late')
  }),
  harmless('A member’s socket in the moment of their removal', 'nothing after it', async (w) => {
    const { owner, player, campaignId } = await tableOf(w)
    const tab = await w.opened.listen(w.stack, player)
    await done(owner.delete(`${members(campaignId)}/${player.id}`))
    const name = `After ${randomUUID()}`
    await lore(w, owner, campaignId, { name })
    const end = await w.make(player, 'campaigns', { name: 'The end' })
    await eventually(() => tab.said.some(({ data }) => data?.campaignId === end))
    expect(JSON.stringify(tab.said)).not.toContain(name)
  }),
  harmless('More campaigns than one may have, all at once', 'as many as one may have', () =>
    withQuotas({ campaigns: 3 }, async (someone) => {
      const answers = await together(10, (n) => someone.post('/api/campaigns', { name: `C${n}` }))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    }),
  ),
  harmless('More bytes than one may store, all at once', 'no more than there is room for', (w) =>
    withQuotas({ userBytes: 2_500 }, async (someone) => {
      const { body } = await done(someone.post('/api/campaigns', { name: 'Full' }))
      const answers = await together(10, (n) => w.fileIn(someone, body.id, `note${n}.txt`, Buffer.alloc(1_000, 'x')))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    }),
  ),
  harmless('More running operations than one may have, all at once', 'no more than one may have', () =>
    withQuotas({ operations: 1, copiesPerHour: 2 }, async (someone) => {
      const { body } = await done(someone.post('/api/campaigns', { name: 'Copied' }))
      const copy = () => someone.post(`/api/campaigns/${body.id}/past/copy`, { position: body.position })
      const answers = await together(6, copy)
      expect(answers.filter(({ status }) => status === 202).length).toBeLessThanOrEqual(2)
    }),
  ),
  harmless(
    'Coming back after being removed, with a new invitation',
    'one’s own things, and nothing of between',
    async (w) => {
      const { owner, player, campaignId } = await tableOf(w)
      await done(owner.delete(`${members(campaignId)}/${player.id}`))
      const id = await lore(w, owner, campaignId, { name: 'Between' })
      await done(owner.patch(`/api/conjurations/${id}`, { name: 'Now' }, await w.now()))
      await join(owner, player, campaignId)
      expect((await w.get(player, `/api/conjurations/${id}/history`)).text).not.toContain('Between')
    },
  ),
]
