import type { Page } from '@playwright/test'
import { seriousFindings } from './axe.ts'
import { expect, type Table, test } from './table.ts'

const send = async (page: Page, text: string) => {
  const field = page.getByRole('textbox', { name: 'Message to Weavy' })
  await field.fill(text)
  await field.press('Enter')
}
const proposalOn = (page: Page, name: string) => page.getByRole('region', { name: `Proposal: ${name}` })
const isThere = async ({ owner }: Table, id: string): Promise<boolean> =>
  (await owner.page.request.get(`/api/conjurations/${id}`)).ok()

test('a draft is added to the campaign, undone in the toast, and another one dismissed', { tag: '@core' }, async ({
  table,
  givePlan,
}) => {
  const { page, userId } = table.owner
  await givePlan(userId, 'BASIC')
  await page.goto('/conversations')
  await send(page, 'Create an entry about the Blue Heron inn, a <b>smoky</b> tavern at the docks, tagged inn')
  const entry = proposalOn(page, 'new entry')
  await expect(entry.getByRole('heading', { name: 'The Blue Heron inn' })).toBeVisible()
  // Text of a proposal is data.
  await expect(entry.getByText('The Blue Heron inn is a <b>smoky</b> tavern at the docks.')).toBeVisible()
  await expect(entry.getByText('Only Dungeon Masters and you will see it')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])

  await entry.getByRole('button', { name: 'Add to campaign' }).click()
  await expect(entry.getByText('Added to your campaign.')).toBeVisible()
  const address = await entry.getByRole('link', { name: 'Open it' }).getAttribute('href')
  const id = address?.split('/').at(-1) ?? ''
  expect(await isThere(table, id)).toBe(true)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(entry.getByText('Added, and removed since.')).toBeVisible()
  expect(await isThere(table, id)).toBe(false)

  await send(page, 'Create an entry about Tarn Hollow')
  const other = proposalOn(page, 'new entry').last()
  await other.getByRole('button', { name: 'Dismiss' }).click()
  await expect(other.getByText('Dismissed.')).toBeVisible()
  await expect(other.getByRole('button')).toHaveCount(0)
})

test('tags, a relationship and a section are shown as differences, and removed by undo', async ({
  table,
  givePlan,
}) => {
  const { owner, campaignId } = table
  const { page, userId } = owner
  const lore = (name: string, tags: string[] = []) =>
    owner.ask('POST', 'conjurations', { campaignId, visibility: 'CAMPAIGN', name, tags })
  const { id } = await lore('Mira Vane', ['NPC'])
  await lore('Petra Vane')
  await givePlan(userId, 'BASIC')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/conversations')
  await send(page, 'Tag Mira Vane with ferry and harbour')
  const tags = proposalOn(page, 'new tags')
  await expect(tags.getByRole('listitem')).toHaveText(['NPC', '+ ferry', '+ harbour'])
  await expect(tags.getByText('Everyone in this campaign will see it.')).toBeVisible()
  await tags.getByRole('button', { name: 'Add to campaign' }).click()
  await expect(tags.getByText('Added to your campaign.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tags.getByText('Added, and removed since.')).toBeVisible()
  expect((await (await page.request.get(`/api/conjurations/${id}`)).json()).tags).toEqual(['NPC'])

  await send(page, 'Mira Vane is the sister of Petra Vane.')
  const relationship = proposalOn(page, 'new relationship')
  await expect(relationship.getByText('is the sister of')).toBeVisible()
  await relationship.getByRole('button', { name: 'Add to campaign' }).click()
  await expect(relationship.getByText('Added to your campaign.')).toBeVisible()

  await send(page, 'Add a section “Rumours” to Mira Vane: She **swims** at night.')
  const section = proposalOn(page, 'new section')
  await expect(section.getByText('swims').first()).toBeVisible()
  await section.getByRole('button', { name: 'Add to campaign' }).click()
  await expect(section.getByText('Added to your campaign.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  // What it would change is deleted meanwhile.
  await send(page, 'Tag Mira Vane with lost')
  const late = proposalOn(page, 'new tags').last()
  await expect(late.getByRole('button', { name: 'Add to campaign' })).toBeVisible()
  await owner.ask('DELETE', `conjurations/${id}`)
  await expect(page.getByText('Based on something you can no longer see.').last()).toBeVisible()
})
