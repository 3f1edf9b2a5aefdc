import { expect, test } from './app.ts'
import { filling } from './filling.ts'

test('work that takes a while says how it ended, in every tab, and is taken back as one', async ({ page, member }) => {
  const { folder, lore, settled } = filling(page, member.campaignId)
  const shelf = await folder('Shelf')
  for (let n = 0; n < 30; n++) await lore(`Item ${n}`, shelf)
  await settled()
  await page.goto('/collections')
  await expect(page.getByRole('treeitem', { name: /^Shelf/ })).toBeVisible()
  const headers = { origin: new URL(page.url()).origin, 'sec-fetch-site': 'same-origin' }
  const made = await page.request.post('/api/campaigns', { data: { name: 'Elsewhere' }, headers })
  const { id: campaignId, position } = await made.json()
  // Another tab of theirs: the socket tells this one.
  const begun = await page.request.post(`/api/collections/${shelf}/conjurations/move-to-campaign`, {
    data: { campaignId },
    headers: { ...headers, 'min-position': position },
  })
  expect(begun.status()).toBe(202)
  await expect(page.getByText('Moved 30 lore item(s)')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('30 lore item(s) are back')).toBeVisible()
})
