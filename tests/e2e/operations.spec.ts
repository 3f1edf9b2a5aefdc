import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { filling } from './filling.ts'

/** A folder with lore, and another campaign to move it to. */
const shelfOf = async (page: Page, member: { campaignId: string }, count: number) => {
  const { folder, lore, settled } = filling(page, member.campaignId)
  const shelf = await folder('Shelf')
  for (let n = 0; n < count; n++) await lore(`Item ${n}`, shelf)
  await settled()
  await page.goto(`/collections/${shelf}`)
  const headers = { origin: new URL(page.url()).origin, 'sec-fetch-site': 'same-origin' }
  const made = await page.request.post('/api/campaigns', { data: { name: 'Elsewhere' }, headers })
  const { id, position } = await made.json()
  const moveAll = () =>
    page.request.post(`/api/collections/${shelf}/conjurations/move-to-campaign`, {
      data: { campaignId: id },
      headers: { ...headers, 'min-position': position },
    })
  return { moveAll }
}

test('work that takes a while says how it ended, in every tab, and is taken back as one', async ({ page, member }) => {
  const { moveAll } = await shelfOf(page, member, 30)
  await expect(page.getByRole('treeitem', { name: /^Shelf/ })).toBeVisible()
  // Another tab of theirs: the socket tells this one.
  expect((await moveAll()).status()).toBe(202)
  await expect(page.getByText('Moved 30 lore item(s)')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('30 lore item(s) are back')).toBeVisible()
})

test('the lore of a folder goes to another campaign from the folder’s menu', async ({ page, member }) => {
  await shelfOf(page, member, 3)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Move Lore to Campaign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move the lore of Shelf' })
  await expect(dialog.getByLabel('Campaign')).toContainText('Elsewhere')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Moved 3 lore item(s)')).toBeVisible()
})

test('work that still runs is on the page again after it was loaded anew', async ({ page, member }) => {
  const { moveAll } = await shelfOf(page, member, 3)
  const { operationId } = await (await moveAll()).json()
  await expect(page.getByText('Moved 3 lore item(s)')).toBeVisible()
  const ended = await (await page.request.get(`/api/operations/${operationId}`)).json()
  const running = { ...ended, status: 'RUNNING', endedAt: null, total: 4, mayUndo: true }
  await page.route('**/api/operations', (route) => route.fulfill({ json: { data: [running], total: 1 } }))
  await page.route(`**/api/operations/${operationId}`, (route) => route.fulfill({ json: running }))
  await page.reload()
  const work = page.getByRole('region', { name: 'Work in progress' })
  await expect(work.getByRole('status')).toHaveText('Moving lore')
  await expect(work).toContainText('3 of 4')
  await expect(work.getByRole('button', { name: 'Undo' })).toBeVisible()
})
