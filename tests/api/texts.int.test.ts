import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Delta, delta, type Ops } from '#domain/deltas.ts'
import { topicOf } from '#domain/topics.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf, join } from './campaign.ts'
import { multipart } from './multipart.ts'
import { type Tab, tabs } from './socket.ts'

let stack: Stack
let people: Awaited<ReturnType<typeof campaignOf>>
const opened = tabs()
beforeAll(async () => {
  stack = await startStack({ settleTextsMs: 1 })
  people = await campaignOf(stack)
})
afterEach(opened.close)
afterAll(() => stack?.stop())

const loreOf = async (owner: Person, more: object = {}) => {
  const { campaignId } = people
  const made = await owner.post('/api/conjurations', {
    campaignId,
    name: 'Salt Quarter',
    visibility: 'CAMPAIGN',
    ...more,
  })
  expect(made.status).toBe(201)
  await owner.get(`/api/conjurations/${made.body.id}`, { 'min-position': made.body.position })
  return made.body.id as string
}
const storyOf = async (owner: Person, conjurationId: string, more: object = {}) => {
  const segment = { entityType: 'CONJURATION', entityId: conjurationId, type: 'STORY', ...more }
  const made = await owner.post('/api/content-segments', segment)
  expect(made.status).toBe(201)
  await owner.get(`/api/conjurations/${conjurationId}`, { 'min-position': made.body.position })
  return made.body.id as string
}
const change = (as: Person, id: string, base: number, ops: object[], more: object = {}) =>
  as.post(`/api/texts/${id}/changes`, { id: randomUUID(), base, ops, ...more })
const words = async (as: Person, id: string) => {
  const { body } = await as.get(`/api/texts/${id}`)
  return body.ops.map(({ insert }: { insert: unknown }) => (typeof insert === 'string' ? insert : '*')).join('')
}
const passing = (tab: Tab, kind: string) =>
  tab.said.filter((each) => 'kind' in each && each.kind === kind).map(({ data }) => data)
const reading = async (someone: Person, textId: string) => {
  const tab = await opened.listen(stack, someone)
  tab.say({ type: 'Subscribe', topic: topicOf('text', textId) })
  await eventually(() => tab.said.some(({ type }) => type === 'Subscribed'))
  return tab
}

describe('a description', () => {
  test('begins with what was written as plain text, and lists follow it', async () => {
    const { owner, dm } = people
    const id = await loreOf(owner, { description: 'Old words' })
    const before = await dm.get(`/api/texts/${id}`)
    expect(before.body).toMatchObject({ id, revision: 0, ops: [{ insert: 'Old words\n' }] })
    expect(before.headers['event-position']).toMatch(/^\d+$/)
    const written = await change(dm, id, 0, [{ retain: 3 }, { insert: 'est', attributes: { bold: true } }])
    expect(written).toMatchObject({ status: 200, body: { revision: 1 } })
    await eventually(async () => (await owner.get(`/api/conjurations/${id}`)).body.description === 'Oldest words')
    expect((await owner.get(`/api/conjurations/${id}`)).body.updatedBy).toBe(dm.id)
  })

  test('holds formats of words, links and mentions alone', async () => {
    const { owner } = people
    const id = await loreOf(owner)
    for (const ops of [
      [{ insert: '\n', attributes: { header: 1 } }],
      [{ insert: { divider: true } }],
      [{ insert: { image: { id } } }],
    ])
      expect(await change(owner, id, 0, ops)).toMatchObject({ status: 422, body: { code: 'text_change_invalid' } })
  })

  test('given as plain words names the revision that it is a change of', { tags: 'long' }, async () => {
    const { owner, dm } = people
    const id = await loreOf(owner, { description: 'The docks at night' })
    await change(owner, id, 0, [{ retain: 4 }, { retain: 5, attributes: { italic: true } }])
    const patch = (more: object) => dm.patch(`/api/conjurations/${id}`, { description: 'The docks by night', ...more })
    expect(await patch({})).toMatchObject({ status: 409, body: { code: 'description_is_text' } })
    const done = await patch({ descriptionRevision: 1 })
    expect(done.status).toBe(200)
    expect((await owner.get(`/api/texts/${id}`)).body.ops).toEqual([
      { insert: 'The ' },
      { insert: 'docks', attributes: { italic: true } },
      { insert: ' by night\n' },
    ])
    const { body } = await owner.get(`/api/conjurations/${id}`, { 'min-position': done.body.position })
    expect(body.description).toBe('The docks by night')
  })

  test('that was given anew while somebody had the words before it open is not written over', async () => {
    const { owner, dm } = people
    const id = await loreOf(owner, { description: 'The docks at night' })
    const on = (over: string) => change(dm, id, 0, [{ retain: 4 }, { insert: 'old ' }], { over })
    await owner.patch(`/api/conjurations/${id}`, { description: 'A quay' })
    expect(await on('The docks at night')).toMatchObject({ status: 409, body: { code: 'text_too_old' } })
    expect(await on('A quay')).toMatchObject({ status: 200, body: { revision: 1 } })
    // Once it has begun as well: the first revision is what it began with.
    expect(await on('The docks at night')).toMatchObject({ status: 409, body: { code: 'text_too_old' } })
    expect(await on('A quay')).toMatchObject({ status: 200, body: { revision: 2 } })
    const since = await owner.get(`/api/texts/${id}/changes?after=0`)
    expect(since.body).toMatchObject({ revision: 2, over: 'A quay' })
    expect((await owner.get(`/api/texts/${id}/changes?after=1`)).body.over).toBeUndefined()
  })

  test('that is given as plain words while it becomes a text loses neither', async () => {
    const { owner, dm } = people
    const id = await loreOf(owner, { description: 'The docks' })
    const [typed, given] = await Promise.all([
      change(dm, id, 0, [{ insert: 'Mind ' }], { over: 'The docks' }),
      owner.patch(`/api/conjurations/${id}`, { description: 'The docks at night' }),
    ])
    const text = (await words(owner, id)).trim()
    // Each is in the text, or was told that it is not.
    if (typed.status === 200) expect(text).toContain('Mind ')
    else expect(typed).toMatchObject({ status: 409, body: { code: 'text_too_old' } })
    if (given.status === 200) expect(text).toContain('at night')
    else expect(given).toMatchObject({ status: 409, body: { code: 'description_is_text' } })
  })

  test('stays as it is when a version of its lore is brought back', { tags: 'long' }, async () => {
    const { owner } = people
    const id = await loreOf(owner, { description: 'First' })
    await owner.patch(`/api/conjurations/${id}`, { name: 'Renamed' })
    await change(owner, id, 0, [{ insert: 'Very ' }])
    const back = await owner.post(`/api/conjurations/${id}/history/0/restore`)
    expect(back.status).toBe(200)
    await eventually(async () => {
      const { name, description } = (await owner.get(`/api/conjurations/${id}`)).body
      return name === 'Salt Quarter' && description === 'Very First'
    })
  })
})

