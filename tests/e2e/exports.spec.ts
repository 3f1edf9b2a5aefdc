import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import yauzl from 'yauzl'
import { expect, test } from './app.ts'
import { seriousFindings } from './axe.ts'
import { widest } from './widths.ts'

const slow = { timeout: 45_000 }

const unpack = async (bytes: Buffer, into: string): Promise<string[]> => {
  const paths: string[] = []
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
    await mkdir(path.dirname(path.join(into, entry.fileName)), { recursive: true })
    await writeFile(path.join(into, entry.fileName), Buffer.concat(pieces))
    paths.push(entry.fileName)
  }
  return paths
}

const exportAs = async (page: Page, format: RegExp) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByRole('radio', { name: format }).click()
  await expect(dialog.getByRole('button', { name: 'Export 2 pages' })).toBeVisible(slow)
  return dialog
}
const downloaded = async (page: Page) => {
  const download = page.waitForEvent('download', slow)
  await page.getByRole('button', { name: 'Download' }).last().click(slow)
  return readFile(await (await download).path())
}

test(
  'a campaign is exported as Markdown and as a book, and listed under Your data',
  { tag: '@core' },
  async ({ page, member, server }, info) => {
    test.slow()
    const { campaignId } = member
    const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
    for (const [name, description] of [
      ['The Keep', 'It stands above the ford.'],
      ['Karrow', 'A city of bells.'],
    ])
      await page.request.post('/api/conjurations', {
        data: { campaignId, visibility: 'CAMPAIGN', name, description },
        headers,
      })
    await page.goto('/collections')
    const dialog = await exportAs(page, /Markdown/)
    expect(await seriousFindings(page)).toEqual([])
    await page.screenshot({ path: 'test-results/export-dialog.png' })
    await dialog.getByRole('button', { name: 'Export 2 pages' }).click()
    const markdown = await unpack(await downloaded(page), info.outputPath('markdown'))
    expect(markdown.map((file) => path.basename(file)).toSorted()).toEqual(['Karrow.md', 'The Keep.md'])

    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    const onPhone = await exportAs(page, /^A book/)
    await page.screenshot({ path: 'test-results/export-dialog-phone.png' })
    await onPhone.getByRole('button', { name: 'Export 2 pages' }).click()
    await page.goto('/account-settings?tab=data')
    await expect(page.getByRole('link', { name: 'Download' })).toHaveCount(2, slow)
    expect(await widest(page)).toBe(390)
    expect(await seriousFindings(page)).toEqual([])
    await page.screenshot({ path: 'test-results/export-data-phone.png', fullPage: true })
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).first().click()
    const book = info.outputPath('book.html')
    await (await download).saveAs(book)
    await page.getByRole('button', { name: 'Remove' }).first().click()
    await expect(page.getByRole('link', { name: 'Download' })).toHaveCount(1, slow)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.screenshot({ path: 'test-results/export-data.png' })

    await page.goto(pathToFileURL(book).href)
    await expect(page.getByRole('article')).toHaveCount(2)
    await page.screenshot({ path: 'test-results/export-book.png' })
    await page.getByRole('searchbox').fill('FORD')
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('status')).toHaveText('1 page')
  },
)

test('a page that is dropped onto the collections leads to its import', async ({ page, member }) => {
  await page.goto('/collections')
  await expect(page.getByRole('link', { name: 'Bring a World In' })).toBeVisible()
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['It stands above the ford.'], 'The Keep.md', { type: 'text/markdown' }))
    return transfer
  })
  await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page).toHaveURL(new RegExp(`/campaigns/${member.campaignId}/import`))
  await expect(page.getByRole('button', { name: 'Bring In 1 Page' })).toBeVisible(slow)
})
