import { expect, test } from './app.ts'
import { seriousFindings } from './axe.ts'
import { cards, collectionCard, dialog, line } from './collections-page.ts'
import { filling } from './filling.ts'
import { widest } from './widths.ts'

test.describe('folders', () => {
  test('begin with an empty campaign, and are made, entered, renamed, moved and deleted', { tag: '@core' }, async ({
    page,
    member,
  }) => {
    void member
    await page.goto('/collections')
    await expect(page.getByRole('heading', { name: 'Add Lore to Your Collection' })).toBeVisible()
    for (const example of ['Character', 'Location', 'Quest', 'World Lore'])
      await expect(page.getByText(example, { exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'New Folder' }).click()
    await expect(dialog(page).getByRole('button', { name: 'Create' })).toBeDisabled()
    await dialog(page).getByLabel('Name').fill('Low Saltmarch')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Folder created!')).toBeVisible()
    await collectionCard(page, 'Low Saltmarch').click()
    await expect(page.getByRole('heading', { name: 'No content in this folder' })).toBeVisible()

    await page.getByRole('button', { name: 'New Folder' }).click()
    await dialog(page).getByLabel('Name').fill('Harbour Ward')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    // Pointed at, what says so stays; it lies over none of the page's buttons.
    await page.getByText('Folder created!').last().hover()
    await page.getByRole('button', { name: 'Add Lore' }).first().click({ trial: true })
    await line(page, 'Harbour Ward').click()
    await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toHaveText(
      /The Drowned Bells.*Low Saltmarch.*Harbour Ward/,
    )

    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('Folder name').fill('  ')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Rename' })).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Harbour Ward' })).toBeVisible()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('Folder name').fill('Not this')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: 'Harbour Ward' })).toBeVisible()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('Folder name').fill('Harbour')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Collection was updated.')).toBeVisible()
    await expect(line(page, 'Harbour')).toBeVisible()

    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await dialog(page).getByRole('option', { name: 'Harbour' }).click()
    await expect(dialog(page).getByText('Cannot move a collection into itself.')).toBeVisible()
    await dialog(page).getByRole('option', { name: 'The Drowned Bells' }).click()
    await dialog(page).getByRole('button', { name: 'Move' }).click()
    await expect(page.getByText('Harbour moved to The Drowned Bells')).toBeVisible()
    await expect(page).toHaveURL(/\/collections\/[^/]+$/)
    await page.keyboard.press('Control+z')
    await expect(page).toHaveURL(/\/collections\/[^/]+\/[^/]+$/)
  })

  test('that could not be made without a connection is not there', async ({ page, member }) => {
    void member
    await page.goto('/collections')
    await expect(page.getByRole('heading', { name: 'Add Lore to Your Collection' })).toBeVisible()
    await page.getByRole('button', { name: 'New Folder' }).click()
    await dialog(page).getByLabel('Name').fill('Lost at sea')
    await page.context().setOffline(true)
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText('Failed to create collection. Please try again. You are offline.')
    await expect(collectionCard(page, 'Lost at sea')).toHaveCount(0)
    await expect(line(page, 'Lost at sea')).toHaveCount(0)
    await page.context().setOffline(false)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Folder created!')).toBeVisible()
    await expect(collectionCard(page, 'Lost at sea')).toHaveCount(1)
  })

  test('are chosen by walking, where arrows open and close as well, and by name', async ({ page, member }) => {
    const { folder, settled } = filling(page, member.campaignId)
    await folder('Birch', await folder('Alder'))
    const cedar = await folder('Cedar')
    await settled()
    await page.goto(`/collections/${cedar}`)
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    const option = (name: string) => dialog(page).getByRole('option', { name })
    const field = dialog(page).getByRole('combobox')
    await expect(option('Alder')).toBeVisible()
    await field.press('ArrowDown')
    await field.press('ArrowDown')
    await expect(option('Alder')).toHaveAttribute('aria-selected', 'true')
    await field.press('ArrowRight')
    await expect(option('Birch')).toBeVisible()
    await field.press('ArrowLeft')
    await expect(option('Birch')).toHaveCount(0)
    await field.fill('bir')
    await expect(option('Birch')).toContainText('in Alder')
    await field.press('ArrowDown')
    await dialog(page).getByRole('button', { name: 'Move' }).click()
    await expect(page.getByText('Cedar moved to Birch')).toBeVisible()
    await expect(page).toHaveURL(/collections\/[^/]+\/[^/]+\/[^/]+$/)
  })

  test('take what hangs in them along when they are deleted, and bring it back', async ({ page, member }) => {
    const { folder, lore, settled } = filling(page, member.campaignId)
    const keep = await folder('Keep')
    const cellar = await folder('Cellar', keep)
    for (const name of ['Well', 'Trapdoor', 'Rats']) await lore(name, cellar)
    await settled()
    await page.goto(`/collections/${keep}`)
    await expect(collectionCard(page, 'Cellar')).toContainText('3 lore')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete Folder' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('1 folder and 3 lore items')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Folder was deleted')).toBeVisible()
    await expect(page).toHaveURL(/\/collections$/)
    await expect(line(page, 'Keep')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await line(page, 'Keep').click()
    await collectionCard(page, 'Cellar').click()
    await expect(cards(page)).toHaveCount(3)
  })

  test('are copied with what is in them, and not moved where there is no other campaign', async ({ page, member }) => {
    const { folder, lore, settled } = filling(page, member.campaignId)
    const harbour = await folder('Harbour')
    await lore('Ysolde', await folder('Quay', harbour))
    await settled()
    await page.goto(`/collections/${harbour}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    const move = page.getByRole('menuitem', { name: /^Move Lore to Campaign/ })
    await expect(move).toBeDisabled()
    await expect(move).toContainText('You have no other campaign to move it to.')
    await page.getByRole('menuitem', { name: 'Copy Folder' }).click()
    await expect(line(page, 'Harbour \\(copy\\)')).toBeVisible()
    await line(page, 'Harbour \\(copy\\)').click()
    await expect(collectionCard(page, 'Quay')).toBeVisible()
  })

  test('say how saving their visibility goes', async ({ page, member }) => {
    const { folder, settled } = filling(page, member.campaignId)
    const keep = await folder('Keep')
    await settled()
    await page.goto(`/collections/${keep}`)
    await page.getByRole('button', { name: 'Change visibility' }).click()
    await expect(dialog(page).getByRole('heading', { name: 'Collection Visibility Settings' })).toBeVisible()
    await dialog(page).getByRole('radio', { name: 'Visible to you and DMs' }).check()
    await expect(dialog(page).getByText('Saving...')).toBeVisible()
    await expect(dialog(page).getByText('Saved')).toBeVisible()
    await expect(dialog(page).getByText('Saved')).toHaveCount(0)
    await page.route('**/api/collections/*', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 422, json: {} }) : route.fallback(),
    )
    await dialog(page).getByRole('radio', { name: 'Visible only to you' }).check()
    await expect(dialog(page).getByText('Not saved')).toBeVisible()
    await expect(page.getByText('Something went wrong saving the collection, please try again.')).toBeVisible()
    await expect(dialog(page).getByRole('radio', { name: 'Visible to you and DMs' })).toBeChecked()
  })

  test('that are not there say so', async ({ page, member }) => {
    void member
    await page.goto('/collections/00000000-0000-7000-8000-000000000000')
    await expect(page.getByRole('heading', { name: 'This folder is not here' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to Lore' }).click()
    await expect(page.getByRole('heading', { name: 'Add Lore to Your Collection' })).toBeVisible()
  })
})

test.describe('for everybody', () => {
  const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
  for (const [name, viewport] of Object.entries(sizes))
    test(`axe finds nothing serious: ${name}`, async ({ page, member }) => {
      await page.setViewportSize(viewport)
      await page.goto('/collections')
      await expect(page.getByRole('heading', { name: 'Add Lore to Your Collection' })).toBeVisible()
      expect(await seriousFindings(page)).toEqual([])

      const { folder, lore, settled } = filling(page, member.campaignId)
      const long = await folder('Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(4))
      await folder('Hidden', long, 'DM')
      await lore('x'.repeat(255), long, { tags: Array.from({ length: 40 }, (_, n) => `tag ${n}`), visibility: 'DM' })
      await lore('', long)
      await settled()
      await page.goto(`/collections/${long}`)
      await expect(cards(page)).toHaveCount(2)
      expect(await seriousFindings(page)).toEqual([])
      expect(await widest(page)).toBe(viewport.width)

      await cards(page).first().hover()
      await page.getByLabel('Select Untitled Lore').check()
      await page.getByRole('toolbar').getByRole('button', { name: 'Move' }).click()
      await expect(dialog(page).getByRole('listbox').getByRole('option').first()).toBeVisible()
      expect(await seriousFindings(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
      if (name === 'desk') return
      await page.getByRole('button', { name: 'Show collections' }).click()
      await expect(dialog(page).getByRole('treeitem').first()).toBeVisible()
      expect(await seriousFindings(page)).toEqual([])
      await line(page, 'The Drowned Bells').click()
      await expect(dialog(page)).toHaveCount(0)
      await expect(page).toHaveURL(/\/collections$/)
    })
})