test('lore with nothing but a description that is a text is not blank', async () => {
  const { owner } = people
  const id = await loreOf(owner, { name: '' })
  await change(owner, id, 0, [{ insert: 'Written' }])
  expect((await owner.post(`/api/conjurations/${id}/discard`)).body.count).toBe(0)
})

describe('several who write', () => {
  test('on one revision both have their words, and a repeat is answered as it was', async () => {
    const { owner, dm } = people
    const id = await storyOf(owner, await loreOf(owner))
    const first = await change(owner, id, 0, [{ insert: 'salt' }])
    const asked = { id: randomUUID(), base: 0, ops: [{ insert: 'pepper ' }] }
    const second = await dm.post(`/api/texts/${id}/changes`, asked)
    expect([first.body.revision, second.body.revision]).toEqual([1, 2])
    const again = await dm.post(`/api/content-segments/${id}/changes`, asked)
    const repeated = await dm.post(`/api/texts/${id}/changes`, asked)
    for (const each of [again, repeated])
      expect([each.status, each.body.revision, each.body.ops]).toEqual([200, 2, second.body.ops])
    expect(await words(owner, id)).toBe('pepper salt\n')
    const { body } = await dm.get(`/api/texts/${id}/changes?after=1`)
    expect(body.changes).toMatchObject([{ revision: 2, id: asked.id, userId: dm.id, ops: second.body.ops }])
  })

  test('all at once come to one text, which is what its changes come to, and each is there once', {
    tags: 'long',
  }, async () => {
    const { owner, dm } = people
    const id = await storyOf(owner, await loreOf(owner))
    const writers = [owner, dm, owner, dm, owner]
    await Promise.all(
      writers.map(async (writer, n) => {
        let base = 0
        for (let count = 0; count < 12; count++) {
          const asked = { id: randomUUID(), base, ops: [{ insert: `${n}.${count} ` }] }
          // Every third answer is lost, and the change sent again.
          if (count % 3 === 0) await writer.post(`/api/texts/${id}/changes`, asked)
          const { body } = await writer.post(`/api/texts/${id}/changes`, asked)
          base = body.revision
        }
      }),
    )
    const { body } = await owner.get(`/api/texts/${id}/changes?after=0`)
    expect(body.changes.map(({ revision }: { revision: number }) => revision)).toEqual(
      Array.from({ length: 60 }, (_, n) => n + 1),
    )
    const folded = body.changes.reduce(
      (text: Delta, { ops, fix = [] }: { ops: Ops; fix?: Ops }) => text.compose(delta(ops)).compose(delta(fix)),
      new Delta().insert('\n'),
    )
    const now = (await dm.get(`/api/texts/${id}`)).body
    expect(now).toMatchObject({ revision: 60, ops: folded.ops })
    const said = now.ops
      .map(({ insert }: { insert: string }) => insert)
      .join('')
      .trim()
      .split(' ')
    expect(said.toSorted()).toEqual(
      writers.flatMap((_, n) => Array.from({ length: 12 }, (_, count) => `${n}.${count}`)).toSorted(),
    )
  })

  test('who has the text open is told of each change, and nobody else', { tags: 'long' }, async () => {
    const { owner, dm, player } = people
    const id = await storyOf(owner, await loreOf(owner))
    const tab = await reading(dm, id)
    const other = await opened.listen(stack, player)
    const { body } = await change(owner, id, 0, [{ insert: 'salt' }])
    await eventually(() => passing(tab, 'change').length === 1)
    expect(passing(tab, 'change')).toMatchObject([{ revision: 1, userId: owner.id, ops: [{ insert: 'salt' }] }])
    await owner.get('/api/users/me', { 'min-position': body.position })
    expect(other.said.some(({ type }) => type === 'TextChanged')).toBe(false)
    expect(passing(other, 'change')).toEqual([])
  })

  test('a change that is too long to pass is asked for', async () => {
    const { owner, dm } = people
    const id = await storyOf(owner, await loreOf(owner))
    const tab = await reading(dm, id)
    await change(owner, id, 0, [{ insert: 'salt '.repeat(2000) }])
    await eventually(() => passing(tab, 'change').length === 1)
    expect(passing(tab, 'change')).toEqual([{ revision: 1 }])
  })

  test('players read and do not write; strangers know of nothing', async () => {
    const { owner, player, stranger } = people
    const id = await storyOf(owner, await loreOf(owner))
    expect((await player.get(`/api/texts/${id}`)).status).toBe(200)
    expect((await change(player, id, 0, [{ insert: 'x' }])).status).toBe(403)
    expect((await change(stranger, id, 0, [{ insert: 'x' }])).status).toBe(404)
    expect((await stranger.get(`/api/texts/${id}`)).status).toBe(404)
  })

  test('a text of lore in the Trash is nowhere until that is back', async () => {
    const { owner } = people
    const lore = await loreOf(owner)
    const id = await storyOf(owner, lore)
    await change(owner, id, 0, [{ insert: 'kept' }])
    const gone = await owner.delete(`/api/conjurations/${lore}`)
    const position = { 'min-position': String(gone.body.position) }
    expect((await owner.get(`/api/texts/${id}`, position)).status).toBe(404)
    expect((await change(owner, id, 1, [{ insert: 'x' }])).status).toBe(404)
  })
})

