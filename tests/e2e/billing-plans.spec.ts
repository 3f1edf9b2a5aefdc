import { expect, test } from './app.ts'
import { seriousFindings } from './axe.ts'
import { cards, celebration, credits, typeAddress, typeCard } from './billing-page.ts'

test('a plan from its first payment to its end and back', async ({ page, member }) => {
  void member
  // Without motion the celebration has no confetti.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/account-settings?tab=subscription')
  const plan = page.getByRole('region', { name: 'Your plan' })
  const plans = page.getByRole('dialog', { name: 'Choose a plan' })
  const choose = async (interval: 'Annual' | 'Monthly', act: string) => {
    await plan
      .getByRole('button', { name: /^(Upgrade|Manage) Subscription$/ })
      .first()
      .click()
    await plans.getByRole('radio', { name: interval }).check()
    await plans.getByRole('button', { name: act }).click()
  }

  await choose('Monthly', 'Upgrade to Basic')
  const create = page.getByRole('dialog', { name: 'Subscribe to Basic, monthly' })
  await typeCard(create, cards.visa)
  await typeAddress(create)
  await create.getByRole('button', { name: 'Pay $5.00 and subscribe' }).click()
  await expect(page.getByText('Subscription created successfully!')).toBeVisible()
  await celebration(page, 'Basic').click()
  await expect(celebration(page, 'Basic')).toHaveCount(0)
  await expect(plan.getByText('Active')).toBeVisible()
  await expect(plan.getByText(/^\$5\.00 on .*, Visa ending in 4242$/)).toBeVisible()
  await expect(credits(page)).toHaveText('600')

  await choose('Monthly', 'Upgrade to Pro')
  const preview = page.getByRole('dialog', { name: 'Change your subscription' })
  await expect(preview.getByText('Unused time on Basic, monthly')).toBeVisible()
  await expect(preview.getByText('Creditsfor the time you pay for now, then 2,000 a month')).toBeVisible()
  // The difference for the seconds that are left of the month.
  const sum = preview.getByText(/^600 \+ 1,(500|49\d) = 2,(100|09\d)$/)
  const [, promised = ''] = (await sum.textContent())?.split(' = ') ?? []
  await preview.getByRole('button', { name: /^Pay \$\d+\.\d\d and upgrade$/ }).click()
  await celebration(page, 'Pro').click()
  await expect(plan.getByRole('heading')).toHaveText('Pro, monthly')
  await expect(credits(page)).toHaveText(promised)

  await choose('Monthly', 'Change to Basic')
  await preview.getByRole('button', { name: /^Change on / }).click()
  await expect(page.getByText(/^Basic, monthly begins on /)).toBeVisible()
  await expect(plan.getByText(/^Pro until .*, then Basic, monthly\.$/)).toBeVisible()
  await plan.getByRole('button', { name: 'Keep Pro' }).click()
  await expect(plan.getByText('Active')).toBeVisible()

  await choose('Monthly', 'Change to Free')
  const cancel = page.getByRole('alertdialog', { name: 'Change Pro to Free?' })
  await expect(cancel.getByText(/^You keep Pro until \d+ \w+ \d{4}, the last day/)).toBeVisible()
  await expect(cancel.getByRole('button', { name: 'Keep Pro' })).toBeFocused()
  await cancel.getByRole('button', { name: 'Change to Free' }).click()
  await expect(page.getByText('Subscription will be canceled at the end of your billing period')).toBeVisible()
  await expect(plan.getByText('Cancellation scheduled')).toBeVisible()
  await plan.getByRole('button', { name: 'Keep Pro' }).click()
  await expect(plan.getByText('Active')).toBeVisible()

  await plan.getByRole('button', { name: 'Cancel subscription' }).click()
  const cancellation = page.getByRole('alertdialog', { name: 'Cancel your Pro subscription?' })
  await expect(cancellation.getByText(/^After \d+ \w+ \d{4} this ends:$/)).toBeVisible()
  await expect(cancellation.getByRole('listitem').filter({ hasText: 'Battle maps' })).toBeVisible()
  await cancellation.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(plan.getByText('Cancellation scheduled')).toBeVisible()
  await expect(plan.getByRole('button', { name: 'Cancel subscription' })).toHaveCount(0)
  await plan.getByRole('button', { name: 'Keep Pro' }).click()
  await expect(plan.getByText('Active')).toBeVisible()

  await page.goto('/account-settings?tab=payments')
  await expect(page.getByRole('row').filter({ hasText: 'Pro, monthly' }).getByRole('link')).toHaveText(
    /^R-\d{4}-\d{6}$/,
  )

  await page.goto('/account-settings?tab=payment-methods')
  await expect(page.getByText('Your subscription renews with this card, so it stays.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Visa ending in 4242' })).toBeDisabled()
})

test('a first payment says beforehand what it adds beside a plan that was given', async ({
  page,
  member,
  givePlan,
}) => {
  await givePlan(member.userId, 'BASIC')
  await page.goto('/account-settings?tab=subscription')
  await expect(credits(page)).toHaveText('600')
  await page.getByRole('button', { name: 'Upgrade Subscription' }).first().click()
  const plans = page.getByRole('dialog', { name: 'Choose a plan' })
  await plans.getByRole('radio', { name: 'Monthly' }).check()
  await plans.getByRole('button', { name: 'Upgrade to Pro' }).click()
  const create = page.getByRole('dialog', { name: 'Subscribe to Pro, monthly' })
  await expect(create.getByText('You already have credits for a part of this time.')).toBeVisible()
  const adds = create.getByText(/^1,(5\d\d|49\d) credits$/)
  const more = Number.parseInt((await adds.textContent())?.replace(',', '') ?? '', 10)
  expect(await seriousFindings(page), 'subscribing').toEqual([])
  await typeCard(create, cards.visa)
  await typeAddress(create)
  await create.getByRole('button', { name: 'Pay $15.00 and subscribe' }).click()
  await celebration(page, 'Pro').click()
  // Some seconds went by since it was said.
  await expect(credits(page)).toHaveText(new RegExp(`^2,(${600 + more - 2000}|${601 + more - 2000})$`))
})

