import { randomUUID } from 'node:crypto'
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { test as base, expect } from './app.ts'
import { seriousFindings } from './axe.ts'
import type { Server } from './server.ts'

/** This installation sends no mail: its admin reveals links from the outbox. */

interface Newcomer {
  email: string
  page: Page
  /** The newest link that went to an address. */
  linkTo: (email: string) => Promise<string>
}

const password = 'correct horse'
const newAddress = () => `${randomUUID()}@example.org`
const verifications = ({ kind }: { kind: string }) => kind === 'verification'

const mailTo = async (admin: APIRequestContext, email: string): Promise<string | undefined> => {
  const { data } = await (await admin.get('/api/admin/outbox')).json()
  return data.filter(verifications).find(({ to }: { to: string }) => to === email)?.id
}

/** Somebody who registered by themselves, without the operator's word for their address. */
const register = async (context: BrowserContext, { url: origin }: Server, email: string) => {
  const headers = { origin, 'sec-fetch-site': 'same-origin' }
  const post = (url: string, data: object) => context.request.post(`${origin}/api/${url}`, { data, headers })
  await post('auth/sign-up/email', { name: 'ines', email, password })
  await context.request.patch(`${origin}/api/users/me`, { data: { onboarded: true }, headers })
  const { position } = await (await post('campaigns', { name: 'The Drowned Bells' })).json()
  await context.request.get(`${origin}/api/campaigns`, { headers: { 'min-position': position } })
}

const test = base.extend<{ newcomer: Newcomer }>({
  newcomer: async ({ page, context, installation: { server, admin } }, use) => {
    const email = newAddress()
    await register(context, server, email)
    const linkTo = async (to: string) => {
      await expect.poll(() => mailTo(admin, to)).toBeDefined()
      const id = await mailTo(admin, to)
      const answer = await admin.post(`/api/admin/outbox/${id}/reveal`, { data: { reason: 'Asked on the phone' } })
      const { text } = await answer.json()
      // The reveal is shown to its user in a dialog, which is not what these tests are about.
      const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
      await context.request.post('/api/users/me/revealed-link/noted', { data: {}, headers })
      return /\S+\/verify-email\S+/.exec(text)?.[0] ?? ''
    }
    await use({ email, page, linkTo })
  },
})

const loadsOf = (page: Page): string[] => {
  const loads: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()))
  return loads
}
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'not verified yet' })
const inTab = (page: Page, name: string) => page.getByRole('region', { name })

