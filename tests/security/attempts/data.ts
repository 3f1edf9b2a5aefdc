import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { forgetUser } from '../../../backend/sealing/forget.ts'
import { sealingKeys } from '../../../backend/sealing/keys.ts'
import { personalData } from '../../../backend/things.ts'
import { join } from '../../api/campaign.ts'
import type { Tab } from '../../api/socket.ts'
import { eventually, type Person } from '../../stack.ts'
import { type Attempt, harmless, refused } from './attempt.ts'
import { done, key, type World } from './world.ts'

/** What reads something of the campaign, by addresses that are known. */
const reads: [string, (w: World) => string][] = [
  ['the campaign', ({ campaignId }) => `/api/campaigns/${campaignId}`],
  ['its members', ({ campaignId }) => `/api/campaigns/${campaignId}/members`],
  ['its invitations', ({ campaignId }) => `/api/campaigns/${campaignId}/invitations`],
  ['its files', ({ campaignId }) => `/api/campaigns/${campaignId}/files`],
  ['a file’s bytes', ({ campaignId, things }) => `/api/campaigns/${campaignId}/files/${things.file}/download`],
  ['its Trash', ({ campaignId }) => `/api/campaigns/${campaignId}/trash`],
  ['its storage', ({ campaignId }) => `/api/campaigns/${campaignId}/usage`],
  ['its past', ({ campaignId }) => `/api/campaigns/${campaignId}/past?position=999999999`],
  ['its table', ({ campaignId }) => `/api/campaigns/${campaignId}/table`],
  ['its folders and lore', ({ campaignId }) => `/api/collections?campaignId=${campaignId}`],
  ['its tree', ({ campaignId }) => `/api/collections/tree?campaignId=${campaignId}`],
  ['its lore', ({ campaignId }) => `/api/conjurations?campaignId=${campaignId}`],
  ['its tags', ({ campaignId }) => `/api/conjurations/tags?campaignId=${campaignId}`],
  ['a search in it', ({ campaignId }) => `/api/search?campaignId=${campaignId}&term=shownlore`],
  [
    'suggestions for mentions',
    ({ campaignId }) => `/api/conjurations/mention-suggestions?campaignId=${campaignId}&query=s`,
  ],
  ['its graph', ({ campaignId }) => `/api/relationships/graph?campaignId=${campaignId}`],
  ['its pictures', ({ campaignId }) => `/api/images/gallery?campaignId=${campaignId}`],
  ['a page of lore', ({ things }) => `/api/conjurations/${things.shown}`],
  ['the history of lore', ({ things }) => `/api/conjurations/${things.shown}/history`],
  ['who mentions lore', ({ things }) => `/api/conjurations/${things.shown}/linked-from`],
  ['links of lore', ({ things }) => `/api/relationships/${things.shown}?depthLimit=5`],
  ['contents of lore', ({ things }) => `/api/content-segments?entityId=${things.shown}`],
  ['a text', ({ things }) => `/api/content-segments/${things.story}`],
  ['changes of a text', ({ things }) => `/api/texts/${things.story}/changes`],
  ['the history of a text', ({ things }) => `/api/texts/${things.story}/history`],
  ['a picture', ({ things }) => `/api/images/${things.image}`],
  ['a picture’s file', ({ things }) => `/api/images/${things.image}/file/${things.shownEdit}`],
  ['a picture’s download', ({ things }) => `/api/images/${things.image}/download`],
  ['a folder', ({ things }) => `/api/collections/${things.folder}/contents`],
]
/** What a player of the campaign does not see. */
const hidden: [string, (w: World) => string][] = [
  ['a page of lore for DMs', ({ things }) => `/api/conjurations/${things.secret}`],
  ['the history of lore for DMs', ({ things }) => `/api/conjurations/${things.secret}/history`],
  ['links of lore for DMs', ({ things }) => `/api/relationships/${things.secret}`],
  ['contents of lore for DMs', ({ things }) => `/api/content-segments?entityId=${things.secret}`],
  ['who mentions lore for DMs', ({ things }) => `/api/conjurations/${things.secret}/linked-from`],
  ['a text for DMs', ({ things }) => `/api/content-segments/${things.secretStory}`],
  ['changes of a text for DMs', ({ things }) => `/api/texts/${things.secretStory}/changes`],
  ['a text for DMs as it was', ({ things }) => `/api/texts/${things.secretStory}/version?revision=0`],
  ['the history of a text for DMs', ({ things }) => `/api/texts/${things.secretStory}/history`],
  ['a picture of lore for DMs', ({ things }) => `/api/images/${things.secretImage}`],
  ['a file of such a picture', ({ things }) => `/api/images/${things.secretImage}/file/${things.secretEdit}`],
  [
    'the file of a hidden picture under a shown one',
    ({ things }) => `/api/images/${things.image}/file/${things.secretEdit}`,
  ],
  ['a download of such a picture', ({ things }) => `/api/images/${things.secretImage}/download`],
  ['where such a picture is used', ({ things }) => `/api/images/${things.secretImage}/usage`],
  ['a picture without lore', ({ things }) => `/api/images/${things.looseImage}`],
  ['a folder for DMs', ({ things }) => `/api/collections/${things.secretFolder}/contents`],
  ['lore in the Trash', ({ things }) => `/api/conjurations/${things.trashed}`],
  ['a private template', ({ things }) => `/api/templates/${things.template}`],
]
/** What changes something that a player does not see, or takes it along. */
const reaching: [string, (w: World, as: Person) => ReturnType<Person['post']>][] = [
  ['rename it', ({ things }, as) => as.patch(`/api/conjurations/${things.secret}`, { name: 'Mine' })],
  ['show it', ({ things }, as) => as.patch(`/api/conjurations/${things.secret}`, { visibility: 'CAMPAIGN' })],
  ['delete it', ({ things }, as) => as.delete(`/api/conjurations/${things.secret}`)],
  ['copy it', ({ things }, as) => as.post(`/api/conjurations/${things.secret}/copy`)],
  ['save it', ({ things }, as) => as.post(`/api/conjurations/${things.secret}/save`)],
  [
    'link to it',
    ({ things }, as) => as.post(`/api/relationships/${things.playersLore}`, { relatedNodeId: things.secret }),
  ],
  ['change a link to it', ({ things }, as) => as.patch(`/api/relationships/${things.link}`, { comment: 'Seen' })],
  ['remove a link to it', ({ things }, as) => as.delete(`/api/relationships/${things.link}`)],
  [
    'place it in the graph',
    ({ things }, as) => as.patch(`/api/relationships/graph/places/${things.secret}`, { x: 1, y: 1 }),
  ],
  [
    'add a text to it',
    ({ things }, as) =>
      as.post('/api/content-segments', { entityType: 'CONJURATION', entityId: things.secret, type: 'STORY' }),
  ],
  [
    'write in a text for DMs',
    ({ things }, as) =>
      as.post(`/api/texts/${things.secretStory}/changes`, { id: randomUUID(), base: 0, ops: [{ insert: 'x' }] }),
  ],
  ['restore a text for DMs', ({ things }, as) => as.post(`/api/texts/${things.secretStory}/restore`, { revision: 0 })],
  ['delete a text for DMs', ({ things }, as) => as.delete(`/api/content-segments/${things.secretStory}`)],
  [
    'put lore into a folder for DMs',
    ({ things }, as) =>
      as.post(`/api/collections/conjurations/${things.playersLore}/move`, { collectionId: things.secretFolder }),
  ],
  [
    'make lore in a folder for DMs',
    ({ things, campaignId }, as) => as.post('/api/conjurations', { campaignId, collectionId: things.secretFolder }),
  ],
  [
    'put its picture into a gallery of one’s own',
    ({ things }, as) => as.post(`/api/content-segments/${things.gallery}/gallery`, { imageId: things.secretImage }),
  ],
  [
    'take its picture for lore of one’s own',
    ({ things }, as) =>
      as.patch(`/api/images/${things.secretImage}/conjurationId`, { conjurationId: things.playersLore }),
  ],
  [
    'give it a picture of one’s own',
    async (w, as) =>
      as.patch(`/api/images/${await w.upload(as, `campaignId=${w.campaignId}`)}/conjurationId`, {
        conjurationId: w.things.secret,
      }),
  ],
  [
    'make its picture the campaign’s background',
    ({ things, campaignId }, as) => as.patch(`/api/campaigns/${campaignId}`, { backgroundImageId: things.secretImage }),
  ],
  [
    'edit its picture',
    ({ things }, as) => as.post(`/api/images/${things.secretImage}/recolor`, { prompt: 'Red', searchPrompt: 'Hat' }),
  ],
  [
    'move it to a campaign of one’s own',
    async (w, as) =>
      as.post(`/api/conjurations/${w.things.secret}/move-to-campaign`, { destinationCampaignId: await w.table(as) }),
  ],
  [
    'move it with a bulk call',
    async (w, as) =>
      as.send('PATCH', '/api/conjurations/bulk/move-to-campaign', {
        conjurationIds: [w.things.secret],
        campaignId: await w.table(as),
      }),
  ],
  [
    'move its picture with a bulk call',
    async (w, as) =>
      as.send('PATCH', '/api/images/bulk/move-to-campaign', {
        imageIds: [w.things.secretImage],
        campaignId: await w.table(as),
      }),
  ],
  [
    'delete its picture with a bulk call',
    ({ things }, as) => as.delete('/api/images', { imageIds: [things.secretImage] }),
  ],
  [
    'convert its description',
    ({ things }, as) => as.post('/api/conjurations/convert', { conjurationId: things.secret }),
  ],
  [
    'have a text written from a text for DMs',
    ({ things }, as) => as.post(`/api/content-segments/${things.secretStory}/writings`, { prompt: 'Tell all' }),
  ],
  [
    'restore what lies in the Trash',
    ({ things, campaignId }, as) => as.post(`/api/campaigns/${campaignId}/trash/${things.trashing}/restore`),
  ],
  [
    'purge what lies in the Trash',
    ({ things, campaignId }, as) =>
      as.post(`/api/campaigns/${campaignId}/trash/purge`, { operationIds: [things.trashing] }),
  ],
  ['duplicate a private template', ({ things }, as) => as.post(`/api/templates/${things.template}/duplicate`)],
]
/** Lists in which something hidden could stand. */
const lists: [string, (w: World) => string][] = [
  ['the lore', ({ campaignId }) => `/api/conjurations?campaignId=${campaignId}&limit=100`],
  ['the folders', ({ campaignId }) => `/api/collections/tree?campaignId=${campaignId}`],
  ['the tags', ({ campaignId }) => `/api/conjurations/tags?campaignId=${campaignId}`],
  ['a search for its name', ({ campaignId }) => `/api/search?campaignId=${campaignId}&term=zanzibar`],
  [
    'a search of lore for its name',
    ({ campaignId }) => `/api/conjurations/search?campaignId=${campaignId}&term=zanzibar`,
  ],
  [
    'a search of lore for words of a text for DMs',
    ({ campaignId }) => `/api/conjurations/search?campaignId=${campaignId}&term=plan`,
  ],
  ['a search of folders', ({ campaignId }) => `/api/collections/search?campaignId=${campaignId}&search=zan`],
  [
    'suggestions for mentions',
    ({ campaignId }) => `/api/conjurations/mention-suggestions?campaignId=${campaignId}&query=zan`,
  ],
  ['the graph', ({ campaignId }) => `/api/relationships/graph?campaignId=${campaignId}`],
  ['the links of shown lore', ({ things }) => `/api/relationships/${things.shown}?depthLimit=5`],
  ['the contents of shown lore', ({ things }) => `/api/content-segments?entityId=${things.shown}`],
  ['the Trash', ({ campaignId }) => `/api/campaigns/${campaignId}/trash`],
  ['the past', ({ campaignId }) => `/api/campaigns/${campaignId}/past/marks`],
  ['the gallery', ({ campaignId }) => `/api/images/gallery?campaignId=${campaignId}`],
  ['the history of shown lore', ({ things }) => `/api/conjurations/${things.shown}/history`],
]

