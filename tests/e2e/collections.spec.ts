import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { seriousFindings } from './axe.ts'
import { filling } from './filling.ts'
import { widest } from './widths.ts'

const cards = (page: Page) => page.getByRole('article')
const card = (page: Page, name: string) => cards(page).filter({ hasText: name })
const collectionCard = (page: Page, name: string) => page.locator('.cards_collection').filter({ hasText: name })
const line = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) })
const dialog = (page: Page) => page.getByRole('dialog')

test.describe('folders', () => {
  test('begin with an empty campaign, and are made, entered, renamed, moved and deleted', async ({ page, member }) => {
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

test.describe('dragging', () => {
  test('puts lore into folders, one or many, and takes it back', async ({ page, member }) => {
    const { folder, lore, settled } = filling(page, member.campaignId)
    const [ward] = [await folder('Harbour Ward'), await folder('Open threads')]
    for (const name of ['Ysolde', 'Hesper', 'Idrin']) await lore(name)
    await settled()
    await page.goto('/collections')
    await card(page, 'Ysolde').dragTo(collectionCard(page, 'Harbour Ward'))
    await expect(page.getByText('Lore moved to Harbour Ward')).toBeVisible()
    await expect(card(page, 'Ysolde')).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(card(page, 'Ysolde')).toBeVisible()

    await card(page, 'Ysolde').hover()
    await page.getByLabel('Select Ysolde').check()
    await page.getByLabel('Select Hesper').check()
    await expect(page.getByText('2 lore item(s) selected')).toBeVisible()
    await card(page, 'Hesper').dragTo(line(page, 'Harbour Ward'))
    await expect(page.getByText('2 lore items moved to Harbour Ward')).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    await expect(line(page, 'Harbour Ward 2 lore')).toBeVisible()

    await page.goto(`/collections/${ward}`)
    await card(page, 'Hesper').dragTo(page.getByRole('navigation').getByRole('link', { name: 'The Drowned Bells' }))
    await expect(page.getByText('Lore moved to The Drowned Bells')).toBeVisible()
  })

  test('says who still sees lore that came into a folder that fewer see, and hides it too', async ({
    page,
    member,
  }) => {
    const { folder, lore, settled } = filling(page, member.campaignId)
    const plans = await folder('Plans', null, 'DM')
    await folder('Notes', null, 'PRIVATE')
    for (const name of ['Idrin', 'Ysolde']) await lore(name)
    await settled()
    await page.goto('/collections')
    await card(page, 'Ysolde').dragTo(collectionCard(page, 'Plans'))
    await expect(
      page.getByText('Plans is DM only; “Ysolde” itself is still visible to all campaign members.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Make it DM only' }).click()
    await expect(page.getByText('It is DM only now')).toBeVisible()
    await page.goto(`/collections/${plans}`)
    await expect(card(page, 'Ysolde').getByText('DM', { exact: true })).toBeVisible()

    // Whose plan keeps nothing private is told, and offered nothing that would be refused.
    await page.goto('/collections')
    await card(page, 'Idrin').dragTo(collectionCard(page, 'Notes'))
    await expect(page.getByText('Notes is private; “Idrin” itself is still visible')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Make it/ })).toHaveCount(0)
  })

  test('hangs folders elsewhere, but not into what hangs in them', async ({ page, member }) => {
    const { folder, settled } = filling(page, member.campaignId)
    const bells = await folder('Bells')
    await folder('Rung', bells)
    await folder('Threads')
    await settled()
    await page.goto('/collections')
    await line(page, 'Bells').press('ArrowRight')
    await line(page, 'Bells').dragTo(line(page, 'Rung'))
    await line(page, 'Threads').dragTo(collectionCard(page, 'Bells'))
    await expect(page.getByText('Threads moved to Bells')).toBeVisible()
    await expect(page.getByText(/^Bells moved/)).toHaveCount(0)
    await expect(line(page, 'Threads')).toHaveAttribute('aria-level', '3')
  })

  test('is done with the keyboard too, and told', async ({ page, member }) => {
    const { folder, settled } = filling(page, member.campaignId)
    await folder('Alder')
    await folder('Birch')
    await settled()
    await page.goto('/collections')
    await line(page, 'Birch').focus()
    await page.keyboard.press('Control+Shift+KeyD')
    await expect(page.getByText(/^Moving Birch/)).toBeAttached()
    // Where it is held is told a moment after each step.
    await expect(async () => {
      await page.keyboard.press('ArrowUp')
      await expect(page.getByText('Birch, over Alder')).toHaveCount(1, { timeout: 2_000 })
    }).toPass()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Birch moved to Alder')).toBeVisible()
    await expect(page.getByText('The folder was moved.')).toBeAttached()
  })
})

test.describe('lore', () => {
  test('is made where one stands', async ({ page, member }) => {
    const { folder, settled } = filling(page, member.campaignId)
    const keep = await folder('Keep')
    await settled()
    await page.goto(`/collections/${keep}`)
    await page.getByRole('button', { name: 'Add Lore' }).first().click()
    await expect(page.getByText('Lore created!')).toBeVisible()
    await expect(page).toHaveURL(/\/lore\/view\/[0-9a-f-]{36}/)
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await expect(page.getByRole('status').getByText('Only you and the DMs see it until you show it')).toBeVisible()
    await page.getByRole('textbox', { name: 'Name' }).fill('The well')
    await page.goBack()
    await expect(card(page, 'The well').getByText('DM', { exact: true })).toBeVisible()
  })

  test('that is left with nothing written in it is not kept, and can be had back', async ({ page, member }) => {
    void member
    const begin = async () => {
      await page.getByRole('button', { name: 'Add Lore' }).first().click()
      await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    }
    await page.goto('/collections')
    await begin()
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('')
    // To make a picture of it is not to leave it.
    await page.getByRole('link', { name: 'Generate Image' }).click()
    await expect(page).toHaveURL(/conjurationId=/)
    await page.goBack()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('')
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page.getByText('Nothing was written in it, so the untitled lore was not kept.')).toBeVisible()
    await expect(cards(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(card(page, 'Untitled Lore')).toBeVisible()

    await begin()
    await page.keyboard.type('Kept')
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(card(page, 'Kept')).toBeVisible()
    await expect(cards(page)).toHaveCount(2)
  })

  test('that a closed tab left blank is gone for the next one, and what is open in another is not', async ({
    page,
    member,
  }) => {
    void member
    const begin = async (tab: Page) => {
      await tab.goto('/collections')
      await tab.getByRole('button', { name: 'Add Lore' }).first().click()
      await expect(tab.getByRole('textbox', { name: 'Name' })).toBeFocused()
    }
    const [left, open] = [await page.context().newPage(), await page.context().newPage()]
    await begin(open)
    await begin(left)
    await page.goto('/collections')
    await expect(cards(page)).toHaveCount(2)
    await left.close()
    await page.reload()
    await expect(page.getByText('Nothing was written in it, so the untitled lore was not kept.')).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    await open.getByRole('textbox', { name: 'Name' }).fill('Kept')
    await expect(card(page, 'Kept')).toBeVisible()
  })

  test('is ticked, deleted and brought back', async ({ page, member }) => {
    const { lore, settled } = filling(page, member.campaignId)
    await lore('Lore A', null, { visibility: 'DM' })
    for (const name of ['B', 'C', 'D']) await lore(`Lore ${name}`)
    await settled()
    await page.goto('/collections')
    const bar = page.getByRole('toolbar')
    await card(page, 'Lore A').hover()
    await page.getByLabel('Select Lore A').check()
    await expect(bar.getByRole('button', { name: 'Hide' })).toHaveCount(0)
    await bar.getByRole('button', { name: 'Show to campaign' }).click()
    await expect(page.getByText('Now the campaign sees: 1 lore item(s)')).toBeVisible()
    await expect(card(page, 'Lore A').getByLabel('Campaign')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(card(page, 'Lore A').getByText('DM')).toBeVisible()
    await card(page, 'Lore A').hover()
    await page.getByLabel('Select Lore A').check()
    await bar.getByRole('button', { name: 'Tags' }).click()
    await page.getByRole('combobox', { name: 'Add tags' }).fill('bell')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(card(page, 'Lore A').getByText('bell')).toBeVisible()

    await card(page, 'Lore D').hover()
    await page.getByLabel('Select Lore D').check()
    await page.getByLabel('Select Lore B').click({ modifiers: ['Shift'] })
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Successfully deleted 3 lore item(s)')).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    await page.keyboard.press('Control+z')
    await expect(cards(page)).toHaveCount(4)

    await card(page, 'Lore A').hover()
    await page.getByLabel('Select Lore A').check()
    await page.keyboard.press('Escape')
    await expect(page.getByText('1 lore item(s) selected')).toHaveCount(0)
    await page.getByLabel('Select Lore A').check()
    await page.keyboard.press('Delete')
    await expect(page.getByRole('alertdialog').getByRole('heading', { name: 'Delete Lore?' })).toBeVisible()
    await expect(page.getByRole('alertdialog')).toContainText('It stays in the Trash for 30 days.')
    await expect(page.getByRole('alertdialog')).not.toContainText('cannot be undone')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Lore was deleted')).toBeVisible()
  })

  test('moves to another campaign, and says so when not all of it did', async ({ page, member, server }) => {
    const { lore, settled } = filling(page, member.campaignId)
    for (const name of ['A', 'B']) await lore(`Lore ${name}`)
    await settled()
    await page.request.post('/api/campaigns', {
      data: { name: 'Salt and Smoke' },
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
    })
    const moveOne = async (name: string, { images = true } = {}) => {
      await card(page, name).hover()
      await page.getByLabel(`Select ${name}`).check()
      await page.getByRole('toolbar').getByRole('button', { name: 'Move' }).click()
      await dialog(page).getByLabel('Campaign').selectOption('Salt and Smoke')
      await dialog(page).getByRole('listbox').getByRole('option', { name: 'Salt and Smoke' }).click()
      await dialog(page).getByLabel('Move their images too').setChecked(images)
      await dialog(page).getByRole('button', { name: 'Move' }).click()
    }
    const asked = page.waitForRequest('**/api/conjurations/bulk/move-to-campaign')
    await page.goto('/collections')
    await moveOne('Lore A')
    expect((await asked).postDataJSON()).toMatchObject({ moveImages: true })
    await expect(page.getByText('Successfully moved 1 lore item to Salt and Smoke')).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(cards(page)).toHaveCount(2)

    const withoutImages = page.waitForRequest('**/api/conjurations/bulk/move-to-campaign')
    await moveOne('Lore A', { images: false })
    expect((await withoutImages).postDataJSON()).toMatchObject({ moveImages: false })
    await expect(page.getByText('Successfully moved 1 lore item to Salt and Smoke')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect(cards(page)).toHaveCount(2)

    const reason = 'You are not allowed to edit this conjuration'
    await page.route('**/api/conjurations/bulk/move-to-campaign', (route) => {
      const [id] = route.request().postDataJSON().conjurationIds
      const skipped = [{ id, code: 'forbidden', reason }]
      return route.fulfill({ json: { position: '1', operationId: id, count: 0, skipped } })
    })
    await moveOne('Lore B')
    await expect(page.getByText('Expected to move 1 items, but only moved 0')).toBeVisible()
    await expect(page.getByText(`1 was left as it is: ${reason}`)).toBeVisible()
    await expect(card(page, 'Lore B')).toBeVisible()
  })

  test('is walked through with the keys', async ({ page, member }) => {
    const { lore, settled } = filling(page, member.campaignId)
    for (let n = 0; n < 12; n++) await lore(`Lore ${String.fromCharCode(76 - n)}`)
    await settled()
    await page.goto('/collections')
    await page.getByRole('link', { name: 'Lore A' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('link', { name: 'Lore B' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('link', { name: 'Lore F' })).toBeFocused()
    await page.keyboard.press('Space')
    await expect(page.getByText('1 lore item(s) selected')).toBeVisible()
    await page.keyboard.press('End')
    await expect(page.getByRole('link', { name: 'Lore L' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/lore\/view\//)
  })

  test('that does not load can be asked for again', async ({ page, member }) => {
    void member
    await page.route('**/api/collections/tree*', (route) => route.fulfill({ status: 400, json: {} }))
    await page.goto('/collections')
    await expect(page.getByText('Failed to load collections. Please try again.')).toBeVisible()
    await page.unroute('**/api/collections/tree*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Add Lore to Your Collection' })).toBeVisible()
  })
})

test.describe('the tree', () => {
  test('shows the lore of open folders, so much at a time, as it changes', async ({ page, member }) => {
    const { folder, lore, settled } = filling(page, member.campaignId)
    const ward = await folder('Harbour Ward')
    for (let n = 0; n < 27; n++) await lore(`Page ${n}`, ward)
    await settled()
    const pages = page.getByRole('treeitem', { name: /^Page / })
    await page.goto('/collections')
    await expect(line(page, 'Harbour Ward')).toHaveAttribute('aria-expanded', 'false')
    await line(page, 'Harbour Ward').press('ArrowRight')
    await line(page, 'Page 26').press('End')
    await expect(line(page, 'Load More')).toBeVisible()
    await line(page, 'Load More').click()
    await expect(line(page, 'Load More')).toHaveCount(0)
    await expect(line(page, 'Page 0')).toBeVisible()
    await expect(line(page, 'Page 0')).toHaveAttribute('aria-setsize', '27')

    await lore('Written meanwhile', ward)
    await line(page, 'Harbour Ward').press('Home')
    await expect(line(page, 'Written meanwhile')).toBeVisible()
    await line(page, 'Written meanwhile').click()
    await expect(page).toHaveURL(/\/lore\/view\//)
    await expect(pages).toHaveCount(0)
  })

  test('is worked by a menu, F2 and Delete, and gives the focus back', async ({ page, member }) => {
    const { folder, lore, settled } = filling(page, member.campaignId)
    const ward = await folder('Harbour Ward')
    await lore('The well', ward)
    await settled()
    await page.goto(`/collections/${ward}`)
    await line(page, 'The well').press('F2')
    await page.getByLabel('New name of The well').fill('The dry well')
    await page.keyboard.press('Enter')
    await expect(line(page, 'The dry well')).toBeFocused()
    await expect(card(page, 'The dry well')).toBeVisible()
    await page.keyboard.press('F2')
    await page.keyboard.type('Not this')
    await page.keyboard.press('Escape')
    await expect(line(page, 'The dry well')).toBeFocused()

    await page.keyboard.press('Delete')
    await expect(page.getByRole('alertdialog')).toContainText('The dry well')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(line(page, 'The dry well')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(line(page, 'The dry well')).toBeVisible()

    await line(page, 'Harbour Ward').click({ button: 'right' })
    await expect(page.getByRole('menuitem')).toHaveText([
      /Open/,
      /Add Lore/,
      /New Folder/,
      /Rename/,
      /Visibility/,
      /^Move$/,
      /Move Lore to Campaign/,
      /Delete/,
    ])
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'New Folder' }).click()
    await dialog(page).getByLabel('Name').fill('Quay')
    await page.keyboard.press('Enter')
    await expect(line(page, 'Quay')).toHaveAttribute('aria-level', '3')
    // It is gone, and what opened it has the focus back.
    await expect(dialog(page)).toHaveCount(0)
    await expect(line(page, 'Harbour Ward')).toBeFocused()
    await line(page, 'The Drowned Bells').press('Shift+F10')
    await expect(page.getByRole('menuitem')).toHaveText([/Open/, /Add Lore/, /New Folder/])
    await page.keyboard.press('Escape')
    await expect(line(page, 'The Drowned Bells')).toBeFocused()
  })

  test('a hundred folders deep: names have room, the way here is short, and the line of here is in sight', async ({
    page,
    member,
  }) => {
    test.slow()
    const { folder, settled } = filling(page, member.campaignId)
    let at: string | null = null
    for (let n = 1; n <= 100; n++) at = await folder(`Level ${n}`, at)
    await settled()
    await page.goto(`/collections/${at}`)
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
    await expect(crumbs.getByRole('listitem')).toHaveText([/^The Drowned Bells$/, /Level 99/, /Level 100/])
    const here = line(page, 'Level 100')
    await expect(here).toBeInViewport()
    await expect(here.getByText('Level 100')).toBeInViewport({ ratio: 1 })
    await crumbs.getByRole('button', { name: 'Show 98 more steps' }).click()
    await expect(crumbs.getByRole('link', { name: 'Level 50' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440)

    const edge = page.getByRole('separator', { name: 'Width of the tree' })
    await edge.focus()
    await page.keyboard.press('End')
    await expect(edge).toHaveAttribute('aria-valuenow', '640')
    await page.reload()
    await expect(edge).toHaveAttribute('aria-valuenow', '640')
    await edge.dblclick()
    await expect(edge).toHaveAttribute('aria-valuenow', '252')
  })
})

test.describe('the filter', () => {
  test('by tags leaves the lore that has all of them, as it changes, and stands in the address', async ({
    page,
    member,
  }) => {
    const { folder, lore, settled } = filling(page, member.campaignId)
    const ward = await folder('Harbour Ward')
    await lore('Ysolde', ward, { tags: ['npc', 'clerk'] })
    await lore('Idrin', null, { tags: ['npc'] })
    await settled()
    await page.goto('/collections')
    await page.getByRole('button', { name: 'Filter by tags' }).click()
    const field = page.getByRole('combobox', { name: 'Filter by tags' })
    await field.click()
    await page.getByRole('option', { name: 'npc' }).click()
    await expect(cards(page)).toHaveCount(2)
    await page.getByRole('option', { name: 'clerk' }).click()
    await expect(cards(page)).toHaveText([/Ysolde/])
    await expect(page).toHaveURL(/tags=npc%2Cclerk/)
    await lore('Hesper', null, { tags: ['clerk', 'npc'] })
    await expect(cards(page)).toHaveCount(2)
    await page.reload()
    await expect(cards(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Filter by tags' }).click()
    await expect(collectionCard(page, 'Harbour Ward')).toBeVisible()
    await expect(page).not.toHaveURL(/tags=/)
  })

  test('finds folders by name and lore by what it says, where they hang', async ({ page, member }) => {
    const { folder, lore, settled } = filling(page, member.campaignId)
    const ward = await folder('Harbour Ward', await folder('Low Saltmarch'))
    await lore('Captain Idrin Vale', ward)
    await settled()
    await page.goto('/collections')
    await page.getByLabel('Filter folders and lore').fill('idrin')
    await expect(line(page, 'Captain Idrin Vale')).toHaveAttribute('aria-level', '4')
    await page.getByLabel('Filter folders and lore').fill('harb')
    await expect(line(page, 'Harbour Ward')).toHaveAttribute('aria-level', '3')
    await page.getByLabel('Filter folders and lore').fill('nothing like it')
    await expect(page.getByText('Nothing is called that.')).toBeVisible()
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