describe('what is for DMs alone', () => {
  test('is no text to players, and its past begins for them where it was shown', { tags: 'long' }, async () => {
    const { owner, dm, player } = people
    const lore = await loreOf(owner)
    const id = await storyOf(owner, lore, { isForDms: true })
    await change(dm, id, 0, [{ insert: 'The mayor is a lich' }])
    await change(dm, id, 1, [{ delete: 19 }, { insert: 'The mayor is kind' }])
    expect((await player.get(`/api/texts/${id}`)).status).toBe(404)
    await eventually(async () => (await owner.get(`/api/texts/${id}/history`)).body.data.length === 1)
    expect((await player.get(`/api/conjurations/${lore}`)).body.updatedBy).not.toBe(dm.id)
    const shown = await owner.patch(`/api/content-segments/${id}`, { isForDms: false })
    const seen = await player.get(`/api/texts/${id}?authors=true`, { 'min-position': shown.body.position })
    expect(seen.body.ops).toEqual([{ insert: 'The mayor is kind\n' }])
    expect(JSON.stringify(seen.body.authors)).not.toContain('userId')
    expect((await player.get(`/api/texts/${id}/changes?after=0`)).status).toBe(410)
    expect((await player.get(`/api/texts/${id}/version?revision=1`)).status).toBe(404)
    expect((await player.get(`/api/texts/${id}/history`)).body).toMatchObject({ data: [], begins: 2 })
    expect((await dm.get(`/api/texts/${id}/version?revision=1`)).body.ops).toEqual([
      { insert: 'The mayor is a lich\n' },
    ])
  })

  test('and is not passed to who had it open when it was hidden', async () => {
    const { owner, player } = people
    const id = await storyOf(owner, await loreOf(owner))
    const tab = await reading(player, id)
    const hidden = await owner.patch(`/api/content-segments/${id}`, { isForDms: true })
    await owner.get('/api/users/me', { 'min-position': hidden.body.position })
    const { body } = await change(owner, id, 0, [{ insert: 'secret' }])
    await owner.get('/api/users/me', { 'min-position': body.position })
    await eventually(() => tab.said.some(({ type }) => type === 'Unsubscribed'))
    expect(JSON.stringify(tab.said)).not.toContain('secret')
  })
})

