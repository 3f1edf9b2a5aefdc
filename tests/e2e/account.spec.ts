import { devices as devicesOf } from '@playwright/test'
import { expect, signedInAs, test } from './app.ts'
import { seriousFindings } from './axe.ts'

test('people say what they are called; what is refused stays as they typed it', async ({
  page,
  member,
  browser,
  server,
}) => {
  void member
  await page.goto('/campaign/edit/members')
  await expect(page.getByRole('heading', { name: /^Members/ })).toBeVisible()
  await page.getByRole('button', { name: /^Account of/ }).click()
  const loads: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()))
  await page.getByRole('menuitem', { name: 'Account Settings', exact: true }).dblclick()
  const [name, save] = [page.getByLabel('Username'), page.getByRole('button', { name: 'Save' })]
  await expect(name).toBeVisible()
  expect(loads).toEqual([])
  await expect(save).toHaveCount(0)
  await expect(page.getByRole('switch', { name: /^NSFW content/ })).toBeDisabled()
  expect(await seriousFindings(page)).toEqual([])

  await name.fill('\u200b')
  await save.click()
  await expect(name).toHaveAccessibleDescription(/Name is required/)
  expect(await name.inputValue()).toBe('\u200b')

  await name.fill(' Wren Ashdown ')
  await page.route('**/api/users/me', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await save.click()
  await expect(page.getByText('Your settings could not be saved. Please try again.')).toBeVisible()
  expect(await name.inputValue()).toBe(' Wren Ashdown ')
  await page.unroute('**/api/users/me')
  await save.click()
  await expect(page.getByText('Your settings have been updated!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account of Wren Ashdown' })).toBeVisible()
  await expect(save).toHaveCount(0)
  await page.getByRole('link', { name: 'Manage Campaign' }).click()
  await page.getByRole('link', { name: 'Members' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Wren Ashdown' })).toBeVisible()
  const other = await signedInAs(page, () => browser.newContext({ baseURL: server.url }))
  await other.goto('/account-settings')
  await expect(other.getByLabel('Username')).toHaveValue('Wren Ashdown')
  await other.context().close()
})

