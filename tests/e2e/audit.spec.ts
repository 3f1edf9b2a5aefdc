import type { Browser, Page } from '@playwright/test'
import { test as base, expect } from './app.ts'
import { seriousFindings } from './axe.ts'
import { generate } from './generating.ts'
import type { Server } from './server.ts'
import { newPerson, type Person } from './table.ts'

interface Audited {
  /** Somebody who reads what others did, in a browser of their own. */
  auditor: Person
  setRole: (userId: string, role: 'auditor' | 'user') => Promise<void>
}

const test = base.extend<Audited>({
  setRole: async ({ installation: { admin } }, use) =>
    use(async (userId, role) => {
      const answer = await admin.post('/api/auth/admin/set-role', { data: { userId, role, reason: 'Asked' } })
      if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`)
    }),
  auditor: async ({ browser, server, setRole }, use) => {
    const person = await newPerson(browser as Browser, server as Server, 'wren')
    await setRole(person.userId, 'auditor')
    await use(person)
    await person.close()
  },
})

const slider = (page: Page) => page.getByRole('slider', { name: 'Moment' })
const figure = (page: Page, name: string) => page.locator(`[data-figure="${name}"]`)

test('an auditor says why, scrubs through an account, traces its credits, and sees nothing else', {
  tag: '@core',
}, async ({ auditor: { page }, installation: { admin }, member }) => {
  let position = ''
  for (const credits of [50, 30]) {
    const data = { userId: member.userId, credits, reason: `Lost map, ticket ${credits}` }
    ;({ position } = await (await admin.post('/api/admin/credits/add', { data })).json())
  }
  await admin.get('/api/admin/users', { headers: { 'min-position': position } })

  await test.step('lands on the accounts, and every other screen leads there', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    for (const path of ['/', '/collections', '/account-settings', '/admin/users']) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/audit$/)
    }
    expect(asked).toContain('/api/audit/accounts')
    expect(asked).not.toContain('/api/campaigns')
    expect((await page.request.get('/api/campaigns')).status()).toBe(403)
    await page.getByRole('searchbox', { name: 'Search accounts' }).fill(member.userId)
    await expect(page.getByText('1 account', { exact: true })).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('says why before anything is shown', async () => {
    const account = page.getByRole('link', { name: 'ines' })
    const dialog = page.getByRole('dialog', { name: 'Why do you open this account?' })
    await account.press('Enter')
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(account).toBeFocused()
    await expect(page.getByRole('searchbox', { name: 'Search accounts' })).toHaveValue(member.userId)
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Open account' }).click()
    await expect(dialog.getByText('Please provide a reason')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'ines' })).toHaveCount(0)
    await dialog.getByLabel('Reason').fill('Ticket 2291')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'ines' })).toBeVisible()
    await expect(page.getByText('@example.org')).toHaveCount(0)
  })

  await test.step('scrubs by the keyboard', async () => {
    await expect(figure(page, 'Balance')).toContainText('180')
    await slider(page).press('ArrowLeft')
    await expect(figure(page, 'Balance')).toContainText('150')
    await expect(page).toHaveURL(/position=\d+/)
    await expect(slider(page)).toHaveAttribute('aria-valuetext', /Balance 150$/)
    await expect(page.getByRole('row').filter({ hasText: 'Lost map, ticket 30' })).toHaveAttribute('data-later', 'true')
    await slider(page).press('Home')
    await expect(slider(page)).toHaveAttribute('aria-valuenow', '0')
    await slider(page).press('End')
    await expect(slider(page)).toHaveAttribute('aria-valuenow', '3')
  })

  await test.step('traces and jumps', async () => {
    await page.getByRole('button', { name: 'Go to entry 2' }).click()
    await expect(page.getByRole('heading', { name: 'Where these 50 credits went' })).toBeVisible()
    await figure(page, 'Balance').getByRole('button').click()
    const made = page.getByRole('dialog', { name: 'Balance' })
    await expect(made.getByText('50 credits granted')).toBeVisible()
    await made.getByRole('button', { name: /100 credits granted/ }).click()
    await expect(figure(page, 'Balance')).toContainText('100')
    await page.getByRole('button', { name: 'Go to a moment' }).click()
    await page.getByLabel('First time the balance was below').fill('5')
    await page.getByRole('button', { name: 'Find' }).click()
    await expect(page.getByText('The balance was never below 5.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Jump to now' }).click()
    await expect(figure(page, 'Balance')).toContainText('180')
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('reads what it was, and who signed in', async () => {
    await page.getByRole('link', { name: 'State', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Sign-ins' })).toContainText('Open sessions')
    const beside = page.getByRole('region', { name: 'Shown now, beside a replay' })
    await beside.getByRole('button', { name: 'Compare Balance' }).click()
    await expect(beside.getByText('Row for row the same')).toHaveCount(1)
    await beside.getByRole('button', { name: 'Compare all' }).click()
    await expect(beside.getByText('Row for row the same')).toHaveCount(4)
    await page.getByRole('button', { name: 'Reveal e-mail' }).press('Enter')
    await expect(page.getByLabel('Reason')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Reveal e-mail' })).toBeFocused()
    await page.getByRole('link', { name: 'Events', exact: true }).click()
    await expect(page.getByText('30 credits granted')).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
  })
})

test('credits are traced from their grant through holds to their uses, and back where they were released', async ({
  auditor: { page: auditor },
  page,
  server,
  member,
}) => {
  server.stability.next('filtered')
  await page.goto('/images')
  await generate(page, 'A tavern brawl')
  await expect(page.getByText('1 failed')).toBeVisible()
  await page.getByRole('button', { name: 'Retry Generation' }).click()
  await expect(page.getByText('1 done')).toBeVisible()

  await auditor.goto(`/audit/accounts/${member.userId}`)
  await auditor.getByRole('dialog').getByLabel('Reason').fill('Ticket 2294')
  await auditor.keyboard.press('Enter')
  const trace = auditor.getByRole('region', { name: 'Trace' })
  const nodes = trace.getByRole('list', { name: 'Credits from their grants to their uses' }).getByRole('button')
  const goTo = (entry: number) => auditor.getByRole('button', { name: `Go to entry ${entry}`, exact: true }).click()

  await goTo(3)
  await expect(nodes).toHaveText([/^4 credits/, /^4 held/, /^4 released/])
  await expect(trace.getByText('4 credits went back to where they came from')).toBeVisible()
  await goTo(1)
  await expect(trace.getByRole('heading', { name: 'Where these 8 credits went' })).toBeVisible()
  await expect(nodes.filter({ hasText: 'not held yet' })).toHaveCount(2)
  await auditor.getByRole('button', { name: 'Jump to now' }).click()
  await expect(nodes).toHaveText([/^4 credits/, /^4 held/, /^4 captured/])
  expect(await seriousFindings(auditor)).toEqual([])

  // Arrow keys move from node to node, and each leads to its moment.
  await nodes.nth(0).focus()
  await auditor.keyboard.press('ArrowRight')
  await expect(nodes.nth(1)).toBeFocused()
  await auditor.keyboard.press('Enter')
  await expect(figure(auditor, 'Held')).toContainText('4')
  await expect(nodes.nth(1)).toBeFocused()
  await auditor.setViewportSize({ width: 390, height: 844 })
  await expect(nodes.nth(2)).toContainText('4 held')
  const wider = await auditor.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wider).toBeLessThanOrEqual(0)
})

test('an account is exported in one step, and its sums say what they count', async ({ auditor: { page }, member }) => {
  await page.goto(`/audit/accounts/${member.userId}`)
  await page.getByRole('dialog').getByLabel('Reason').fill('Closing the month')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Chain verified: all \d+ events/)).toBeVisible()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByText('Of ines, as of this moment')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Payments, CSV' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^payments-ines-[\da-f]{8}-beginning-.*\.csv$/)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Of a period' }).click()
  const period = page.getByRole('dialog', { name: 'Export a period of ines' })
  const now = new Date()
  const monthBefore = (back: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7)
  const [month, last] = [monthBefore(0), monthBefore(1)]
  await period.getByLabel('Month').selectOption(last)
  await expect(period.getByLabel('From (UTC)')).toHaveValue(new RegExp(`^${last}-01T00:00`))
  await expect(period.getByLabel('Through (UTC)')).toHaveValue(new RegExp(`^${last}-(28|29|30|31)T23:59:59`))
  // The running month ends now.
  await period.getByLabel('Month').selectOption(month)
  await expect(period.getByLabel('From (UTC)')).toHaveValue(new RegExp(`^${month}-01T00:00`))
  const through = await period.getByLabel('Through (UTC)').inputValue()
  expect(Date.parse(`${through}Z`)).toBeLessThanOrEqual(Date.now())
  await period.getByLabel('Format').selectOption('Ledger, CSV')
  const ledger = page.waitForEvent('download')
  await period.getByRole('button', { name: 'Export' }).click()
  expect((await ledger).suggestedFilename()).toMatch(new RegExp(`^ledger-ines-[\\da-f]{8}-${month}-01-.*\\.csv$`))
  await page.getByRole('link', { name: 'Sums', exact: true }).click()
  await expect(page.getByRole('cell', { name: '+100' }).first()).toBeVisible()
  await expect(page.getByText('Credits of a later grant that paid off owed ones.')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
})

test('all accounts are proven in one zip, for a reason', async ({ auditor: { page } }) => {
  await page.goto('/audit/exports')
  await page.getByRole('button', { name: 'Export proof of all accounts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export proof of all accounts?' })
  await dialog.getByRole('button', { name: 'Export' }).click()
  await expect(dialog.getByText('Please provide a reason')).toBeVisible()
  await dialog.getByLabel('Reason').pressSequentially('Year end', { delay: 30 })
  await dialog.getByRole('button', { name: 'Export' }).click()
  const made = page.getByRole('listitem').filter({ hasText: 'All accounts' })
  await expect(made).toContainText('Ready')
  await page.setViewportSize({ width: 390, height: 844 })
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wider).toBeLessThanOrEqual(0)
  const downloading = page.waitForEvent('download')
  await made.getByRole('link', { name: 'Proof, zip' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^proof-all-accounts-.*\.zip$/)
  expect(await seriousFindings(page)).toEqual([])
})

test('whose role is taken away while they look is led away', async ({ auditor: { page, userId }, setRole }) => {
  await page.goto('/audit')
  await expect(page.getByRole('heading', { name: 'Accounts' })).toBeVisible()
  await setRole(userId, 'user')
  await page.getByRole('link', { name: 'Exports' }).click()
  await expect(page).not.toHaveURL(/\/audit/)
  await expect(page.getByText('The audit screens are for auditors and administrators.')).toBeVisible()
})

test('an account that is open hears what happens to it: now goes on, and from before it is told how much is new', async ({
  auditor: { page: now },
  installation: { admin },
  member,
}) => {
  const path = `/audit/accounts/${member.userId}`
  await now.goto(path)
  await now.getByRole('dialog').getByLabel('Reason').fill('Ticket 2292')
  await now.keyboard.press('Enter')
  await expect(figure(now, 'Balance')).toContainText('100')
  const before = await now.context().newPage()
  await before.goto(path)
  await before.getByRole('button', { name: 'Previous entry' }).click()
  await expect(figure(before, 'Balance')).toContainText('0')
  const jump = before.getByRole('button', { name: 'Jump to now' })
  await expect(jump).not.toContainText('new')

  const data = { userId: member.userId, credits: 40, reason: 'Found map, ticket 40' }
  await admin.post('/api/admin/credits/add', { data })
  await expect(now.getByRole('row').filter({ hasText: 'ticket 40' })).toBeVisible()
  await expect(figure(now, 'Balance')).toContainText('140')
  await expect(now).not.toHaveURL(/position/)

  await expect(jump).toContainText('1 new')
  await expect(figure(before, 'Balance'), 'the moment stays').not.toContainText('140')
  await jump.press('Enter')
  await expect(figure(before, 'Balance')).toContainText('140')
  await expect(jump, 'who goes by the keyboard stays where they are').toBeFocused()
  await expect(jump).not.toContainText('new')
})

test('a moment that cannot be loaded is not told of as another', async ({ auditor: { page }, member }) => {
  await page.goto(`/audit/accounts/${member.userId}?tab=state`)
  await page.getByRole('dialog').getByLabel('Reason').fill('Ticket 2293')
  await page.keyboard.press('Enter')
  const facts = page.getByRole('region', { name: 'Sign-ins' })
  await expect(facts).toBeVisible()
  const ofThen = (url: URL) => url.pathname.endsWith(member.userId) && url.searchParams.has('position')
  await page.route(ofThen, (route) => route.abort())
  await page.getByRole('button', { name: 'Previous entry' }).click()
  await expect(page.getByText('Failed to load this moment')).toBeVisible()
  await expect(facts).toHaveCount(0)
  await page.unroute(ofThen)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(facts).toBeVisible()
})
