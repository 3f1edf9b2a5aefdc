import fs from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { seriousFindings } from './axe.ts'
import { expect, type Person, type Table, test } from './table.ts'

const lore = async ({ ask }: Person, campaignId: string, name: string, over: object = {}) =>
  (await ask('POST', 'conjurations', { campaignId, name, visibility: 'CAMPAIGN', ...over })).id ?? ''
const link = ({ ask }: Person, from: string, to: string, comment: string) =>
  ask('POST', `relationships/${from}`, { relatedNodeId: to, comment })

const node = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Relationships' }).getByRole('button', { name, exact: true })
const opened = async (page: Page, query = '') => {
  await page.goto(`/relationships/graph${query}`)
  await expect(page.locator('[data-ready]')).toBeVisible()
}

/** Ysolde keeps the Weighhouse, Osric pays her, and the Weighhouse stands in Low Saltmarch. */
const web = async ({ owner, campaignId }: Table) => {
  const [ysolde, osric, house, marsh] = await Promise.all([
    lore(owner, campaignId, 'Ysolde', { tags: ['npc'] }),
    lore(owner, campaignId, 'Osric', { tags: ['npc'] }),
    lore(owner, campaignId, 'Weighhouse'),
    lore(owner, campaignId, 'Low Saltmarch'),
  ])
  await link(owner, ysolde, house, 'keeps the tide-scales')
  await link(owner, osric, ysolde, 'pays her to look away')
  await link(owner, house, marsh, 'stands in')
  return { ysolde, osric, house, marsh }
}

