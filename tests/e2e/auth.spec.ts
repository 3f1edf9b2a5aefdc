import { randomUUID } from 'node:crypto'
import { expect, test } from './app.ts'
import { seriousFindings } from './axe.ts'

const password = 'correct horse'
const newcomer = () => `${randomUUID()}@example.org`

test('signing up leads to a first campaign, with welcome credits', { tag: '@core' }, async ({ page }) => {
  await page.goto('/auth/login?signup=true')
  await page.getByLabel('Name').fill('ines')
  await page.getByLabel('Email').fill(newcomer())
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await expect(page.getByLabel('Send me news about Loreloom')).not.toBeChecked()
  await page.getByRole('button', { name: 'Sign Up' }).click()

  await expect(page).toHaveURL(/\/campaigns\/new$/)
  const asked = page.getByRole('dialog', { name: 'How did you hear about Loreloom?' })
  await page.getByLabel('Name').fill('The Drowned Bells')
  await expect(asked).toHaveCount(0)
  await page.route('**/api/campaigns', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  await expect(page.getByText('Something went wrong creating your campaign.')).toBeVisible()
  await page.unroute('**/api/campaigns')
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  await expect(page.getByText('Campaign created!')).toBeVisible()
  await expect(page).toHaveURL(/\/collections$/)
  await asked.getByRole('button', { name: 'Submit' }).click()
  await expect(asked.getByRole('alert')).toHaveText('Please select a signup source and submit again!')
  await asked.getByLabel('From somebody I watch or listen to').click()
  await asked.getByRole('button', { name: 'Submit' }).click()
  await expect(asked.getByRole('alert')).toHaveText('Please select an influencer and submit again!')
  await asked.getByLabel('From a friend').click()
  await asked.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Thank you for taking the time to fill that out!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Campaign: The Drowned Bells' })).toBeVisible()
  await expect(page.getByRole('button', { name: /image credits/ })).toContainText('100')
})

test('a question that opens by itself takes nobody’s letters: it comes with the next screen', async ({
  page,
  server,
}) => {
  const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
  const data = { name: 'ines', email: newcomer(), password }
  await page.request.post('/api/auth/sign-up/email', { headers, data })
  const { promise: isWritten, resolve: write } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes('How did you hear about')) await isWritten
    await route.fulfill({ response })
  })
  await page.goto('/campaigns/new')
  const name = page.getByLabel('Name')
  const asked = page.getByRole('dialog', { name: 'How did you hear about Loreloom?' })
  await name.pressSequentially('The Drowned')
  const came = page.waitForResponse(/signup-sources/)
  write()
  await came
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.keyboard.type(' Bells', { delay: 50 })
  await expect(name).toHaveValue('The Drowned Bells')
  await expect(asked).toBeHidden()
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  await expect(page).toHaveURL(/\/collections$/)
  await expect(asked).toBeVisible()
})

test('each field says what is wrong with it, and the button waits', async ({ page }) => {
  await page.goto('/auth/login?signup=true')
  const submit = page.getByRole('button', { name: 'Sign Up' })
  await page.getByLabel('Email').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm Password').fill('shorter')
  await page.getByLabel('Name').fill(' ')
  await page.getByLabel('Email').focus()
  for (const text of [
    'Name is required',
    'Please enter a valid email address',
    'Password must be 8-128 characters long',
    'Passwords do not match',
  ])
    await expect(page.getByText(text)).toBeVisible()
  await expect(submit).toBeDisabled()
})

test('back leads from one form of the page to the one before, with the address that was typed', async ({ page }) => {
  await page.goto('/auth/login?from=%2Fimages')
  const email = page.getByLabel('Email')
  await email.fill('mara@example.org')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await expect(email).toHaveValue('mara@example.org')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(email).toHaveValue('mara@example.org')
  await expect(page).toHaveURL('/auth/login?from=%2Fimages')
})

test('a wrong password is told in place, and a right one leads back to where one came from', async ({
  page,
  member,
  server,
}) => {
  void member
  const email = newcomer()
  const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
  await page.request.post('/api/auth/sign-up/email', { data: { name: 'tomasz', email, password }, headers })
  await page.request.patch('/api/users/me', { data: { onboarded: true }, headers })
  await page.request.post('/api/campaigns', { data: { name: 'Reed Mother' }, headers })
  await page.context().clearCookies()

  await page.goto('/campaign/edit/files?x=1')
  await expect(page).toHaveURL(/\/auth\/login\?from=/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/campaign\/edit\/files\?x=1$/)

  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
  await expect(page.getByText('Last used')).toBeVisible()
  await page.goto('/images')
  await expect(page).toHaveURL(/\/auth\/login/)
})