describe('mentions', () => {
  const mention = (id: string, words: string) => ({ insert: { mention: { id, kind: 'lore', words } } })

  test('of what somebody does not see are words to them, wherever they read it', async () => {
    const { owner, dm, player } = people
    const secret = await loreOf(owner, { name: 'Lich', visibility: 'DM' })
    const page = await loreOf(owner)
    const id = await storyOf(owner, page)
    const tab = await reading(player, id)
    const cell = {
      rows: [{ insert: { id: 'a' } }],
      columns: [{ insert: { id: 'b' } }],
      cells: { '1:1': { content: [mention(secret, 'the mayor')] } },
    }
    await change(dm, id, 0, [
      { insert: 'Ask ' },
      mention(secret, 'the mayor'),
      { insert: '\n' },
      { insert: { 'table-embed': cell } },
    ])
    await eventually(() => passing(tab, 'change').length === 1)
    const seen = [
      await player.get(`/api/texts/${id}`),
      await player.get(`/api/texts/${id}/changes?after=0`),
      await player.get(`/api/texts/${id}/version?revision=1`),
      await player.get(`/api/content-segments?entityType=CONJURATION&entityId=${page}`),
    ]
    for (const answer of seen) {
      expect(answer.status).toBe(200)
      expect(answer.text).toContain('the mayor')
      expect(answer.text).not.toContain(secret)
    }
    expect(JSON.stringify(tab.said)).not.toContain(secret)
    expect((await dm.get(`/api/texts/${id}`)).body.names).toEqual({ [secret]: 'Lich' })
    await eventually(async () => (await dm.get(`/api/conjurations/${secret}/linked-from`)).body.total === 1)
    expect((await dm.get(`/api/conjurations/${secret}/linked-from`)).body.data).toMatchObject([
      { id: page, textId: id },
    ])
  })

  test('link back only from texts that their reader sees', async () => {
    const { owner, dm, player } = people
    const named = await loreOf(owner, { name: 'Docks' })
    const page = await loreOf(owner)
    const id = await storyOf(owner, page, { isForDms: true })
    await change(dm, id, 0, [mention(named, 'the docks')])
    await eventually(async () => (await dm.get(`/api/conjurations/${named}/linked-from`)).body.total === 1)
    expect((await player.get(`/api/conjurations/${named}/linked-from`)).body).toEqual({ data: [], total: 0 })
  })

  test('cannot name what their writer does not see', async () => {
    const { owner, player } = people
    const secret = await loreOf(owner, { visibility: 'DM' })
    const id = await storyOf(player, await loreOf(player))
    expect((await change(player, id, 0, [mention(secret, 'guessed')])).status).toBe(200)
    expect((await owner.get(`/api/texts/${id}`)).text).not.toContain(secret)
  })
})