test('a new address is verified by its link, and every window shows it without a reload', async ({
  newcomer: { email, page, linkTo },
  context,
  browser,
  server,
}) => {
  await page.goto('/account-settings?tab=email')
  const address = inTab(page, 'Your address')
  await expect(address).toContainText(email)
  await expect(address).toContainText('Not verified yet')
  await expect(banner(page)).toBeVisible()
  await expect(address.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
  expect(await seriousFindings(page)).toEqual([])
  const loads = loadsOf(page)

  const link = await linkTo(email)
  const stranger = await browser.newContext({ baseURL: server.url })
  await register(stranger, server, newAddress())
  const elsewhere = await stranger.newPage()
  await elsewhere.goto(link)
  await expect(elsewhere.getByRole('heading', { name: 'This link belongs to another account' })).toBeVisible()
  await expect(address).toContainText('Not verified yet')
  await elsewhere.getByRole('button', { name: 'Use the Other Account' }).click()
  await expect(elsewhere).toHaveURL(/\/auth\/login\?from=/)
  await elsewhere.getByLabel('Email').fill(email)
  await elsewhere.getByLabel('Password', { exact: true }).fill(password)
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()
  await expect(elsewhere.getByRole('link', { name: 'Go to Loreloom' })).toBeFocused()
  expect(await seriousFindings(elsewhere)).toEqual([])
  await stranger.close()

  await expect(address.getByText('Verified', { exact: true })).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
  expect(loads).toEqual([])

  const again = await context.newPage()
  await again.goto(link)
  await expect(again.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()
  await again.goto('/verify-email?token=cut-off')
  await expect(again.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await expect(again.getByRole('button', { name: /^Send/ })).toHaveCount(0)
  await again.getByRole('link', { name: 'Email Settings' }).click()
  await expect(inTab(again, 'Your address').getByText('Verified', { exact: true })).toBeVisible()
})

test('the banner stays away once it is dismissed, and a link that never worked leads to another', async ({
  newcomer: { email, page },
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/users/me/email', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/collections')
  const top = () => page.getByRole('main').evaluate((element) => element.getBoundingClientRect().top)
  await expect(page.getByRole('heading', { name: 'The Drowned Bells' })).toBeVisible()
  const before = await top()
  release()
  await expect(banner(page)).toBeVisible()
  expect(await top(), 'the page does not move when the banner appears').toBe(before)
  await banner(page).getByRole('button', { name: 'See How' }).click()
  await expect(inTab(page, 'Your address')).toContainText(email)
  await banner(page).getByRole('button', { name: 'Dismiss' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
  await page.goto('/verify-email?token=cut-off')
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
})

test('another address takes the place of the old one in every browser once its link is opened', async ({
  newcomer: { email, page, linkTo },
  context,
  browser,
  server,
}) => {
  const other = await browser.newContext({ baseURL: server.url })
  await other.addCookies(await context.cookies())
  const watching = await other.newPage()
  await watching.goto('/account-settings?tab=email')
  await expect(inTab(watching, 'Your address')).toContainText(email)
  const loads = loadsOf(watching)

  await page.goto('/account-settings?tab=email')
  await page.getByRole('button', { name: 'Change Email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  const next = newAddress()
  await dialog.getByLabel('New address').fill(email)
  await dialog.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('New address')).toHaveAccessibleDescription(/This is your address already/)
  await dialog.getByLabel('New address').fill(next)
  await dialog.getByLabel('Your password').fill('not this one')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription(/not your password/)
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await expect(dialog.getByLabel('New address')).toHaveValue(next)
  await dialog.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(inTab(page, 'Your address')).toContainText(next)
  await expect(inTab(watching, 'Your address')).toContainText(next)
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Keep the old address' }).click()
  await expect(inTab(page, 'Your address')).not.toContainText(next)
  await expect(inTab(watching, 'Your address')).not.toContainText(next)
  const withdrawn = await linkTo(next)
  const opened = await context.newPage()
  await opened.goto(withdrawn)
  await expect(opened.getByRole('heading', { name: 'This link counts no more' })).toBeVisible()

  const last = newAddress()
  await page.getByRole('button', { name: 'Change Email' }).click()
  await dialog.getByLabel('New address').fill(last)
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Send the Link' }).click()
  await expect(inTab(page, 'Your address')).toContainText(last)
  await opened.goto(await linkTo(last))
  await expect(opened.getByRole('heading', { name: 'That is your address now' })).toBeVisible()
  for (const shown of [page, watching]) {
    await expect(inTab(shown, 'Your address')).toContainText(last)
    await expect(inTab(shown, 'Your address').getByText('Verified', { exact: true })).toBeVisible()
    await expect(inTab(shown, 'Your address')).not.toContainText(email)
    await expect(inTab(shown, 'What happened to it')).toContainText('Address changed')
  }
  expect(loads).toEqual([])
  await other.close()
})

test('the notice that an admin opened a link waits until nothing is typed, and comes until it is read', async ({
  newcomer: { email, page },
  installation: { admin },
}) => {
  await page.goto('/account-settings')
  const username = page.getByLabel('Username')
  await username.fill('')
  await expect.poll(() => mailTo(admin, email)).toBeDefined()
  await admin.post(`/api/admin/outbox/${await mailTo(admin, email)}/reveal`, { data: { reason: 'Asked on the phone' } })
  await page.reload()
  await username.fill('')
  await page.waitForLoadState('networkidle')
  await username.pressSequentially('Ines of Saltmarch', { delay: 60 })
  await expect(username).toHaveValue('Ines of Saltmarch')
  const notice = page.getByRole('dialog', { name: 'An administrator opened a link of yours' })
  await expect(notice).toHaveCount(0)

  await page.goto('/collections')
  await expect(notice).toContainText('Asked on the phone')
  await notice.getByRole('button', { name: 'I have read this' }).click()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await page.waitForLoadState('networkidle')
  await expect(notice).toHaveCount(0)
})
