import type { Page } from '@playwright/test'
import { startWhisper, type WhisperEmulator } from '../vendors/whisper.ts'
import { test as base, expect } from './app.ts'
import { seriousFindings } from './axe.ts'

let service: WhisperEmulator
const test = base.extend<object, { settings: Record<string, string> }>({
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    async ({}, use) => {
      service = await startWhisper()
      await use({ TRANSCRIPTION_BASE_URL: service.url, TRANSCRIPTION_API_KEY: 'sk-test', TRANSCRIPTION_MAX_MB: '20' })
      await service.close()
    },
    { scope: 'worker' },
  ],
})

const sound = (bytes: number) => Buffer.concat([Buffer.from('ID3'), Buffer.alloc(bytes, 7)])
const choose = async (page: Page, name: string, buffer: Buffer) => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Choose (a|Another) File$/ }).click()
  await (await chooser).setFiles({ name, mimeType: 'audio/mpeg', buffer })
}

test('a recording is uploaded with consent, fails, is tried again, and becomes a transcript', async ({
  page,
  member,
  givePlan,
}) => {
  // Recordings of twenty megabytes are handed to the browser.
  test.slow()
  await givePlan(member.userId, 'PRO')
  await page.goto('/story-vault')
  await expect(page.getByText('Audio cannot be transcribed here')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add a Recording' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a Recording' })
  const submit = dialog.getByRole('button', { name: 'Upload and Transcribe' })
  await dialog.getByLabel('Session').fill('6')
  await choose(page, 'large.mp3', sound(21 * 2 ** 20))
  await expect(dialog.getByRole('alert')).toHaveText('This recording is larger than 20 MB.')
  await choose(page, 'Session six.mp3', Buffer.from('<html>'.repeat(20)))
  await expect(submit).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /^Everyone who can be heard agreed/ }).check()
  await submit.click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'This is not the kind of sound that its name claims. Please export it again.',
  )
  expect(await seriousFindings(page)).toEqual([])

  // Two parts.
  service.next('undecodable')
  await choose(page, 'Session six.mp3', sound(17 * 2 ** 20))
  await submit.click()
  await expect(dialog).toHaveCount(0)
  const rows = page.getByRole('list', { name: 'Recordings' })
  await expect(rows.getByText('The transcription server cannot read this recording.')).toBeVisible()
  expect(service.calls.at(-1)?.file.bytes.length).toBe(17 * 2 ** 20 + 3)
  expect(await seriousFindings(page)).toEqual([])

  service.next('slow')
  await page.goto('/collections')
  await page.goto('/story-vault')
  await rows.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Transcription complete.')).toBeVisible()
  await expect(rows).toHaveCount(0)
  await page.getByRole('link', { name: /Session six/ }).click()
  await expect(page.getByText('Thirty steps of water in the Drowned Tower.')).toBeVisible()
  await expect(page.getByText('1:01:01')).toBeVisible()
})

test('an upload that loses its connection continues where it stopped, and a begun one is not closed by accident', async ({
  page,
  member,
  givePlan,
}) => {
  test.slow()
  await givePlan(member.userId, 'PRO')
  await page.goto('/story-vault')
  await page.getByRole('button', { name: 'Add a Recording' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a Recording' })
  await dialog.getByLabel('Title').fill('The eighth evening')
  await choose(page, 'Eight.mp3', sound(17 * 2 ** 20))
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('The eighth evening')

  const sent: string[] = []
  page.on('request', (request) => {
    const part = /parts\/(\d+)$/.exec(request.url())?.[1]
    if (part !== undefined) sent.push(part)
  })
  const secondPart = '**/parts/1'
  await page.route(secondPart, (route) => route.abort('connectionreset'))
  await dialog.getByRole('checkbox', { name: /^Everyone who can be heard agreed/ }).check()
  const submit = dialog.getByRole('button', { name: 'Upload and Transcribe' })
  await submit.click()
  await expect(dialog.getByRole('alert')).toContainText('it continues where it stopped')
  await expect(dialog.getByLabel('Title')).toHaveValue('The eighth evening')
  expect(await seriousFindings(page)).toEqual([])
  await page.unroute(secondPart)
  await submit.click()
  await expect(dialog).toHaveCount(0)
  expect(sent.filter((part) => part === '0')).toHaveLength(1)
  await expect(page.getByText('Transcription complete.')).toBeVisible()
  await expect(page.getByRole('link', { name: /The eighth evening/ })).toBeVisible()
})

test('a transcription is cancelled', async ({ page, member, givePlan }) => {
  await givePlan(member.userId, 'PRO')
  await page.goto('/story-vault')
  service.next('never')
  await page.getByRole('button', { name: 'Add a Recording' }).click()
  await choose(page, 'Seven.mp3', sound(2_000))
  await page.getByRole('checkbox', { name: /^Everyone who can be heard agreed/ }).check()
  await page.getByRole('button', { name: 'Upload and Transcribe' }).click()
  await expect(page.getByText(/^(Transcribing|Sending to the transcription server), /)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel the transcription of Seven' }).click()
  await expect(page.getByRole('list', { name: 'Recordings' })).toHaveCount(0)
  await expect(page.getByText('No session is here yet.')).toBeVisible()
})
