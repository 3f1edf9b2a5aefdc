import type { Locator, Page } from '@playwright/test'
import { expect, test } from './table.ts'

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('Nothing is drawn there')
  return box
}

/** Holds back the files of some parts of a screen until they are released. */
const held = async (page: Page, names: RegExp) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(names, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('an entry opened by key has the focus, its tags do not move when they can be written, and what cannot be done looks so', async ({
  table: { owner, campaignId },
}) => {
  const { page } = owner
  const { id = '' } = await owner.ask('POST', 'conjurations', {
    campaignId,
    collectionId: null,
    name: 'The Weighhouse',
  })
  const data = { entityType: 'CONJURATION', entityId: id, type: 'STORY', title: 'One' }
  await owner.ask('POST', 'content-segments', data)
  const { id: relatedNodeId = '' } = await owner.ask('POST', 'conjurations', { campaignId, name: 'Nan Coble' })
  await owner.ask('POST', `relationships/${id}`, { relatedNodeId, comment: 'weighs for', twoWay: false })
  await page.goto('/collections')
  const release = await held(page, /assets\/(TagsField|VisibilityChoice)/)
  await page.getByRole('article').getByRole('link', { name: 'The Weighhouse' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  const rail = page.getByRole('complementary', { name: 'About this lore' })
  const sections = rail.locator('section')
  await expect(rail.getByText('No tags.')).toBeVisible()
  const before = await Promise.all([boxOf(sections.nth(0)), boxOf(sections.nth(1))])
  release()
  await expect(rail.getByRole('combobox', { name: 'Tags' })).toBeVisible()
  await expect(rail.getByRole('combobox', { name: 'Visibility' })).toBeVisible()
  expect(await Promise.all([boxOf(sections.nth(0)), boxOf(sections.nth(1))])).toEqual(before)

  await page.getByRole('region', { name: 'One' }).hover()
  const up = page.getByRole('button', { name: 'Move One up' })
  await expect(up).toBeDisabled()
  await expect(up).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(up).toHaveCSS('opacity', '0.5')

  // No content was added for them.
  await expect(page.getByRole('region', { name: 'Relationships' }).getByText('weighs for')).toBeVisible()
  const outline = page.getByRole('navigation', { name: 'In this entry' })
  await expect(outline.getByRole('link')).toHaveText(['One', 'Relationships'])

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 2, name: 'One' })).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
})

test('the tags of lore lead a player to all that has them', async ({ table: { owner, player, campaignId } }) => {
  const data = { campaignId, collectionId: null, name: 'Idrin', visibility: 'CAMPAIGN', tags: ['npc', 'low & high'] }
  const { id = '' } = await owner.ask('POST', 'conjurations', data)
  const { page } = player
  await page.goto(`/lore/view/${id}`)
  await page.getByRole('link', { name: 'low & high' }).click()
  await expect(page).toHaveURL(/\/collections\?tags=low\+%26\+high|\/collections\?tags=low%20%26%20high/)
  await expect(page.getByRole('article')).toHaveText([/Idrin/])
})

test('the roleplaying systems are all offered until another is typed', async ({ table: { owner } }) => {
  const { page } = owner
  for (const at of ['/campaigns/new', '/campaign/edit/general']) {
    await page.goto(at)
    const field = page.getByRole('combobox', { name: 'Roleplaying system' })
    await field.click()
    await expect(page.getByRole('option', { name: 'Shadowdark' })).toBeVisible()
    await page.keyboard.type('path', { delay: 60 })
    await expect(page.getByRole('option')).toHaveText(['Pathfinder'])
  }
})

test('Enter takes the highlighted roleplaying system, and submits without one', async ({ table: { owner } }) => {
  const { page } = owner
  const created = (system: string) =>
    page.waitForRequest(
      (request) =>
        request.method() === 'POST' &&
        request.url().endsWith('/api/campaigns') &&
        request.postDataJSON().rpgSystemCode === system,
    )
  const field = page.getByRole('combobox', { name: 'Roleplaying system' })
  await page.goto('/campaigns/new')
  await field.fill('path')
  await expect(page.getByRole('option', { name: 'Pathfinder' })).toBeVisible()
  await field.press('Enter')
  await expect(field).toHaveValue('Pathfinder')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(page).toHaveURL(/\/campaigns\/new$/)
  await Promise.all([created('Pathfinder'), field.press('Enter')])

  // A system that is typed in full, or that is not among the suggestions, needs a single Enter.
  for (const system of ['Shadowdark', 'Wildsea']) {
    await page.goto('/campaigns/new')
    await field.fill(system)
    await Promise.all([created(system), field.press('Enter')])
  }
})