const after = async (w: World, someone: Person, tab: Tab) => {
  const end = await w.make(someone, 'campaigns', { name: 'The end' })
  await eventually(() => tab.said.some(({ data }) => data?.campaignId === end))
  return JSON.stringify(tab.said)
}
const topics = (w: World): [string, string][] => [
  ['lore for DMs', `conjuration:${w.things.secret}`],
  ['a text for DMs', `text:${w.things.secretStory}`],
  ['a folder for DMs', `collection:${w.things.secretFolder}`],
  ['a hidden picture', `image:${w.things.secretImage}`],
  ['the edits of a shown picture', `edits:${w.things.secretImage}`],
  ['a campaign of others', `campaign:${w.things.foreign}`],
]

export const data: readonly Attempt[] = [
  harmless('The pictures of a campaign, by copying it and being forgotten', 'they stay', async (w) => {
    const copier = await w.stack.member('Carla Copier')
    const campaignId = await w.table(w.owner, copier)
    const lore = await w.make(w.owner, 'conjurations', { campaignId, name: 'Pictured', visibility: 'CAMPAIGN' })
    const image = await w.upload(w.owner, `campaignId=${campaignId}&conjurationId=${lore}`)
    await done(w.owner.send('PATCH', `/api/images/${image}/primary`, {}, await w.now()))
    await eventually(async () => (await w.get(copier, `/api/images/${image}`)).status === 200)
    const position = String(await w.stack.store.head())
    const copied = await done(copier.post(`/api/campaigns/${campaignId}/past/copy`, { position }, await w.now()))
    await w.ended(copier, copied.body.operationId)
    expect((await w.get(copier, `/api/images/gallery?campaignId=${copied.body.id}`)).body.total).toBe(1)
    const { pool, files } = w.stack
    const { files: removed } = await forgetUser(
      { ...personalData, pool, keys: await sealingKeys(pool), files },
      copier.id,
    )
    expect([removed, (await w.owner.get(`/api/images/${image}/download`)).status]).toEqual([0, 200])
  }),
  ...(['outsider', 'removed'] as const).flatMap((who) =>
    reads.map(([what, url]) =>
      refused(`As ${who === 'removed' ? 'a removed member' : 'an outsider'}: ${what}`, 404, (w) =>
        w.get(w[who], url(w)),
      ),
    ),
  ),
  ...reads.map(([what, url]) =>
    refused(`As an administrator who is no member: ${what}`, 404, (w) => w.get(w.admin, url(w))),
  ),
  ...reads.slice(0, 6).map(([what, url]) => refused(`As a banned member: ${what}`, 401, (w) => w.banned.get(url(w)))),
  ...reads.slice(20, 27).map(([what, url]) => refused(`As an auditor: ${what}`, 403, (w) => w.auditor.get(url(w)))),
  ...hidden.map(([what, url]) => refused(`As a player: ${what}`, [403, 404], (w) => w.get(w.player, url(w)))),
  ...reaching.map(([what, send]) =>
    refused(`As a player, of what only DMs see: ${what}`, [403, 404], (w) => send(w, w.player)),
  ),
  ...lists.map(([what, url]) =>
    harmless(`As a player, what only DMs see, in ${what}`, 'neither its name nor its id', async (w) => {
      const { status, text } = await w.get(w.player, url(w))
      expect(status).toBe(200)
      const { secret, secretFolder, secretStory, secretImage, link } = w.things
      expect(
        ['zanzibar', secret, secretFolder, secretStory, secretImage, link].filter((one) =>
          text.toLowerCase().includes(one),
        ),
      ).toEqual([])
    }),
  ),
  harmless('All of the past by a new member’s socket', 'nothing from before they joined', async (w) => {
    const campaignId = await w.table(w.owner)
    const lore = await w.make(w.owner, 'conjurations', { campaignId, name: 'Oldname', visibility: 'CAMPAIGN' })
    await done(w.owner.patch(`/api/conjurations/${lore}`, { name: 'Newname' }, await w.now()))
    const late = await w.stack.member('Lena Late')
    await join(w.owner, late, campaignId)
    expect(await after(w, late, await w.opened.listen(w.stack, late, '?after=0'))).not.toContain('Oldname')
  }),
  harmless('All of the past by an outsider’s socket', 'nothing of the campaign', async (w) => {
    const said = await after(w, w.outsider, await w.opened.listen(w.stack, w.outsider, '?after=0'))
    expect(said).not.toContain(w.campaignId)
    expect(said).not.toContain('Shownlore')
  }),
  harmless('All of the past by a removed member’s socket', 'nothing from after they were removed', async (w) => {
    const name = `Later ${randomUUID()}`
    await w.make(w.owner, 'conjurations', { campaignId: w.campaignId, name, visibility: 'CAMPAIGN' })
    expect(await after(w, w.removed, await w.opened.listen(w.stack, w.removed, '?after=0'))).not.toContain(name)
  }),
  ...['-1', '99999999999999999999', '1e3', '0x10', "0'", '1;drop table feed'].map((value) =>
    harmless(`A socket that resumes after ${value}`, 'refused, or begun from now', async (w) => {
      const url = `/api/realtime?after=${encodeURIComponent(value)}`
      expect((await w.player.get(url)).status).toBeGreaterThanOrEqual(400)
    }),
  ),
  harmless('All that a user does, by watching them on a socket', 'closed', async (w) => {
    const tab = await w.opened.listen(w.stack, w.player, `?watch=${w.owner.id}`, { silent: true })
    await eventually(() => tab.closed !== undefined)
    expect(JSON.stringify(tab.said)).not.toContain(w.campaignId)
  }),
  ...[0, 1, 2, 3, 4, 5].map((n) =>
    harmless(
      `A topic that one does not see (${['lore', 'text', 'folder', 'picture', 'edits', 'campaign'][n]}), to listen and to publish`,
      'not visible',
      async (w) => {
        const [, topic = ''] = topics(w)[n] ?? []
        const tab = await w.opened.listen(w.stack, w.player)
        for (const type of ['Subscribe', 'Publish'])
          tab.say({ type, topic, present: true, kind: 'caret', data: { field: 'x', index: 0, length: 0 } })
        await eventually(() => tab.said.some((said) => said.type === 'Unsubscribed'))
        expect(tab.said.filter(({ type }) => type === 'Subscribed')).toEqual([])
      },
    ),
  ),
  harmless('What only the server publishes: progress, a text’s change, the roster', 'dropped', async (w) => {
    const [sender, reader] = [await w.opened.listen(w.stack, w.player), await w.opened.listen(w.stack, w.owner)]
    const topic = `conjuration:${w.things.playersLore}`
    for (const tab of [sender, reader]) {
      tab.say({ type: 'Subscribe', topic })
      await eventually(() => tab.said.some(({ type }) => type === 'Subscribed'))
    }
    for (const kind of ['progress', 'change', 'piece', 'table', 'presence', '__proto__', 'constructor'])
      sender.say({
        type: 'Publish',
        topic,
        kind,
        data: { stage: 'forged', revision: 1, at: 0, text: 'forged', imageId: 'forged', here: [], more: 1 },
      })
    sender.say({ type: 'Publish', topic, kind: 'caret', data: { field: 'name', index: 1, length: 1 } })
    await eventually(() => JSON.stringify(reader.said).includes('caret'))
    expect(JSON.stringify(reader.said)).not.toContain('forged')
  }),
  harmless('The name of another user on one’s messages', 'the sender’s own', async (w) => {
    const [sender, reader] = [await w.opened.listen(w.stack, w.player), await w.opened.listen(w.stack, w.owner)]
    const topic = `conjuration:${w.things.playersLore}`
    for (const tab of [sender, reader]) {
      tab.say({ type: 'Subscribe', topic })
      await eventually(() => tab.said.some(({ type }) => type === 'Subscribed'))
    }
    sender.say({
      type: 'Publish',
      topic,
      kind: 'caret',
      from: { userId: w.dm.id },
      data: { field: 'f', index: 1, length: 1, userId: w.dm.id },
    })
    const heard = await eventually(() => reader.said.find(({ type }) => type === 'Passing'))
    expect(JSON.stringify(heard)).toContain(w.player.id)
    expect(JSON.stringify(heard)).not.toContain(w.dm.id)
  }),
  ...['bytes=0-0', 'bytes=-1', 'bytes=0-99999999', 'bytes=0-0,2-3', 'bytes=9-1', 'items=0-1'].map((range) =>
    harmless(
      `A part of a hidden picture and of a shown one, by Range: ${range}`,
      'refused; the whole, or that part',
      async (w) => {
        const url = (id: string, edit: string | undefined) => `/api/images/${id}/file/${edit}`
        expect((await w.player.get(url(w.things.secretImage, w.things.secretEdit), { range })).status).toBe(404)
        const { status, bytes, headers } = await w.player.get(url(w.things.image, w.things.shownEdit), { range })
        expect([200, 206, 416]).toContain(status)
        if (status !== 416) expect(bytes.length).toBe(Number(headers['content-length'] ?? bytes.length))
      },
    ),
  ),
  ...(['if-none-match', 'if-modified-since', 'if-range'] as const).map((header) =>
    refused(`Whether a hidden picture is as one knows it, by ${header}`, 404, (w) =>
      w.player.get(`/api/images/${w.things.secretImage}/file/${w.things.secretEdit}`, {
        [header]: header === 'if-modified-since' ? new Date().toUTCString() : '*',
      }),
    ),
  ),
  ...['999999999999', '9223372036854775807', '-1', 'x', '1e9'].map((position) =>
    harmless(`Views at the position ${position}`, 'no more than one sees', async (w) => {
      const { status, text } = await w.player.get(`/api/conjurations/${w.things.secret}`, { 'min-position': position })
      expect(status).toBeGreaterThanOrEqual(403)
      expect(text).not.toContain('Zanzibar')
    }),
  ),
  harmless('An answer that was cached before the member was removed', 'refused', async (w) => {
    const someone = await w.stack.member('Cached')
    const campaignId = await w.table(w.owner, someone)
    const url = `/api/collections?campaignId=${campaignId}`
    for (let n = 0; n < 3; n++) expect((await w.get(someone, url)).status).toBe(200)
    await done(w.owner.delete(`/api/campaigns/${campaignId}/members/${someone.id}`))
    expect([(await w.get(someone, url)).status, (await someone.get(url)).status]).toEqual([404, 404])
  }),
  harmless('An answer that was cached before lore was hidden', 'without the lore', async (w) => {
    const lore = await w.make(w.owner, 'conjurations', {
      campaignId: w.campaignId,
      name: 'Soon hidden',
      visibility: 'CAMPAIGN',
    })
    const url = `/api/conjurations?campaignId=${w.campaignId}&limit=100`
    for (let n = 0; n < 3; n++) expect((await w.get(w.player, url)).text).toContain(lore)
    await done(w.owner.patch(`/api/conjurations/${lore}`, { visibility: 'DM' }))
    expect((await w.get(w.player, url)).text).not.toContain(lore)
  }),
  harmless('The answer that was cached for another member', 'one’s own', async (w) => {
    const url = `/api/conjurations?campaignId=${w.campaignId}&limit=99`
    for (let n = 0; n < 2; n++) expect((await w.get(w.dm, url)).text).toContain('Zanzibar')
    expect((await w.get(w.player, url)).text).not.toContain('Zanzibar')
  }),
  harmless('A prompt, by the name of a download', 'not in it', async (w) => {
    const { body } = await done(
      w.owner.post(
        '/api/images',
        w.picture({ prompt: 'A xylophone of doom', linking: { conjurationId: w.things.shown } }),
        key(),
      ),
    )
    const [{ id }] = body.images
    const answer = await eventually(async () => {
      const found = await w.get(w.player, `/api/images/${id}/download`)
      return found.status === 200 ? found : undefined
    })
    expect(JSON.stringify(answer.headers)).not.toContain('xylophone')
    for (const url of [
      `/api/images/${id}`,
      `/api/search?campaignId=${w.campaignId}&term=xylophone`,
      `/api/images/gallery?campaignId=${w.campaignId}&search=xylophone`,
    ])
      expect((await w.get(w.player, url)).text).not.toContain('xylophone')
  }),
  ...['%', '_', '%%', '\\', 'z%r', '_anzibar', "z' or '1'='1"].map((term) =>
    harmless(`Everything, by a search for ${term}`, 'nothing hidden, and no wildcard', async (w) => {
      const asked = encodeURIComponent(term)
      for (const url of [
        `/api/search?campaignId=${w.campaignId}&term=${asked}`,
        `/api/collections/search?campaignId=${w.campaignId}&search=${asked}`,
        `/api/images/gallery?campaignId=${w.campaignId}&search=${asked}`,
        `/api/conjurations?campaignId=${w.campaignId}&search=${asked}`,
      ]) {
        const { status, text } = await w.get(w.player, url)
        expect([url, status < 500, /zanzibar|Shownlore/i.test(text)]).toEqual([url, true, false])
      }
    }),
  ),
  harmless('What hidden lore says, by mentioning it', 'the words that were written, no id', async (w) => {
    const story = await w.make(w.player, 'content-segments', {
      entityType: 'CONJURATION',
      entityId: w.things.playersLore,
      type: 'STORY',
    })
    const ops = [{ insert: { mention: { id: w.things.secret, words: 'this' } } }]
    await w.player.post(`/api/texts/${story}/changes`, { id: randomUUID(), base: 0, ops }, await w.now())
    for (const someone of [w.player, w.owner])
      expect((await w.get(someone, `/api/texts/${story}`)).text).not.toContain(w.things.secret)
  }),
  harmless('What hidden lore says, by pointing a writer at it', 'it is left out', async (w) => {
    const { text, status } = await w.player.post('/api/llms/arbitrary/prompt', {
      campaignId: w.campaignId,
      prompt: 'Tell all',
      context: { conjurationIds: [w.things.secret], targetConjurationId: w.things.secret },
    })
    expect(status).toBeLessThan(500)
    expect(text.toLowerCase()).not.toContain('zanzibar')
  }),
  harmless('A text for DMs, in a copy of the lore', 'not in it', async (w) => {
    const { body } = await done(w.player.post(`/api/conjurations/${w.things.shown}/copy`, {}, await w.now()))
    const { text, body: contents } = await w.get(w.player, `/api/content-segments?entityId=${body.id}`)
    expect(text.toLowerCase()).not.toContain('zanzibar')
    expect(JSON.stringify(contents)).toContain('Shown text')
  }),
  harmless('What was hidden, in a copy of the campaign’s past', 'not in it', async (w) => {
    const position = String(await w.stack.store.head())
    const copied = await done(w.player.post(`/api/campaigns/${w.campaignId}/past/copy`, { position }, await w.now()))
    await w.ended(w.player, copied.body.operationId)
    const { id } = copied.body
    for (const url of [
      `/api/conjurations?campaignId=${id}&limit=100`,
      `/api/collections/tree?campaignId=${id}`,
      `/api/relationships/graph?campaignId=${id}`,
    ])
      expect((await w.get(w.player, url)).text.toLowerCase()).not.toContain('zanzibar')
  }),
  refused('The past from before one joined', [403, 404, 409], async (w) => {
    const late = await w.stack.member('Lena Late')
    const position = String(await w.stack.store.head())
    await join(w.owner, late, w.campaignId)
    return [
      await late.post(`/api/campaigns/${w.campaignId}/past/copy`, { position }, await w.now()),
      await late.post(
        `/api/campaigns/${w.campaignId}/past/restore`,
        { position, conjurationId: w.things.shown },
        await w.now(),
      ),
    ]
  }),
  refused('An operation of another user', [403, 404], async (w) => {
    const { body } = await done(w.dm.post('/api/conjurations', { campaignId: w.campaignId, name: 'Op' }, await w.now()))
    const { operationId } = (
      await done(w.dm.send('DELETE', '/api/conjurations/bulk/delete', { conjurationIds: [body.id] }, await w.now()))
    ).body
    return [
      await w.get(w.player, `/api/operations/${operationId}`),
      await w.get(w.outsider, `/api/operations/${operationId}`),
      await w.player.post(`/api/operations/${operationId}/undo`),
      await w.owner.post(`/api/operations/${operationId}/undo`),
    ]
  }),
  refused('An export of another auditor', 404, async (w) => {
    await done(w.admin.post('/api/audit/looks', { userId: w.player.id, reason: 'Asked' }))
    const { body } = await done(
      w.admin.post(`/api/audit/accounts/${w.player.id}/exports`, { format: 'csv' }, await w.now()),
    )
    const id = body.id ?? body.exportId
    return [await w.get(w.auditor, `/api/audit/exports/${id}`), await w.get(w.auditor, `/api/audit/exports/${id}/file`)]
  }),
]
