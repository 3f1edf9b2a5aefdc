import { randomUUID } from 'node:crypto'
import { expect, newPerson, test } from './table.ts'

const pending = () => localStorage.getItem('pendingInviteCode')

test('an invitation is made and passed on; somebody without an account signs up and joins', { tag: '@core' }, async ({
  table,
  browser,
  server,
}) => {
  const { page: owner } = table.owner
  await owner.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await owner.goto('/campaign/edit/general')
  await owner.getByLabel('Welcome message').fill('Bring a lantern.')
  await expect(owner.getByText('Changes Saved')).toBeVisible()
  await owner.getByRole('link', { name: 'Members' }).click()
  await expect(owner.getByRole('list', { name: 'Open invitations' }).getByRole('listitem')).toHaveCount(1)
  await owner.getByRole('combobox', { name: 'Expires' }).click()
  await owner.getByRole('option', { name: 'after 1 day' }).click()
  await owner.getByRole('button', { name: 'Create Invitation' }).click()
  const invitation = owner.getByRole('list', { name: 'Open invitations' }).getByRole('listitem').first()
  await expect(invitation).toContainText(/Expires .*by ines/)
  await invitation.getByRole('button', { name: 'Copy Link' }).click()
  await expect(invitation.getByRole('button', { name: 'Copied' })).toBeVisible()
  await expect(owner.getByText('Link copied')).toBeVisible()
  const link = await owner.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/^http:.*\/campaigns\/invite\/[\w-]{30,}$/)
  await expect(invitation.getByRole('button', { name: 'Copy Link' })).toBeVisible()

  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'The Drowned Bells' })).toBeVisible()
  await expect(page.getByText(/@example.org has invited you to/)).toBeVisible()
  await expect(page.getByText('Bring a lantern.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'mara' })).toContainText('Player')
  await expect(page.getByText('Account Required')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Join Campaign' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Sign In to Join' }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
  await expect(page.getByText('Sign in to join The Drowned Bells.')).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Create Account to Join' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible()
  await expect(page.getByText('You are invited to The Drowned Bells.')).toBeVisible()
  await page.getByLabel('Name').fill('tomasz')
  await page.getByLabel('Email').fill(`${randomUUID()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm Password').fill('correct horse')
  await page.getByRole('button', { name: 'Sign Up' }).click()

  await page.getByRole('button', { name: 'Join Campaign' }).click()
  await expect(page.getByText('Welcome to The Drowned Bells!')).toBeVisible()
  await expect(page).toHaveURL(/\/collections$/)
  await expect(page.getByRole('button', { name: 'Campaign: The Drowned Bells' })).toBeVisible()
  expect(await page.evaluate(pending)).toBeNull()
  await expect(owner.getByRole('combobox', { name: 'Role of tomasz' })).toHaveValue('Player')
  await expect(owner.getByText('D&D · 3 members')).toBeVisible()
  await context.close()
})

test('who is signed in with campaigns of their own joins, and lands in the one they joined', async ({
  table,
  browser,
  server,
}) => {
  const osric = await newPerson(browser, server, 'osric')
  await osric.ask('POST', 'campaigns', { name: 'Reed Mother' })
  await osric.page.goto(`/campaigns/invite/${table.code}`)
  await osric.page.getByRole('button', { name: 'Join Campaign' }).click()
  await expect(osric.page).toHaveURL(/\/collections$/)
  await expect(osric.page.getByRole('button', { name: 'Campaign: The Drowned Bells' })).toBeVisible()

  // A second time it says so, and leads there.
  await osric.page.goto(`/campaigns/invite/${table.code}`)
  await expect(osric.page.getByText('You are part of this campaign already.')).toBeVisible()
  await osric.page.getByRole('button', { name: 'Open Campaign' }).click()
  await expect(osric.page).toHaveURL(/\/collections$/)
  await osric.close()
})

test('the button says that joining is under way, and a refusal says why', async ({ table, browser, server }) => {
  const osric = await newPerson(browser, server, 'osric')
  await osric.page.goto(`/campaigns/invite/${table.code}`)
  await expect(osric.page.getByRole('button', { name: 'Join Campaign' })).toBeVisible()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await osric.page.route('**/api/campaigns/invites/*', async (route) => {
    await held
    await route.fulfill({ status: 500, body: 'no' })
  })
  await osric.page.getByRole('button', { name: 'Join Campaign' }).click()
  await expect(osric.page.getByRole('button', { name: 'Joining...' })).toBeDisabled()
  release()
  await expect(osric.page.getByText('Failed to join campaign')).toBeVisible()
  await expect(osric.page.getByRole('button', { name: 'Join Campaign' })).toBeEnabled()
  await osric.close()
})

test('an invitation that was revoked lets nobody in, and the page says so', async ({ table, page, server }) => {
  const { page: owner } = table.owner
  await page.goto(`${server.url}/campaigns/invite/${table.code}`)
  await expect(page.getByText('Account Required')).toBeVisible()

  await owner.goto('/campaign/edit/members')
  await owner.getByRole('button', { name: 'Revoke' }).click()
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(owner.getByRole('list', { name: 'Open invitations' })).toHaveCount(0)
  await owner.getByText('Past invitations').click()
  await expect(owner.getByRole('list', { name: 'Past invitations' })).toContainText('Withdrawn')

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible()
  await expect(page.getByText('This invitation was withdrawn.')).toBeVisible()
  expect(await page.evaluate(pending)).toBeNull()
  await page.getByRole('link', { name: 'Return Home' }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
})

test('an invitation that was never made, and one that cannot be read, say so', async ({ page }) => {
  // The other is what is left of a link that was cut in the middle of a letter.
  for (const code of ['nonsense', '%E0%A4%A']) {
    await page.goto(`/campaigns/invite/${code}`)
    await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible()
    await expect(page.getByText('This invitation does not exist.')).toBeVisible()
  }

  await page.route('**/api/campaigns/invites/*', (route) => route.abort('connectionreset'))
  await page.goto('/campaigns/invite/unreadable')
  await expect(page.getByText('Failed to load campaign invitation')).toBeVisible()
  // It may work yet: the code is kept.
  expect(await page.evaluate(pending)).toBe('unreadable')
})

test('the first five members are named, the others counted; Maybe Later forgets the code', async ({
  table,
  browser,
  server,
}) => {
  for (const name of ['yan', 'lu', 'osric', 'tomasz', 'hesper']) {
    const person = await newPerson(browser, server, name)
    await person.ask('POST', `campaigns/invites/${table.code}`)
    await person.close()
  }
  await table.owner.ask('PATCH', `campaigns/${table.campaignId}/members/${table.player.userId}/role`, { role: 1 })
  const idrin = await newPerson(browser, server, 'idrin')
  await idrin.page.goto(`/campaigns/invite/${table.code}`)
  await expect(idrin.page.getByRole('listitem')).toHaveText([/ines/, /mara.*Dungeon Master/, /yan/, /lu/, /osric/])
  await expect(idrin.page.getByText('And 2 more member(s)...')).toBeVisible()
  expect(await idrin.page.evaluate(pending)).toBe(table.code)
  await idrin.page.getByRole('link', { name: 'Maybe Later' }).click()
  await expect(idrin.page).toHaveURL(/\/campaigns\/new$/)
  expect(await idrin.page.evaluate(pending)).toBeNull()
  await idrin.close()
})
