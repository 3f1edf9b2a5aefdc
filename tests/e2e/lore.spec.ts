import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { seriousFindings } from './axe.ts'
import { expect, type Table, test } from './table.ts'
import { description, touched, wordsOf, writeAnew, writeOn } from './writing.ts'

const name = (page: Page) => page.getByRole('textbox', { name: 'Name' })
const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()
const view = (id: string, query = '') => `/lore/view/${id}${query}`

/** Lore of ines in a folder of hers. */
const written = async ({ owner, campaignId }: Table, over: object = {}) => {
  const { id: folder = '' } = await owner.ask('POST', 'collections', { campaignId, name: 'Harbour', parentId: null })
  const data = {
    campaignId,
    collectionId: folder,
    name: 'Ysolde Marrow',
    description: 'Harbour clerk.',
    visibility: 'CAMPAIGN',
    ...over,
  }
  const { id = '' } = await owner.ask('POST', 'conjurations', data)
  return { id, folder }
}

test.describe('lore', () => {
  test('is written where it is read, and each field is saved by itself', { tag: '@core' }, async ({ table }) => {
    const { page } = table.owner
    const { id, folder } = await written(table)
    await page.goto(view(id, `?from=/collections/${folder}`))
    await expect(page).toHaveTitle('Ysolde Marrow · Loreloom')
    await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toHaveText(/The Drowned Bells.*Harbour/)

    const sent: object[] = []
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postDataJSON()))
    await name(page).fill('Ysolde Marrow, weigher')
    await name(page).press('Enter')
    await saved(page)
    await writeAnew(page, 'She has sat at the same window.\n\nFor nineteen years.')
    await expect(page.getByText('Saving...')).toBeVisible()
    await saved(page)
    await page.getByRole('combobox', { name: 'Tags' }).pressSequentially('npc,Weighhouse,NPC,')
    await page.keyboard.press('Escape')
    await expect.poll(() => sent.at(-1)).toEqual({ tags: ['npc', 'Weighhouse'] })
    await saved(page)
    await page.getByRole('combobox', { name: 'Visibility' }).click()
    await page.getByRole('option', { name: /Private/ }).click()
    const upgrade = page.getByRole('dialog', { name: 'Upgrade Required' })
    await expect(upgrade).toContainText('Private lore needs the Basic or the Pro plan.')
    await upgrade.getByRole('button', { name: 'Maybe Later' }).click()
    await page.getByRole('combobox', { name: 'Visibility' }).click()
    await page.getByRole('option', { name: 'DM' }).click()
    await expect(page.getByText('Visible to you and DMs')).toBeVisible()
    await expect.poll(() => sent.at(-1)).toEqual({ visibility: 'DM' })
    expect(sent.every((body) => Object.keys(body).length === 1)).toBe(true)

    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(new RegExp(`/collections/${folder}$`))
    await page.goto(view(id))
    await expect(name(page)).toHaveValue('Ysolde Marrow, weigher')
    await expect(wordsOf(page)).toHaveText(['She has sat at the same window.', '', 'For nineteen years.'])
    for (const tag of ['npc', 'Weighhouse']) await expect(page.getByText(tag, { exact: true })).toHaveCount(1)
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(/\/collections$/)
  })

  test('that is left while it is being written is saved all the same', async ({ table }) => {
    const { page } = table.owner
    const { id } = await written(table)
    await page.goto(view(id))
    await writeAnew(page, 'Typed in haste.')
    await page.getByRole('link', { name: 'Images' }).click()
    await expect(page).toHaveURL(/\/images$/)
    await page.goBack()
    await expect(wordsOf(page)).toHaveText('Typed in haste.')
  })

  test('that could not be saved goes back to what is stored, and keeps the words beside it', async ({ table }) => {
    const { page } = table.owner
    const { id } = await written(table)
    await page.goto(view(id))
    const json = { type: 'urn:x', title: 'Unprocessable', status: 422, code: 'text_too_long', detail: 'It is too long' }
    const refusal = { status: 422, contentType: 'application/problem+json', json }
    await page.route('**/api/texts/*/changes', (route) =>
      route.request().method() === 'POST' ? route.fulfill(refusal) : route.continue(),
    )
    await writeOn(page, ' A text worth keeping.')
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    await expect(wordsOf(page)).toHaveText('Harbour clerk.')
    const note = page.getByRole('alert').filter({ hasText: 'Not saved: It is too long. Your words are kept here.' })
    await expect(note.getByText('A text worth keeping.', { exact: true })).toBeVisible()

    await page.unroute('**/api/texts/*/changes')
    await writeOn(page, ' It is shorter now.')
    await saved(page)
    await expect(wordsOf(page)).toHaveText('Harbour clerk. It is shorter now.')
  })

  test('that is written without a connection waits for it', async ({ table }) => {
    const { page } = table.owner
    const { id } = await written(table)
    await page.goto(view(id))
    await touched(page)
    await page.context().setOffline(true)
    await page.keyboard.type(' Written in a tunnel.')
    await expect(page.getByText('Offline: not saved yet')).toBeVisible()
    await expect(wordsOf(page)).toHaveText('Harbour clerk. Written in a tunnel.')
    await page.context().setOffline(false)
    await saved(page)
    await page.reload()
    await expect(wordsOf(page)).toHaveText('Harbour clerk. Written in a tunnel.')
  })

  test('that was typed without a connection outlives its tab, and meets what others wrote since', {
    tag: '@core',
  }, async ({ table }) => {
    const { id } = await written(table)
    const lost = table.owner.page
    const context = lost.context()
    await lost.goto(view(id))
    await touched(lost)
    await context.setOffline(true)
    await lost.keyboard.type(' Written in a tunnel.')
    await expect(lost.getByText('Offline: not saved yet')).toBeVisible()
    await lost.close()
    await context.setOffline(false)
    const meanwhile = { id: randomUUID(), base: 0, ops: [{ insert: 'Written in the light: ' }] }
    await table.owner.ask('POST', `texts/${id}/changes`, meanwhile)

    const page = await context.newPage()
    await page.goto(view(id))
    await expect(wordsOf(page)).toHaveText('Written in the light: Harbour clerk. Written in a tunnel.')
    await expect
      .poll(async () => (await page.request.get(`/api/texts/${id}`)).text())
      .toContain('Harbour clerk. Written in a tunnel.')
  })

  test('that was described anew before any of it was sent is not written over: the words are kept; signing out forgets them', async ({
    table,
  }) => {
    const { id } = await written(table)
    const { page } = table.owner
    await page.goto(view(id))
    await touched(page)
    await page.context().setOffline(true)
    await page.keyboard.type(' Written in a tunnel.')
    await expect(page.getByText('Offline: not saved yet')).toBeVisible()
    await page.goto('about:blank')
    await page.context().setOffline(false)
    await table.owner.ask('PATCH', `conjurations/${id}`, { description: 'Keeper of the tide.' })

    await page.goto(view(id))
    await expect(page.getByRole('alert').getByText('Written in a tunnel.')).toBeVisible()
    await expect(wordsOf(page)).toHaveText('Keeper of the tide.')
    await page.getByRole('button', { name: /Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/auth\/login/)
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => /draft/.test(key))))
      .toEqual([])
  })

  test('is only read by those who may not write it', async ({ table }) => {
    const { id } = await written(table, { tags: ['npc'] })
    const { page } = table.player
    await page.goto(view(id))
    await expect(page.getByRole('heading', { name: 'Ysolde Marrow' })).toBeVisible()
    await expect(page.getByText('Harbour clerk.')).toBeVisible()
    await expect(page.getByText('Visible to all campaign members')).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await page.getByRole('button', { name: 'Actions' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Copy',
      'Export as Markdown',
      'Export with Pictures…',
      'Print',
    ])
  })

  test('opens at its first copy, and the copy leads to the original', async ({ table }) => {
    const { page } = table.owner
    const { id } = await written(table)
    await page.goto(view(id))
    let copies = 0
    page.on('request', (request) => {
      if (request.url().endsWith(`${id}/copy`)) copies++
    })
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Copy' }).dblclick()
    await expect(page.getByText('This is a copy.')).toBeVisible()
    await expect(page).not.toHaveURL(new RegExp(id))
    expect(copies).toBe(1)
    const copy = page.url()

    await page.goto(view(id))
    await expect(page).toHaveURL(copy)
    await page.getByRole('link', { name: 'Open the original' }).click()
    await expect(page).toHaveURL(new RegExp(`${id}\\?original=1`))
    await expect(name(page)).toHaveValue('Ysolde Marrow')
    await expect(page.getByText('This is a copy.')).toHaveCount(0)
  })

  test('leads from an old link to its copy once; whatever was chosen here opens itself', async ({ table }) => {
    const { page, ask } = table.owner
    const { id, folder } = await written(table)
    const { id: elsewhere = '' } = await ask('POST', 'campaigns', { name: 'Reed Mother' })
    const copyId = (await ask('POST', `conjurations/${id}/copy`, {})).id ?? ''
    await ask('POST', `conjurations/${copyId}/move-to-campaign`, { destinationCampaignId: elsewhere })
    const expectItself = async (page: Page) => {
      await expect(name(page)).toHaveValue('Ysolde Marrow')
      await expect(page).toHaveURL(new RegExp(`/lore/view/${id}`))
      await expect(page.getByText('This is a copy.')).toHaveCount(0)
    }
    await page.goto(`/collections/${folder}`)
    const card = page.getByRole('link', { name: 'Ysolde Marrow' }).last()
    // The app leaves the press to the browser, whose own new tab comes when it likes: its address is opened in one instead.
    const isLeftToBrowser = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const stop = (event: Event) => {
            resolve(!event.defaultPrevented)
            event.preventDefault()
          }
          document.addEventListener('click', stop, { once: true })
        }),
    )
    await card.click({ modifiers: ['ControlOrMeta'] })
    expect(await isLeftToBrowser).toBe(true)
    const tab = await page.context().newPage()
    await tab.goto((await card.getAttribute('href')) ?? '')
    await expectItself(tab)
    await tab.close()
    await page.evaluate(() => localStorage.clear())
    await card.click()
    await expectItself(page)
    await page.goBack()
    await page.goForward()
    await expectItself(page)

    await page.evaluate(() => localStorage.clear())
    await page.goto(`/conjurations/view/${id}`)
    await expect(page.getByText('This is a copy.')).toBeVisible()
    await page.goto(view(id))
    await expectItself(page)
  })

  test('is moved, deleted, and both times brought back', async ({ table }) => {
    const { page } = table.owner
    const { id, folder } = await written(table)
    await page.goto(view(id, `?from=/collections/${folder}`))
    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })

    await choose('Move')
    const dialog = page.getByRole('dialog', { name: 'Move Lore' })
    await expect(dialog.getByRole('option', { name: 'Harbour' })).toHaveAttribute('aria-selected', 'true')
    await expect(dialog.getByRole('button', { name: 'Move', exact: true })).toBeDisabled()
    await dialog.getByRole('combobox', { name: 'Folder' }).press('ArrowUp')
    const root = dialog.getByRole('listbox').getByRole('option', { name: 'The Drowned Bells' })
    await expect(root).toHaveAttribute('aria-selected', 'true')
    await dialog.getByRole('combobox', { name: 'Folder' }).press('Enter')
    await expect(crumbs).not.toContainText('Harbour')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(crumbs).toContainText('Harbour')

    await choose('Delete')
    const asked = page.getByRole('alertdialog', { name: 'Delete Lore?' })
    await expect(asked).toContainText('It stays in the Trash for 30 days.')
    await expect(asked).not.toContainText('cannot be undone')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Successfully deleted conjuration!')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/collections/${folder}$`))
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('article').filter({ hasText: 'Ysolde Marrow' }).click()
    await expect(name(page)).toHaveValue('Ysolde Marrow')
  })

  test('is still seen in a folder that fewer see, which is said and mended', async ({ table }) => {
    const { page } = table.owner
    const { id } = await written(table)
    await table.owner.ask('POST', 'collections', { campaignId: table.campaignId, name: 'Vault', visibility: 'DM' })
    await page.goto(view(id))
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Move', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Move Lore' })
    await dialog.getByRole('listbox').getByRole('option', { name: 'Vault' }).click()
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(
      page.getByText('Vault is DM only; “Ysolde Marrow” itself is still visible to all campaign members.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Make it DM only' }).click()
    await expect(page.getByRole('combobox', { name: 'Visibility' })).toHaveValue('DM')
  })

  test('can be taken out of its campaign only by whose plan lets them keep it to themselves', async ({ table }) => {
    const { page } = table.owner
    const { id } = await written(table)
    await page.goto(view(id))
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: /Remove from campaign/ }).click()
    await expect(page.getByRole('dialog', { name: 'Upgrade Required' })).toContainText('Private lore')
  })

  test('leaves its campaign before everybody’s eyes, comes back, and is put into another', async ({
    table,
    givePlan,
  }) => {
    const [{ page }, player] = [table.owner, table.player.page]
    await givePlan(table.owner.userId, 'BASIC')
    await table.owner.ask('POST', 'campaigns', { name: 'Salt and Smoke' })
    const { id } = await written(table)
    await player.goto(view(id))
    await expect(player.getByText('Harbour clerk.')).toBeVisible()
    await page.goto(view(id))
    const choose = async (item: string | RegExp) => {
      await page.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })

    await choose('Remove from campaign')
    await expect(page.getByText('Successfully removed conjuration!')).toBeVisible()
    await expect(page.getByText('It is in no campaign now: only its owner sees it.')).toBeVisible()
    await expect(page.getByText('Visible to you alone')).toBeVisible()
    await expect(crumbs).not.toContainText('The Drowned Bells')
    await expect(player.getByRole('heading', { name: "You don't have permission to view this lore." })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(crumbs).toContainText('The Drowned Bells')
    await expect(player.getByText('Harbour clerk.')).toBeVisible()

    await choose('Remove from campaign')
    await expect(crumbs).not.toContainText('The Drowned Bells')
    await page.getByRole('button', { name: /^Campaign: / }).click()
    await page.getByRole('option', { name: 'Salt and Smoke' }).click()
    await page.goto(view(id))
    await choose('Add to Salt and Smoke')
    await expect(page.getByText('Lore added to campaign!')).toBeVisible()
    await expect(crumbs).toContainText('Salt and Smoke')

    await choose(/^Move$/)
    const dialog = page.getByRole('dialog', { name: 'Move Lore' })
    await dialog.getByLabel('Campaign').selectOption('The Drowned Bells')
    await dialog.getByRole('listbox').getByRole('option', { name: 'Harbour' }).click()
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(page.getByText('Successfully moved 1 lore item to The Drowned Bells')).toBeVisible()
    await expect(crumbs).toHaveText(/The Drowned Bells.*Harbour/)
    await expect(player.getByText('Harbour clerk.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(crumbs).toContainText('Salt and Smoke')
    await expect(player.getByRole('heading', { name: "You don't have permission to view this lore." })).toBeVisible()
  })

  test('that is not there, or not shared, says so', async ({ table }) => {
    const { id } = await written(table, { visibility: 'DM' })
    const { page } = table.player
    await page.goto(view(id))
    await expect(page.getByRole('heading', { name: "You don't have permission to view this lore." })).toBeVisible()
    await page.goto(view('0197a000-0000-7000-8000-000000000000'))
    await expect(page.getByRole('heading', { name: 'This lore is not here' })).toBeVisible()
    await page.route('**/api/conjurations/*', (route) => route.fulfill({ status: 418, body: 'tea' }))
    await page.goto(view('0197a000-0000-7000-8000-000000000001'))
    await expect(page.getByRole('heading', { name: /We were unable to fetch this conjuration/ })).toBeVisible()
    await page.unroute('**/api/conjurations/*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'This lore is not here' })).toBeVisible()
  })
})

test.describe('the history of lore', () => {
  test('says who changed what, word by word, and brings any version back', async ({ table }) => {
    const { page } = table.owner
    const { id } = await written(table, { description: 'Keeps two ledgers and one promise.' })
    await table.owner.ask('PATCH', `conjurations/${id}`, { description: 'Keeps three ledgers and one promise.' })
    await page.goto(view(id))
    await page.getByRole('button', { name: 'History', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'History' })
    const [newest, oldest] = [drawer.locator('.history_card').first(), drawer.locator('.history_card').last()]
    await expect(newest).toContainText('ines wrote the description')
    await expect(newest.locator('del')).toHaveText('two')
    await expect(newest.locator('ins')).toHaveText('three')
    await expect(newest).toContainText('Current version')

    await oldest.getByRole('button', { name: /^Restore the version of/ }).click()
    await expect(page.getByText('Version restored')).toBeVisible()
    await expect(newest).toContainText('restored an earlier version')
    await expect(wordsOf(page)).toHaveText('Keeps two ledgers and one promise.')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(wordsOf(page)).toHaveText('Keeps three ledgers and one promise.')
  })

  test('can be opened down to every single save', async ({ table }) => {
    const { page, ask } = table.owner
    const { id } = await written(table)
    for (const text of ['Clerk.', 'Clerk of the tide.', 'Clerk of the tide-scales.'])
      await ask('PATCH', `conjurations/${id}`, { description: text })
    await page.goto(view(id))
    await page.getByRole('button', { name: 'History', exact: true }).click()
    await page.getByRole('button', { name: 'Show all 3 saves' }).click()
    const saves = page.locator('.history_saves > li')
    await expect(saves).toHaveCount(3)
    await saves
      .nth(1)
      .getByRole('button', { name: /Restore/ })
      .click()
    await expect(wordsOf(page)).toHaveText('Clerk of the tide.')
  })
})

test('axe finds nothing serious on lore, its history and its dialogs', async ({ table }) => {
  // Twelve searches for faults on a long page.
  test.slow()
  const { page } = table.owner
  const long = 'An improbably long name that somebody pasted here without a single thought for whoever has to read it'
  const tags = Array.from({ length: 40 }, (_, n) => `tag number ${n}`)
  const { id } = await written(table, { name: long, description: 'Prose. '.repeat(400), tags })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(view(id))
    await expect(name(page)).toHaveValue(long)
    expect(await seriousFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.getByRole('button', { name: 'History', exact: true }).click()
    await expect(page.getByText('Current version')).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Move', exact: true }).click()
    await expect(page.getByRole('combobox', { name: 'Folder' })).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
  }
})

test('on a phone the ways to another picture do not stand on the picture', async ({ table }) => {
  const { page } = table.owner
  await page.setViewportSize({ width: 390, height: 844 })
  const { id } = await written(table)
  await page.goto(view(id))
  const picture = await page.locator('.conjuration_image > :first-child').boundingBox()
  const button = await page.getByRole('link', { name: 'Generate Image' }).boundingBox()
  expect(button?.y).toBeGreaterThanOrEqual((picture?.y ?? Number.NaN) + (picture?.height ?? 0))
  expect((button?.x ?? Number.NaN) + (button?.width ?? 0)).toBeLessThanOrEqual(390 - 14)
})

test('on a phone who sees it and its tags stand before a long text, and after a line', async ({ table }) => {
  const { page } = table.owner
  await page.setViewportSize({ width: 390, height: 844 })
  const top = async (what: Locator) => (await what.boundingBox())?.y ?? Number.NaN
  const visibility = page.getByRole('combobox', { name: 'Visibility' })
  const tags = page.getByRole('combobox', { name: 'Tags' })
  const numbered = Array.from({ length: 40 }, (_, n) => `tag number ${n}`)
  const { id: long } = await written(table, { description: 'Prose.\n\n'.repeat(400), tags: numbered })
  await page.goto(view(long))
  await expect(visibility).toBeInViewport()
  await expect(description(page)).toBeInViewport()
  expect(await top(visibility)).toBeLessThan(await top(description(page)))
  await visibility.click()
  await expect(page.getByText('Visible to you and DMs')).toBeVisible()
  await page.getByRole('option', { name: /^DM/ }).click()
  await saved(page)

  const { id: short } = await written(table)
  await page.goto(view(short))
  await expect(tags).toBeInViewport()
  expect(await top(visibility)).toBeGreaterThan(await top(description(page)))
})

test('all of it works by keyboard', async ({ table }) => {
  const { page } = table.owner
  const { id } = await written(table)
  await page.goto(view(id))
  await name(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('The Eel King')
  await page.keyboard.press('Enter')
  await saved(page)
  await page.getByRole('combobox', { name: 'Visibility' }).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Visible to you and DMs')).toBeVisible()
  await page.getByRole('button', { name: 'Actions' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Move', exact: true })).toBeVisible()
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'History', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'History' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'History', exact: true })).toBeFocused()
})
