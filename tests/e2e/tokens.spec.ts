import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, type Member, test } from './app.ts'
import { seriousFindings } from './axe.ts'
import type { Server } from './server.ts'

const headersOf = ({ url }: Server) => ({ origin: url, 'sec-fetch-site': 'same-origin' })

const lore = async (page: Page, server: Server, { campaignId }: Member, name: string): Promise<string> => {
  const answer = await page.request.post('/api/conjurations', {
    data: { campaignId, name },
    headers: headersOf(server),
  })
  const { id, position } = await answer.json()
  await page.request.get(`/api/conjurations/${id}`, { headers: { 'min-position': position } })
  return id
}

/** Lore with an uploaded picture that stands for it; answers its address. */
const pictured = async (page: Page, server: Server, member: Member): Promise<string> => {
  const id = await lore(page, server, member, 'Ysolde Marrow')
  const buffer = await sharp({ create: { width: 832, height: 1216, channels: 3, background: '#6a9a9a' } })
    .png()
    .toBuffer()
  const headers = headersOf(server)
  const into = `/api/images/upload?campaignId=${member.campaignId}&conjurationId=${id}`
  const multipart = { image: { name: 'ysolde.png', mimeType: 'image/png', buffer } }
  const image = await (await page.request.post(into, { multipart, headers })).json()
  const chosen = await page.request.patch(`/api/images/${image.id}/primary`, { headers })
  const { position } = await chosen.json()
  await page.request.get(`/api/images/${image.id}`, { headers: { 'min-position': position } })
  return `/lore/view/${id}`
}
const open = async (page: Page) => {
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: /Generate Token/ }).click()
}

test('a token is cut from the primary picture, rimmed, downloaded, and there again later', async ({
  page,
  server,
  member,
  givePlan,
}) => {
  await givePlan(member.userId, 'PRO')
  const address = await pictured(page, server, member)
  await page.goto(address)
  await open(page)
  const dialog = page.getByRole('dialog', { name: 'Token Download' })
  await expect(dialog.getByText('512 × 512, circular')).toBeVisible()
  await expect(dialog.getByText('Primary image of Ysolde Marrow')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Plain' }).press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: 'Gold' })).toBeChecked()
  await dialog.getByRole('slider', { name: 'Zoom' }).press('End')
  expect(await seriousFindings(page)).toEqual([])

  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^token-\d{4}-\d{2}-\d{2}\.png$/)
  expect(await sharp(await file.path()).metadata()).toMatchObject({ format: 'png', width: 512, height: 512 })

  await dialog.getByRole('button', { name: 'Paper standee' }).click()
  const standees = page.getByRole('dialog', { name: 'Paper Standees' })
  await expect(standees.getByText('1 standee on 1 page')).toBeVisible()
  const sheet = page.waitForEvent('download')
  await standees.getByRole('button', { name: 'Download PDF' }).click()
  expect((await readFile(await (await sheet).path())).toString('latin1')).toContain('(Ysolde Marrow) Tj')
  await expect(standees).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Paper standee' }).click()
  await expect(standees).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(standees).toHaveCount(0)
  await expect(dialog).toBeVisible()

  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByRole('button', { name: 'Actions' })).toBeFocused()
  await open(page)
  await expect(dialog.getByRole('radio', { name: 'Gold' })).toBeChecked()
})

test('without Pro it is said what a token is, without a picture that there is none', async ({
  page,
  server,
  member,
  givePlan,
}) => {
  await page.goto(await pictured(page, server, member))
  await open(page)
  const upsell = page.getByRole('dialog', { name: 'Generate Token' })
  await expect(upsell.getByText('Token generation is only available for PRO subscribers.')).toBeVisible()
  await expect(upsell.getByRole('button', { name: 'Maybe Later' })).toBeFocused()
  await upsell.getByRole('link', { name: 'Upgrade to Pro' }).click()
  await expect(page).toHaveURL(/account-settings\?tab=subscription/)

  await givePlan(member.userId, 'PRO')
  await page.goto(`/lore/view/${await lore(page, server, member, 'Bare')}`)
  await open(page)
  await expect(page.getByText('No primary image found for this lore item.')).toBeVisible()
})