describe('authors', () => {
  test('are known for each word, and have theirs back by undo and by a version that is brought back', async () => {
    const { owner, dm } = people
    const id = await storyOf(owner, await loreOf(owner))
    await change(owner, id, 0, [{ insert: 'salt' }])
    const gone = await change(dm, id, 1, [{ delete: 4 }, { insert: 'pepper' }])
    const by = async () =>
      (await owner.get(`/api/texts/${id}?authors=true`)).body.authors.map(
        ({ length, userId }: { length: number; userId?: string }) => [length, userId],
      )
    expect((await by())[0]).toEqual([6, dm.id])
    await change(dm, id, 2, [{ insert: 'salt' }, { delete: 6 }], { undoes: [gone.body.revision] })
    expect((await by())[0]).toEqual([5, owner.id])
    await change(dm, id, 3, [{ delete: 4 }])
    const back = await dm.post(`/api/texts/${id}/restore`, { revision: 1 })
    expect(back.body.revision).toBe(5)
    expect(await words(owner, id)).toBe('salt\n')
    expect((await by())[0]).toEqual([5, owner.id])
  })

  test('have theirs back when a version that was brought back is undone, which takes nothing of what was written since', {
    tags: 'long',
  }, async () => {
    const { owner, dm, player } = people
    const id = await storyOf(owner, await loreOf(owner))
    await change(owner, id, 0, [{ insert: 'salt' }])
    await change(dm, id, 1, [{ retain: 4 }, { insert: ' and silt' }])
    const back = await owner.post(`/api/texts/${id}/restore`, { revision: 1 })
    expect([back.body.revision, await words(owner, id)]).toEqual([3, 'salt\n'])
    await change(dm, id, 3, [{ insert: 'Old ' }])
    const undo = { revision: 2, base: 3 }
    expect((await player.post(`/api/texts/${id}/restore`, undo)).status).toBe(403)
    expect((await owner.post(`/api/texts/${id}/restore`, { revision: 2, base: 9 })).status).toBe(404)
    expect((await owner.post(`/api/texts/${id}/restore`, undo)).body.revision).toBe(5)
    expect(await words(owner, id)).toBe('Old salt and silt\n')
    const { body } = await owner.get(`/api/texts/${id}?authors=true`)
    expect(body.authors.map(({ length, userId }: { length: number; userId?: string }) => [length, userId])).toEqual([
      [4, dm.id],
      [4, owner.id],
      [9, dm.id],
      [1, owner.id],
    ])
  })

  test('go along with a copy and to another campaign, whose key the words are sealed with then', {
    tags: 'long',
  }, async () => {
    const { owner, dm } = people
    const lore = await loreOf(owner, { description: 'Plain' })
    await change(dm, lore, 0, [{ insert: 'Not ' }])
    const id = await storyOf(owner, lore)
    await change(dm, id, 0, [{ insert: 'salt' }])
    const copy = await owner.post(`/api/conjurations/${lore}/copy`)
    expect(copy.status).toBe(201)
    const copied = await owner.get(`/api/texts/${copy.body.id}?authors=true`, { 'min-position': copy.body.position })
    expect(copied.body).toMatchObject({ revision: 0, ops: [{ insert: 'Not Plain\n' }] })
    expect(copied.body.authors[0]).toMatchObject({ length: 4, userId: dm.id })
    expect((await owner.get(`/api/texts/${copy.body.id}/history`)).body.data).toEqual([])

    const other = await owner.post('/api/campaigns', { name: 'Elsewhere' })
    await owner.get('/api/campaigns', { 'min-position': other.body.position })
    const moved = await owner.post(`/api/conjurations/${lore}/move-to-campaign`, {
      destinationCampaignId: other.body.id,
    })
    expect(moved.status).toBe(200)
    const there = { 'min-position': moved.body.position }
    expect((await owner.get(`/api/texts/${id}?authors=true`, there)).body).toMatchObject({
      revision: 1,
      ops: [{ insert: 'salt\n' }],
    })
    expect((await owner.get(`/api/conjurations/${lore}`, there)).body.description).toBe('Not Plain')
    const { events } = await stack.sealedStore.read(`text-${id}`, { from: 0n })
    const keys = events.map(({ data }) => (data as { sealed?: { key: string } }).sealed?.key)
    expect(keys.at(-1) ?? keys.at(-2)).not.toBe(keys[0])
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain('salt')
  })
})

describe('a copy', () => {
  const authorsIn = async (as: Person, id: string, from: { body: { position: string } }) => {
    const { body } = await as.get(`/api/texts/${id}?authors=true`, { 'min-position': from.body.position })
    return body.authors as { length: number; userId?: string }[]
  }

  test('names no author and no time from before its maker saw the text', async () => {
    const { owner, dm, player } = people
    const lore = await loreOf(owner, { description: 'Plain', visibility: 'DM' })
    await change(dm, lore, 0, [{ insert: 'Not ' }])
    const shown = await owner.patch(`/api/conjurations/${lore}`, { visibility: 'CAMPAIGN' })
    await player.get(`/api/conjurations/${lore}`, { 'min-position': shown.body.position })
    const copy = await player.post(`/api/conjurations/${lore}/copy`)
    expect(await authorsIn(player, copy.body.id, copy)).toEqual([{ length: 10 }])
    expect(JSON.stringify((await stack.store.read(`text-${copy.body.id}`)).events[0]?.data)).not.toContain(dm.id)
  })

  test('names to its other readers none from before it was made', async () => {
    const { owner, dm, player } = people
    const lore = await loreOf(owner, { visibility: 'DM' })
    await change(owner, lore, 0, [{ insert: 'The mayor' }])
    const shown = await owner.patch(`/api/conjurations/${lore}`, { visibility: 'CAMPAIGN' })
    await dm.get(`/api/conjurations/${lore}`, { 'min-position': shown.body.position })
    const copy = await dm.post(`/api/conjurations/${lore}/copy`)
    expect(await authorsIn(dm, copy.body.id, copy)).toMatchObject([{ length: 10, userId: owner.id }])
    // Times of authors are of whole minutes: the player joined an hour before, and the copy was made a minute later.
    await stack.pool.query(`update feed set at = at - interval '1 hour' where type = 'MemberJoined'`)
    await stack.pool.query(`update feed set at = at + interval '1 minute' where item = $1 and type = 'TextBegun'`, [
      copy.body.id,
    ])
    expect(await authorsIn(player, copy.body.id, copy)).toEqual([{ length: 10 }])
    expect(await authorsIn(player, lore, copy)).toEqual([{ length: 10 }])
  })
})

