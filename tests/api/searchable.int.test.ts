import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { topicOf } from '#domain/topics.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf } from './campaign.ts'
import { type Tab, tabs } from './socket.ts'

let stack: Stack
let people: Awaited<ReturnType<typeof campaignOf>>
const opened = tabs()
beforeAll(async () => {
  // Texts settle after a minute, as in earnest: what these tests find, the index found by itself.
  stack = await startStack({ indexTextsMs: 1 })
  people = await campaignOf(stack)
})
afterEach(opened.close)
afterAll(() => stack?.stop())

const storyOf = async (more: object = {}) => {
  const { owner, campaignId } = people
  const lore = await owner.post('/api/conjurations', { campaignId, name: 'Ferry', visibility: 'CAMPAIGN' })
  const segment = { entityType: 'CONJURATION', entityId: lore.body.id, type: 'STORY', ...more }
  const made = await owner.post('/api/content-segments', segment)
  expect(made.status).toBe(201)
  await owner.get(`/api/conjurations/${lore.body.id}`, { 'min-position': made.body.position })
  return made.body.id as string
}
const change = async (id: string, base: number, ops: object[]) => {
  const { status, body } = await people.owner.post(`/api/texts/${id}/changes`, { id: randomUUID(), base, ops })
  expect(status).toBe(200)
  return body.revision as number
}
const find = async (as: Person, term: string): Promise<{ id: string; description: string }[]> =>
  (await as.get(`/api/search?campaignId=${people.campaignId}&term=${term}`)).body.data
const searching = async (someone: Person, campaignId = people.campaignId) => {
  const tab = await opened.listen(stack, someone)
  tab.say({ type: 'Subscribe', topic: topicOf('search', campaignId) })
  await eventually(() => tab.said.some(({ type }) => /ubscribed$/.test(type)))
  return tab
}
const noticesOf = (tab: Tab): string[] =>
  tab.said.flatMap((each) => ('kind' in each && each.kind === 'searchable' ? [String(each.data.textId)] : []))
const settledCount = async () =>
  (await stack.pool.query(`select count(*)::int as count from feed where type = 'TextSettled'`)).rows[0].count

test('a text is found before its sitting has ended, and open searches of those who see it are notified', {
  tags: 'long',
}, async () => {
  const { owner, dm, player } = people
  const [open, secret] = [await storyOf(), await storyOf({ isForDms: true })]
  const [atDms, atPlayers] = [await searching(dm), await searching(player)]
  await change(secret, 0, [{ insert: 'The ferryman is a doppelganger.' }])
  await eventually(() => noticesOf(atDms).includes(secret))
  expect(await find(dm, 'doppelganger')).toHaveLength(1)
  expect(await find(player, 'doppelganger')).toEqual([])
  await change(open, 0, [{ insert: 'Nobody crosses without a lantern.' }])
  await eventually(() => noticesOf(atPlayers).includes(open))
  expect(await find(player, 'lantern')).toHaveLength(1)
  expect(noticesOf(atPlayers)).toEqual([open])
  expect(await find(owner, 'lantern')).toHaveLength(1)
  expect(await settledCount()).toBe(0)
})

test('a stranger does not subscribe to the searches of a campaign', async () => {
  const stranger = await stack.member('Nobody')
  const tab = await searching(stranger)
  expect(tab.said.at(-1)).toMatchObject({ type: 'Unsubscribed', reason: 'not_visible' })
})

test('a change replaces the passages whose words it changed and no others, and is published only then', async () => {
  const id = await storyOf()
  const tab = await searching(people.dm)
  const paragraph = `${'tide '.repeat(700)}\n`
  await change(id, 0, [{ insert: `${paragraph}${paragraph}` }])
  await eventually(() => noticesOf(tab).length === 1)
  const passages = async () =>
    (await stack.pool.query('select n, revision from text_passages where "textId" = $1 order by n', [id])).rows
  const indexed = async (revision: number) =>
    eventually(
      async () =>
        (await stack.pool.query('select 1 from indexed_texts where "textId" = $1 and revision = $2', [id, revision]))
          .rowCount === 1,
    )
  const before = await passages()
  expect(before.length).toBeGreaterThan(1)

  // Bold letters are the same words.
  const bold = await change(id, 1, [{ retain: 4, attributes: { bold: true } }])
  await indexed(bold)
  expect(await passages()).toEqual(before)

  const written = await change(id, bold, [{ insert: 'Lantern ' }])
  await eventually(() => noticesOf(tab).length === 2)
  expect(await passages()).toEqual(before.map(({ n, revision }) => ({ n, revision: n === 1 ? written : revision })))
})
