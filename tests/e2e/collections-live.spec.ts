import type { Page } from '@playwright/test'
import { test as base, expect, signUp } from './app.ts'
import { filling, joining } from './filling.ts'
import { test as withTable } from './table.ts'

/** Somebody else in a browser of their own, who is a player in the member's campaign and has it selected. */
const test = base.extend<{ player: Page }>({
  player: async ({ page, member, server, browser }, use) => {
    const context = await browser.newContext({ baseURL: server.url })
    const player = await context.newPage()
    const { userId } = await signUp(context, server, 'Elsewhere')
    await joining(page, player, member.campaignId)
    await player.addInitScript(
      ([key, value]) => localStorage.setItem(key as string, value as string),
      [`loreloom.campaign.${userId}`, member.campaignId],
    )
    await use(player)
    await context.close()
  },
})

test.describe('two people in one campaign', () => {
  test('see each other’s folders and lore made, moved, renamed, hidden, deleted and restored, without reloading', {
    tag: '@core',
  }, async ({ page, member, player }) => {
    test.slow()
    const line = (name: string) => player.getByRole('treeitem', { name: new RegExp(`^${name}`) })
    await player.goto('/collections')
    await expect(player.getByRole('heading', { name: 'Add Lore to Your Collection' })).toBeVisible()
    let loads = 0
    player.on('load', () => loads++)

    const { folder, lore, showTo } = filling(page, member.campaignId)
    await folder('The Lampless', null, 'DM')
    const ward = await folder('Harbour Ward')
    const quarter = await folder('Drowned Quarter')
    await expect(line('Harbour Ward')).toBeVisible()
    await expect(line('Drowned Quarter')).toBeVisible()
    await expect(line('The Lampless')).toHaveCount(0)

    await page.goto(`/collections/${quarter}`)
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('Folder name').fill('Quarter of the Drowned')
    await page.keyboard.press('Enter')
    await expect(line('Quarter of the Drowned')).toBeVisible()

    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByRole('dialog').getByRole('option', { name: 'Harbour Ward' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await expect(line('Quarter of the Drowned')).toHaveCount(0)
    await expect(line('Harbour Ward')).toHaveAttribute('aria-expanded', 'false')
    await line('Harbour Ward').press('ArrowRight')
    await expect(line('Quarter of the Drowned')).toHaveAttribute('aria-level', '3')

    await line('Harbour Ward').click()
    await lore('Ysolde Marrow', ward)
    await lore('Hidden from players', ward, { visibility: 'DM' })
    await expect(player.getByRole('article')).toHaveCount(1)
    await expect(player.getByRole('article')).toContainText('Ysolde Marrow')
    await expect(line('Harbour Ward 1 lore')).toBeVisible()

    await showTo(ward, 'DM')
    await expect(line('Harbour Ward')).toHaveCount(0)
    await expect(player.getByRole('heading', { name: 'This folder is not here' })).toBeVisible()
    // What hung in it and is still seen hangs at the root.
    await player.getByRole('link', { name: 'Back to Lore' }).click()
    await expect(player.getByRole('article')).toContainText('Ysolde Marrow')
    await expect(line('Quarter of the Drowned')).toHaveAttribute('aria-level', '2')
    await showTo(ward, 'CAMPAIGN')
    await expect(line('Harbour Ward')).toBeVisible()
    await expect(player.getByRole('article')).toHaveCount(0)

    await page.goto(`/collections/${ward}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete Folder' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(line('Harbour Ward')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(line('Harbour Ward')).toBeVisible()
    await line('Harbour Ward').click()
    await expect(player.getByRole('article')).toContainText('Ysolde Marrow')

    expect(loads).toBe(0)
    expect(await player.getByText('The Lampless').count()).toBe(0)
  })

  test('what a DM begins is shown to nobody else until they show it; the owner puts a player’s folder in order', async ({
    page,
    member,
    player,
  }) => {
    void member
    await page.goto('/collections')
    await player.goto('/collections')
    await player.getByRole('button', { name: 'New Folder' }).click()
    await player.getByRole('dialog').getByLabel('Name').fill('Rumours')
    await player.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByRole('treeitem', { name: 'Rumours' }).click()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('Folder name').fill('Old rumours')
    await page.keyboard.press('Enter')
    await expect(player.getByRole('treeitem', { name: 'Old rumours' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Change visibility' })).toHaveCount(0)
    await page.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem', { name: 'Move', exact: true })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Delete Folder' })).toHaveCount(0)
    await page.keyboard.press('Escape')

    await player.getByRole('treeitem', { name: 'Old rumours' }).click()
    await page.getByRole('button', { name: 'Add Lore' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('The drowned bell')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(page.getByText('Visible to you and DMs')).toBeVisible()
    await expect(player.getByRole('heading', { name: 'No content in this folder' })).toBeVisible()
    await page.getByRole('button', { name: 'Show to the campaign' }).click()
    await expect(player.getByRole('article')).toContainText('The drowned bell')
    await expect(page.getByText('Visible to all campaign members')).toBeVisible()
  })

  test('a player makes folders of their own, and is not offered to change those of others', async ({
    page,
    member,
    player,
  }) => {
    const { folder, settled } = filling(page, member.campaignId)
    const ward = await folder('Harbour Ward')
    await settled()
    await player.goto(`/collections/${ward}`)
    await expect(player.getByRole('heading', { name: 'Harbour Ward' })).toBeVisible()
    for (const name of ['Rename', 'Change visibility', 'Move'])
      await expect(player.getByRole('button', { name, exact: true })).toHaveCount(0)
    await player.getByRole('button', { name: 'More actions' }).click()
    await expect(player.getByRole('menuitem')).toHaveText([
      'Create Lore from Template',
      'Copy Folder',
      'Export…',
      'As it was',
    ])
    await player.keyboard.press('Escape')
    await player.getByRole('button', { name: 'New Folder' }).click()
    await player.getByRole('dialog').getByLabel('Name').fill('Mine')
    await player.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await player.getByRole('treeitem', { name: 'Mine' }).click()
    await expect(player.getByRole('button', { name: 'Rename' })).toBeVisible()
  })
})

withTable('as much as one may still edit moves to another campaign, and the rest is told', async ({ table }) => {
  const { owner, player, campaignId } = table
  const role = (role: number) => owner.ask('PATCH', `campaigns/${campaignId}/members/${player.userId}/role`, { role })
  await role(1)
  await player.ask('POST', 'campaigns', { name: 'Salt and Smoke' })
  await owner.ask('POST', 'conjurations', { campaignId, name: 'The Eel King', visibility: 'CAMPAIGN' })
  await player.ask('POST', 'conjurations', { campaignId, name: 'Low Salt' })
  const { page } = player
  await page.goto('/collections')
  const card = (name: string) => page.getByRole('article').filter({ hasText: name })
  await card('Low Salt').hover()
  for (const name of ['Low Salt', 'The Eel King']) await page.getByLabel(`Select ${name}`).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Campaign').selectOption('Salt and Smoke')
  await dialog.getByRole('listbox').getByRole('option', { name: 'Salt and Smoke' }).click()
  // They are no DM any more by the time that it arrives.
  await page.route('**/api/conjurations/bulk/move-to-campaign', async (route) => {
    await role(2)
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('Expected to move 2 items, but only moved 1')).toBeVisible()
  await expect(card('Low Salt')).toHaveCount(0)
  await expect(card('The Eel King')).toBeVisible()
})
