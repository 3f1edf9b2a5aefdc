import type { Browser } from '@playwright/test'
import { expect, signUp, test } from './app.ts'
import { seriousFindings } from './axe.ts'

/** A red square of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

const adminContext = async (browser: Browser, server: Parameters<typeof signUp>[1]) => {
  const context = await browser.newContext({ baseURL: server.url })
  await signUp(context, server)
  await context.request.post('/api/auth/sign-in/email', {
    headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
    data: { email: 'admin@example.org', password: 'correct horse' },
  })
  return context
}

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
  await expect(dialog.getByText('Please choose a type')).toHaveCount(0)
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

  const context = await adminContext(browser, server)
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
  await request.getByLabel('Template').selectOption('Ask for details')
  const asker = await request.getByRole('link').first().textContent()
  await expect(request.getByLabel('Answer', { exact: true })).toHaveValue(
    new RegExp(`longer than 3 minutes[^]*Thank you for writing, ${asker}\\.`),
  )
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

test('admins create, change and delete templates of replies, and see what another admin changes meanwhile', async ({
  browser,
  server,
}) => {
  const context = await adminContext(browser, server)
  const [page, elsewhere] = [await context.newPage(), await context.newPage()]
  await page.goto('/admin/support')
  await page.getByRole('link', { name: 'Reply Templates' }).click()
  await page.getByRole('button', { name: 'New Template' }).click()
  await page.getByRole('button', { name: 'Save Template' }).click()
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription('Please enter a title')
  await expect(page.getByLabel('Reply', { exact: true })).toHaveAccessibleDescription('Please write the reply')
  await page.getByLabel('Title').fill('refund')
  await page.getByLabel('Reply', { exact: true }).fill('Hello {name}, the mail was late.')
  await page.getByRole('button', { name: 'Save Template' }).click()
  await expect(page.getByLabel('Reply', { exact: true })).toHaveAccessibleDescription(
    'Another template has this title.',
  )
  await page.getByLabel('Title').fill('Late mail')
  await page.getByRole('button', { name: 'Save Template' }).click()
  const template = page.getByRole('article', { name: 'Late mail' })
  await expect(template).toContainText('Hello {name}, the mail was late.')
  expect(await seriousFindings(page)).toEqual([])

  // While it is edited here, it is changed elsewhere: neither text is lost.
  await template.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Reply', { exact: true }).fill('Mine')
  await elsewhere.goto('/admin/support/templates')
  const same = elsewhere.getByRole('article', { name: 'Late mail' })
  await same.getByRole('button', { name: 'Edit' }).click()
  await elsewhere.getByLabel('Reply', { exact: true }).fill('Theirs')
  await elsewhere.getByRole('button', { name: 'Save Template' }).click()
  await expect(same).toContainText('Theirs')
  await page.bringToFront()
  await expect(template.getByRole('status')).toContainText('Another admin has changed this template to:')
  await expect(template.getByRole('status')).toContainText('Theirs')
  await page.getByRole('button', { name: 'Keep Mine' }).click()
  await page.getByRole('button', { name: 'Save Template' }).click()
  await expect(template).toContainText('Mine')

  await page.getByRole('button', { name: 'New Template' }).click()
  await page.getByLabel('Title').fill('Begun')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Begun')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard Changes' }).click()

  await template.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete Template' }).click()
  await expect(template).toHaveCount(0)
  await elsewhere.bringToFront()
  await expect(same).toHaveCount(0)
  await context.close()
})

test('Back closes the Support Center with its page', async ({ page, member }) => {
  void member
  await page.goto('/images')
  await page.getByRole('link', { name: 'Manage Campaign' }).click()
  await expect(page).toHaveURL(/\/campaign\/edit/)
  await page.getByRole('button', { name: 'Support Center' }).click()
  const dialog = page.getByRole('dialog', { name: 'Support Center' })
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/images/)
  await expect(dialog).toHaveCount(0)
})
