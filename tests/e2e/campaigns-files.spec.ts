import fs from 'node:fs/promises'
import sharp from 'sharp'
import { answerWith } from './answer-with.ts'
import { expect, test } from './table.ts'

const rules = { name: 'House rules.md', mimeType: 'text/markdown', buffer: Buffer.from('# Be kind\n') }

test('a file is added, seen by others at once, fetched and deleted', async ({ table }) => {
  const [owner, player] = [table.owner.page, table.player.page]
  for (const page of [owner, player]) {
    await page.goto('/campaign/edit/files')
    await expect(page.getByText('No files yet')).toBeVisible()
  }
  await player.getByLabel('Choose files').setInputFiles([rules])
  await expect(player.getByRole('link', { name: 'House rules.md', exact: true })).toBeVisible()
  const row = owner.getByRole('row').filter({ hasText: 'House rules.md' })
  await expect(row).toContainText('mara')
  await expect(row).toContainText('10 B')

  const download = owner.waitForEvent('download')
  await row.getByRole('link', { name: 'Download House rules.md' }).click()
  expect(await fs.readFile(await (await download).path(), 'utf8')).toBe('# Be kind\n')

  await row.getByRole('button', { name: 'Delete House rules.md' }).click()
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(owner.getByText('No files yet')).toBeVisible()
  await expect(player.getByText('No files yet')).toBeVisible()

  await owner.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
  await expect(player.getByRole('link', { name: 'House rules.md', exact: true })).toBeVisible()
  // Who added it may delete it, and find it again when the toast is long gone.
  await player.getByRole('button', { name: 'Delete House rules.md' }).click()
  await player.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await player.getByText('Deleted files').click()
  await player.getByRole('button', { name: 'Restore House rules.md' }).click()
  await expect(row).toBeVisible()
  await expect(player.getByText('Deleted files')).toHaveCount(0)
})

test('somebody else’s file is not a player’s to delete', async ({ table }) => {
  const [owner, player] = [table.owner.page, table.player.page]
  await owner.goto('/campaign/edit/files')
  await owner.getByLabel('Choose files').setInputFiles([rules])
  await expect(owner.getByRole('button', { name: 'Delete House rules.md' })).toBeVisible()
  await player.goto('/campaign/edit/files')
  await expect(player.getByRole('link', { name: 'Download House rules.md' })).toBeVisible()
  await expect(player.getByRole('button', { name: 'Delete House rules.md' })).toHaveCount(0)
})

test('what is refused says why beside its name, and the others still come', async ({ table }) => {
  const { page } = table.owner
  await page.goto('/campaign/edit/files')
  const archive = { name: 'maps.zip', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004 and so on') }
  await page.getByLabel('Choose files').setInputFiles([archive, rules])
  const refused = page.getByRole('listitem').filter({ hasText: 'maps.zip' })
  await expect(refused.getByRole('alert')).toContainText('Only PDF, text, Markdown, Word (docx)')
  await expect(page.getByRole('link', { name: 'House rules.md', exact: true })).toBeVisible()
  // It would be refused again.
  await expect(refused.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await refused.getByRole('button', { name: 'Dismiss maps.zip' }).click()
  await expect(refused).toHaveCount(0)
})

test('a line that breaks or a busy server loses no file: Retry sends it, once', async ({ table }) => {
  const { page } = table.owner
  await page.goto('/campaign/edit/files')
  const url = '**/api/campaigns/*/files'
  await page.route(url, (route) =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
  )
  await page.getByLabel('Choose files').setInputFiles([rules])
  await expect(page.getByText('This file could not be uploaded. Please try again.')).toBeVisible()
  await page.unroute(url)
  for (const problem of [
    { status: 503, code: 'busy', detail: 'The server is very busy. Please try again in a moment.' },
    { status: 422, code: 'input_too_demanding', detail: 'This file takes too much time or memory to check.' },
  ]) {
    await page.route(url, (route) =>
      route.request().method() === 'POST' ? answerWith(route, problem) : route.continue(),
    )
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('alert').filter({ hasText: problem.detail })).toBeVisible()
    await page.unroute(url)
  }
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('link', { name: 'House rules.md', exact: true })).toHaveCount(1)
})

test('a picture of the campaign becomes its background, for everyone', async ({ table, server }) => {
  const { owner, player, campaignId } = table
  const buffer = await sharp({ create: { width: 1216, height: 832, channels: 3, background: '#37516b' } })
    .png()
    .toBuffer()
  const answer = await owner.page.request.post(`/api/images/upload?campaignId=${campaignId}`, {
    headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
    multipart: { name: 'Low water', image: { name: 'a.png', mimeType: 'image/png', buffer } },
  })
  expect(answer.status()).toBe(201)
  await player.page.goto('/campaign/edit/general')
  await expect(player.page.getByText('No background image')).toBeVisible()

  await owner.page.goto('/campaign/edit/general')
  await owner.page.getByRole('button', { name: 'Choose Image' }).click()
  await owner.page.getByRole('button', { name: 'Low water' }).click()
  const background = player.page.getByRole('img', { name: 'Background of The Drowned Bells' })
  await expect(background).toBeVisible()
  await expect.poll(() => background.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1216)
  const crest = player.page.getByRole('button', { name: 'Campaign: The Drowned Bells' }).locator('img')
  await expect.poll(() => crest.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320)
  await owner.page.getByRole('button', { name: 'Remove' }).click()
  await expect(player.page.getByText('No background image')).toBeVisible()
})
