import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'

/** Opens a page whose program does not come until `release`; `faults` are what it throws. */
const withoutProgram = async (page: Page, path: string) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return { release, faults }
}

const email = 'nobody@example.org'

/** What styles make of a part of the page: without them it has the browser's own letters, colours and places. */
const lookOf = (part: Locator) =>
  part.evaluate((element) => {
    const { display, color, backgroundColor, fontFamily, fontSize, padding } = getComputedStyle(element)
    const { x, y, width, height } = element.getBoundingClientRect()
    return { display, color, backgroundColor, fontFamily, fontSize, padding, place: [x, y, width, height] }
  })

test('the sign-in form stands before the program runs, and keeps what was typed', async ({ page }) => {
  const { release, faults } = await withoutProgram(page, '/auth/login?from=/images')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(page).toHaveTitle('Welcome back · Loreloom')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(email)
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  const submit = page.getByRole('button', { name: 'Sign In' })
  await expect(submit).toBeDisabled()
  const field = await page.getByLabel('Email').elementHandle()
  const parts = [page.locator('body'), page.getByRole('heading', { name: 'Welcome back' }), page.getByLabel('Email')]
  const before = await Promise.all(parts.map(lookOf))

  release()
  await expect(submit).toBeEnabled()
  expect(await Promise.all(parts.map(lookOf))).toEqual(before)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  expect(await field?.evaluate((element) => element.isConnected)).toBe(true)
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  expect(faults).toEqual([])
})

test('who presses Enter early is signed in as soon as can be, and their password is in no address', async ({
  page,
}) => {
  const { release, faults } = await withoutProgram(page, '/auth/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.keyboard.press('Enter')
  release()
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await expect(page).toHaveURL(/\/auth\/login$/)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  expect(faults).toEqual([])
})

test('what is wrong with what was typed early is said', async ({ page }) => {
  const { release } = await withoutProgram(page, '/auth/login?signup=true')
  await page.getByLabel('Email').fill('nobody')
  await page.getByLabel('Name').focus()
  release()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
})

test('a button that is pressed early does what it says as soon as it can', async ({ page }) => {
  const { release, faults } = await withoutProgram(page, '/auth/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  release()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  expect(faults).toEqual([])
})

test('how one signed in last is told once the program runs', async ({ page, server }) => {
  await page.context().addCookies([{ name: 'better-auth.last_used_login_method', value: 'email', url: server.url }])
  const { release, faults } = await withoutProgram(page, '/auth/login')
  await page.getByLabel('Email').fill(email)
  release()
  await expect(page.getByText('Last used')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  expect(faults).toEqual([])
})

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
for (const [name, viewport] of Object.entries(sizes))
  for (const colorScheme of ['dark', 'light'] as const)
    test(`the frame of a screen stands before the program runs: ${name}, ${colorScheme}`, async ({ page, member }) => {
      void member
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      const { release, faults } = await withoutProgram(page, '/images')
      const images = page.getByRole('link', { name: 'Images', exact: true })
      if (name === 'desk') await expect(images).toHaveAttribute('aria-current', 'page')
      else await expect(page.getByRole('banner')).toHaveText('Loreloom', { useInnerText: true })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      const parts = [page.locator('body'), page.getByRole('banner'), ...(name === 'desk' ? [images] : [])]
      const before = await Promise.all(parts.map(lookOf))

      release()
      await expect(page.getByRole('heading', { level: 1, name: 'Images' })).toBeVisible()
      expect(await Promise.all(parts.map(lookOf))).toEqual(before)
      expect(faults).toEqual([])
    })

test('the frame is that of whatever an address leads to', async ({ page, member }) => {
  void member
  const { release, faults } = await withoutProgram(page, '/lore/view/some-id')
  await expect(page.getByRole('link', { name: 'Lore', exact: true })).toHaveAttribute('aria-current', 'page')
  release()
  for (const path of [
    '/lore/view/some-id',
    '/collections/some-id',
    '/images/some-id?from=%2Fcollections',
    '/images/no/such',
    '/',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Campaign: The Drowned Bells' })).toBeVisible()
  }
  expect(faults).toEqual([])
})

test('who is not signed in sees no frame on the way to signing in', async ({ page }) => {
  const { release } = await withoutProgram(page, '/collections')
  await expect(page.locator('noscript')).toBeAttached()
  await expect(page.locator('#root')).toBeEmpty()
  release()
  await expect(page).toHaveURL(/\/auth\/login\?from=%2Fcollections$/)
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

test('the page asks for the first answers itself, and the program uses them', async ({ page, member, server }) => {
  const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
  const data = { campaignId: member.campaignId, name: 'The Weighhouse', description: 'Five bells.' }
  const made = await page.request.post('/api/conjurations', { data, headers })
  const { id, position } = await made.json()
  await page.request.get('/api/campaigns', { headers: { 'min-position': position } })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`/lore/view/${id}`)
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveText('Five bells.')
  await expect(page.getByRole('button', { name: 'Actions' })).toBeVisible()
  const first = [
    '/api/users/me',
    '/api/campaigns',
    `/api/conjurations/${id}`,
    `/api/texts/${id}`,
    '/api/content-segments',
  ]
  for (const path of first) expect(asked.filter((each) => each === path)).toEqual([path])
  // The first thing that the program asks for by itself.
  const program = asked.indexOf('/api/version')
  for (const path of first) expect(asked.indexOf(path)).toBeLessThan(program)
})

test('a file of the lore page that did not come ahead is asked for again once lore is opened', async ({
  page,
  member,
  server,
}) => {
  const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
  const data = { campaignId: member.campaignId, name: 'The Weighhouse' }
  const made = await page.request.post('/api/conjurations', { data, headers })
  const { position } = await made.json()
  await page.request.get('/api/campaigns', { headers: { 'min-position': position } })
  const [screen] = await (await page.request.get('/ahead.json')).json()
  await page.route(`**${screen}`, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  let loaded = 0
  page.on('load', () => loaded++)
  await page.goto('/collections')
  expect((await failed).url()).toContain(screen)
  await page.unroute(`**${screen}`)
  await page.getByRole('link', { name: 'The Weighhouse' }).last().click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('The Weighhouse')
  expect(loaded).toBe(1)
})
