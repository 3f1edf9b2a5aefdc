import { randomUUID } from 'node:crypto'
import { expect, test, withMotion } from './app.ts'
import { seriousFindings } from './axe.ts'

test.use(withMotion)

test('an empty account explores a sample campaign of its own, and removes it with one press', { tag: '@core' }, async ({
  page,
  context,
  server,
}) => {
  const headers = { origin: server.url, 'sec-fetch-site': 'same-origin', ...server.asOperator }
  const data = { name: 'nia', email: `${randomUUID()}@example.org`, password: 'correct horse' }
  await context.request.post('/api/auth/sign-up/email', { data, headers })
  await context.request.patch('/api/users/me', { data: { onboarded: true }, headers })
  await page.goto('/collections')
  await expect(page).toHaveURL(/\/campaigns\/new/)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Explore a Sample Campaign' }).click()

  const banner = page.getByRole('note').filter({ hasText: 'This is a sample campaign of your own' })
  await expect(banner).toBeVisible()
  await expect(page.getByText('Orison').first()).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await banner.getByRole('button', { name: 'Remove It' }).click()
  await expect(page).toHaveURL(/\/campaigns\/new/)
  // The work that was cut short offers an Undo as well, before or after.
  const notices = page.getByRole('region', { name: 'Notifications' }).locator('[data-kind]')
  const removed = notices.filter({ hasText: 'The sample campaign was removed' })
  const restored = page.waitForResponse((answer) => answer.url().endsWith('/restore') && answer.ok())
  await removed.getByRole('button', { name: 'Undo' }).click()
  await restored
  await page.goto('/collections')
  await expect(banner).toBeVisible()
})
