import type { Locator, Page } from '@playwright/test'
import { expect, signedInAs, test } from './app.ts'
import { seriousFindings } from './axe.ts'

const cards = {
  visa: '4242 4242 4242 4242',
  bankAsks: '4000 0025 0000 3155',
  declined: '4000 0000 0000 0002',
  insufficient: '4000 0000 0000 9995',
}

const typeCard = async (form: Locator, number: string) => {
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel('Expires').fill('1234')
  await form.getByLabel('Security code').fill('123')
}
const typeAddress = async (form: Locator) => {
  await form.getByLabel('Address line 1').fill('3 Quay Lane')
  await form.getByLabel('City').fill('Hull')
  await form.getByLabel('State').selectOption('Massachusetts')
  await form.getByLabel('Postal code').fill('02045')
}
const buying = async (page: Page) => {
  await page.getByRole('button', { name: /image credits/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Buy credits' })
  await expect(dialog.getByText('$0.02 per credit')).toBeVisible()
  return dialog
}
const credits = (page: Page) => page.getByTestId('credits')
const celebration = (page: Page, plan: string) => page.getByRole('button', { name: new RegExp(`Welcome to ${plan}`) })

test('a pack that is bought in one window moves counter and history in the other, and a saved card buys with one press', async ({
  page,
  member,
  browser,
  server,
}) => {
  void member
  const other = await signedInAs(page, () => browser.newContext({ baseURL: server.url }))
  await other.goto('/account-settings?tab=credits')
  await expect(other.getByRole('cell', { name: 'Welcome to Loreloom' })).toBeVisible()
  await page.goto('/images')
  let dialog = await buying(page)
  await expect(dialog.getByText('Simulated payments: no card is charged here.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Purchase Now for $5.00' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please fill in all required address fields')
  await expect(dialog.getByText('Required', { exact: true })).toHaveCount(4)
  await expect(dialog.getByText('Your card number is incomplete.')).toBeVisible()
  expect(await seriousFindings(page), 'buying').toEqual([])
  await typeCard(dialog, cards.visa)
  await expect(dialog.getByText('Your card number is incomplete.')).toHaveCount(0)
  await typeAddress(dialog)
  await dialog.getByRole('button', { name: 'Purchase Now' }).click()
  await expect(page.getByText('Credits purchased successfully!')).toBeVisible()
  for (const each of [page, other]) await expect(credits(each)).toHaveText('350')
  await expect(other.getByRole('cell', { name: '+250' })).toBeVisible()

  await page.goto('/account-settings?tab=payment-methods')
  const methods = page.getByRole('region', { name: 'Payment methods' })
  await methods
    .getByRole('button', { name: 'Make default' })
    .or(methods.getByText('Default', { exact: true }))
    .click()
  await expect(methods.getByText('Default', { exact: true })).toBeVisible()
  dialog = await buying(page)
  await expect(dialog.getByRole('radio', { name: 'Visa ending in 4242' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Purchase Now' }).click()
  for (const each of [page, other]) await expect(credits(each)).toHaveText('600')
  await other.context().close()
})

test('a card that is refused says why, and what was typed stays', async ({ page, member }) => {
  void member
  await page.goto('/images')
  const dialog = await buying(page)
  await typeAddress(dialog)
  for (const [card, sentence] of [
    [cards.declined, /declined/i],
    [cards.insufficient, /insufficient funds/i],
  ] as const) {
    await typeCard(dialog, card)
    await dialog.getByRole('button', { name: 'Purchase Now' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(sentence)
    await expect(dialog.getByLabel('Card number')).toHaveValue(card)
    await expect(dialog.getByLabel('City')).toHaveValue('Hull')
  }
  await expect(credits(page)).toHaveText('100')
})

test('the bank asks in place: closed or refused nothing is bought, confirmed it is', async ({ page, member }) => {
  void member
  await page.goto('/images')
  const dialog = await buying(page)
  await typeCard(dialog, cards.bankAsks)
  await typeAddress(dialog)
  const bank = page.getByRole('dialog', { name: 'Your bank asks' })
  const press = () => dialog.getByRole('button', { name: 'Purchase Now' }).click()
  await press()
  await expect(bank).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('alert')).toHaveText('Payment was not completed')
  await press()
  await bank.getByRole('button', { name: 'Fail' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Payment was not completed')
  await expect(credits(page)).toHaveText('100')
  // The bank takes it, and its answer is lost: the next press finds it paid.
  await page.route('**/simulated-stripe/simulated/authenticate', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await press()
  await bank.getByRole('button', { name: 'Complete' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/nothing is charged twice/)
  await press()
  await expect(page.getByText('Credits purchased successfully!')).toBeVisible()
  await expect(credits(page)).toHaveText('350')
})

test('a payment that was left at the bank is continued or cancelled after a reload, and its card is no default before', async ({
  page,
  member,
}) => {
  void member
  const bank = page.getByRole('dialog', { name: 'Your bank asks' })
  const unfinished = page.getByRole('region', { name: 'Unfinished payment of 250 credits' })
  const leaveAtTheBank = async () => {
    await page.goto('/images')
    const dialog = await buying(page)
    await typeCard(dialog, cards.bankAsks)
    await typeAddress(dialog)
    await dialog.getByRole('button', { name: 'Purchase Now' }).click()
    await expect(bank.getByText('Is it you who pays $5.00 to Loreloom with this card?')).toBeVisible()
    await page.reload()
  }
  await leaveAtTheBank()
  let dialog = await buying(page)
  await expect(dialog.getByRole('radio', { name: 'Visa ending in 3155' })).toHaveCount(0)
  await dialog.getByRole('link', { name: 'Continue or cancel it' }).click()
  await expect(unfinished).toContainText('250 credits, $5.00, Visa ending in 3155. Nothing was charged.')
  expect(await seriousFindings(page), 'an unfinished payment').toEqual([])
  await unfinished.getByRole('button', { name: 'Cancel payment' }).click()
  await expect(page.getByText('Payment cancelled. Nothing was charged.')).toBeVisible()
  await expect(unfinished).toHaveCount(0)
  await expect(credits(page)).toHaveText('100')

  await leaveAtTheBank()
  await page.goto('/account-settings?tab=credits')
  await unfinished.getByRole('button', { name: 'Continue' }).click()
  await bank.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByText('Payment was not completed')).toBeVisible()
  await expect(unfinished).toHaveCount(0)
  await leaveAtTheBank()
  await page.goto('/account-settings?tab=credits')
  await unfinished.getByRole('button', { name: 'Continue' }).click()
  await bank.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText('Credits purchased successfully!')).toBeVisible()
  await expect(credits(page)).toHaveText('350')
  await expect(unfinished).toHaveCount(0)
  dialog = await buying(page)
  await expect(dialog.getByRole('radio', { name: 'Visa ending in 3155' })).toBeChecked()
})

test('a lost connection in the middle keeps the form, and the same purchase is asked for again', async ({
  page,
  member,
}) => {
  void member
  await page.goto('/images')
  const dialog = await buying(page)
  await typeCard(dialog, cards.visa)
  await typeAddress(dialog)
  const keys: (string | undefined)[] = []
  let isCut = true
  await page.route('**/api/billing/credits/purchase', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    // It was done there, and nobody was told here.
    if (isCut) await route.fetch()
    return isCut ? route.abort('connectionreset') : route.continue()
  })
  await dialog.getByRole('button', { name: 'Purchase Now' }).click()
  await expect(dialog.getByRole('alert')).toContainText('You can try again: nothing is charged twice.')
  isCut = false
  await dialog.getByRole('button', { name: 'Purchase Now' }).click()
  await expect(page.getByText('Credits purchased successfully!')).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  await expect(credits(page)).toHaveText('350')
})

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

test('cards are added, chosen and removed', async ({ page, member }) => {
  void member
  await page.goto('/account-settings?tab=payment-methods')
  const methods = page.getByRole('region', { name: 'Payment methods' })
  const add = async (number: string) => {
    await methods.getByRole('button', { name: 'Add card' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a card' })
    await typeCard(dialog, number)
    if ((await dialog.getByLabel('City').inputValue()) === '') await typeAddress(dialog)
    await dialog.getByRole('button', { name: 'Add card' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await add(cards.visa)
  await expect(methods.getByText('Visa ending in 4242')).toBeVisible()
  await add('5555 5555 5555 4444')
  const mastercard = methods.getByRole('listitem').filter({ hasText: 'Mastercard ending in 4444' })
  await mastercard.getByRole('button', { name: 'Make default' }).click()
  await expect(page.getByText('Default payment method updated')).toBeVisible()
  await expect(mastercard.getByText('Default', { exact: true })).toBeVisible()
  await add('4000 0000 0000 0259')
  await methods.getByRole('button', { name: 'Remove Mastercard ending in 4444' }).click()
  const removing = page.getByRole('alertdialog', { name: 'Remove Mastercard ending in 4444?' })
  await expect(removing.getByRole('radiogroup', { name: 'Which card is charged instead?' })).toBeVisible()
  await expect(removing.getByRole('button', { name: 'Remove' })).toBeDisabled()
  await removing.getByRole('radio', { name: 'Visa ending in 4242' }).check()
  expect(await seriousFindings(page), 'removing').toEqual([])
  await removing.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Payment method removed')).toBeVisible()
  const visa = methods.getByRole('listitem').filter({ hasText: 'Visa ending in 4242' })
  await expect(visa.getByText('Default', { exact: true })).toBeVisible()
  await expect(methods.getByRole('listitem')).toHaveCount(2)
  await methods.getByRole('button', { name: 'Remove Visa ending in 0259' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(methods.getByRole('listitem')).toHaveCount(1)
  expect(await seriousFindings(page), 'cards').toEqual([])
})

test('where nobody can pay, it is said instead', async ({ page, member }) => {
  void member
  await page.route('**/api/billing/config', (route) =>
    route.fulfill({ json: { provider: null, publishableKey: null } }),
  )
  const sentence = 'Payments are not set up on this installation yet.'
  await page.goto('/account-settings?tab=subscription')
  await page.getByRole('button', { name: 'Upgrade Subscription' }).click()
  const plans = page.getByRole('dialog', { name: 'Choose a plan' })
  await expect(plans.getByText(sentence)).toBeVisible()
  await expect(plans.getByRole('button', { name: 'Upgrade to Pro' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /image credits/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Buy credits' })
  await expect(dialog.getByText(sentence)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Purchase Now' })).toBeDisabled()
})

test('who acts as somebody else sees why nothing can be paid', async ({ page, member }) => {
  void member
  await page.route('**/api/users/me', async (route) => {
    const answer = await route.fetch()
    const me = await answer.json()
    await route.fulfill({ response: answer, json: { ...me, impersonatedBy: { id: 'an-admin', username: 'Admin' } } })
  })
  await page.goto('/account-settings?tab=payment-methods')
  await expect(page.getByText('You are acting as somebody else: nothing of theirs can be spent')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add card' })).toBeDisabled()
  await page.goto('/images?generate=1')
  await expect(page.getByText('You are acting as somebody else: their credits cannot be spent.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Generate 1 image' })).toBeDisabled()
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

test('a saved card whose address is needed is asked for it', async ({ page, member }) => {
  void member
  const sent: { billingAddress?: { city: string } }[] = []
  await page.route('**/api/billing/payment-methods', (route) =>
    route.fulfill({
      json: { data: [{ id: 'pm_1', brand: 'visa', last4: '4242', expMonth: 8, expYear: 2038, isDefault: true }] },
    }),
  )
  await page.route('**/api/billing/credits/purchase', (route) => {
    sent.push(route.request().postDataJSON())
    return sent.length > 1
      ? route.fulfill({ json: { position: '0', success: true, requiresAction: false, clientSecret: null } })
      : route.fulfill({
          status: 422,
          json: {
            type: 'about:blank',
            title: 'Unprocessable',
            status: 422,
            code: 'billing_address_needed',
            detail: 'Please add a billing address, so that the tax can be worked out.',
          },
        })
  })
  await page.goto('/images')
  const dialog = await buying(page)
  await expect(dialog.getByLabel('City')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Purchase Now' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please add a billing address to complete this purchase.')
  await typeAddress(dialog)
  await dialog.getByRole('button', { name: 'Purchase Now' }).click()
  await expect(page.getByText('Credits purchased successfully!')).toBeVisible()
  expect(sent.map(({ billingAddress }) => billingAddress?.city)).toEqual([undefined, 'Hull'])
})

test('a billing address is entered without a payment, named where it is incomplete, and changed', async ({
  page,
  member,
}) => {
  void member
  await page.goto('/account-settings?tab=payment-methods')
  const section = page.getByRole('region', { name: 'Billing address' })
  await section.getByRole('button', { name: 'Add address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Billing address' })
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please fill in all required address fields')
  await typeAddress(dialog)
  await dialog.getByLabel('Company (optional)').fill('Weighhouse Ltd')
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText('Billing address saved')).toBeVisible()
  await expect(section).toContainText('Weighhouse Ltd')
  expect(await seriousFindings(page), 'the address').toEqual([])

  await section.getByRole('button', { name: 'Change address' }).click()
  await dialog.getByLabel('Company (optional)').fill('')
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(section).not.toContainText('Weighhouse Ltd')
})

test('what fails on the way to a payment is said where it fails', async ({ page, member }) => {
  void member
  const away = async (address: string, act: () => Promise<unknown>, text: string | RegExp) => {
    await page.route(address, (route) => route.abort())
    await act()
    await expect(page.getByText(text).first()).toBeVisible()
    await page.unroute(address)
  }
  const settings = (tab: string) => () => page.goto(`/account-settings?tab=${tab}`)
  await away('**/api/billing/payment-methods', settings('payment-methods'), 'Failed to load payment methods')
  await settings('payment-methods')()
  const methods = page.getByRole('region', { name: 'Payment methods' })
  await methods.getByRole('button', { name: 'Add card' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a card' })
  await typeCard(adding, cards.visa)
  await typeAddress(adding)
  const add = () => adding.getByRole('button', { name: 'Add card' }).click()
  await away('**/api/billing/setup-intent', add, /Failed to add card/)
  await add()
  await expect(page.getByText('Card added successfully')).toBeVisible()
  await methods.getByRole('button', { name: 'Add card' }).click()
  await typeCard(adding, '5555 5555 5555 4444')
  await add()
  const choose = () => methods.getByRole('button', { name: 'Make default' }).click()
  await expect(methods.getByText('Mastercard ending in 4444')).toBeVisible()
  await away('**/api/billing/payment-methods/default', choose, /Failed to update default payment method/)
  await choose()
  await expect(page.getByText('Default payment method updated')).toBeVisible()
  const remove = async () => {
    await methods.getByRole('button', { name: 'Remove Visa ending in 4242' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  }
  await away('**/api/billing/payment-methods/pm_*', remove, /Failed to remove payment method/)

  await page.reload()
  let dialog = await buying(page)
  await expect(dialog.getByText('Use a different card')).toBeVisible()
  const buy = () => dialog.getByRole('button', { name: 'Purchase Now' }).click()
  await away('**/api/billing/credits/purchase', buy, /Failed to process payment/)
  await page.keyboard.press('Escape')

  await settings('subscription')()
  const open = async (plan: string) => {
    await page.getByRole('button', { name: 'Upgrade Subscription' }).click()
    await page.getByText('Monthly', { exact: true }).click()
    await page.getByRole('button', { name: `Upgrade to ${plan}` }).click()
  }
  await open('Basic')
  dialog = page.getByRole('dialog', { name: 'Subscribe to Basic, monthly' })
  const subscribe = () => dialog.getByRole('button', { name: 'Pay $5.00 and subscribe' }).click()
  await away('**/api/billing/subscription/create', subscribe, /Failed to create subscription/)
  await subscribe()
  await expect(page.getByText('Subscription created successfully!')).toBeVisible()
  await expect(celebration(page, 'Basic')).toBeVisible()
  await celebration(page, 'Basic').click()
  await open('Pro')
  const pay = () => page.getByRole('button', { name: /^Pay .* and upgrade$/ }).click()
  await away('**/api/billing/subscription/change', pay, /Failed to update subscription/)
  await page.reload()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  const cancel = () =>
    page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Cancel subscription' })
      .click()
  await away('**/api/billing/subscription/cancel', cancel, /Failed to cancel subscription/)
})