test('nothing fails on the way in and out, and the console stays empty', async ({ page }) => {
  const failed: string[] = []
  page.on('response', (answer) => answer.status() >= 400 && failed.push(`${answer.status()} ${answer.url()}`))
  page.on('console', (said) => said.type() === 'error' && failed.push(said.text()))
  const email = newcomer()
  const fill = async (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)

  await page.goto('/')
  await expect(page).toHaveURL(/\/auth\/login/)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await fill('Name', 'ines')
  await fill('Email', email)
  await fill('Password', password)
  await fill('Confirm Password', password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/campaigns\/new$/)
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
  await fill('Email', email)
  await fill('Password', password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/campaigns\/new$/)
  await page.reload()
  await expect(page.getByRole('button', { name: /Account of/ })).toBeVisible()
  expect(failed).toEqual([])
})

test('no address outside this app is followed after signing in', async ({ page, member }) => {
  void member
  await page.goto('/auth/login?from=//example.com/')
  await expect(page).toHaveURL(/\/collections$/)
})

test('without a mail server a reset says to ask whoever runs the installation, and a page without its token leads to signing in', async ({
  page,
}) => {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill('ines@example.org')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Request Reset Link' }).click()
  await expect(page.getByRole('status')).toContainText('ask whoever runs this installation for the link')

  await page.goto('/auth/password-reset')
  await expect(page).toHaveURL(/\/auth\/login$/)
})

test('a reset link sets a password once, says so when it is opened again, and leads to another', {
  tag: '@core',
}, async ({ page, installation: { server, admin } }) => {
  const email = newcomer()
  const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
  await page.request.post('/api/auth/sign-up/email', { data: { name: 'ines', email, password }, headers })
  await page.request.patch('/api/users/me', { data: { onboarded: true }, headers })
  await page.context().clearCookies()
  await page.request.post('/api/auth/request-password-reset', { data: { email }, headers })
  const links = async (): Promise<string[]> => {
    const { data } = await (await admin.get('/api/admin/outbox')).json()
    const mails = data.filter(({ to, kind }: { to: string; kind: string }) => to === email && kind === 'password-reset')
    const texts = await Promise.all(
      mails.map(async ({ id }: { id: string }) => {
        const answer = await admin.post(`/api/admin/outbox/${id}/reveal`, { data: { reason: 'Test' }, headers })
        return (await answer.json()).text
      }),
    )
    return texts.flatMap((text) => /\S+\/auth\/password-reset\S+/.exec(text) ?? [])
  }
  await expect.poll(async () => (await links()).length).toBe(1)
  const [link = ''] = await links()

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Set Up Your V2 Password' })).toBeVisible()
  const fill = async (text: string) => {
    await page.getByLabel('New Password').fill(text)
    await page.getByLabel('Confirm').fill(text)
  }
  await fill('short')
  await expect(page.getByText('Password must be 8 - 128 characters')).toBeVisible()
  await fill('battery staple')
  // Used elsewhere meanwhile.
  const token = new URL(link).searchParams.get('token')
  await page.request.post('/api/auth/reset-password', { data: { newPassword: password, token }, headers })
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid token')

  await page.reload()
  await expect(page.getByRole('alert')).toContainText('has been used or has expired')
  await expect(page.getByLabel('New Password')).toHaveCount(0)
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Request Reset Link' }).click()
  await expect.poll(async () => (await links()).length).toBe(2)
  const another = (await links()).find((one) => one !== link)

  await page.goto(another ?? '')
  await fill('battery staple')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page).toHaveURL(/\/campaigns\/new$/)
})

test('who comes back from Google without being signed in reads why, and what to do', async ({ page }) => {
  await page.goto('/auth/login?from=%2Fimages&error=account_not_linked')
  await expect(page.getByRole('alert')).toContainText('Sign in with its password, or set a new one')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(/\/auth\/login\?from=%2Fimages&reset=true$/)
  await page.goto('/auth/login?error=temporarily_unavailable')
  await expect(page.getByRole('alert')).toHaveText('You could not be signed in with Google. Please try again.')
})

test('the ways in have nothing serious for axe', async ({ page }) => {
  for (const path of ['/auth/login', '/auth/login?signup=true', '/auth/password-migration?email=a@b.co']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await seriousFindings(page), path).toEqual([])
  }
})
