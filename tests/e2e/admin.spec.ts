import type { APIRequestContext, Browser, BrowserContextOptions, Page, WebSocketRoute } from '@playwright/test'
import { test as base, expect } from './app.ts'
import { seriousFindings } from './axe.ts'
import { generate, hold } from './generating.ts'

type Session = Awaited<ReturnType<APIRequestContext['storageState']>>

interface Own {
  /** A page of the installation's admin. */
  admin: Page
  /** One on a phone. */
  phone: Page
}
interface Shared {
  /** The admin's, who has a campaign too. */
  session: Session
}

const pageOf = async (browser: Browser, options: BrowserContextOptions) => (await browser.newContext(options)).newPage()

const test = base.extend<Own, Shared>({
  session: [
    async ({ installation: { admin } }, use) => {
      await admin.post('/api/campaigns', { data: { name: 'Backstage' } })
      await use(await admin.storageState())
    },
    { scope: 'worker' },
  ],
  admin: async ({ browser, server, session }, use) => {
    const page = await pageOf(browser, { baseURL: server.url, storageState: session })
    await use(page)
    await page.context().close()
  },
  phone: async ({ browser, server, session }, use) => {
    const options = { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'light' } as const
    const page = await pageOf(browser, { baseURL: server.url, storageState: session, ...options })
    await use(page)
    await page.context().close()
  },
})

const row = (page: Page, type: string) => page.getByRole('row').filter({ hasText: type })
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })
const chooseFrom = async (page: Page, filter: string, option: string | RegExp) => {
  await page.getByRole('button', { name: new RegExp(`^${filter} `) }).click()
  await page.getByRole('option', { name: option }).first().click()
}

