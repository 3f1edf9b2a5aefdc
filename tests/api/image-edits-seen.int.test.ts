import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { topicOf } from '#domain/topics.ts'
import type { EditRequest } from '../../backend/providers/image-edits.ts'
import { quickEdits } from '../quick-edits.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf } from './campaign.ts'
import { masked, replace, settled, shownTo, uploadedBy } from './edited.ts'
import { type Tab, tabs, types } from './socket.ts'

/** Who may only see a picture is shown what is current, and hears of nothing else: not how it came to be, not what it was. */
let stack: Stack
let people: Awaited<ReturnType<typeof campaignOf>>
const sockets = tabs()
let wait: PromiseWithResolvers<void> | undefined
const provider = async ({ progress, edit }: EditRequest) => {
  progress(0.5)
  if ('prompt' in edit && edit.prompt === 'slowly') await wait?.promise
}
beforeAll(async () => {
  stack = await startStack({ imageEdits: [quickEdits(provider)] })
  people = await campaignOf(stack)
})
afterAll(async () => {
  sockets.close()
  await stack?.stop()
})

/** A picture of lore that all members see. */
const shared = async (by: Person) => {
  const lore = { campaignId: people.campaignId, name: 'Bell', visibility: 'CAMPAIGN' }
  const { body } = await by.post('/api/conjurations', lore)
  return uploadedBy(by, people.campaignId, body.id)
}
const listen = (someone: Person) => sockets.listen(stack, someone)
const edits = (tab: Tab) => types(tab).filter((type) => type.startsWith('ImageEdit'))
const hears = (tab: Tab, type: string) => eventually(() => types(tab).includes(type))

test('the current picture is everybody’s; the line of edits, masks and words are for who may edit', {
  tags: 'long',
}, async () => {
  const { owner, dm, player } = people
  const id = await shared(owner)
  const [hers, his] = [await listen(dm), await listen(player)]
  const before = await shownTo(stack, owner, id)
  const { editId } = (await masked(owner, id, 'inpaint', { prompt: 'a secret door' })).body
  const whole = await settled(stack, owner, id)
  for (const tab of [hers, his]) await hears(tab, 'ImageShown')
  expect([edits(his), edits(hers)]).toEqual([[], ['ImageEditRequested', 'ImageEditStarted', 'ImageEdited']])
  expect(JSON.stringify(his.said)).not.toContain('secret door')

  const seen = await shownTo(stack, player, id)
  expect(seen).toMatchObject({ uri: whole.uri, width: 1536 })
  expect(seen.edits).toEqual([{ id: editId, uri: whole.uri }])
  expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['branches']))
  expect(JSON.stringify(seen)).not.toContain('secret door')
  const gets = async (someone: Person, uri: string) => (await someone.get(uri)).status
  const { maskUri } = whole.edits[1]
  for (const [uri, dms, players] of [
    [whole.uri, 200, 200],
    [before.uri, 200, 404],
    [`${before.uri}?w=320`, 200, 404],
    [maskUri, 200, 403],
  ] as const)
    expect([await gets(dm, uri), await gets(player, uri), await gets(people.stranger, uri)]).toEqual([
      dms,
      players,
      404,
    ])

  const undone = await owner.patch(`/api/images/${id}/edit`, { editId: before.edits[0].id })
  expect(undone.status).toBe(200)
  await eventually(() => types(his).filter((type) => type === 'ImageShown').length === 2)
  expect([await gets(player, before.uri), await gets(player, whole.uri)]).toEqual([200, 404])
})

