import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { docxOf, paragraph } from '../documents.ts'
import { vaultFiles, zipped } from '../exchange/vaults.ts'
import { expect, test } from './app.ts'
import { seriousFindings } from './axe.ts'
import { widest } from './widths.ts'

const vault = async () => ({
  name: 'Saltmarch.zip',
  mimeType: 'application/zip',
  buffer: zipped(await vaultFiles()),
})

/** The parser's process starts, and fifty pages are made, on a machine that other tests share. */
const slow = { timeout: 45_000 }

test('a vault is brought in from the empty campaign, read, and taken back as one', { tag: '@core' }, async ({
  page,
  member,
}) => {
  test.slow()
  await page.goto('/collections')
  await page.getByRole('link', { name: 'Bring a World In' }).click()
  await expect(page.getByRole('heading', { name: 'Bring a world in' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.screenshot({ path: 'test-results/import-choose.png' })

  await page.getByLabel('Choose a file').setInputFiles(await vault())
  const rows = page.getByRole('row')
  await expect(rows.filter({ hasText: '50 pages' })).toContainText('Lore, in 4 folders', slow)
  await expect(page.getByText('No page shows it.')).toBeVisible()
  // The step survives a reload.
  await page.reload()
  await expect(rows.filter({ hasText: 'hidden parts' })).toContainText('3')
  expect(await seriousFindings(page)).toEqual([])
  await page.screenshot({ path: 'test-results/import-preview.png', fullPage: true })

  await page.getByRole('button', { name: 'Bring In 50 Pages' }).click()
  await expect(page.getByRole('heading', { name: 'Karrow is here' })).toBeVisible(slow)
  // The screen shows the progress and the end, and no notice repeats them.
  await expect(page.getByText(/^(?:Bringing your world in|Your world is here)/)).toHaveCount(0)
  expect(await seriousFindings(page)).toEqual([])
  await page.screenshot({ path: 'test-results/import-done.png' })

  const done = page.url()
  await page.getByRole('link', { name: 'Open the Folder' }).click()
  await page
    .getByRole('link', { name: /^Places/ })
    .first()
    .click()
  await page
    .getByRole('link', { name: /^The Keep/ })
    .first()
    .click()
  await expect(page.getByText('Above the ford stands the keep of')).toBeVisible()
  await expect(page.getByText('Aldis is dead.')).toBeVisible()
  await page.screenshot({ path: 'test-results/import-page.png' })
  await page.getByRole('link', { name: 'Aldis Ren' }).first().click()
  await expect(page).toHaveURL(/\/lore\/view\//)
  await expect(page.getByText('he swore it at')).toBeVisible()

  await page.goto(done)
  await page.getByRole('button', { name: 'Undo the Import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the Import' }).click()
  await expect(page.getByRole('heading', { name: 'The import is in the Trash' })).toBeVisible(slow)
  await page.goto('/collections')
  await expect(page.getByText('Add Lore to Your Collection')).toBeVisible()
  expect(member.campaignId).toBeTruthy()
})

/** Drops files and folders of the disk on an element, as the desktop does. */
const dropOn = async (page: Page, target: Locator, files: string[]) => {
  const box = await target.boundingBox()
  const { x, y } = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 40 }
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x, y, data })
}

test('a folder is dropped on the lore or chosen, without a zip; what cannot be imported is refused', async ({
  page,
  member,
}, testInfo) => {
  test.slow()
  const vault = testInfo.outputPath('vault')
  for (const [path, bytes] of Object.entries(await vaultFiles())) {
    await mkdir(join(vault, dirname(path)), { recursive: true })
    await writeFile(join(vault, path), bytes)
  }
  await page.goto('/collections')
  const folder = page.getByText('Add Lore to Your Collection')
  await expect(folder).toBeVisible()
  await writeFile(join(vault, 'song.mp3'), 'la')
  await dropOn(page, folder, [join(vault, 'song.mp3')])
  await expect(page.getByText('Drop a page, a folder of pages')).toBeVisible()
  await dropOn(page, folder, [join(vault, 'Karrow')])
  const rows = page.getByRole('row')
  await expect(rows.filter({ hasText: '50 pages' })).toContainText('Lore, in 4 folders', slow)
  await expect(rows.filter({ hasText: 'hidden parts' })).toContainText('3')

  await page.goto(`/campaigns/${member.campaignId}/import`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a Folder' }).click()
  await (await chooser).setFiles(join(vault, 'Karrow'))
  await expect(rows.filter({ hasText: '50 pages' })).toContainText('Lore, in 4 folders', slow)

  // Several pages are one import, and an empty folder is none.
  await page.goto(`/campaigns/${member.campaignId}/import`)
  await mkdir(join(vault, 'Empty'))
  await dropOn(page, page.getByText('One file or a folder'), [join(vault, 'Empty')])
  await expect(page.getByRole('alert')).toContainText('There are no files in it.')
  const pages = ['a', 'b'].map((name) => join(vault, `${name}.md`))
  for (const path of pages) await writeFile(path, 'The bells are below.')
  await dropOn(page, page.getByText('One file or a folder'), pages)
  await expect(rows.filter({ hasText: '2 pages' })).toBeVisible(slow)
})

test('a Word document becomes a page for each heading', async ({ page, member }) => {
  test.slow()
  await page.goto(`/campaigns/${member.campaignId}/import`)
  await page.getByRole('radio', { name: /^Word document/ }).click()
  await expect(page.getByText('Give the beginning of each page a heading style')).toBeVisible()
  const body = ['The Keep', 'Karrow', 'Aldis'].flatMap((name) => [
    paragraph(name, 'Heading1'),
    paragraph(`${name} is old.`),
  ])
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  await page.getByLabel('Choose a file').setInputFiles({ name: 'World.docx', mimeType: type, buffer: docxOf(body) })
  await page.getByRole('button', { name: 'Bring In 3 Pages' }).click(slow)
  await expect(page.getByRole('heading', { name: 'World is here' })).toBeVisible(slow)
  await page.getByRole('link', { name: 'Open the Folder' }).click()
  await page
    .getByRole('link', { name: /^Karrow/ })
    .first()
    .click()
  await expect(page.getByText('Karrow is old.')).toBeVisible()
})

test('on a phone what cannot be read says why, and the steps fit', async ({ page, member }) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/campaigns/${member.campaignId}/import`)
  const choose = page.getByRole('button', { name: 'Choose a File', exact: true })
  await expect(choose).toBeInViewport()
  const chooseFile = async (name: string, mimeType: string, content: string) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.click()])
    await chooser.setFiles([{ name, mimeType, buffer: Buffer.from(content) }])
  }
  await chooseFile('a.pdf', 'application/pdf', '%PDF')
  await expect(page.getByRole('alert')).toContainText('is no zip, .md, .docx, .lk or .json file')
  // The bar has one button, which has the focus before, during and after the upload.
  await expect(choose).toBeFocused()
  const isHeld = Promise.withResolvers<void>()
  await page.route('**/api/campaigns/*/imports*', async (route) => {
    await isHeld.promise
    await route.continue()
  })
  await chooseFile('a.zip', 'application/zip', 'no zip')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  isHeld.resolve()
  await expect(page.getByRole('alert')).toContainText('not a whole zip')
  await expect(page.getByRole('alert')).toBeInViewport()
  await expect(choose).toBeFocused()
  await page.unrouteAll()
  await page.screenshot({ path: 'test-results/import-choose-phone.png', fullPage: true })
  await page.getByLabel('Choose a file').setInputFiles(await vault())
  await expect(page.getByRole('button', { name: 'Bring In 50 Pages' })).toBeVisible(slow)
  expect(await widest(page)).toBe(390)
  await page.screenshot({ path: 'test-results/import-preview-phone.png' })
  await page.getByText('As each page says').click()
  await page.getByRole('button', { name: 'Bring In 50 Pages' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bring It In' }).click()
  await expect(page.getByRole('heading', { name: 'Karrow is here' })).toBeVisible(slow)
  expect(await widest(page)).toBe(390)
  await page.screenshot({ path: 'test-results/import-done-phone.png' })
})
