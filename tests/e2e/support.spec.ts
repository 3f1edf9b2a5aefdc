import { expect, signUp, test } from './app.ts'
import { seriousFindings } from './axe.ts'

/** A red square of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

test('a request for support is sent without what its user removed, answered by an admin, and the answer arrives live', async ({
  page,
  member,
  browser,
  server,
}) => {
  expect(member.userId).toBeTruthy()
  await page.goto('/collections')
  await page.getByRole('button', { name: 'Support Center' }).click()
  const dialog = page.getByRole('dialog', { name: 'Support Center' })
  for (const topic of ['Image generation', 'Sessions and campaigns', 'Billing'])
    await expect(dialog.getByRole('heading', { name: topic })).toBeVisible()
  await dialog.getByText('How do my players join?').click()
  await expect(dialog.getByText(/invites them under Manage Campaign/)).toBeVisible()

  await dialog.getByRole('tab', { name: 'Contact' }).click()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByLabel('Type')).toHaveAccessibleDescription('Please choose a type')
  await dialog.getByLabel('Type').selectOption('Image Generation')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByLabel('Description')).toHaveAccessibleDescription('Please describe what happened')
  await dialog.getByLabel('Description').fill('Four of nine pictures of the chapel were cancelled.')
  await dialog.getByRole('checkbox', { name: 'Browser' }).uncheck()
  await dialog.locator('input[type=file]').setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: pixel })
  await expect(dialog.getByText('screen.png')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByRole('heading', { name: 'Request Submitted!' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Your Requests' }).click()
  const own = dialog.getByRole('listitem')
  await expect(own).toContainText('Waiting')

  const context = await browser.newContext({ baseURL: server.url })
  await signUp(context, server)
  await context.request.post('/api/auth/sign-in/email', {
    headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
    data: { email: 'admin@example.org', password: 'correct horse' },
  })
  const inbox = await context.newPage()
  await inbox.goto('/admin/support')
  const request = inbox.getByRole('article', { name: 'Image Generation' }).filter({ hasText: 'of the chapel' })
  await expect(request).toContainText('/collections')
  await expect(request).not.toContainText('Browser')
  await request.getByRole('button', { name: 'Assign to Me' }).click()
  await expect(request).toContainText('Assigned to you')
  await expect(request.getByRole('link', { name: 'Screenshot' })).toBeVisible()
  expect(await seriousFindings(inbox)).toEqual([])
  await request.getByRole('button', { name: 'Answer' }).click()
  await request.getByLabel('Template').selectOption('Cancelled pictures')
  await expect(request.getByLabel('Answer', { exact: true })).toHaveValue(/longer than 3 minutes/)
  await request.getByLabel('Answer', { exact: true }).fill('The credits are back. Please try once more.')
  await request.getByRole('button', { name: 'Send Answer' }).click()
  await expect(inbox.getByText('The answer is sent')).toBeVisible()
  await expect(request).toHaveCount(0)
  await inbox.getByRole('link', { name: 'Answered' }).click()
  await expect(request).toContainText('The credits are back.')

  await expect(own).toContainText('The credits are back. Please try once more.')
  await expect(own).toContainText('Answered')
  await own.getByRole('button', { name: 'Remove Screenshot' }).click()
  await expect(own.getByRole('button', { name: 'Add a Screenshot' })).toBeVisible()

  await request.getByRole('link', { name: 'Events until then' }).click()
  await expect(inbox.getByRole('button', { name: /Until a request for support/ })).toBeVisible()
  await expect(inbox.getByRole('row').filter({ hasText: 'SupportRequested' })).toBeVisible()
  await expect(inbox.getByRole('row').filter({ hasText: 'SupportRequestAnswered' })).toHaveCount(0)
  await context.close()
})

test('a visitor who cannot sign in writes from the sign-in page', async ({ page }) => {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill('lost@example.org')
  await page.getByRole('button', { name: 'Contact support' }).click()
  await expect(page.getByRole('heading', { name: 'Contact support' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('lost@example.org')
  const submit = page.getByRole('button', { name: 'Submit' })
  await expect(submit).toBeDisabled()
  await page.getByLabel('Type').selectOption('Other')
  await page.getByLabel('Description').fill('My link has ended.')
  expect(await seriousFindings(page)).toEqual([])
  await submit.click()
  await expect(page.getByRole('heading', { name: 'Request Submitted!' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})