test('a past by sittings, any version of it, and as it was at a time', async () => {
  const { owner, dm } = people
  const id = await storyOf(owner, await loreOf(owner))
  await change(owner, id, 0, [{ insert: 'one ' }])
  const second = await change(dm, id, 1, [{ insert: 'two ' }])
  const min = { 'min-position': second.body.position }
  const { body } = await owner.get(`/api/texts/${id}/history`, min)
  expect(body).toMatchObject({ data: [{ revision: 2, from: 0, changes: 2 }], next: null, begins: 0 })
  expect(body.data[0].writers.map(({ userId }: { userId: string }) => userId).sort()).toEqual([owner.id, dm.id].sort())
  const at = (which: string) => owner.get(`/api/texts/${id}/version?${which}`)
  expect((await at('revision=1')).body.ops).toEqual([{ insert: 'one \n' }])
  expect((await at(`at=${encodeURIComponent(body.data[0].begunAt)}`)).body.revision).toBe(1)
  expect((await at('revision=9')).status).toBe(404)
  expect((await at('at=yesterday')).status).toBe(400)
})

test('lore that is written in is found by it, with the passage', async () => {
  const { owner, dm, player, campaignId } = people
  const lore = await loreOf(owner, { name: 'Ferry' })
  const open = await storyOf(owner, lore)
  const secret = await storyOf(owner, lore, { isForDms: true })
  await change(owner, open, 0, [{ insert: 'Nobody crosses without a lantern.' }])
  await change(owner, secret, 0, [{ insert: 'The ferryman is a doppelganger.' }])
  const search = (as: Person, term: string) => as.get(`/api/conjurations/search?campaignId=${campaignId}&term=${term}`)
  await eventually(async () => (await search(player, 'lantern')).body.total === 1)
  expect((await search(player, 'lantern')).body.data[0]).toMatchObject({
    id: lore,
    passage: expect.stringContaining('lantern'),
  })
  await eventually(async () => (await search(dm, 'doppelganger')).body.total === 1)
  expect((await search(player, 'doppelganger')).body.total).toBe(0)
})

test('what is written is found where it is: not in the Trash, in a copy as well, and in the campaign that it has gone to', {
  tags: 'long',
}, async () => {
  const { owner, player, campaignId } = people
  const lore = await loreOf(owner, { name: 'Kiln' })
  const id = await storyOf(owner, lore)
  await change(owner, id, 0, [{ insert: 'Potters never whistle.' }])
  const found = async (as: Person, { in: at = campaignId, after = '0' } = {}) =>
    (await as.get(`/api/conjurations/search?campaignId=${at}&term=whistle`, { 'min-position': after })).body.total
  await eventually(async () => (await found(player)) === 1)

  const { body: gone } = await owner.delete(`/api/content-segments/${id}`)
  expect(await found(player, { after: gone.position })).toBe(0)
  expect((await owner.get(`/api/texts/${id}/history`)).status).toBe(404)
  expect((await owner.post(`/api/texts/${id}/restore`, { revision: 0 })).status).toBe(404)
  const { operationId } = gone
  const { body: back } = await owner.post(`/api/content-segments/${id}/restore`, { operationId })
  expect(await found(player, { after: back.position })).toBe(1)

  const { body: copy } = await owner.post(`/api/conjurations/${lore}/copy`)
  await eventually(async () => (await found(owner, { after: copy.position })) === 2)

  const { body: other } = await owner.post('/api/campaigns', { name: 'Kilns' })
  await owner.get('/api/campaigns', { 'min-position': other.position })
  const moving = { destinationCampaignId: other.id }
  const { body: moved } = await owner.post(`/api/conjurations/${lore}/move-to-campaign`, moving)
  await eventually(async () => (await found(owner, { in: other.id, after: moved.position })) === 1)
  expect(await found(owner)).toBe(1)
})

test('a past begins anew for who lost sight of it: where it was shown to them last', async () => {
  const { owner, player } = people
  const id = await storyOf(owner, await loreOf(owner))
  await change(owner, id, 0, [{ insert: 'Seen. ' }])
  const shown = async (isForDms: boolean) => ({
    'min-position': (await owner.patch(`/api/content-segments/${id}`, { isForDms })).body.position as string,
  })
  await shown(true)
  await change(owner, id, 1, [{ insert: 'Hidden. ' }])
  await change(owner, id, 2, [{ delete: 8 }])
  const after = await shown(false)
  expect((await player.get(`/api/texts/${id}/history`, after)).body).toMatchObject({ data: [], begins: 3 })
  for (const which of ['revision=1', 'revision=2', `at=${encodeURIComponent('2020-01-01T00:00:00Z')}`])
    expect((await player.get(`/api/texts/${id}/version?${which}`)).status).toBe(404)
  expect((await player.get(`/api/texts/${id}/version?revision=3`)).body.ops).toEqual([{ insert: 'Seen. \n' }])
})

