import { type DiscordEmulator, startDiscord } from '../vendors/discord.ts'
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
