import { randomUUID } from 'node:crypto'
import { seriousFindings } from './axe.ts'
import { expect, test } from './table.ts'

test('search finds lore by name, tag and text, typed wrongly too, and opens it by keyboard alone', {
  tag: '@core',
}, async ({ table }) => {
  const { owner, campaignId } = table
  const { page } = owner
  const lore = (data: object) => owner.ask('POST', 'conjurations', { campaignId, collectionId: null, ...data })
  await lore({ name: 'Ysolde Marrow', description: 'Harbour clerk who weighs more than cargo.', tags: ['weighhouse'] })
  await lore({ name: 'Gallowglass Light', description: 'Nobody has lit it since Ysolde was a child.' })
  await page.goto('/images')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(page.getByText('Start typing to search...')).toBeVisible()
  await page.keyboard.type('ysold')
  const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  await expect(results).toHaveCount(2)
  await expect(results.first()).toContainText('Ysolde Marrow')
  await expect(results.first()).toContainText(/Last edited \d+ \w+ \d{4}/)
  await expect(results.first()).toContainText('#weighhouse')
  await expect(results.first().getByText('Lore', { exact: true })).toBeVisible()
  await expect(results.first().locator('mark').first()).toHaveText('Ysold')
  await expect(results.last().locator('mark')).toHaveText('Ysold')
  expect(await seriousFindings(page)).toEqual([])

  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('galowglass')
  await expect(results).toHaveText([/Gallowglass Light/])
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('no such thing')
  await expect(page.getByText('No results found')).toBeVisible()

  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('ysolde')
  await expect(results).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await expect(results.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/lore\/view\/.*from=%2Fimages/)
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Gallowglass Light')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/images$/)
})

test('search shows nobody what they may not see, and follows what changes', { tag: '@core' }, async ({ table }) => {
  const { owner, player, campaignId } = table
  const { page } = player
  const { id = '' } = await owner.ask('POST', 'conjurations', {
    campaignId,
    collectionId: null,
    name: 'The secret door',
    visibility: 'CAMPAIGN',
  })
  await owner.ask('POST', 'conjurations', {
    campaignId,
    collectionId: null,
    name: 'The secret heir',
    visibility: 'DM',
  })
  await page.goto('/images')
  await page.getByRole('button', { name: 'Search (Ctrl+K)' }).click()
  await page.getByLabel('Search anything').fill('secret')
  const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  await expect(results).toHaveText([/The secret door/])
  await owner.ask('PATCH', `conjurations/${id}`, { name: 'The secret gate' })
  await expect(results).toHaveText([/The secret gate/])
  await owner.ask('PATCH', `conjurations/${id}`, { visibility: 'DM' })
  await expect(page.getByText('No results found')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a search that nobody answered is answered once somebody can', async ({ table }) => {
  const { owner, campaignId } = table
  const { page } = owner
  await owner.ask('POST', 'conjurations', { campaignId, collectionId: null, name: 'Ysolde Marrow' })
  await page.goto('/images')
  await page.getByRole('button', { name: /^Search/ }).click()
  await expect(page.getByRole('listbox', { name: 'Recent' }).getByRole('option')).toHaveText([/Ysolde Marrow/])
  await page.context().setOffline(true)
  await page.keyboard.type('marrow')
  await expect(page.getByText('Search does not answer right now. Please try again.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option')).toHaveText([/Ysolde Marrow/])
})

test('search opens on focus with what is newest, and finds folders and misspelt names, each with who sees it', async ({
  table,
}) => {
  const { owner, campaignId } = table
  const { page } = owner
  await owner.ask('POST', 'collections', { campaignId, name: 'Gallowglass Reach', visibility: 'DM' })
  await owner.ask('POST', 'conjurations', { campaignId, name: 'Gallowglass Light', visibility: 'CAMPAIGN' })
  await page.goto('/images')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  const field = page.getByRole('button', { name: 'Search (Ctrl+K)' })
  await field.focus()
  const recent = page.getByRole('listbox', { name: 'Recent' }).getByRole('option')
  await expect(recent).toHaveCount(2)
  await page.keyboard.type('galowglas')
  const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  await expect(results).toHaveCount(2)
  const folder = results.filter({ hasText: 'Gallowglass Reach' })
  await expect(folder.getByText('Folder', { exact: true })).toBeVisible()
  await expect(folder.getByText('DM', { exact: true })).toBeVisible()
  await expect(results.filter({ hasText: 'Gallowglass Light' }).getByText('Campaign', { exact: true })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  // It gives the focus back, and does not open for that.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(field).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search anything' })).toBeFocused()
  await page.keyboard.type('gallowglass reach')
  await expect(results).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/collections\//)
  await expect(page.getByRole('heading', { name: 'Gallowglass Reach' })).toBeVisible()
})

test('a sentence that the DM hides leaves an open search at once, before the search is answered again', async ({
  table,
}) => {
  const { owner, player, campaignId } = table
  const { page } = player
  const { id: loreId = '' } = await owner.ask('POST', 'conjurations', {
    campaignId,
    collectionId: null,
    name: 'Ferry',
    visibility: 'CAMPAIGN',
  })
  const segment = { entityType: 'CONJURATION', entityId: loreId, type: 'STORY' }
  const { id: textId = '' } = await owner.ask('POST', 'content-segments', segment)
  await page.goto('/images')
  await page.getByRole('button', { name: 'Search (Ctrl+K)' }).click()
  await page.getByLabel('Search anything').fill('doppelganger')
  await expect(page.getByText('No results found')).toBeVisible()

  // The dialog follows the index of texts: nobody searches again.
  const ops = [{ insert: 'The ferryman is a doppelganger.' }]
  await owner.ask('POST', `texts/${textId}/changes`, { id: randomUUID(), base: 0, ops })
  const sentence = page.getByText('The ferryman is a doppelganger.')
  await expect(sentence).toBeVisible()

  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/search?**', async (route) => {
    await held
    await route.continue()
  })
  await owner.ask('PATCH', `content-segments/${textId}`, { isForDms: true })
  await expect(sentence).toHaveCount(0)
  await expect(page.getByText('Searching...')).toBeVisible()
  answer()
  await expect(page.getByText('No results found')).toBeVisible()
})