test('a preview that cannot be had closes, and one that is stale shows the new amount', async ({ page, member }) => {
  void member
  const plan = page.getByRole('region', { name: 'Your plan' })
  const seen = { currentPlan: 'BASIC', currentInterval: 'MONTHLY', newPlan: 'PRO', newInterval: 'YEARLY' }
  const at = '2026-11-23T12:00:00.000Z'
  const amounts = [14_800, 14_750]
  await page.route('**/api/users/me', async (route) => {
    const answer = await route.fetch()
    const plans = [{ source: 'subscription', plan: 'BASIC', through: '2099-12-03T12:00:00.000Z', renews: true }]
    await route.fulfill({ response: answer, json: { ...(await answer.json()), plans, paidPlan: 'BASIC' } })
  })
  await page.route('**/api/users/me/subscription', async (route) => {
    const answer = await route.fetch()
    const json = { ...(await answer.json()), source: 'subscription', interval: 'MONTHLY', status: 'active' }
    await route.fulfill({ response: answer, json })
  })
  await page.route('**/api/billing/payment-methods', (route) =>
    route.fulfill({
      json: { data: [{ id: 'pm_1', brand: 'visa', last4: '4242', expMonth: 8, expYear: 2038, isDefault: true }] },
    }),
  )
  let isAway = true
  await page.route('**/api/billing/subscription/preview', (route) =>
    isAway
      ? route.fulfill({ status: 422, json: {} })
      : route.fulfill({
          json: {
            ...seen,
            proratedAmount: 200,
            immediateCharge: amounts.shift(),
            credits: 23_500,
            nextBillingDate: '2027-11-23T12:00:00.000Z',
            effectiveAt: at,
            prorationDate: at,
          },
        }),
  )
  await page.route('**/api/billing/subscription/change', (route) =>
    route.fulfill({
      status: 409,
      json: {
        type: 'about:blank',
        title: 'Conflict',
        status: 409,
        code: 'preview_stale',
        detail: 'The amount has changed since you looked. Please look at the change again.',
      },
    }),
  )
  await page.goto('/account-settings?tab=subscription')
  await plan.getByRole('button', { name: 'Manage Subscription' }).click()
  const plans = page.getByRole('dialog', { name: 'Choose a plan' })
  await plans.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page.getByText('Failed to load subscription preview')).toBeVisible()
  isAway = false
  await plans.getByRole('button', { name: 'Upgrade to Pro' }).click()
  const preview = page.getByRole('dialog', { name: 'Change your subscription' })
  await preview.getByRole('button', { name: 'Pay $148.00 and upgrade' }).click()
  await expect(preview.getByRole('alert')).toHaveText(/The amount has changed since you looked/)
  await expect(preview.getByRole('button', { name: 'Pay $147.50 and upgrade' })).toBeEnabled()
})

test('a renewal that failed is told on every screen, and is paid where the bank asks for it in place', async ({
  page,
  member,
}) => {
  void member
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)
  const [through, graceUntil] = [inDays(-3).toISOString(), inDays(4).toISOString()]
  const lastDay = inDays(4).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
  await page.route('**/api/users/me', async (route) => {
    const answer = await route.fetch()
    const plans = [{ source: 'subscription', plan: 'BASIC', through, renews: true }]
    await route.fulfill({ response: answer, json: { ...(await answer.json()), plans, paidPlan: 'BASIC' } })
  })
  await page.route('**/api/users/me/subscription', async (route) => {
    const answer = await route.fetch()
    const late = {
      source: 'subscription',
      interval: 'MONTHLY',
      status: 'past_due',
      graceUntil,
    }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...late } })
  })
  await page.goto('/images')
  const banner = page.getByRole('status').filter({ hasText: 'Your last payment failed.' })
  await expect(banner).toContainText(`Basic stays until ${lastDay}`)
  await page.route('**/api/billing/payment-methods', (route) =>
    route.fulfill({
      json: { data: [{ id: 'pm_1', brand: 'visa', last4: '3184', expMonth: 8, expYear: 2038, isDefault: true }] },
    }),
  )
  await page.route('**/api/billing/payment-methods/default', (route) =>
    route.fulfill({ json: { position: '0', clientSecret: 'pi_1_secret_1' } }),
  )
  const asked: (string | null)[] = []
  await page.route('**/simulated-stripe/**', (route) => {
    asked.push(route.request().postData())
    return route.fulfill({ json: { id: 'pi_1', status: 'requires_action' } })
  })
  await banner.getByRole('link', { name: 'Use another card' }).click()
  const pay = page.getByRole('region', { name: 'Payment methods' }).getByRole('button', { name: 'Pay with this' })
  const bank = page.getByRole('dialog', { name: 'Your bank asks' })
  await pay.click()
  await expect(bank).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Payment was not completed')).toBeVisible()
  await expect(bank).toHaveCount(0)
  await pay.click()
  await bank.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText('Your renewal is paid')).toBeVisible()
  expect(asked.at(-1)).toContain('outcome=succeed')
  await page.getByRole('link', { name: 'Subscription', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Your plan' }).getByText('Payment failed')).toBeVisible()
})