describe('the history of a page', () => {
  interface Line {
    type: string
    actorName: string
    section?: { id: string; title: string; previousTitle?: string; restorable?: string }
    picture?: { id: string; name: string | null; isDeleted: boolean }
    text?: {
      id: string
      title: string | null
      from: number
      revision: number
      isThere: boolean
      writers: { name: string }[]
    }
  }
  const historyOf = async (as: Person, lore: string, after: { position: string }, query = ''): Promise<Line[]> => {
    const answer = await as.get(`/api/conjurations/${lore}/history${query}`, { 'min-position': after.position })
    expect(answer.status).toBe(200)
    return answer.body.data
  }
  const typesIn = (lines: readonly Line[]) => lines.map(({ type }) => type)
  const titled = (title: string, more: object = {}) => ({ title, ...more })

  test('tells of its fields, its sections and its texts in one order', async () => {
    const { owner, dm, player } = people
    const lore = await loreOf(owner)
    const bells = await storyOf(owner, lore, titled('Bells'))
    const tides = await storyOf(dm, lore, titled('Tides'))
    await change(owner, bells, 0, [{ insert: 'Five ' }])
    await change(dm, bells, 1, [{ retain: 5 }, { insert: 'bells' }])
    await owner.patch(`/api/content-segments/${tides}`, { title: 'The tides', sortOrder: -1 })
    await change(dm, lore, 0, [{ insert: 'A harbour.' }])
    const { body: renamed } = await owner.patch(`/api/conjurations/${lore}`, { name: 'Salt Harbour' })
    const lines = await historyOf(player, lore, renamed)
    expect(lines).toMatchObject([
      { type: 'ConjurationRenamed', actorName: 'Olga Owner' },
      { type: 'TextChanged', text: { id: lore, title: null, from: 0, revision: 1, writers: [{ name: 'Dorian DM' }] } },
      { type: 'SegmentMoved', section: { id: tides, title: 'The tides' } },
      { type: 'SegmentRetitled', section: { title: 'The tides', previousTitle: 'Tides' } },
      { type: 'TextChanged', text: { id: bells, title: 'Bells', from: 0, revision: 2, isThere: true } },
      { type: 'SegmentAdded', actorName: 'Dorian DM', section: { title: 'Tides' } },
      { type: 'SegmentAdded', actorName: 'Olga Owner', section: { title: 'Bells' } },
      { type: 'ConjurationCreated' },
    ])
    const writers = lines[4]?.text?.writers.map(({ name }) => name)
    expect(writers?.toSorted()).toEqual(['Dorian DM', 'Olga Owner'])

    const paged: Line[] = []
    for (let next: string | null = '9'.repeat(18); next !== null; ) {
      const { body } = await player.get(`/api/conjurations/${lore}/history?limit=3&before=${next}`)
      expect(body.data.length).toBeLessThanOrEqual(3)
      paged.push(...body.data)
      next = body.next
    }
    expect(paged).toEqual(lines)
    expect((await player.get(`/api/conjurations/${lore}/history?before=-1`)).status).toBe(400)
  })

  test('tells no player of what is for DMs alone, nor of what it was before it was shown', async () => {
    const { owner, dm, player } = people
    const lore = await loreOf(owner)
    const secret = await storyOf(owner, lore, titled('The killer', { isForDms: true }))
    const { body: written } = await change(dm, secret, 0, [{ insert: 'It was the mayor.' }])
    expect(typesIn(await historyOf(player, lore, written))).toEqual(['ConjurationCreated'])
    expect(typesIn(await historyOf(dm, lore, written))).toEqual(['TextChanged', 'SegmentAdded', 'ConjurationCreated'])
    await owner.patch(`/api/content-segments/${secret}`, { title: 'The mayor' })
    await owner.patch(`/api/content-segments/${secret}`, { isForDms: false })
    const { body: later } = await change(dm, secret, 1, [{ insert: 'Perhaps. ' }])
    const seen = await historyOf(player, lore, later)
    expect(seen).toMatchObject([
      { type: 'TextChanged', text: { id: secret, from: 1, revision: 2 } },
      { type: 'SegmentShown', section: { title: 'The mayor' } },
      { type: 'ConjurationCreated' },
    ])
    expect(JSON.stringify(seen)).not.toContain('killer')
    const { body: hidden } = await owner.patch(`/api/content-segments/${secret}`, { isForDms: true })
    expect(typesIn(await historyOf(player, lore, hidden))).toEqual(['ConjurationCreated'])
  })

  test('brings a deleted section back, for those who may write there, once', async () => {
    const { owner, dm, player } = people
    const lore = await loreOf(owner)
    const id = await storyOf(owner, lore, titled('Ledger'))
    await change(owner, id, 0, [{ insert: 'Two ledgers' }])
    const { body: deleted } = await dm.delete(`/api/content-segments/${id}`)
    const [line, text] = await historyOf(owner, lore, deleted)
    expect(line).toMatchObject({
      type: 'SegmentDeleted',
      section: { id, title: 'Ledger', restorable: deleted.operationId },
    })
    expect(text?.text).toMatchObject({ id, isThere: false })
    const [read] = await historyOf(player, lore, deleted)
    expect(read).toMatchObject({ type: 'SegmentDeleted', section: { id } })
    expect(read?.section).not.toHaveProperty('restorable')
    const operationId = line?.section?.restorable
    expect((await player.post(`/api/content-segments/${id}/restore`, { operationId })).status).toBe(404)

    const { body: restored } = await owner.post(`/api/content-segments/${id}/restore`, { operationId })
    const after = await historyOf(owner, lore, restored)
    expect(typesIn(after).slice(0, 3)).toEqual(['SegmentRestored', 'SegmentDeleted', 'TextChanged'])
    expect(after[1]?.section).not.toHaveProperty('restorable')
    expect(after[2]?.text).toMatchObject({ isThere: true })
    expect(await words(player, id)).toBe('Two ledgers\n')
  })

  test('lists pictures from where they belong to the lore, and to those who see them', { tags: 'long' }, async () => {
    const { owner, dm, player, campaignId } = people
    const lore = await loreOf(owner)
    const image = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const uploaded = async (as: Person, name: string, conjurationId?: string) => {
      const { payload, headers } = multipart({ name, image: { bytes: image, type: 'image/png' } })
      const to = conjurationId ? `&conjurationId=${conjurationId}` : ''
      const { status, body } = await as.send(
        'POST',
        `/api/images/upload?campaignId=${campaignId}${to}`,
        payload,
        headers,
      )
      expect([name, status]).toEqual([name, 201])
      return body as { id: string; position: string }
    }
    const tower = await uploaded(owner, 'The tower', lore)
    const before = await uploaded(owner, 'The bridge')
    await owner.get(`/api/images/${before.id}`, { 'min-position': before.position })
    const linked = await owner.patch(`/api/images/${before.id}/conjurationId`, { conjurationId: lore })
    expect(linked.status).toBe(200)
    const { body: deleted } = await owner.delete(`/api/images/${tower.id}`)
    const lines = await historyOf(dm, lore, deleted)
    expect(lines).toMatchObject([
      { type: 'ImageDeleted', actorName: 'Olga Owner', picture: { id: tower.id, name: 'The tower', isDeleted: true } },
      { type: 'ImageLinked', picture: { id: before.id, name: 'The bridge', isDeleted: false } },
      { type: 'ImageUploaded', actorName: 'Olga Owner', picture: { id: tower.id, name: 'The tower' } },
      { type: 'ConjurationCreated' },
    ])
    expect(typesIn(await historyOf(player, lore, deleted))).toEqual(typesIn(lines))
    const { body: hidden } = await owner.patch(`/api/conjurations/${lore}`, { visibility: 'DM' })
    const unseen = await player.get(`/api/conjurations/${lore}/history`, { 'min-position': hidden.position })
    expect(unseen.status).toBe(403)
  })

  test('begins with the joining of a later member, and ends with a removal', async () => {
    const { owner, campaignId } = people
    const lore = await loreOf(owner)
    const id = await storyOf(owner, lore, titled('Before'))
    await change(owner, id, 0, [{ insert: 'Unread. ' }])
    await owner.patch(`/api/content-segments/${id}`, { title: 'Between' })
    const late = await stack.member('Lena Late')
    await join(owner, late, campaignId)
    const { body: retitled } = await owner.patch(`/api/content-segments/${id}`, { title: 'After' })
    const seen = await historyOf(late, lore, retitled)
    expect(seen).toMatchObject([
      { type: 'SegmentRetitled', section: { title: 'After', previousTitle: 'Between' } },
      { type: 'ConjurationCreated', begins: true },
    ])
    expect(JSON.stringify(seen)).not.toContain('Before')
    const { body: removed } = await owner.delete(`/api/campaigns/${campaignId}/members/${late.id}`)
    const gone = await late.get(`/api/conjurations/${lore}/history`, { 'min-position': removed.position })
    expect([403, 404]).toContain(gone.status)
    expect(gone.text).not.toContain('After')
  })
})
