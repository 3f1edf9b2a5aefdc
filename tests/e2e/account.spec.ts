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

test('who wants no news any more gets none, whatever was ticked when they signed up', async ({ page, server }) => {
  const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
  const data = { name: 'wren', email: 'no-news@example.org', password: 'correct horse' }
  await page.request.post('/api/auth/sign-up/email', { headers, data })
  await page.addInitScript(() => localStorage.setItem('loreloom.marketing-opt-in', 'true'))
  await page.goto('/account-settings')
  const close = page
    .getByRole('dialog', { name: 'How did you hear about Loreloom?' })
    .getByRole('button', { name: 'Close' })
  const news = page.getByRole('switch', { name: 'Marketing emails' })
  await close.click()
  await expect(news).toBeChecked()
  await news.click()
  await expect(page.getByText('You will no longer receive marketing emails.')).toBeVisible()
  await expect(news).not.toBeChecked()

  // They are asked again how they came, which tells what was ticked.
  await page.reload()
  const told = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await close.click()
  expect((await told).request().postDataJSON()).not.toHaveProperty('marketingOptIn')
  await expect(news).not.toBeChecked()
})