test.describe('a user’s events', () => {
  test('arrive live, are narrowed, and tell what caused them and what they caused', { tag: '@core' }, async ({
    admin,
    page,
    server,
    member,
  }) => {
    await admin.goto(`/admin/users/${member.userId}/events`)
    await expect(row(admin, 'CampaignCreated')).toHaveCount(1)
    await expect(admin.getByText('Live tail')).toBeVisible()
    let loads = 0
    admin.on('load', () => loads++)

    const picture = hold(server)
    await page.goto('/images')
    await generate(page, 'The eel market before dawn')
    await expect(row(admin, 'ImageRequested')).toHaveCount(1)
    await expect(row(admin, 'CreditsHeld')).toHaveCount(1)

    await admin.getByRole('button', { name: 'Pause' }).click()
    picture.release()
    await expect(admin.getByText(/^[1-9]\d* waiting$/)).toBeVisible()
    await expect(row(admin, 'ImageGenerated')).toHaveCount(0)
    await admin.getByRole('button', { name: 'Resume' }).click()
    await expect(row(admin, 'CreditsCaptured')).toHaveCount(1)

    await chooseFrom(admin, 'Type', /^CreditsCaptured/)
    await expect(admin.getByRole('row')).toHaveCount(2)
    await row(admin, 'CreditsCaptured').click()
    await expect(inspector(admin).getByRole('heading', { name: 'CreditsCaptured' })).toBeVisible()
    await expect(inspector(admin).getByText('Hash verified')).toBeVisible()
    await expect(admin.getByRole('link', { name: 'Replay from here' })).toHaveAttribute('href', /position=\d+$/)
    const causes = inspector(admin).getByRole('region', { name: 'Caused by' }).getByRole('button')
    await expect(causes.nth(0)).toContainText('ImageGenerated')
    await expect(causes.nth(1)).toContainText('ImageRequested')

    await causes.nth(1).click()
    await expect(inspector(admin).getByRole('heading', { name: 'ImageRequested' })).toBeVisible()
    await expect(inspector(admin).getByLabel('Event as JSON')).toContainText('"prompt": "The eel market before dawn"')
    const effects = inspector(admin).getByRole('region', { name: 'Caused', exact: true })
    await expect(effects.getByRole('button').filter({ hasText: 'ImageGenerated' })).toHaveCount(1)

    // The request as a graph, from causes to effects, with the chain of the selected event lit.
    await inspector(admin).getByRole('tab', { name: 'Request' }).click()
    const node = (type: string) =>
      inspector(admin)
        .getByRole('list', { name: 'Events by cause' })
        .getByRole('button', { name: new RegExp(`^${type}`) })
    await expect(node('ImageRequested')).toHaveAttribute('aria-current', 'true')
    await expect(node('CreditsCaptured')).toHaveAccessibleDescription(/^Caused by ImageGenerated\./)
    const leftOf = async (type: string) => (await node(type).boundingBox())?.x ?? Number.NaN
    expect(await leftOf('ImageRequested')).toBeLessThan(await leftOf('ImageGenerated'))
    await node('ImageRequested').focus()
    await admin.keyboard.press('ArrowRight')
    await expect(node('ImageRequested')).not.toBeFocused()
    await node('CreditsCaptured').press('Enter')
    await expect(inspector(admin).getByRole('heading', { name: 'CreditsCaptured' })).toBeVisible()
    await expect(node('CreditsCaptured'), 'the graph and its focus stay').toBeFocused()
    await expect(inspector(admin).locator('[data-tone=lit]')).toHaveCount(3)
    expect(await seriousFindings(admin)).toEqual([])
    await inspector(admin).getByRole('radiogroup', { name: 'Shown as' }).getByText('List').click()
    await inspector(admin)
      .getByRole('button', { name: /^ImageRequested/ })
      .click()
    await inspector(admin).getByRole('tab', { name: 'Event', exact: true }).click()

    await chooseFrom(admin, 'Type', /^All/)
    await inspector(admin).getByRole('button', { name: 'Follow this correlation' }).click()
    await expect(row(admin, 'CreditsHeld')).toHaveCount(1)
    await expect(row(admin, 'CampaignCreated')).toHaveCount(0)
    await admin.getByRole('button', { name: 'Following correlation' }).click()

    await expect(row(admin, 'ImageStarted')).toContainText('The eel market before dawn')
    await expect(row(admin, 'CreditsHeld')).toContainText(/\d+ \u00b7 Image/)
    await admin.getByRole('searchbox', { name: 'Search words or an id' }).fill('eel MARKET')
    await expect(row(admin, 'CampaignCreated')).toHaveCount(0)
    await expect(row(admin, 'ImageRequested')).toHaveCount(1)
    await expect(admin.getByText(/^\d+ found$/)).toBeVisible()
    await admin.getByRole('searchbox', { name: 'Search words or an id' }).fill('')
    await expect(row(admin, 'CampaignCreated')).toHaveCount(1)

    await chooseFrom(admin, 'Stream', 'campaigns, all')
    await expect(admin.getByRole('row')).toHaveCount(2)
    await chooseFrom(admin, 'Stream', /^All/)
    // A stream is found by what it is about.
    await admin.getByRole('button', { name: /^Stream / }).click()
    await admin.getByRole('textbox', { name: 'Search stream' }).fill('before dawn')
    await expect(admin.getByRole('option').filter({ hasText: 'The eel market' })).toHaveCount(1)
    await expect(admin.getByRole('option').filter({ hasText: 'credits' })).toHaveCount(0)
    await admin.keyboard.press('Escape')
    await chooseFrom(admin, 'Actor', 'system')
    await expect(row(admin, 'CampaignCreated')).toHaveCount(0)
    await expect(row(admin, 'CreditsGranted')).toHaveCount(1)
    expect(loads).toBe(0)
  })

  test('are walked with the arrows, inspected with Enter and left with Escape', async ({ admin, member }) => {
    await admin.goto(`/admin/users/${member.userId}/events`)
    const first = admin.getByRole('row').nth(1)
    const second = admin.getByRole('row').nth(2)
    await first.focus()
    await admin.keyboard.press('ArrowDown')
    await expect(second).toBeFocused()
    await admin.keyboard.press('Home')
    await expect(first).toBeFocused()
    await admin.keyboard.press('ArrowDown')
    await admin.keyboard.press('Enter')
    await expect(inspector(admin)).toBeVisible()
    await expect(second).toHaveAttribute('aria-selected', 'true')
    await admin.keyboard.press('Escape')
    await expect(inspector(admin)).toHaveCount(0)
    await expect(second).toBeFocused()
  })

  test('that happened while the network was cut are there once it is back', async ({ admin, page, server, member }) => {
    const sockets: WebSocketRoute[] = []
    await admin.routeWebSocket(/\/api\/realtime/, (socket) => {
      socket.connectToServer()
      sockets.push(socket)
    })
    await admin.goto(`/admin/users/${member.userId}/events`)
    await expect(row(admin, 'CampaignCreated')).toHaveCount(1)
    await expect(admin.getByText('Event stream connected')).toBeVisible()

    await admin.context().setOffline(true)
    await sockets.at(-1)?.close({ code: 4000, reason: 'the line went dead' })
    await expect(admin.getByText('Event stream not connected')).toBeVisible()
    const renamed = await page.request.patch(`${server.url}/api/campaigns/${member.campaignId}`, {
      data: { name: 'Bells, drowned' },
      headers: { origin: server.url },
    })
    expect(renamed.ok()).toBe(true)
    await expect(row(admin, 'CampaignRenamed')).toHaveCount(0)

    await admin.context().setOffline(false)
    await expect(row(admin, 'CampaignRenamed')).toHaveCount(1, { timeout: 30_000 })
  })

  test('under impersonation name both', async ({ admin, member, server, browser, session }) => {
    const context = await browser.newContext({ baseURL: server.url, storageState: session })
    const page = await context.newPage()
    await page.goto('/admin/users')
    await page
      .getByRole('row')
      .filter({ has: page.locator(`a[href*="${member.userId}"]`) })
      .getByRole('button', { name: 'Impersonate ines' })
      .click()
    const asking = page.getByRole('dialog', { name: 'Impersonate ines?' })
    await asking.getByRole('button', { name: 'Impersonate' }).click()
    await expect(asking.getByText('Please provide a reason')).toBeVisible()
    await asking.getByLabel('Reason').fill('A campaign is named wrongly')
    await page.route('**/api/auth/admin/impersonate-user', (route) => route.abort())
    await asking.getByRole('button', { name: 'Impersonate' }).click()
    await expect(page.getByText('Failed to impersonate user').first()).toBeVisible()
    await page.unroute('**/api/auth/admin/impersonate-user')
    await asking.getByRole('button', { name: 'Impersonate' }).click()
    await expect(page.getByText('Impersonating user')).toBeVisible()
    await page.waitForURL((url) => !url.pathname.startsWith('/admin'))
    await page.goto('/campaign/edit/general')
    const name = page.getByRole('textbox', { name: /name/i }).first()
    await name.fill('Bells, borrowed')
    await name.press('Enter')

    await admin.goto(`/admin/users/${member.userId}/events`)
    await expect(row(admin, 'CampaignRenamed')).toContainText('by Admin')
    await row(admin, 'CampaignRenamed').click()
    await expect(inspector(admin).locator('[data-impersonator]')).toContainText('"impersonator"')
    await row(admin, 'ImpersonationBegan').click()
    await expect(inspector(admin).getByLabel('Event as JSON')).toContainText('"reason": "A campaign is named wrongly"')
    // Another tab of the same browser.
    const other = await context.newPage()
    await other.goto('/images')
    await expect(other.getByText('You are impersonating ines.')).toBeVisible()
    await expect(other.getByText('You are impersonating ines.')).toHaveCSS('font-family', /^"Hanken Grotesk"/)
    const addresses: string[] = []
    for (const tab of [page, other]) tab.on('framenavigated', (frame) => addresses.push(frame.url()))

    // The way out lies over what fills the screen, and covers nothing of it.
    const out = page.getByRole('button', { name: 'Stop Impersonating' })
    await page.goto('/images?generate=1')
    const filling = page.getByRole('dialog', { name: 'Generate image' })
    await expect(filling.getByRole('button', { name: 'Return' })).toBeVisible()
    await out.click({ trial: true })
    const [bar, screen] = [await out.locator('..').boundingBox(), await filling.boundingBox()]
    expect(screen?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 1000))
    await filling.getByRole('button', { name: 'Return' }).click()
    await expect(filling).toHaveCount(0)

    await page.route('**/stop-impersonating', (route) => route.abort())
    await out.click()
    await expect(page.getByText('Failed to stop impersonating')).toBeVisible()
    await page.unroute('**/stop-impersonating')
    await out.click()
    await expect(row(admin, 'ImpersonationEnded')).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
    await expect(other.getByText('You are impersonating ines.')).toHaveCount(0)
    await expect(other.getByRole('button', { name: 'Account of' })).toBeVisible()
    expect(addresses.filter((address) => address.includes('/auth/login'))).toEqual([])
    await context.close()
  })

  test('end with an impersonation that ends by itself: the admin is back on their own pages, and reads why', async ({
    admin,
    member,
    server,
    browser,
    session,
  }) => {
    const context = await browser.newContext({ baseURL: server.url, storageState: session })
    const page = await context.newPage()
    const headers = { origin: server.url }
    const data = { userId: member.userId, reason: 'A picture does not load' }
    const begun = await page.request.post('/api/auth/admin/impersonate-user', { headers, data })
    expect(begun.status()).toBe(200)
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await tab.goto('/images')
      await expect(tab.getByText('You are impersonating ines.')).toBeVisible()
    }
    const ban = { userId: member.userId, banReason: 'Sold accounts' }
    const banned = await admin.request.post('/api/auth/admin/ban-user', { headers, data: ban })
    expect(banned.status()).toBe(200)
    const sentence = 'You no longer act as ines. Their account was banned.'
    // One of the two tabs asks for the way back; the other one finds the admin's session.
    await expect
      .poll(async () => {
        const shown = await Promise.all([page, other].map((tab) => tab.getByText(sentence).count()))
        return Math.max(...shown)
      })
      .toBeGreaterThan(0)
    for (const tab of [page, other]) {
      await expect(tab.getByRole('button', { name: 'Account of' })).toBeVisible()
      expect(tab.url()).not.toContain('/auth/login')
      await expect(tab.getByText('You are impersonating ines.')).toHaveCount(0)
    }
    await context.close()
  })

  test('fit a phone, where the inspector covers them', async ({ phone, member }) => {
    await phone.goto(`/admin/users/${member.userId}/events`)
    await row(phone, 'CampaignCreated').click()
    const drawer = phone.getByRole('dialog')
    await expect(drawer.getByRole('heading', { name: 'CampaignCreated' })).toBeVisible()
    expect(await seriousFindings(phone)).toEqual([])
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(drawer).toHaveCount(0)
    const wider = await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wider).toBeLessThanOrEqual(0)
  })
})

