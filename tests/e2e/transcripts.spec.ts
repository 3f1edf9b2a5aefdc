import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { seriousFindings } from './axe.ts'
import { headersOf } from './maps.ts'

const stair = `WEBVTT

01:02:31.000 --> 01:02:38.000
<v Tomasz>Thirty steps of water in the Drowned Tower. Then dust.

01:02:40.000 --> 01:02:41.000
<v Wren>Footprints?
`
const fileOf = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})
const choose = async (page: Page, file: ReturnType<typeof fileOf>) => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Choose (a|Another) File$/ }).click()
  await (await chooser).setFiles(file)
}

test('a transcript is added, its speakers are assigned, and it is found and deleted', async ({
  page,
  member,
  server,
}) => {
  const { campaignId } = member
  const lore = { campaignId, name: 'Drowned Tower', visibility: 'CAMPAIGN' }
  await page.request.post('/api/conjurations', { data: lore, headers: headersOf(server) })
  await page.goto('/story-vault')
  await expect(page.getByText('No session is here yet.')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Add a Transcript' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a Transcript' })
  await dialog.getByLabel('Title').fill('The Dry Stair')
  await dialog.getByLabel('Session').fill('6')
  await dialog.getByLabel('Played on').fill('2026-11-21')
  await choose(page, fileOf('bell.txt', Buffer.from('The bell', 'utf16le')))
  await dialog.getByRole('button', { name: 'Add Transcript' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'This is not readable as text. Please save it as UTF-8 and upload it again.',
  )
  await expect(dialog.getByLabel('Title')).toHaveValue('The Dry Stair')
  await choose(page, fileOf('stair.vtt', stair))
  await dialog.getByRole('button', { name: 'Add Transcript' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'The Dry Stair' })).toBeVisible()
  await expect(page.getByText('Session 6')).toBeVisible()
  await expect(page.getByText(/21 Nov 2026, 1 h 3 min/)).toBeVisible()
  await expect(page.getByText('1:02:40')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Drowned Tower' })).toHaveAttribute('href', /\/lore\/view\//)
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('combobox', { name: 'Character that Wren plays' }).fill('Drowned')
  await page.getByRole('option', { name: 'Drowned Tower' }).click()
  await expect(page.getByRole('link', { name: 'Drowned Tower' })).toHaveCount(2)

  await page.getByRole('link', { name: 'Story Vault' }).last().click()
  await page.getByLabel('Search what was said').fill('footprints')
  await expect(page.getByRole('link', { name: /The Dry Stair/ })).toContainText('Footprints?')
  await page.getByLabel('Search what was said').fill('dragon')
  await expect(page.getByText('Nobody said “dragon” in a session that you may see.')).toBeVisible()

  await page.getByLabel('Search what was said').fill('')
  await page.getByRole('link', { name: /The Dry Stair/ }).click()
  await page.getByRole('button', { name: 'Delete this session' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No session is here yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: /The Dry Stair/ })).toBeVisible()
})

test('a recap is written, edited and arrives in another tab', async ({ page, member, context }) => {
  expect(member.userId).toBeTruthy()
  const other = await context.newPage()
  await other.goto('/story-vault')
  await expect(other.getByText('No session is here yet.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/story-vault')
  await page.getByRole('button', { name: 'Write a Recap' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write a Recap' })
  await expect(dialog.getByRole('button', { name: 'Save Recap' })).toBeDisabled()
  await dialog.getByLabel('What happened').fill('We climbed down.\nNobody came back up.')
  await dialog.getByRole('button', { name: 'Save Recap' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Recap' })).toBeVisible()
  await expect(page.getByText('Nobody came back up.')).toBeVisible()
  await expect(other.getByRole('link', { name: /Recap/ })).toContainText('We climbed down.')

  await page.getByRole('button', { name: 'Edit title, date and visibility' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit this session' })
  await edit.getByLabel('Title').fill('')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByText('Please give the session a title')).toBeVisible()
  await edit.getByLabel('Title').fill('Down the stair')
  await edit.getByLabel('Who may see it').selectOption('Everyone in the campaign')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Down the stair' })).toBeVisible()
  await expect(other.getByRole('link', { name: /Down the stair/ })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
})
