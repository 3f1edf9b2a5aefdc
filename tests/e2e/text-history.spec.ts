import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { seriousFindings } from './axe.ts'
import { expect, type Person, test } from './table.ts'
import { writeOn } from './writing.ts'

const content = (page: Page) => page.getByRole('region', { name: 'The bells', exact: true })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'History' })

test('a text’s past is read and gone back to, and undone without taking what another wrote since', async ({
  table,
}) => {
  const { owner, player, campaignId } = table
  const data = { campaignId, collectionId: null, name: 'The Weighhouse', visibility: 'CAMPAIGN' }
  const { id: lore = '' } = await owner.ask('POST', 'conjurations', data)
  const segment = { entityType: 'CONJURATION', entityId: lore, type: 'STORY', title: 'The bells' }
  const { id = '' } = await owner.ask('POST', 'content-segments', segment)
  const change = (person: Person, base: number, ops: unknown[]) =>
    person.ask('POST', `texts/${id}/changes`, { id: randomUUID(), base, ops })
  await change(owner, 0, [{ insert: 'Five bells ring.' }])
  await change(owner, 1, [{ retain: 5 }, { insert: 'drowned ' }])
  for (const { page } of [owner, player]) {
    await page.goto(`/lore/view/${lore}`)
    await expect(content(page)).toContainText('Five drowned bells ring.')
  }
  const [ines, mara] = [owner.page, player.page]

  await ines.getByRole('button', { name: 'Actions of The bells' }).click()
  await ines.getByRole('menuitem', { name: 'History' }).click()
  await expect(drawer(ines).locator('ins')).toHaveText('Five drowned bells ring.')
  await expect(drawer(ines).getByText('Current version')).toBeVisible()
  expect(await seriousFindings(ines)).toEqual([])

  await test.step('who wrote a word is said by the arrow keys', async () => {
    await drawer(ines).getByRole('tab', { name: 'Who wrote it' }).click()
    await drawer(ines)
      .getByRole('region', { name: /^The text by its authors/ })
      .focus()
    await ines.keyboard.press('ArrowRight')
    await expect(drawer(ines).getByRole('status')).toContainText('Five drowned bells ring. ines')
    await drawer(ines).getByRole('tab', { name: 'Changes' }).click()
  })

  await drawer(ines).getByRole('button', { name: 'Read the version of its beginning' }).click()
  await drawer(ines)
    .getByRole('button', { name: /^Restore/ })
    .click()
  await expect(content(mara)).not.toContainText('drowned')
  await change(owner, 3, [{ insert: 'Listen. ' }])
  await ines.getByRole('button', { name: 'Undo' }).click()
  await expect(content(mara)).toContainText('Five drowned bells ring.Listen.')

  await test.step('a reader reads it as well, and brings nothing back', async () => {
    await mara.getByRole('button', { name: 'History' }).click()
    await drawer(mara).getByRole('combobox', { name: 'History of' }).click()
    await mara.getByRole('option', { name: 'The bells' }).click()
    await expect(drawer(mara).locator('ins').first()).toBeVisible()
    await expect(drawer(mara).getByRole('button', { name: /^Restore/ })).toHaveCount(0)
    await drawer(mara).getByRole('tab', { name: 'As it was' }).click()
    await drawer(mara).getByLabel('As it was on').fill('2020-01-01T12:00')
    await expect(drawer(mara).getByRole('region', { name: /^As it was on 1 Jan 2020/ })).toBeVisible()
  })
})

test('the history of an entry tells of its texts and sections, and brings a deleted one back by keyboard', async ({
  table,
}) => {
  const { owner, player, campaignId } = table
  const data = { campaignId, collectionId: null, name: 'The Tide House', visibility: 'CAMPAIGN' }
  const { id: lore = '' } = await owner.ask('POST', 'conjurations', data)
  const segment = { entityType: 'CONJURATION', entityId: lore, type: 'STORY', title: 'The bells' }
  await owner.ask('POST', 'content-segments', segment)
  const { id: secret } = await owner.ask('POST', 'content-segments', { ...segment, title: 'The lich', isForDms: true })
  const [ines, mara] = [owner.page, player.page]
  const lines = (page: Page) => drawer(page).getByRole('listitem')
  for (const { page } of [owner, player]) await page.goto(`/lore/view/${lore}`)

  await writeOn(ines, 'Five bells ring.', 'The bells')
  await expect(content(mara)).toContainText('Five bells ring.')
  await mara.getByRole('button', { name: 'History', exact: true }).click()
  await expect(lines(mara)).toHaveCount(3)
  await expect(lines(mara).first()).toContainText(/ines wrote in “?The bells/)
  await expect(drawer(mara)).not.toContainText('lich')

  await test.step('a text’s line shows what changed, and opens its version', async () => {
    await lines(mara).first().getByRole('button', { name: 'Show what changed' }).click()
    await expect(lines(mara).first().locator('ins')).toHaveText('Five bells ring.')
    await lines(mara)
      .first()
      .getByRole('button', { name: /^Read the version of The bells/ })
      .click()
    await expect(drawer(mara).getByRole('region', { name: /^As it was on/ })).toContainText('Five bells ring.')
    await drawer(mara).getByRole('combobox', { name: 'History of' }).click()
    await mara.getByRole('option', { name: 'This entry' }).click()
  })

  await test.step('a section that is shown and hidden comes and goes', async () => {
    await owner.ask('PATCH', `content-segments/${secret}`, { isForDms: false })
    await expect(lines(mara).first()).toContainText('showed the text The lich to all who see this entry')
    await owner.ask('PATCH', `content-segments/${secret}`, { isForDms: true })
    await expect(drawer(mara)).not.toContainText('lich')
  })

  await ines.getByRole('button', { name: 'Actions of The bells' }).click()
  await ines.getByRole('menuitem', { name: 'Delete' }).click()
  await ines.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(content(ines)).toHaveCount(0)
  await expect(lines(mara).first()).toContainText('ines deleted the text The bells')
  await expect(drawer(mara).getByRole('button', { name: 'Restore The bells' })).toHaveCount(0)

  await ines.getByRole('button', { name: 'History', exact: true }).click()
  const restore = drawer(ines).getByRole('button', { name: 'Restore The bells' })
  await restore.focus()
  await ines.keyboard.press('Enter')
  await expect(content(mara)).toContainText('Five bells ring.')
  await expect(lines(ines).first()).toContainText('ines restored the text The bells')
  await expect(restore).toHaveCount(0)
  expect(await seriousFindings(ines)).toEqual([])
})
