import { type DiscordEmulator, startDiscord } from '../vendors/discord.ts'
import { answerWith } from './answer-with.ts'
import { test as base, expect } from './app.ts'
import { seriousFindings } from './axe.ts'

let service: DiscordEmulator
const test = base.extend<object, { settings: Record<string, string> }>({
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    async ({}, use) => {
      service = await startDiscord()
      await use({ DISCORD_CLIENT_ID: 'app', DISCORD_CLIENT_SECRET: 'app-secret', DISCORD_BASE_URL: service.url })
      await service.close()
    },
    { scope: 'worker' },
  ],
})

test('Discord is connected through its own page and disconnected, and what fails is said', async ({ page, member }) => {
  expect(member.userId).toBeTruthy()
  await page.goto('/account-settings?tab=connections')
  const row = page.getByRole('region', { name: 'Discord' })
  await expect(row.getByText('Not connected')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Google' })).toContainText('Not set up here.')
  expect(await seriousFindings(page)).toEqual([])

  service.next('refused')
  await row.getByRole('button', { name: 'Connect Discord' }).click()
  await expect(page.getByText('Failed to connect Discord account. Please try again.')).toBeVisible()
  await expect(page).toHaveURL(/\?tab=connections$/)

  await row.getByRole('button', { name: 'Connect Discord' }).click()
  await expect(page.getByText('Discord account connected successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\?tab=connections$/)
  await expect(row.getByText('ines.bells')).toBeVisible()
  await page.reload()
  await expect(row.getByText('ines.bells')).toBeVisible()
  await expect(page.getByText('Discord account connected successfully!')).toHaveCount(0)

  const disconnect = async () => {
    await row.getByRole('button', { name: 'Disconnect Discord' }).click()
    await page
      .getByRole('alertdialog', { name: 'Disconnect Discord?' })
      .getByRole('button', { name: 'Disconnect' })
      .click()
  }
  await page.route('**/api/integrations/discord/disconnect', (route) => route.abort())
  await disconnect()
  await expect(page.getByText('Failed to disconnect Discord account. Please try again.')).toBeVisible()
  await expect(row.getByText('ines.bells')).toBeVisible()
  await page.unroute('**/api/integrations/discord/disconnect')
  await page.reload()
  await disconnect()
  await expect(page.getByText('Discord account disconnected successfully.')).toBeVisible()
  await expect(row.getByText('Not connected')).toBeVisible()
})

test('Google leads through the sign-in page and back here where the sign-in is some time ago', async ({
  page,
  member,
}) => {
  expect(member.userId).toBeTruthy()
  // Google is not set up there.
  await page.route('**/api/users/me/connections', async (route) => {
    const answer = await route.fetch()
    const google = { isOffered: true, isConnected: false }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), google } })
  })
  await page.route('**/api/auth/link-social', (route) =>
    answerWith(route, { status: 403, code: 'sign_in_again', detail: 'Please sign out and in again first.' }),
  )
  await page.goto('/account-settings?tab=connections')
  const { email } = await (await page.request.get('/api/users/me')).json()
  await page.getByRole('button', { name: 'Connect Google' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign in again first' })
  await expect(question).toContainText('Signing in again shows that it is you')
  await question.getByRole('button', { name: 'Sign In Again' }).click()
  await expect(page).toHaveURL(/\/auth\/login\?from=/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/account-settings\?tab=connections$/)
  await expect(page.getByRole('button', { name: 'Connect Google' })).toBeVisible()
})
