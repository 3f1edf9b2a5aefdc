import { expect, signedInAs, test } from './app.ts'
import { seriousFindings } from './axe.ts'

test('old and unknown addresses lead where they belong', async ({ page, member }) => {
  void member
  for (const [from, to] of [
    ['/', '/collections'],
    ['/login', '/collections'],
    ['/subscribed', '/account-settings'],
    ['/campaign', '/collections'],
    ['/conjurations', '/collections'],
    ['/conjurations/view/some-id', '/lore/view/some-id'],
    ['/account?tab=subscription', '/account-settings?tab=subscription'],
    ['/no/such/page', '/collections'],
    ['/campaign/edit', '/campaign/edit/general'],
    // A feature that the plan does not open.
    ['/maps/generate', '/collections'],
  ] as const) {
    await page.goto(from)
    await expect(page, from).toHaveURL((url) => url.pathname + url.search === to)
    if (from === '/no/such/page') await expect(page.getByText(from)).toBeVisible()
  }
})

test('every entry of the sidebar opens a screen and is marked by the thread', { tag: '@core' }, async ({
  page,
  member,
}) => {
  void member
  await page.goto('/collections')
  for (const [name, title] of [
    ['Images', 'Images'],
    ['Maps', 'Battle maps'],
    ['3D Models', '3D Models'],
    ['Story Vault', 'Keep what was said at the table'],
    ['Manage Campaign', 'Manage Campaign'],
    ['New Campaign', 'New Campaign'],
    ['Lore', 'The Drowned Bells'],
  ] as const) {
    const entry = page.getByRole('link', { name, exact: true })
    await entry.click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(entry).toHaveAttribute('aria-current', 'page')
    await expect(page.locator('[aria-current="page"] path').first()).toBeVisible()
  }
})

test('a page that knows where one came from lights that entry', async ({ page, member }) => {
  void member
  await page.goto('/lore/view/some-id?from=%2Fimages')
  await expect(page.getByRole('link', { name: 'Images', exact: true })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('link', { name: 'Lore', exact: true })).not.toHaveAttribute('aria-current')
})

