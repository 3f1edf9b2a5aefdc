import type { Locator, Page } from '@playwright/test'
import { withMotion } from './app.ts'
import { generate } from './generating.ts'
import { expect, test } from './table.ts'

const dialogs = (page: Page) => page.locator('[role=dialog], [role=alertdialog]')

/** Opens a dialog by key, from a button or an item of its menu: it is one, has a name and the focus, and gives the focus back. */
const comesBack = async (opener: Locator, name: string | RegExp, item?: string) => {
  const page = opener.page()
  const dialog = dialogs(page)
  await opener.focus()
  await page.keyboard.press('Enter')
  // At once: a menu that has just opened takes the focus for itself.
  if (item) await page.getByRole('menuitem', { name: item, exact: true }).press('Enter')
  await expect(dialog.last()).toHaveAccessibleName(name)
  await expect(dialog, `${name}`).toHaveCount(1)
  await expect.poll(() => dialog.evaluate((it) => it.contains(document.activeElement)), `${name}`).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener, `${name}`).toBeFocused()
}

// Each walks through many dialogs.
test.slow()
// A dialog that fades out returns the focus later than one that disappears.
test.use(withMotion)

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('every dialog of folders, lore and the shell gives the focus back to its opener', async ({ table }) => {
  const { campaignId, owner } = table
  const { page, ask } = owner
  const { id: folder = '' } = await ask('POST', 'collections', { campaignId, name: 'Harbour', parentId: null })
  const { id = '' } = await ask('POST', 'conjurations', { campaignId, collectionId: folder, name: 'Ysolde' })
  await page.goto(`/collections/${folder}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible()
  await comesBack(button(page, 'New Folder'), 'New Folder')
  const more = button(page, 'More actions')
  await comesBack(more, 'Collection Visibility Settings', 'Visibility')
  await comesBack(more, 'Move Harbour', 'Move')
  await comesBack(more, /Delete/, 'Delete Folder')
  await page.getByRole('article').filter({ hasText: 'Ysolde' }).hover()
  await page.getByLabel('Select Ysolde').check()
  const bar = page.getByRole('toolbar')
  await comesBack(bar.getByRole('button', { name: 'Move' }), 'Move 1 lore item')
  await comesBack(bar.getByRole('button', { name: 'Delete' }), /Delete/)
  await comesBack(button(page, /image credits/), 'Buy credits')
  await comesBack(button(page, 'Support Center'), 'Support Center')
  await comesBack(button(page, 'Account of ines'), 'Support Center', 'Feedback')
  const campaigns = button(page, /^Campaign:/)
  await campaigns.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Filter campaigns')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(campaigns).toBeFocused()

  const rename = button(page, 'Rename')
  await rename.focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Folder name').fill('Quays')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Quays' })).toBeVisible()
  await expect(rename).toBeFocused()

  await page.goto(`/lore/view/${id}`)
  const actions = button(page, 'Actions')
  await comesBack(actions, 'Move Lore', 'Move')
  await comesBack(actions, 'Delete Lore?', 'Delete')
  await comesBack(button(page, 'History'), 'History')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Ysolde Marrow')
  await name.press('Enter')
  await expect(page).toHaveTitle('Ysolde Marrow · Loreloom')
  // Enter in the name leads on to the text below.
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused()
})

test('menus that are loaded on demand give the focus back to their button, from the first opening on', async ({
  table: { campaignId, owner },
}) => {
  const { page, ask } = owner
  await ask('POST', 'collections', { campaignId, name: 'Harbour', parentId: null })
  const { id = '' } = await ask('POST', 'conjurations', { campaignId, name: 'Ysolde' })
  for (const title of ['Early years', 'Late years'])
    await ask('POST', 'content-segments', { entityType: 'CONJURATION', entityId: id, type: 'STORY', title })
  for (const [path, name, items] of [
    ['/collections', 'Account of ines', 'menu'],
    ['/collections', 'More actions', 'menu'],
    ['/collections', /^Campaign:/, 'listbox'],
    [`/lore/view/${id}`, 'In this entry', 'menu'],
  ] as const) {
    // On a narrow screen the outline is a button.
    await page.setViewportSize({ width: name === 'In this entry' ? 900 : 1440, height: 900 })
    await page.goto(path)
    // The buttons of the frame that is drawn first open nothing yet.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const opener = button(page, name)
    for (const opening of ['first', 'second']) {
      await opener.focus()
      await page.keyboard.press('Enter')
      const list = page.getByRole(items)
      await expect(list, `${name}, ${opening}`).toBeVisible()
      await expect(opener, `${name}, ${opening}`).not.toBeFocused({ timeout: 5000 })
      await page.keyboard.press('Escape')
      await expect(list, `${name}, ${opening}`).toBeHidden()
      await expect(opener, `${name}, ${opening}`).toBeFocused()
    }
  }
})

test('every dialog of pictures gives the focus back to its opener', async ({ table }) => {
  const { page } = table.owner
  await page.goto('/images')
  await comesBack(button(page, 'Upload Image'), 'Upload Image')
  await comesBack(button(page, 'Generate Image').first(), 'Generate image')
  await generate(page, 'A drowned chapel')
  await expect(page.getByText('1 done')).toBeVisible()
  const models = button(page, 'Select Models')
  await models.press('Enter')
  await expect(page.getByLabel('Search models')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(models).toBeFocused()
  await button(page, 'Done').click()

  await page.getByLabel('Select A drowned chapel').check()
  await comesBack(button(page, 'Move'), 'Move 1 image')
  await comesBack(button(page, 'Delete'), 'Delete 1 image(s)')
  await page.getByRole('link', { name: 'A drowned chapel' }).click()
  // The gallery has a button of that name too.
  await expect(button(page, 'Full screen')).toBeVisible()
  await comesBack(button(page, 'Move'), 'Move 1 image')
  await comesBack(button(page, 'Delete'), 'Delete 1 image(s)')
  await comesBack(button(page, 'Full screen'), 'A drowned chapel')
  const rename = button(page, 'Rename')
  for (const [typed, key] of [
    ['Chapel', 'Enter'],
    ['Church', 'Escape'],
  ] as const) {
    await rename.press('Enter')
    await page.getByLabel('Name').fill(typed)
    await page.keyboard.press(key)
    await expect(page.getByRole('heading', { name: 'Chapel' })).toBeVisible()
    await expect(rename).toBeFocused()
  }
})

test('every dialog of a campaign gives the focus back to its opener', async ({ table }) => {
  const { page } = table.owner
  await page.goto('/campaign/edit/general')
  await comesBack(button(page, /^(Choose|Change)/), 'Choose an image')
  const name = page.getByLabel('Campaign name')
  await name.fill('The Silent Bells')
  await name.press('Enter')
  await expect(page.getByText('Changes Saved')).toBeVisible()
  await expect(name).toBeFocused()

  await page.goto('/campaign/edit/members')
  const acts = button(page, 'Actions for mara')
  await comesBack(acts, 'Transfer ownership to mara?', 'Transfer Ownership')
  await comesBack(acts, /^Remove mara/, 'Remove from Campaign')
  await comesBack(button(page, 'Revoke').first(), 'Revoke this invitation?')
  await page.goto('/campaign/edit/danger-zone')
  await comesBack(button(page, 'Delete Campaign'), /^Delete The/)
  await table.player.page.goto('/campaign/edit/danger-zone')
  await comesBack(button(table.player.page, 'Leave Campaign'), /^Leave The/)
})

test('a button that its own press disables has the focus again once it is enabled', async ({ table }) => {
  const { page } = table.owner
  await page.goto('/account-settings?tab=data')
  const pack = button(page, 'Pack Everything')
  await pack.press('Enter')
  await expect(page.getByRole('link', { name: /Download/ })).toBeVisible()
  await expect(pack).toBeEnabled()
  await expect(pack).toBeFocused()
})
