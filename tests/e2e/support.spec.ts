import { expect, signUp, test } from './app.ts'
import { seriousFindings } from './axe.ts'

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
  expect(await seriousFindings(inbox)).toEqual([])
  await request.getByRole('button', { name: 'Answer' }).click()
  await request.getByLabel('Answer', { exact: true }).fill('The credits are back. Please try once more.')
  await request.getByRole('button', { name: 'Send Answer' }).click()
  await expect(inbox.getByText('The answer is sent')).toBeVisible()
  await expect(request).toHaveCount(0)
  await inbox.getByRole('link', { name: 'Answered' }).click()
  await expect(request).toContainText('The credits are back.')

  await expect(own).toContainText('The credits are back. Please try once more.')
  await expect(own).toContainText('Answered')
  await context.close()
})