test.describe('users', () => {
  test('are found, given credits and a plan, and kept from a fall from Pro to Free', async ({
    admin,
    page,
    member,
  }) => {
    await page.goto('/images')
    await expect(page.getByRole('button', { name: '100 image credits' })).toBeVisible()
    await admin.goto('/admin/users')
    const mine = admin.getByRole('row').filter({ has: admin.locator(`a[href*="${member.userId}"]`) })
    const dialog = admin.getByRole('dialog', { name: 'Edit ines' })
    await mine.getByRole('button', { name: 'Edit ines' }).click()
    await dialog
      .getByRole('combobox', { name: 'Minis tier' })
      .or(dialog.getByRole('textbox', { name: 'Minis tier' }))
      .click()
    await admin.getByRole('option', { name: 'Mini master' }).click()
    await dialog.getByLabel('Reason for the tier change').fill('Backer 12')
    await dialog
      .getByRole('combobox', { name: 'Plan' })
      .or(dialog.getByRole('textbox', { name: 'Plan' }))
      .click()
    await admin.getByRole('option', { name: 'Pro' }).click()
    await dialog.getByLabel('Reason for the plan change').fill('Kickstarter pledge')
    await dialog.getByLabel('Credits to add').fill('50')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Please provide a reason for the change')).toBeVisible()
    await dialog.getByLabel('Reason for the credits').fill('Sorry for the outage')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByText('User updated successfully')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(mine).toContainText('Pro')
    await expect(mine).toContainText('150')
    await expect(page.getByRole('button', { name: '2,150 image credits' })).toBeVisible()

    await mine.getByRole('button', { name: 'Edit ines' }).click()
    await dialog
      .getByRole('combobox', { name: 'Plan' })
      .or(dialog.getByRole('textbox', { name: 'Plan' }))
      .click()
    await admin.getByRole('option', { name: 'Free' }).click()
    await expect(dialog.getByRole('region', { name: 'Sources of the plan' })).toContainText('Given by an admin')
    await expect(dialog.getByText('2,150 credits available')).toBeVisible()
    await dialog.getByLabel('Credits to remove').pressSequentially('2151')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Only 2,150 credits are neither spent nor held')).toBeVisible()
    await expect(dialog.getByText('Consider using Basic plan instead of Free for Pro users')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await admin.getByRole('button', { name: 'Discard Changes' }).click()
    await expect(dialog).toHaveCount(0)

    await mine.getByRole('button', { name: 'Edit ines' }).click()
    const failing = async (address: string, text: string) => {
      await admin.route(address, (route) => route.abort())
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(admin.getByText(text, { exact: true }).first()).toBeVisible()
      await admin.unroute(address)
    }
    const email = dialog.getByLabel('Email', { exact: true })
    const before = await email.inputValue()
    await email.fill('ines.vale@example.org')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Please provide a new email address and reason for the change')).toBeVisible()
    await dialog.getByLabel('Reason for the email change').fill('She asked')
    await failing('**/api/admin/user/update-email', 'Failed to update user email')
    await email.fill(before)
    await dialog.getByLabel('Credits to remove').fill('150')
    await dialog.getByLabel('Reason for the credits').fill('Given by mistake')
    await failing('**/api/admin/credits/remove', 'Failed to update user')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: '2,000 image credits' })).toBeVisible()

    await admin.getByRole('searchbox', { name: 'Search by email' }).fill('nobody@nowhere')
    await expect(admin.getByRole('heading', { name: 'Nobody found' })).toBeVisible()
  })

  test('are banned with a reason and let in again, and what fails is said', async ({ admin, page, member }) => {
    await page.goto('/images')
    const whileAway = async (address: string, act: () => Promise<unknown>, text: string) => {
      await admin.route(address, (route) => route.abort())
      await act()
      await expect(admin.getByText(text).first()).toBeVisible()
      await admin.unroute(address)
    }
    await whileAway(
      `**/api/admin/users/${member.userId}**`,
      () => admin.goto(`/admin/users/${member.userId}/events`),
      'Failed to load user details',
    )
    await whileAway('**/api/admin/users?**', () => admin.goto('/admin/users?size=50'), 'Failed to load users')
    await admin.goto('/admin/users?size=50')
    const mine = admin.getByRole('row').filter({ has: admin.locator(`a[href*="${member.userId}"]`) })
    await mine.getByRole('button', { name: 'Edit ines' }).click()
    await admin.getByRole('tab', { name: 'Actions' }).click()
    await admin.getByRole('button', { name: 'Ban', exact: true }).click()
    const ban = admin.getByRole('dialog', { name: 'Ban ines?' })
    await ban.getByRole('button', { name: 'Ban' }).click()
    await expect(ban.getByText('Please provide a reason')).toBeVisible()
    await ban.getByLabel('Reason').fill('Spam')
    const banning = () => ban.getByRole('button', { name: 'Ban' }).click()
    await whileAway('**/api/auth/admin/ban-user', banning, 'Failed to ban user')
    await banning()
    await expect(admin.getByText('User banned')).toBeVisible()
    await expect(page).toHaveURL(/\/auth\/login/)
    await admin.getByRole('button', { name: 'Unban' }).click()
    const unban = admin.getByRole('dialog', { name: 'Unban ines?' })
    await unban.getByLabel('Reason').fill('It was a mistake')
    const unbanning = () => unban.getByRole('button', { name: 'Unban' }).click()
    await whileAway('**/api/auth/admin/unban-user', unbanning, 'Failed to unban user')
    await unbanning()
    await expect(admin.getByText('User unbanned')).toBeVisible()
    await admin.keyboard.press('Escape')
    await expect(mine).toContainText('Active')
  })
})