test('what a plan does not open is named where it is, and asking for it says so', async ({ page, member }) => {
  void member
  await page.goto('/images')
  const dialog = page.getByRole('dialog', { name: 'Upgrade Required' })
  // No plan opens what this version does not have.
  await page.getByRole('link', { name: 'Story Vault', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Keep what was said at the table' })).toBeVisible()
  await expect(page.getByText('Story Vault is not set up on this installation.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Support Center' }).click()
  await expect(page.getByRole('dialog', { name: 'Support Center' })).toContainText('How do my players join?')
  await page.keyboard.press('Escape')
  await page.goto('/maps/generate')
  await expect(dialog).toContainText('Battle maps need the Pro plan.')
  await dialog.getByRole('link', { name: 'Upgrade to Pro' }).click()
  await expect(page).toHaveURL(/\/account-settings\?tab=subscription$/)
  await expect(page.getByText('No subscription')).toBeVisible()
  await page.getByRole('button', { name: 'Upgrade Subscription' }).click()
  const plans = page.getByRole('dialog', { name: 'Choose a plan' })
  await expect(plans.getByText('24,000 credits')).toBeVisible()
  await plans.getByRole('radio', { name: 'Monthly' }).check()
  await expect(plans.getByText('2,000 credits')).toBeVisible()
})

test('a campaign is chosen by name, and the choice stays', async ({ page, member, server }) => {
  void member
  await page.request.post('/api/campaigns', {
    data: { name: 'Weighmasters' },
    headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
  })
  await page.goto('/campaigns/new')
  await page.getByRole('button', { name: 'Campaign: The Drowned Bells' }).click()
  await page.getByLabel('Filter campaigns').fill('weigh')
  await expect(page.getByRole('option', { name: 'The Drowned Bells' })).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/collections$/)
  await expect(page.getByRole('button', { name: 'Campaign: Weighmasters' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Campaign: Weighmasters' })).toBeVisible()
})

test('a link to lore of another campaign brings its campaign along, once', async ({ page, member, server }) => {
  void member
  const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
  const post = async (path: string, data: object) =>
    (await (await page.request.post(`/api/${path}`, { data, headers })).json()) as { id: string }
  const { id: campaignId } = await post('campaigns', { name: 'Tidewatch' })
  const lore = await post('conjurations', { campaignId, name: 'Harbourmaster Bree' })
  await page.goto('/collections')
  await expect(page.getByRole('button', { name: 'Campaign: The Drowned Bells' })).toBeVisible()
  await page.goto(`/lore/view/${lore.id}`)
  await expect(page.getByRole('button', { name: 'Campaign: Tidewatch' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Harbourmaster Bree')
  await page.getByRole('button', { name: 'Campaign: Tidewatch' }).click()
  await page.getByRole('option', { name: 'The Drowned Bells' }).click()
  await expect(page).toHaveURL(/\/collections$/)
  await expect(page.getByRole('button', { name: 'Campaign: The Drowned Bells' })).toBeVisible()
})

test("a campaign's name is saved as it is typed, shows in another tab, and Escape takes it back", async ({
  page,
  member,
  browser,
  server,
}) => {
  void member
  const other = await signedInAs(page, () => browser.newContext({ baseURL: server.url }))
  await other.goto('/collections')
  await page.goto('/campaign/edit')
  const name = page.getByLabel('Campaign name')
  await name.fill('The Silent Bells')
  await expect(page.getByText('Changes Saved')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Campaign: The Silent Bells' })).toBeVisible()

  await name.press('Enter')
  await name.fill('Something else')
  await name.press('Escape')
  await expect(name).toHaveValue('The Silent Bells')
  await page.reload()
  await expect(name).toHaveValue('The Silent Bells')
  await other.context().close()
})

test('a name that is refused goes back to what it was, and says so', async ({ page, member }) => {
  void member
  await page.goto('/campaign/edit')
  await page.route('**/api/campaigns/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort('connectionreset') : route.continue(),
  )
  await page.getByLabel('Campaign name').fill('Lost at sea')
  await expect(page.getByText('Something went wrong while saving the campaign. Please try again.')).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await expect(page.getByLabel('Campaign name')).toHaveValue('The Drowned Bells')
})

test('the theme follows the system until one is chosen, and the choice stays', async ({ page, member }) => {
  void member
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/collections')
  expect(await scheme()).toBe('light')
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitemradio', { name: 'Lamp (dark)' }).click()
  await expect.poll(scheme).toBe('dark')
  await page.reload()
  expect(await scheme()).toBe('dark')
})

test('a lost connection is told in red until it is back', { tag: '@core' }, async ({ page, member }) => {
  void member
  let isCut = true
  await page.routeWebSocket(/\/api\/realtime/, (socket) => {
    if (isCut) void socket.close({ code: 1011 })
    else socket.connectToServer()
  })
  await page.goto('/collections')
  const banner = page.getByRole('alert').filter({ hasText: 'live connection is down' })
  await expect(banner).toBeVisible()
  isCut = false
  await expect(banner).toHaveCount(0)
})

test('that there is no connection is told calmly, and gone by itself', async ({ page, member }) => {
  void member
  await page.goto('/images')
  await expect(page.getByRole('heading', { level: 1, name: 'Images' })).toBeVisible()
  await page.context().setOffline(true)
  const banner = page.getByRole('status').filter({ hasText: 'You are offline. What you see may be out of date' })
  await expect(banner).toBeVisible()
  await page.context().setOffline(false)
  await expect(banner).toHaveCount(0)
})

test('what was not loaded before the connection was lost leaves the screen as it is, and a page comes once it is back', async ({
  page,
  member,
}) => {
  void member
  await page.goto('/images')
  const heading = page.getByRole('heading', { level: 1, name: 'Images' })
  await expect(heading).toBeVisible()
  await page.context().setOffline(true)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('alert').filter({ hasText: 'This could not be loaded.' })).toBeVisible()
  await expect(heading).toBeVisible()
  await page.getByRole('link', { name: 'Manage Campaign' }).click()
  await expect(page.getByText('You are offline, and this page was not loaded before.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('link', { name: 'General' })).toBeVisible()
})

test('a page that a server which is away could not give is asked for again without losing the app', async ({
  page,
  member,
}) => {
  void member
  await page.goto('/images')
  await expect(page.getByRole('heading', { level: 1, name: 'Images' })).toBeVisible()
  await page.route(/^http/, (route) => route.abort())
  await page.getByRole('link', { name: 'New Campaign' }).click()
  await expect(page.getByText('This page could not be loaded.')).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('Loreloom cannot be reached.')).toBeVisible()
  await page.unroute(/^http/)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('button', { name: 'Create Campaign' })).toBeVisible()
})

test('a newer version is offered', async ({ page, member }) => {
  void member
  await page.route('**/api/version', (route) => route.fulfill({ json: { version: '99.0.0' } }))
  await page.goto('/collections')
  await expect(page.getByText('Loreloom 99.0.0 is here')).toBeVisible()
})

test('on a phone the sidebar is a drawer, with a way out', async ({ page, member }) => {
  void member
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/collections')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.getByRole('link', { name: 'Maps', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Battle maps' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
})

test('the shell has nothing serious for axe', async ({ page, member }) => {
  void member
  for (const path of ['/collections', '/campaign/edit', '/campaigns/new']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await seriousFindings(page), path).toEqual([])
  }
  await page.getByRole('button', { name: /^Campaign:/ }).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  expect(await seriousFindings(page), 'campaigns').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /image credits/ }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  expect(await seriousFindings(page), 'credits').toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder('Search anything...')).toBeVisible()
  expect(await seriousFindings(page), 'search').toEqual([])
})

test('a list that could not be loaded is loaded again once the connection is back', async ({ page, member }) => {
  void member
  const ofImages = ({ pathname }: URL) => pathname === '/api/images/gallery'
  await page.route(ofImages, (route) => route.abort('connectionreset'))
  await page.goto('/images')
  const failure = page.getByRole('alert').filter({ hasText: 'The images could not be loaded.' })
  await expect(failure).toBeVisible()
  await page.unroute(ofImages)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(failure).toHaveCount(0)
})