test.describe('the graph', () => {
  test('says where there is nothing to draw', async ({ table: { owner, campaignId } }) => {
    const { page } = owner
    const alone = await lore(owner, campaignId, 'Alone')
    await page.goto('/collections')
    const entry = page.getByRole('link', { name: 'Relationships', exact: true })
    await entry.click()
    await expect(page.getByRole('heading', { name: 'No Relationships Found' })).toBeVisible()
    await expect(entry).toHaveAttribute('aria-current', 'page')
    const [one, other] = [await lore(owner, campaignId, 'One'), await lore(owner, campaignId, 'Other')]
    await link(owner, one, other, 'owes')
    await expect(node(page, 'One')).toBeVisible()
    await page.goto(`/relationships/graph?source=${alone}`)
    await expect(page.getByRole('heading', { name: 'No Relationships', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await expect(node(page, 'Other')).toBeVisible()
  })

  test('shows what comes to an entry and what goes out from it, until it is clicked again', async ({ table }) => {
    const { page } = table.owner
    const { ysolde } = await web(table)
    await opened(page)
    await expect(page.getByText('4 entries, 3 links')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back' })).toHaveCount(0)
    const stage = page.locator('[data-ready]')
    const before = await stage.boundingBox()
    await node(page, 'Ysolde').click()
    await expect(page.getByText('Incoming, 1')).toBeVisible()
    expect(await stage.boundingBox()).toEqual(before)
    await expect(page.getByText('Outgoing, 1')).toBeVisible()
    await expect(page.locator('[data-tone=incoming]', { hasText: 'pays her to look away' })).toBeVisible()
    await expect(node(page, 'Low Saltmarch').locator('[opacity="0.5"]')).toHaveCount(1)
    expect(await seriousFindings(page)).toEqual([])

    await page.getByRole('link', { name: 'View Selected Lore' }).click()
    await expect(page).toHaveURL(new RegExp(`/lore/view/${ysolde}\\?from=.*graph`))
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(node(page, 'Ysolde')).toHaveAttribute('aria-pressed', 'true')
    await node(page, 'Ysolde').click()
    await expect(page.getByText('Incoming, 1')).toHaveCount(0)
  })

  test('is gone to from lore, and leads back there', async ({ table }) => {
    const { page } = table.owner
    const { house } = await web(table)
    await page.goto(`/lore/view/${house}`)
    await page.getByRole('banner').or(page.locator('article')).getByRole('link', { name: 'Graph' }).first().click()
    await expect(node(page, 'Weighhouse')).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(new RegExp(`/lore/view/${house}$`))
  })

  test('is walked along its links by keys, found by name and filtered by tag', async ({ table }) => {
    const { page } = table.owner
    await web(table)
    await opened(page)
    await node(page, 'Weighhouse').focus()
    await page.keyboard.press('Enter')
    const names: (string | null)[] = []
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      await page.keyboard.press(key)
      const pressed = page.getByRole('button', { pressed: true })
      await expect(pressed).toBeFocused()
      names.push(await pressed.textContent())
    }
    expect(new Set(names).size).toBeGreaterThan(1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { pressed: true })).toHaveCount(0)

    await page.getByRole('combobox', { name: 'Find an entry' }).fill('osr')
    await page.keyboard.press('Enter')
    await expect(node(page, 'Osric')).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('combobox', { name: 'Filter by tag' }).click()
    await page.getByRole('option', { name: 'npc' }).click()
    await expect(page.getByText('2 of 4 entries, 1 link')).toBeVisible()
    await expect(node(page, 'Weighhouse')).toHaveCount(0)
    await node(page, 'Osric').dblclick({ delay: 50 })
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Osric')
  })

  test('is opened from a folder, with what is in it', async ({ table }) => {
    const { page, ask } = table.owner
    const { ysolde, osric } = await web(table)
    const { campaignId } = table
    const { id: folder = '' } = await ask('POST', 'collections', { campaignId, name: 'Harbour', parentId: null })
    for (const id of [ysolde, osric]) await ask('POST', `collections/conjurations/${id}/move`, { collectionId: folder })
    await page.goto(`/collections/${folder}`)
    await page.getByRole('link', { name: 'Relationships of this lore' }).click()
    await expect(page.getByText('2 of 4 entries, 1 link')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Filter by folder' })).toHaveValue('Harbour')
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(new RegExp(`/collections/${folder}$`))
  })

  test('is laid out in layers, where links lead to the right and nodes stay in place', async ({ table }) => {
    const { page } = table.owner
    await web(table)
    await opened(page)
    const leftOf = async (name: string) => (await node(page, name).boundingBox())?.x ?? Number.NaN
    const names = ['Osric', 'Ysolde', 'Weighhouse', 'Low Saltmarch']
    const lefts = () => Promise.all(names.map(leftOf))
    const isSorted = async () => (await lefts()).every((left, n, all) => n === 0 || left > (all[n - 1] ?? 0))

    await page.getByRole('radiogroup', { name: 'Arrangement' }).getByText('Layers').click()
    await expect(page).toHaveURL(/arrangement=layers/)
    await expect.poll(isSorted).toBe(true)
    await node(page, 'Osric').focus()
    const placeOf = () => node(page, 'Osric').getAttribute('transform')
    const before = await placeOf()
    await page.keyboard.press('Shift+ArrowRight')
    await expect(node(page, 'Osric')).toBeFocused()
    expect(await placeOf()).toBe(before)
    expect(await seriousFindings(page)).toEqual([])

    await page.reload()
    await expect.poll(isSorted).toBe(true)
    await page.getByRole('radiogroup', { name: 'Arrangement' }).getByText('Web').click()
    await expect(page).not.toHaveURL(/arrangement/)
    await expect(node(page, 'Osric')).toBeVisible()
  })

  test('is saved as a picture that needs nothing else', async ({ table }) => {
    const { page } = table.owner
    await web(table)
    await opened(page)
    const saved = async (kind: string) => {
      await page.getByRole('button', { name: 'Save as picture' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: `Save as ${kind}` }).click()
      return fs.readFile(await (await download).path())
    }
    const svg = (await saved('SVG')).toString()
    expect(svg).toContain('Ysolde')
    expect(svg).not.toMatch(/var\(|\/api\//)
    expect((await saved('PNG')).subarray(1, 4).toString()).toBe('PNG')
  })
})

test.describe('two people at one graph', () => {
  test('see what the other links, hides and takes away', { tag: '@core' }, async ({ table }) => {
    const { owner, player, campaignId } = table
    const { osric, marsh } = await web(table)
    for (const { page } of [owner, player]) await opened(page)
    const eel = await lore(owner, campaignId, 'Eel King')
    const { id } = await link(owner, eel, marsh, 'holds it')
    await expect(node(player.page, 'Eel King')).toBeVisible()
    await owner.ask('PATCH', `conjurations/${osric}`, { visibility: 'DM' })
    await expect(node(player.page, 'Osric')).toHaveCount(0)
    await expect(node(owner.page, 'Osric')).toBeVisible()
    await owner.ask('PATCH', `conjurations/${osric}`, { visibility: 'CAMPAIGN' })
    await expect(node(player.page, 'Osric')).toBeVisible()
    await owner.ask('DELETE', `relationships/${id}`)
    await expect(node(player.page, 'Eel King')).toHaveCount(0)
  })

  test('stay where their connection was cut, and have what happened meanwhile when it is back', async ({ table }) => {
    const { owner, player, campaignId } = table
    const { marsh } = await web(table)
    await opened(player.page)
    await player.page.context().setOffline(true)
    const eel = await lore(owner, campaignId, 'Eel King')
    await link(owner, eel, marsh, 'holds it')
    await expect(node(player.page, 'Ysolde')).toBeVisible()
    await player.page.context().setOffline(false)
    await expect(node(player.page, 'Eel King')).toBeVisible({ timeout: 30_000 })
  })

  test('an owner’s places are everybody’s, a player’s are their own', async ({ table }) => {
    const { owner, player } = table
    await web(table)
    for (const { page } of [owner, player]) await opened(page)
    const placeOf = (page: Page) => node(page, 'Ysolde').getAttribute('transform')
    const drag = async (page: Page, by: number) => {
      const box = await node(page, 'Ysolde').boundingBox()
      if (!box) throw new Error('It is not on the stage')
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + by, y + 10, { steps: 4 })
      const kept = page.waitForResponse((answer) => answer.url().includes('/graph/places/'))
      await page.mouse.up()
      await kept
      return placeOf(page)
    }
    const before = await placeOf(owner.page)
    const everybodys = await drag(owner.page, 60)
    expect(everybodys).not.toBe(before)
    await expect(node(player.page, 'Ysolde')).toHaveAttribute('transform', everybodys ?? '')
    const own = await drag(player.page, -90)
    await drag(owner.page, 40)
    await player.page.reload()
    await expect(node(player.page, 'Ysolde')).toHaveAttribute('transform', own ?? '')
    // A drag is no click.
    await expect(owner.page.getByRole('button', { pressed: true })).toHaveCount(0)
  })
})

test.describe('what lore is linked to, on its page', () => {
  const withRows = async (table: Table) => {
    const made = await web(table)
    const segment = { entityType: 'CONJURATION', entityId: made.ysolde, type: 'RELATIONSHIPS' }
    await table.owner.ask('POST', 'content-segments', segment)
    return made
  }
  const rows = (page: Page) => page.getByRole('list', { name: 'Relationships' }).getByRole('listitem')

  test('is written, said anew, taken away and brought back, and others see it as it happens', async ({ table }) => {
    const { ysolde, osric } = await withRows(table)
    const [mine, theirs] = [table.owner.page, table.player.page]
    for (const page of [mine, theirs]) {
      await page.goto(`/lore/view/${ysolde}`)
      await expect(rows(page)).toHaveCount(2)
    }
    await expect(theirs.getByRole('button', { name: 'Link lore' })).toHaveCount(0)

    await mine.getByRole('button', { name: 'Link lore' }).click()
    await mine.getByRole('combobox', { name: 'Lore to link' }).fill('march')
    await mine.getByRole('option', { name: 'Low Saltmarch' }).click()
    await mine.getByRole('button', { name: 'Done' }).click()
    await expect(mine.getByText('Please add a relationship.')).toBeVisible()
    await mine.getByRole('textbox', { name: 'Relationship', exact: true }).fill('was born there')
    await mine.getByRole('checkbox', { name: 'Both ways' }).check()
    await mine.getByRole('button', { name: 'Done' }).click()
    await expect(mine.getByRole('button', { name: 'Link lore' })).toBeFocused()
    const made = rows(theirs).filter({ hasText: 'Low Saltmarch' })
    await expect(made).toContainText('was born there')
    await expect(made.getByRole('img', { name: 'Both ways' })).toBeVisible()

    await mine.getByRole('button', { name: 'Edit the relationship with Osric' }).click()
    await mine.getByRole('textbox', { name: 'Relationship', exact: true }).fill('owes her his seat')
    await mine.keyboard.press('Enter')
    await expect(mine.getByText('Relationship updated.')).toBeVisible()
    await expect(rows(theirs).filter({ hasText: 'Osric' })).toContainText('owes her his seat')

    await mine.getByRole('button', { name: 'Remove the relationship with Low Saltmarch' }).click()
    await expect(mine.getByText('Relationship removed.')).toBeVisible()
    await expect(rows(theirs)).toHaveCount(2)
    await mine.getByRole('button', { name: 'Undo' }).last().click()
    await expect(rows(theirs)).toHaveCount(3)
    expect(await seriousFindings(mine)).toEqual([])

    await table.owner.ask('PATCH', `conjurations/${osric}`, { visibility: 'DM' })
    await expect(rows(theirs)).toHaveCount(2)
    await expect(rows(mine)).toHaveCount(3)
  })

  test('is there without a section of its own, and without words is being written by whoever may', async ({
    table,
  }) => {
    const { ysolde, marsh } = await web(table)
    await link(table.owner, ysolde, marsh, '')
    const { page } = table.owner
    for (const each of [page, table.player.page]) {
      await each.goto(`/lore/view/${ysolde}`)
      await expect(rows(each)).toHaveCount(3)
    }
    await expect(page.getByRole('navigation', { name: 'In this entry' })).toContainText('Relationships')
    const row = rows(page).filter({ hasText: 'Low Saltmarch' })
    await row.getByRole('button', { name: 'Done' }).click()
    await expect(row.getByText('Please add a relationship.')).toBeVisible()
    await row.getByRole('textbox').fill('was born there')
    await row.getByRole('button', { name: 'Done' }).click()
    await expect(row.getByText('was born there')).toBeVisible()
    await expect(row.getByRole('textbox')).toHaveCount(0)
  })
})
