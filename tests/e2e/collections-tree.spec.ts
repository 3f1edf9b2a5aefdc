import { expect, test } from './app.ts'
import { seriousFindings } from './axe.ts'
import { card, cards, collectionCard, dialog, line } from './collections-page.ts'
import { filling } from './filling.ts'

test('Delete in the tree leaves the focus on the row that follows, and on the last one at the end', async ({
  page,
  member,
}) => {
  const { folder, settled } = filling(page, member.campaignId)
  for (const name of ['Bells', 'Harbour', 'Threads']) await folder(name)
  await settled()
  await page.goto('/collections')
  await line(page, 'Bells').focus()
  const remove = async (name: string) => {
    await expect(line(page, name)).toBeFocused()
    await page.keyboard.press('Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(line(page, name)).toHaveCount(0)
  }
  await remove('Bells')
  await remove('Harbour')
  // “Last” stands between them.
  await remove('Last')
  await remove('Threads')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test.describe('dragging', () => {
  test('puts lore into folders, one or many, and takes it back', { tag: '@core' }, async ({ page, member }) => {
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

  test('of lore from several folders is undone to each of them, and the tag filter stays at the tabs', async ({
    page,
    member,
  }) => {
    const { folder, lore, settled } = filling(page, member.campaignId)
    await folder('Harbour Ward')
    await lore('Ysolde', await folder('Bells'), { tags: ['clerk'] })
    await lore('Hesper', await folder('Threads'), { tags: ['clerk'] })
    await settled()
    await page.goto('/collections?tags=clerk')
    await page.getByRole('tab', { name: 'Templates' }).click()
    await page.getByRole('tab', { name: 'Collections' }).click()
    await expect(page).toHaveURL(/tags=clerk/)
    await card(page, 'Ysolde').hover()
    await page.getByLabel('Select Ysolde').check()
    await page.getByLabel('Select Hesper').check()
    await card(page, 'Hesper').dragTo(line(page, 'Harbour Ward'))
    await expect(page.getByText('2 lore items moved to Harbour Ward')).toBeVisible()
    await expect(line(page, 'Harbour Ward 2 lore')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(line(page, 'Bells 1 lore')).toBeVisible()
    await expect(line(page, 'Threads 1 lore')).toBeVisible()
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
