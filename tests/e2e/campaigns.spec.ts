import { expect, type Table, test } from './table.ts'

const settings = '/campaign/edit'
const row = ({ owner }: Table, name: string) => owner.page.getByRole('row').filter({ hasText: name })
const act = async (table: Table, name: string, item: string) => {
  await row(table, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await table.owner.page.getByRole('menuitem', { name: item }).click()
}
const confirm = (table: Table, button: string) =>
  table.owner.page.getByRole('alertdialog').getByRole('button', { name: button }).click()

test('what a campaign says of itself is saved as it is written, and read by others at once', async ({ table }) => {
  const [owner, player] = [table.owner.page, table.player.page]
  await player.goto(`${settings}/general`)
  await expect(player.getByRole('heading', { name: 'The Drowned Bells' })).toBeVisible()
  await expect(player.getByLabel('Campaign name')).toHaveCount(0)

  await owner.goto(settings)
  await owner.getByLabel('Description').fill('Seven bells keep the sea where it is.')
  await expect(owner.getByText('Changes Saved')).toBeVisible()
  await expect(player.getByText('Seven bells keep the sea where it is.')).toBeVisible()
  await owner.getByRole('combobox', { name: 'Roleplaying system' }).fill('Blades in the Dark')
  await owner.keyboard.press('Tab')
  await expect(player.getByText('Blades in the Dark', { exact: true })).toBeVisible()
  await owner.getByLabel('Welcome message').fill('Bring a lantern.')
  await expect(player.getByText('Bring a lantern.')).toBeVisible()

  await owner.context().setOffline(true)
  await owner.getByLabel('Welcome message').fill('Bring two lanterns.')
  await expect(owner.getByText('Unsaved changes')).toBeVisible()
  await owner.context().setOffline(false)
  await expect(player.getByText('Bring two lanterns.')).toBeVisible()

  // What was written elsewhere in the meantime is not written over unasked.
  await owner.context().setOffline(true)
  await owner.getByLabel('Welcome message').fill('Bring three lanterns.')
  await expect(owner.getByText('Unsaved changes')).toBeVisible()
  await table.owner.ask('PATCH', `campaigns/${table.campaignId}`, { welcomeMessage: 'Bring a rope.' })
  await expect(player.getByText('Bring a rope.')).toBeVisible()
  let sends = 0
  owner.on('request', (request) => {
    if (request.method() === 'PATCH') sends++
  })
  const lookedAgain = owner.waitForResponse(/\/api\/campaigns\?/)
  await owner.context().setOffline(false)
  await lookedAgain
  await expect(owner.getByText('Unsaved changes')).toBeVisible()
  expect(sends).toBe(0)
  await owner.getByRole('button', { name: 'Try again' }).click()
  await expect(player.getByText('Bring three lanterns.')).toBeVisible()
})

test('what of a pasted text does not fit is said', async ({ table }) => {
  const { page } = table.owner
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/campaigns/new')
  const name = page.getByLabel('Name')
  await page.evaluate((text) => navigator.clipboard.writeText(text), 'b'.repeat(1_300))
  await expect(async () => {
    await name.fill('')
    await name.press('ControlOrMeta+V')
    await expect(page.getByText(/^[\d,]+ characters did not fit\.$/)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByText(/^The first \d+ were pasted\.$/)).toBeVisible()
})

test('saving is spoken of once it takes longer than a second', async ({ table }) => {
  const { page } = table.owner
  await page.addInitScript(() => {
    const { fetch } = globalThis
    globalThis.fetch = (asked, init) => {
      if (asked instanceof Request && asked.method === 'PATCH') performance.mark('sent')
      return fetch(asked, init)
    }
  })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/campaigns/*', async (route) => {
    if (route.request().method() === 'PATCH') await held.promise
    await route.continue()
  })
  await page.goto(settings)
  const description = page.getByLabel('Description')
  await expect(description).toBeVisible()
  await page.evaluate(() => {
    const look = () => {
      if (document.body.textContent.includes('Saving')) performance.mark('spoken')
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
  })
  await description.fill('Seven bells.')
  await expect(page.getByText('Saving', { exact: true })).toBeVisible()
  const times = await page.evaluate(() =>
    ['sent', 'spoken'].map((name) => performance.getEntriesByName(name)[0]?.startTime ?? 0),
  )
  expect((times[1] ?? 0) - (times[0] ?? Number.POSITIVE_INFINITY)).toBeGreaterThan(900)
  held.resolve()
  await expect(page.getByText('Changes Saved')).toBeVisible()
  await expect(page.getByText('Saving', { exact: true })).toHaveCount(0)
})

test('a text that could not be saved stays where it was written, to be tried again', async ({ table }) => {
  const { page } = table.owner
  await page.goto(settings)
  await page.route('**/api/campaigns/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort('connectionreset') : route.continue(),
  )
  const description = page.getByLabel('Description')
  await description.fill('Written while the line was dead.')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await expect(page.getByText('Something went wrong while saving the campaign. Please try again.')).toBeVisible()
  await expect(description).toHaveValue('Written while the line was dead.')

  await page.unroute('**/api/campaigns/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Changes Saved')).toBeVisible()
  await page.reload()
  await expect(description).toHaveValue('Written while the line was dead.')
})

test('a role that changes shows in its owner’s window what they may do now', async ({ table }) => {
  const { page: player } = table.player
  await player.goto(`${settings}/general`)
  await expect(player.getByRole('link', { name: 'Danger Zone' })).toBeVisible()
  await expect(player.getByRole('link', { name: 'Members' })).toHaveCount(0)

  await table.owner.page.goto(`${settings}/members`)
  const role = table.owner.page.getByRole('combobox', { name: 'Role of mara' })
  await role.click()
  await table.owner.page.getByRole('option', { name: 'Dungeon Master' }).click()
  await expect(player.getByText('You are now a Dungeon Master in The Drowned Bells.')).toBeVisible()
  await expect(player.getByLabel('Campaign name')).toBeVisible()
  await player.getByRole('link', { name: 'Members' }).click()
  await expect(player.getByRole('button', { name: 'Create Invitation' })).toBeVisible()
  // Ownership is not theirs to touch, nor anybody's role.
  await expect(player.getByRole('combobox', { name: /^Role of/ })).toHaveCount(0)
  await expect(player.getByRole('button', { name: 'Actions for ines' })).toHaveCount(0)

  const colour = (avatar: Element) => getComputedStyle(avatar).backgroundColor
  const mine = await player.getByRole('button', { name: 'Account of mara' }).locator('span').evaluate(colour)
  for (const page of [player, table.owner.page])
    expect(await page.getByRole('row').filter({ hasText: 'mara' }).locator('span').first().evaluate(colour)).toBe(mine)

  await role.click()
  await table.owner.page.getByRole('option', { name: 'Player' }).click()
  await expect(player).toHaveURL(/\/general$/)
  await expect(player.getByRole('link', { name: 'Members' })).toHaveCount(0)
  await player.goto(`${settings}/members`)
  await expect(player).toHaveURL(/\/general$/)
  await expect(player.getByText('Members and invitations are for the campaign’s Dungeon Masters')).toBeVisible()
})

test('a member who is removed leaves the campaign’s screens, in every window of theirs', async ({ table, browser }) => {
  const { page: player } = table.player
  const elsewhere = await (await browser.newContext({ storageState: await player.context().storageState() })).newPage()
  await player.goto('/images')
  await expect(player.getByRole('button', { name: 'Campaign: The Drowned Bells' })).toBeVisible()
  await elsewhere.goto(new URL(`${settings}/files`, player.url()).href)
  await expect(elsewhere.getByText('No files yet')).toBeVisible()

  await table.owner.page.goto(`${settings}/members`)
  await act(table, 'mara', 'Remove from Campaign')
  await confirm(table, 'Remove')
  await expect(table.owner.page.getByText('mara was removed.')).toBeVisible()
  await expect(row(table, 'mara')).toHaveCount(0)
  for (const page of [player, elsewhere]) {
    await expect(page.getByText('You are no longer part of The Drowned Bells.')).toBeVisible()
    await expect(page).toHaveURL(/\/campaigns\/new$/)
  }
  await elsewhere.context().close()
})

test('who has another campaign goes to that one', async ({ table }) => {
  const { page: player, ask } = table.player
  await ask('POST', 'campaigns', { name: 'Reed Mother' })
  await player.goto('/images')
  await expect(player.getByRole('button', { name: 'Campaign: The Drowned Bells' })).toBeVisible()
  await table.owner.ask('DELETE', `campaigns/${table.campaignId}/members/${table.player.userId}`)
  await expect(player.getByText('You are no longer part of The Drowned Bells.')).toBeVisible()
  await expect(player.getByRole('button', { name: 'Campaign: Reed Mother' })).toBeVisible()
  await expect(player).toHaveURL(/\/images$/)
})

test('who is removed while they read lore goes to the lore of their other campaign, and Back does not show it again', async ({
  table,
}) => {
  const { page: player, ask } = table.player
  await ask('POST', 'campaigns', { name: 'Reed Mother' })
  const lore = { campaignId: table.campaignId, name: 'The Eel King', visibility: 'CAMPAIGN' }
  const { id } = await table.owner.ask('POST', 'conjurations', lore)
  await player.goto(`/lore/view/${id}`)
  await expect(player.getByRole('heading', { name: 'The Eel King' })).toBeVisible()
  await player.evaluate(() => history.pushState(history.state, '', location.href))
  await table.owner.ask('DELETE', `campaigns/${table.campaignId}/members/${table.player.userId}`)
  await expect(player.getByText('You are no longer part of The Drowned Bells.')).toBeVisible()
  await expect(player).toHaveURL(/\/collections$/)
  await expect(player.getByRole('heading', { name: 'Add Lore to Your Collection' })).toBeVisible()
  await expect(player.getByText('There is no such page')).toHaveCount(0)
  await player.goBack()
  await expect(player.getByRole('heading', { name: 'This lore is not here' })).toBeVisible()
  await expect(player.getByText('The Eel King')).toHaveCount(0)
})

test('ownership goes to somebody else, and who gave it away may leave', async ({ table }) => {
  const [owner, player] = [table.owner.page, table.player.page]
  await player.goto(`${settings}/danger-zone`)
  await expect(player.getByRole('button', { name: 'Delete Campaign' })).toHaveCount(0)
  await owner.goto(`${settings}/members`)
  await act(table, 'mara', 'Transfer Ownership')
  await expect(owner.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await confirm(table, 'Transfer Ownership')
  await expect(player.getByText('You are now the Owner in The Drowned Bells.')).toBeVisible()
  await expect(player.getByRole('button', { name: 'Delete Campaign' })).toBeVisible()

  await expect(owner.getByRole('combobox', { name: 'Role of mara' })).toHaveCount(0)
  await act(table, 'ines', 'Leave Campaign')
  await confirm(table, 'Leave Campaign')
  await expect(owner.getByText('You left The Drowned Bells.')).toBeVisible()
  await expect(owner.getByText('no longer part of')).toHaveCount(0)
  await expect(owner).toHaveURL(/\/campaigns\/new$/)
  await player.getByRole('link', { name: 'Members' }).click()
  await expect(player.getByRole('row')).toHaveCount(2)
})

test('a campaign is deleted by its name alone, for everyone, and comes back for everyone', { tag: '@core' }, async ({
  table,
}) => {
  const [owner, player] = [table.owner.page, table.player.page]
  await player.goto('/images')
  await expect(player.getByRole('button', { name: 'Campaign: The Drowned Bells' })).toBeVisible()
  await owner.goto(`${settings}/danger-zone`)
  await owner.getByRole('button', { name: 'Delete Campaign' }).click()
  const dialog = owner.getByRole('alertdialog')
  const button = dialog.getByRole('button', { name: 'Delete Campaign' })
  await dialog.getByRole('textbox').fill('The Drowned')
  await expect(button).toBeDisabled()
  await dialog.getByRole('textbox').fill('The Drowned Bells')
  await button.click()
  await expect(owner).toHaveURL(/\/campaigns\/new$/)
  await expect(player.getByText('The Drowned Bells was deleted.')).toBeVisible()
  await expect(player).toHaveURL(/\/campaigns\/new$/)

  // Long after the toast is gone, the list is still there.
  await owner.reload()
  await owner.getByRole('button', { name: 'Restore The Drowned Bells' }).click()
  await expect(owner.getByRole('button', { name: 'Campaign: The Drowned Bells' })).toBeVisible()
  await expect(player.getByRole('button', { name: 'Campaign: The Drowned Bells' })).toBeVisible()
})

test('deleting one of two campaigns of one name deletes that one, however often the button is pressed', async ({
  table,
}) => {
  const { page, ask } = table.owner
  for (const _ of [1, 2]) await ask('POST', 'campaigns', { name: 'New Campaign' })
  await page.goto(`${settings}/danger-zone`)
  const elsewhere = await page.context().newPage()
  await elsewhere.goto(`${settings}/danger-zone`)
  for (const window of [page, elsewhere]) {
    await window.getByRole('button', { name: 'Delete Campaign' }).click()
    await window.getByRole('alertdialog').getByRole('textbox').fill('The Drowned Bells')
  }
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Campaign' }).dblclick()
  for (const window of [page, elsewhere]) {
    await expect(window).toHaveURL(/\/campaigns\/new$/)
    await expect(window.getByRole('alertdialog')).toHaveCount(0)
  }
  await expect(elsewhere.getByText('The Drowned Bells was deleted.')).toBeVisible()

  await page.goto(`${settings}/danger-zone`)
  await page.getByRole('button', { name: 'Delete Campaign' }).click()
  await page.getByRole('alertdialog').getByRole('textbox').fill('New Campaign')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Campaign' }).dblclick()
  await expect(page).toHaveURL(/\/campaigns\/new$/)
  await expect(page.getByRole('button', { name: 'Restore New Campaign' })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Campaign: New Campaign' })).toBeVisible()
  await page.getByRole('button', { name: 'Restore The Drowned Bells' }).click()
  await expect(page.getByRole('button', { name: 'Campaign: The Drowned Bells' })).toBeVisible()
  await expect(page).toHaveURL(/\/collections$/)
})

test('who leaves a campaign, or is removed from its settings, is never in those of the next', async ({ table }) => {
  const { page, ask } = table.player
  await ask('POST', 'campaigns', { name: 'Reed Mother' })
  await page.goto(`${settings}/danger-zone`)
  await page.getByRole('button', { name: 'Leave Campaign' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave Campaign' }).dblclick()
  await expect(page.getByText('You left The Drowned Bells.')).toBeVisible()
  await expect(page).toHaveURL(/\/campaigns\/new$/)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Campaign: Reed Mother' })).toBeVisible()

  await ask('POST', `campaigns/invites/${table.code}`)
  // Nothing was chosen, so it is the first again.
  await page.goto(`${settings}/general`)
  await expect(page.getByRole('heading', { name: 'The Drowned Bells' })).toBeVisible()
  await table.owner.ask('DELETE', `campaigns/${table.campaignId}/members/${table.player.userId}`)
  await expect(page.getByText('You are no longer part of The Drowned Bells.')).toBeVisible()
  await expect(page).toHaveURL(/\/collections$/)
})

test('deleting is undone from its toast', async ({ table }) => {
  const { page: owner } = table.owner
  await owner.goto(`${settings}/danger-zone`)
  await owner.getByRole('button', { name: 'Delete Campaign' }).click()
  await owner.getByRole('alertdialog').getByRole('textbox').fill('The Drowned Bells')
  await owner.keyboard.press('Enter')
  await expect(owner).toHaveURL(/\/campaigns\/new$/)
  await owner.getByRole('button', { name: 'Undo' }).click()
  await expect(owner.getByText('The Drowned Bells was restored')).toBeVisible()
  await expect(owner.getByRole('button', { name: 'Campaign: The Drowned Bells' })).toBeVisible()
})