test('a question is put once, closed for good, and whatever was ticked at sign-up does not undo what was said since', async ({
  page,
  server,
}) => {
  const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
  const data = { name: 'wren', email: 'no-news@example.org', password: 'correct horse' }
  await page.request.post('/api/auth/sign-up/email', { headers, data })
  await page.request.post('/api/campaigns', { headers, data: { name: 'Saltmarch' } })
  await page.addInitScript(() => localStorage.setItem('loreloom.marketing-opt-in', 'true'))
  const question = page.getByRole('dialog', { name: 'How did you hear about Loreloom?' })
  const news = page.getByRole('switch', { name: 'Marketing emails' })
  const put = page.waitForResponse(/signup-sources/)
  await page.goto('/account-settings')
  await put
  await expect(news).toBeChecked()
  await expect(question).toHaveCount(0)
  await news.click()
  await expect(page.getByText('You will no longer receive marketing emails.')).toBeVisible()
  await expect(news).not.toBeChecked()
  await page.route('**/api/users/me', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await news.click()
  await expect(page.getByText('Failed to update marketing preferences.')).toBeVisible()
  await expect(news).not.toBeChecked()
  await page.unroute('**/api/users/me')
  await news.click()
  await expect(page.getByText('You will now receive marketing emails!')).toBeVisible()
  const off = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await news.click()
  expect((await off).request().postDataJSON()).toEqual({ marketingOptIn: false })
  await expect(news).not.toBeChecked()
  const told = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.goto('/collections')
  expect((await told).request().postDataJSON()).not.toHaveProperty('marketingOptIn')

  const ended = page.waitForResponse((answer) => answer.request().postData() === '{"onboarded":true}')
  await question.getByRole('button', { name: 'Close' }).click()
  expect((await ended).ok()).toBe(true)
  await page.goto('/account-settings')
  await expect(news).not.toBeChecked()
  expect((await (await page.request.get('/api/users/me')).json()).onboarded).toBe(true)
})

test('the Security tab lists devices, signs one out, and refuses a password that is easy to guess', async ({
  page,
  browser,
  server,
}) => {
  const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
  const account = { email: 'devices@example.org', password: 'correct horse' }
  await page.request.post('/api/auth/sign-up/email', { headers, data: { name: 'Ines', ...account } })
  await page.request.post('/api/campaigns', { headers, data: { name: 'Saltmarch' } })
  await page.goto('/account-settings?tab=security')
  const devices = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')
  await expect(devices).toHaveCount(1)
  await expect(devices).toContainText('This one')

  const context = await browser.newContext({ baseURL: server.url, ...devicesOf['iPhone 14'] })
  const phone = await context.newPage()
  await phone.goto('/auth/login')
  await phone.getByLabel('Email').fill(account.email)
  await phone.getByLabel('Password', { exact: true }).fill(account.password)
  await phone.keyboard.press('Enter')
  await expect(phone).toHaveURL(/\/collections/)
  await phone.goto('/account-settings?tab=security')
  await expect(phone.getByText('This one')).toBeVisible()
  await expect(devices).toHaveCount(2)
  expect(await seriousFindings(page)).toEqual([])
  expect(await seriousFindings(phone)).toEqual([])

  await page.getByRole('button', { name: /^Sign out Safari on iPhone/ }).click()
  await expect(page.getByText('Safari on iPhone is signed out')).toBeVisible()
  await expect(devices).toHaveCount(1)
  await expect(phone).toHaveURL(/\/auth\/login/)

  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  const [current, next, repeated] = ['Your password', 'New password', 'New password again'].map((label) =>
    dialog.getByLabel(label, { exact: true }),
  ) as [
    ReturnType<typeof dialog.getByLabel>,
    ReturnType<typeof dialog.getByLabel>,
    ReturnType<typeof dialog.getByLabel>,
  ]
  await current.pressSequentially('not it')
  await next.pressSequentially('iloveyou1')
  await repeated.pressSequentially('iloveyou1')
  await page.keyboard.press('Enter')
  await expect(next).toHaveAccessibleDescription(/one of the most common ones/)
  await expect(next).toBeFocused()
  await next.fill('a lantern in the fog')
  await repeated.fill('a lantern in the fog')
  await page.keyboard.press('Enter')
  await expect(current).toHaveAccessibleDescription(/This is not your password/)
  await current.fill(account.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password is changed. Other devices are signed out.')).toBeVisible()
  await page.reload()
  await expect(devices).toHaveCount(1)

  await page.goto('/account-settings?tab=nothing')
  await expect(page.getByText('There is no such tab')).toBeVisible()
  // The banner moves the page down when it appears.
  await expect(page.getByText('Your address is not verified yet.')).toBeVisible()
  await page.getByRole('link', { name: 'General' }).last().click()
  await expect(page.getByLabel('Username')).toHaveValue('Ines')
  await context.close()
})

test('backers see what their tiers give and where it is claimed, and nobody else has the tab', async ({
  page,
  member,
  installation,
}) => {
  await page.goto('/account-settings?tab=support')
  await expect(page.getByText('There is no such tab')).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Account settings' })
  await expect(tabs.getByRole('link', { name: 'Support' })).toHaveCount(0)
  const give = async (tierType: 'loreloom' | 'minis', tier: string) => {
    const data = { userId: member.userId, tierType, tier, reason: 'Backer 12' }
    expect((await installation.admin.post('/api/admin/kickstarter-tier/update', { data })).ok()).toBe(true)
  }
  await give('loreloom', 'ADEPT')
  const main = page.getByRole('region', { name: 'Loreloom tier' })
  await expect(main.getByText('There is nothing to claim with this tier here.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Minis tier' })).toHaveCount(0)
  await give('loreloom', 'LEGEND')
  await expect(main.getByRole('link', { name: 'Redeem' })).toHaveAttribute('href', '/story-vault')
  await give('minis', 'MINI_MASTER')
  const minis = page.getByRole('region', { name: 'Minis tier' })
  for (const gift of ['Unlimited 3D models', 'STL downloads', 'Mini quotes'])
    await expect(minis.getByText(gift)).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await give('minis', 'BUST')
  await expect(minis.getByText('On every plan, for credits.')).toBeVisible()
  await expect(minis.getByText('Mini quotes')).toHaveCount(0)
  await page.getByRole('button', { name: 'Something Is Missing' }).click()
  await expect(page.getByRole('dialog', { name: 'Support Center' }).getByLabel('Description')).toBeVisible()
})
