import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { card, cards, dialog } from './collections-page.ts'
import { filling } from './filling.ts'

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

  test('has what was typed before it was stored, also if its writer pressed something else meanwhile', async ({
    page,
    member,
  }) => {
    void member
    await page.goto('/collections')
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/conjurations', async (route) => {
      await promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Add Lore' }).first().click()
    await page.keyboard.type(`${'Bell '.repeat(60)}\nIt rings.`)
    await page.getByRole('heading').first().click()
    resolve()
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveText('It rings.')
    const name = page.getByRole('textbox', { name: 'Name' })
    await expect(name).toHaveValue('Bell '.repeat(51).trim())
    await page.reload()
    await expect(page.getByText('It rings.')).toBeVisible()
    await expect(name).toHaveValue('Bell '.repeat(51).trim())
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

  test('is left by its link back to the place of the list where it was opened', async ({ page, member }) => {
    const { lore, settled } = filling(page, member.campaignId)
    for (let n = 10; n < 60; n++) await lore(`Bell ${n}`)
    await settled()
    await page.goto('/collections')
    const opened = page.getByRole('link', { name: 'Bell 40', exact: true })
    const list = page.getByRole('tabpanel', { name: 'Collections' }).locator('..')
    await expect(async () => {
      await list.hover()
      await page.mouse.wheel(0, 400)
      await expect(opened).toBeInViewport({ timeout: 500 })
    }).toPass()
    const scrolled = await list.evaluate((element) => element.scrollTop)
    await opened.click()
    await expect(page.getByRole('heading', { name: 'Bell 40' })).toBeVisible()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(opened).toBeInViewport()
    expect(await list.evaluate((element) => element.scrollTop)).toBe(scrolled)
  })
})
