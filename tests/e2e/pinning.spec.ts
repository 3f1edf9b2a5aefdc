import { expect, signUp, test } from './app.ts'
import { filling, joining } from './filling.ts'

test('lore is pinned to the top of its folder by keyboard, and stands there in another browser', async ({
  page,
  member,
  server,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: server.url })
  const player = await context.newPage()
  await signUp(context, server, 'Elsewhere')
  await joining(page, player, member.campaignId)
  const { folder, lore, settled } = filling(page, member.campaignId)
  const shelf = await folder('Shelf')
  const first = await lore('Oldest', shelf)
  await lore('Between', shelf)
  await lore('Newest', shelf)
  await settled()

  await player.goto(`/collections/${shelf}`)
  const cards = player.getByRole('article')
  await expect(cards).toContainText(['Newest', 'Between', 'Oldest'])
  await expect(player.getByLabel('Pinned')).toHaveCount(0)

  await page.goto(`/lore/view/${first}`)
  await page.getByRole('button', { name: 'Actions', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Pin to top' }).press('Enter')
  await expect(cards).toContainText(['Oldest', 'Newest', 'Between'])
  await expect(cards.first().getByLabel('Pinned')).toBeVisible()

  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Unpin' }).click()
  await expect(cards).toContainText(['Newest', 'Between', 'Oldest'])
  await expect(player.getByLabel('Pinned')).toHaveCount(0)
  await context.close()
})