test('everybody’s lists, lore and downloads show what is current', { tags: 'long' }, async () => {
  const { owner, player, campaignId } = people
  const id = await shared(owner)
  await owner.patch(`/api/images/${id}/primary`)
  const { editId } = (await replace(owner, id)).body
  const { conjurationId } = await settled(stack, owner, id)
  const uri = `/api/images/${id}/file/${editId}`
  const gallery = (await player.get(`/api/images/gallery?campaignId=${campaignId}`)).body.images
  expect(gallery.find((row: { id: string }) => row.id === id)).toMatchObject({ uri, edits: [{ id: editId, uri }] })
  const lore = (await player.get(`/api/conjurations/${conjurationId}`)).body
  expect([lore.imageUri, lore.images[0].uri]).toEqual([uri, uri])
  const history = (await player.get(`/api/images/conjurations/${conjurationId}/history`)).body
  expect(history.data[0].uri).toBe(uri)
  const [file, download] = [await player.get(uri), await player.get(`/api/images/${id}/download`)]
  expect(file.bytes.equals(download.bytes)).toBe(true)
})

test('how far an edit is, is a topic of those who may edit', { tags: 'long' }, async () => {
  const { owner, dm, player } = people
  const id = await shared(owner)
  await replace(owner, id, 'first')
  const topic = topicOf('edits', (await settled(stack, owner, id)).edits[0].id)
  const [hers, his] = [await listen(dm), await listen(player)]
  for (const tab of [hers, his]) tab.say({ type: 'Subscribe', topic })
  await hears(hers, 'Subscribed')
  await hears(his, 'Unsubscribed')
  await replace(owner, id, 'second')
  await hears(hers, 'Passing')
  expect(hers.said.find(({ type }) => type === 'Passing')).toMatchObject({
    topic,
    kind: 'progress',
    data: { stage: 'editing', done: 50, total: 100 },
  })
  expect(types(his)).not.toContain('Passing')
})

test('an edit of somebody who may not any more is cancelled, and their line is hidden from them', {
  tags: 'long',
}, async () => {
  const { owner, dm, campaignId } = people
  const leaving = await stack.member('Leaving')
  const { body } = await owner.post(`/api/campaigns/${campaignId}/invitations`, {})
  await leaving.post(`/api/campaigns/invites/${body.code}`)
  const id = await shared(leaving)
  const before = await shownTo(stack, leaving, id)
  wait = Promise.withResolvers()
  const { editId } = (await replace(leaving, id, 'slowly')).body
  const tab = await listen(leaving)
  await eventually(async () => (await shownTo(stack, dm, id)).pendingEdits[0]?.status === 'IN_PROGRESS')
  const gone = await owner.delete(`/api/campaigns/${campaignId}/members/${leaving.id}`)
  await owner.get('/api/users/me', { 'min-position': gone.body.position })
  wait.resolve()
  const after = await settled(stack, dm, id)
  expect([after.currentEditId, after.edits.length]).toEqual([before.currentEditId, 1])
  for (const uri of [`/api/images/${id}`, before.uri]) expect((await leaving.get(uri)).status).toBe(404)
  expect((await leaving.post(`/api/images/${id}/edits/${editId}/cancel`)).status).toBe(404)
  expect((await replace(leaving, id)).status).toBe(404)
  expect(edits(tab)).not.toContain('ImageEdited')
})

test('what is copied, moved, deleted and brought back keeps its edits', { tags: 'long' }, async () => {
  const { owner, campaignId } = people
  const id = await uploadedBy(owner, campaignId)
  const { editId } = (await replace(owner, id, 'kept')).body
  await settled(stack, owner, id)
  const { body: elsewhere } = await owner.post('/api/campaigns', { name: randomUUID() })
  await owner.patch('/api/images/bulk/move-to-campaign', { imageIds: [id], campaignId: elsewhere.id })
  await owner.delete(`/api/images/${id}`)
  expect((await replace(owner, id)).status).toBe(404)
  await owner.post(`/api/images/${id}/restore`)
  const back = await shownTo(stack, owner, id)
  expect(back).toMatchObject({ campaignId: elsewhere.id, currentEditId: editId, edits: [{}, { prompt: 'kept' }] })
  expect((await shownTo(stack, people.dm, id)).code).toBe('image_not_found')
  expect((await owner.get(back.edits[0].uri)).status).toBe(200)
  const again = await replace(owner, id, 'again')
  expect((await settled(stack, owner, id)).currentEditId).toBe(again.body.editId)
})
