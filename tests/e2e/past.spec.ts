import { expect, test } from './app.ts'
import { filling } from './filling.ts'

test('a campaign is looked at as it was, and a page brought back from there', async ({ page, member, server }) => {
  const { folder, lore, settled } = filling(page, member.campaignId)
  const shelf = await folder('Old library')
  const id = await lore('Atlas of the coast', shelf)
  await settled()
  const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
  const marks = await page.request.get(`/api/campaigns/${member.campaignId}/past/marks`)
  const { until } = await marks.json()
  await page.request.patch(`/api/conjurations/${id}`, { headers, data: { name: 'Burnt atlas' } })
  await page.request.patch(`/api/collections/${shelf}`, { headers, data: { name: 'Ashes' } })
  await settled()

  await page.goto(`/campaigns/${member.campaignId}/past?at=${until}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'You are looking at The Drowned Bells as it was on',
  )
  const tree = page.getByRole('tree')
  await expect(tree.getByRole('treeitem', { name: 'Old library' })).toBeVisible()
  await tree.getByRole('treeitem', { name: 'Outside of folders' }).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Old library' })).toBeVisible()
  await page.getByRole('button', { name: /Atlas of the coast/ }).click()
  await expect(page.getByRole('heading', { name: 'Atlas of the coast' })).toBeVisible()
  await page.getByRole('button', { name: 'Restore this page' }).click()

  await page.getByRole('link', { name: 'Back to now' }).click()
  await expect(page).toHaveURL(new RegExp(`/lore/view/${id}`))
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Atlas of the coast')
  await page.goto(`/campaigns/${member.campaignId}/past`)
  await expect(tree.getByRole('treeitem', { name: 'Ashes' })).toBeVisible()
})
