import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { seriousFindings } from './axe.ts'
import { expect, picture, type Table, test } from './table.ts'

/** Lore of ines that the campaign sees, opened by her and by mara. */
const opened = async ({ owner, player, campaignId }: Table, titles: readonly string[] = []) => {
  const data = { campaignId, collectionId: null, name: 'The Weighhouse', visibility: 'CAMPAIGN' }
  const { id = '' } = await owner.ask('POST', 'conjurations', data)
  for (const title of titles)
    await owner.ask('POST', 'content-segments', { entityType: 'CONJURATION', entityId: id, type: 'STORY', title })
  for (const { page } of [owner, player]) {
    await page.goto(`/lore/view/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  return { id, ines: owner.page, mara: player.page }
}

const content = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const outline = (page: Page) => page.getByRole('navigation', { name: 'In this entry' })
const entries = (page: Page) => outline(page).getByRole('link')

test.describe('the contents of lore', () => {
  test('are added, named and seen by another at once; what is for DMs alone, and the whole item, comes and goes', {
    tag: '@core',
  }, async ({ table }) => {
    const { id, ines, mara } = await opened(table)
    const { promise: isTyped, resolve: answer } = Promise.withResolvers<void>()
    await ines.route('**/api/content-segments', async (route) => {
      await isTyped
      await route.continue()
    })
    await ines.getByRole('button', { name: 'Add content' }).click()
    await ines.getByRole('menuitem', { name: 'Text' }).click()
    const title = ines.getByRole('textbox', { name: 'Title of New Text' })
    // The title gets what is typed before the server answers.
    await ines.keyboard.type('What the ', { delay: 50 })
    answer()
    await expect(title).toHaveValue('What the ')
    await expect(title).toBeFocused()
    await ines.keyboard.type('scales say')
    await ines.keyboard.press('Enter')
    await expect(content(mara, 'What the scales say')).toBeVisible()
    await expect(mara.getByRole('button', { name: 'Add content' })).toHaveCount(0)

    const menu = ines.getByRole('button', { name: 'Actions of What the scales say' })
    const secret = ines.getByRole('menuitem', { name: 'Show to DMs only' })
    await menu.click()
    await secret.click()
    await expect(content(ines, 'What the scales say').getByText('DM only')).toBeVisible()
    await expect(content(mara, 'What the scales say')).toHaveCount(0)
    await expect(entries(mara)).toHaveCount(0)
    await menu.click()
    await ines.getByRole('menuitem', { name: 'Show to all who see the lore' }).click()
    await expect(content(mara, 'What the scales say')).toBeVisible()

    await table.owner.ask('PATCH', `conjurations/${id}`, { visibility: 'DM' })
    await expect(mara.getByText("You don't have permission to view this lore.")).toBeVisible()
    await expect(content(mara, 'What the scales say')).toHaveCount(0)
    await table.owner.ask('PATCH', `conjurations/${id}`, { visibility: 'CAMPAIGN' })
    await expect(content(mara, 'What the scales say')).toBeVisible()
  })

  test('stand in the order that they are given by buttons, by keys and by dragging, for everybody', async ({
    table,
  }) => {
    const { ines, mara } = await opened(table, ['One', 'Two', 'Three'])
    const order = async (...titles: string[]) => {
      for (const page of [ines, mara]) await expect(entries(page)).toHaveText(titles)
    }
    await content(ines, 'Three').hover()
    await ines.getByRole('button', { name: 'Move Three up' }).click()
    await order('One', 'Three', 'Two')
    await entries(ines).getByText('One').focus()
    await ines.keyboard.press('Alt+ArrowDown')
    await order('Three', 'One', 'Two')
    await expect(outline(ines).getByRole('status')).toHaveText('One: place 2 of 3')
    await expect(entries(ines).getByText('One')).toBeFocused()
    await entries(ines).getByText('Two').dragTo(entries(ines).getByText('Three'))
    await order('Two', 'Three', 'One')
  })

  test('keep their title where it is blank or taken back, and come back when deleting is undone', async ({ table }) => {
    const { ines, mara } = await opened(table, ['One', 'Two'])
    const title = ines.getByRole('textbox', { name: 'Title of One' })
    await title.fill('  ')
    await title.blur()
    await expect(title).toHaveValue('One')
    await title.fill('Other')
    await ines.keyboard.press('Escape')
    await expect(title).toHaveValue('One')
    await ines.getByRole('button', { name: 'Actions of One' }).click()
    await ines.getByRole('menuitem', { name: 'Delete' }).click()
    const asked = ines.getByRole('alertdialog', { name: 'Delete this content?' })
    await expect(asked.getByText('It stays in the Trash for 30 days.')).toBeVisible()
    await asked.getByRole('button', { name: 'Delete' }).click()
    await expect(content(mara, 'One')).toHaveCount(0)
    await ines.getByRole('button', { name: 'Undo' }).click()
    await expect(entries(mara)).toHaveText(['One', 'Two'])

    await ines.context().setOffline(true)
    await title.fill('Other')
    await title.blur()
    await expect(ines.getByText('The content could not be changed.')).toBeVisible()
    await expect(title).toHaveValue('Other')
    await ines.context().setOffline(false)
    await title.focus()
    await title.blur()
    await expect(entries(mara)).toHaveText(['Other', 'Two'])
  })

  test('have pictures that are chosen, looked at, and taken out', async ({ table }) => {
    const { id, ines, mara } = await opened(table)
    await picture(table.owner, table.campaignId, 'Scales')
    await picture(table.owner, table.campaignId, 'Needle')
    await table.owner.ask('POST', 'content-segments', { entityType: 'CONJURATION', entityId: id, type: 'GALLERY' })
    await ines.getByRole('button', { name: 'Add images' }).click()
    const dialog = ines.getByRole('dialog', { name: 'Add images' })
    await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
    for (const name of ['Scales', 'Needle']) await dialog.getByRole('button', { name }).click()
    await dialog.getByRole('button', { name: 'Add 2' }).click()
    const open = (page: Page) => content(page, 'Image Gallery').getByRole('button', { name: /^Open / })
    await expect(open(mara)).toHaveCount(2)
    await expect(open(mara).first()).toHaveAccessibleName('Open Scales')
    await expect(open(ines)).toHaveCount(2)
    await expect(ines.getByRole('button', { name: 'Add images' })).toBeFocused()
    await open(ines).first().focus()
    await ines.keyboard.press('Alt+ArrowRight')
    await expect(open(mara).first()).toHaveAccessibleName('Open Needle')
    await open(mara).first().click()
    await expect(mara.locator('.yarl__slide_image').first()).toBeVisible()
    await mara.keyboard.press('Escape')
    await expect(mara.locator('.yarl__root')).toHaveCount(0)
    await open(ines).nth(1).dragTo(open(ines).first())
    await expect(open(mara).first()).toHaveAccessibleName('Open Scales')
    await content(ines, 'Image Gallery').getByRole('checkbox', { name: 'Select Scales' }).check()
    await ines.getByRole('button', { name: 'Remove 1' }).click()
    await expect(open(mara)).toHaveCount(1)
    await ines.getByRole('button', { name: 'Undo' }).click()
    await expect(open(mara)).toHaveCount(2)
    await expect(open(mara).first()).toHaveAccessibleName('Open Scales')
  })

  test('have pictures of this device, many at once, as dropped or chosen; what is none is named and stays beside them', async ({
    table,
  }) => {
    const { id, ines, mara } = await opened(table)
    await table.owner.ask('POST', 'content-segments', { entityType: 'CONJURATION', entityId: id, type: 'GALLERY' })
    const gallery = content(ines, 'Image Gallery')
    const bytes = await sharp({ create: { width: 640, height: 500, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    await expect(gallery.getByRole('button', { name: 'Drop images' })).toBeVisible()
    const dropped = await ines.evaluateHandle(
      (all) => {
        const data = new DataTransfer()
        for (const { name, type, bytes } of all) data.items.add(new File([new Uint8Array(bytes)], name, { type }))
        return data
      },
      [
        ...['One', 'Two'].map((name) => ({ name: `${name}.png`, type: 'image/png', bytes: [...bytes] })),
        { name: 'notes.png', type: 'image/png', bytes: [1, 2, 3] },
      ],
    )
    await gallery.getByRole('button', { name: 'Drop images' }).dispatchEvent('drop', { dataTransfer: dropped })
    const open = (page: Page) => content(page, 'Image Gallery').getByRole('button', { name: /^Open / })
    await expect(open(mara)).toHaveCount(2)
    await expect(open(mara).first()).toHaveAccessibleName('Open One')
    await expect(gallery.getByRole('alert')).toHaveText('notes.png: Only JPEG and PNG pictures can be uploaded.')

    await table.owner.page.context().setOffline(true)
    await gallery.getByLabel('Choose images').setInputFiles({ name: 'Three.png', mimeType: 'image/png', buffer: bytes })
    await expect(gallery.getByRole('alert').filter({ hasText: 'Three.png' })).toBeVisible()
    await table.owner.page.context().setOffline(false)
    await gallery.getByRole('button', { name: 'Dismiss notes.png' }).click()
    await gallery.getByRole('button', { name: 'Retry' }).click()
    await expect(open(mara)).toHaveCount(3)
    await expect(gallery.getByRole('alert')).toHaveCount(0)
    expect(await seriousFindings(ines)).toEqual([])
  })

  test('are a page that everybody can read: no barrier, a button for the outline on a phone', async ({ table }) => {
    const { ines, mara } = await opened(table, ['One', 'Two'])
    for (const page of [ines, mara]) expect(await seriousFindings(page)).toEqual([])
    await mara.setViewportSize({ width: 390, height: 844 })
    await expect(outline(mara)).toHaveCount(0)
    await mara.getByRole('button', { name: 'In this entry' }).click()
    await mara.getByRole('menuitem', { name: 'Two' }).click()
    await expect(content(mara, 'Two')).toBeInViewport()
  })
})
