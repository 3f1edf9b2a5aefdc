import { type StoryVaultEmulator, startStoryVault } from '../vendors/story-vault.ts'
import { test as base, expect, withMotion } from './app.ts'
import { seriousFindings } from './axe.ts'

let service: StoryVaultEmulator
const test = base.extend<object, { settings: Record<string, string> }>({
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    async ({}, use) => {
      service = await startStoryVault()
      await use({ STORY_VAULT_BASE_URL: service.url })
      await service.close()
    },
    { scope: 'worker' },
  ],
})

// Without motion the screens of the connection are skipped.
test.use(withMotion)

const connections = /\/account-settings\?tab=connections$/

test('Story Vault is connected through its own page and disconnected', async ({ page, member }) => {
  expect(member.userId).toBeTruthy()
  await page.goto('/story-vault')
  await page.getByRole('button', { name: 'Connect Story Vault' }).click()
  await expect(page.getByRole('heading', { name: 'Connecting...' })).toBeVisible()
  expect(page.url()).not.toContain('k=')
  await expect(page.getByRole('heading', { name: 'Connected!' })).toBeVisible()
  await expect(page).toHaveURL(connections)
  const row = page.getByRole('region', { name: 'Story Vault' })
  await expect(row.getByText('Connected', { exact: true })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await row.getByRole('button', { name: 'Disconnect Story Vault' }).click()
  await page
    .getByRole('alertdialog', { name: 'Disconnect Story Vault?' })
    .getByRole('button', { name: 'Disconnect' })
    .click()
  await expect(page.getByText('Story Vault disconnected successfully.')).toBeVisible()
  await expect(row.getByText('Not connected')).toBeVisible()
})

test('declining, failing and reloading lead back to the connections', async ({ page, member }) => {
  expect(member.userId).toBeTruthy()
  await page.goto('/account-settings?tab=connections')
  const connect = page.getByRole('button', { name: 'Connect Story Vault' })
  service.decline()
  await connect.click()
  await expect(page.getByText('Story Vault was not connected.')).toBeVisible()
  await expect(page).toHaveURL(connections)

  service.next('broken')
  await connect.click()
  await expect(page.getByRole('heading', { name: 'Something went wrong connecting to Story Vault.' })).toBeVisible()
  await expect(page.getByText('Please contact support if the problem persists.')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Back to Connections' }).click()
  await expect(page).toHaveURL(connections)

  await page.goto('/account-settings/integrations/storyvault')
  await expect(page).toHaveURL(connections)
})

test('a token that this session did not ask for is connected only when its user agrees', async ({ page, member }) => {
  expect(member.userId).toBeTruthy()
  const planted = `/account-settings/integrations/storyvault?k=${service.newToken()}`
  await page.goto(planted)
  const question = page.getByRole('heading', { name: 'Connect Story Vault to this account?' })
  await expect(question).toBeVisible()
  expect(page.url()).not.toContain('k=')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('region', { name: 'Story Vault' }).getByText('Not connected')).toBeVisible()
  await page.goto(planted)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Connected!' })).toBeVisible()
  await expect(page).toHaveURL(connections)
})