test('a mail that could not be sent is in the outbox, and its link is shown for a reason', async ({
  admin,
  phone,
  member,
}) => {
  void member
  await admin.goto('/admin/users')
  await admin.getByRole('button', { name: 'Edit ines' }).first().click()
  await admin.getByRole('tab', { name: 'Actions' }).click()
  await admin.getByRole('button', { name: 'Reset password' }).click()
  const reset = admin.getByRole('dialog', { name: 'Send ines a link to set a password?' })
  await reset.getByLabel('Reason').fill('She rang and asked')
  await admin.route('**/api/admin/user/reset-password', (route) => route.abort())
  await reset.getByRole('button', { name: 'Send Link' }).click()
  await expect(admin.getByText('Failed to reset password')).toBeVisible()
  await admin.unroute('**/api/admin/user/reset-password')
  await reset.getByRole('button', { name: 'Send Link' }).click()
  await expect(admin.getByText(/A password reset link has been sent to/)).toBeVisible()
  await phone.goto('/admin/outbox')
  const mail = phone.getByRole('article').first()
  await mail.getByRole('button', { name: 'Show the link…' }).click()
  const dialog = phone.getByRole('dialog', { name: 'Show this link?' })
  await dialog.getByRole('button', { name: 'Show the link' }).click()
  await expect(dialog.getByText('Please provide a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('She rang and asked')
  await dialog.getByRole('button', { name: 'Show the link' }).click()
  await expect(mail.getByRole('link')).toHaveAttribute('href', /\/auth\/password-reset\?token=/)
  expect(await seriousFindings(phone)).toEqual([])
})

test('the installation is checked when an admin asks, and says what it found', async ({ admin, phone }) => {
  await admin.goto('/admin/health')
  await admin.getByRole('button', { name: 'Run now: Audit chain' }).click()
  const chain = admin.getByRole('listitem').filter({ hasText: 'Audit chain' })
  await expect(chain.getByText('Passed')).toBeVisible()
  await expect(chain.getByText(/asked for · [\d,]+ looked at, 0 found/)).toBeVisible()
  await expect(admin.getByText('None: all of them follow the log.')).toBeVisible()
  await expect(admin.getByText('No backup of this installation is recorded.')).toBeVisible()
  await expect(admin.getByRole('region', { name: 'Event store' })).toContainText('leader, has every event')
  await admin.getByRole('button', { name: 'Send a test' }).click()
  await expect(admin.getByText('The test mail is in the outbox')).toBeVisible()
  await admin.getByLabel('Find a setting').pressSequentially('auth_se', { delay: 60 })
  await expect(admin.getByRole('row')).toHaveCount(2)
  await admin.getByText('What changed in each version').click()
  await expect(admin.getByText('Keep a Changelog')).toBeVisible()
  expect(await seriousFindings(admin)).toEqual([])
  await phone.goto('/admin/health')
  await expect(phone.getByText('Passed')).toBeVisible()
  expect(await seriousFindings(phone)).toEqual([])
})

test('the admin’s screens have no serious faults of access', async ({ admin, member }) => {
  await admin.goto('/admin/users')
  await expect(admin.getByRole('table')).toBeVisible()
  expect(await seriousFindings(admin)).toEqual([])
  await admin.goto(`/admin/users/${member.userId}/events`)
  await row(admin, 'CampaignCreated').click()
  await expect(inspector(admin).getByRole('heading')).toBeVisible()
  expect(await seriousFindings(admin)).toEqual([])
})

test('the admin’s screens keep the top bar, say where the log is, and show all of an account', async ({
  admin,
  phone,
  member,
}) => {
  void member
  await admin.goto('/admin/users')
  await expect(admin.getByText(/^Head at [\d,]+ · lag \d+ \w+$/)).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Search (Ctrl+K)' })).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Account of' })).toBeVisible()
  await admin.getByRole('button', { name: 'Edit ines' }).first().click()
  const dialog = admin.getByRole('dialog', { name: 'Edit ines' })
  await expect(dialog.getByLabel('Email')).toHaveValue(/@/)
  await expect(dialog.getByLabel('Minis tier')).toHaveValue('None')
  await dialog.getByRole('tab', { name: 'Account Details' }).click()
  for (const name of ['Username', 'Discord', 'Onboarded', 'Marketing mail', 'Updated', 'Loreloom tier'])
    await expect(dialog.getByRole('tabpanel').getByText(name, { exact: true })).toBeVisible()
  await dialog.getByRole('tab', { name: 'Actions' }).click()
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(admin.getByText('User deletion feature not yet implemented')).toBeVisible()
  expect(await seriousFindings(admin)).toEqual([])

  await phone.goto('/admin/users')
  await phone.getByRole('button', { name: 'Open menu' }).click()
  await expect(phone.getByRole('link', { name: 'Outbox' })).toBeVisible()
})

test('nobody else gets in', async ({ page, member, browser, server }) => {
  await page.goto('/admin/users')
  await expect(page).toHaveURL(/\/collections/)
  await expect(page.getByRole('link', { name: 'Admin' })).toHaveCount(0)
  await expect(page.getByText('The admin pages are for administrators.')).toBeVisible()
  await page.goto(`/admin/users/${member.userId}/events`)
  await expect(page).toHaveURL(/\/collections/)
  const stranger = await pageOf(browser, { baseURL: server.url })
  await stranger.goto('/admin/users')
  await expect(stranger).toHaveURL(/\/auth\/login/)
  await stranger.context().close()
})
