import { expect, signedInAs, test } from './app.ts'
import { seriousFindings } from './axe.ts'
import { buying, cards, celebration, credits, typeAddress, typeCard } from './billing-page.ts'

test('a pack that is bought in one window moves counter and history in the other, and a saved card buys with one press', {
  tag: '@core',
}, async ({ page, member, browser, server }) => {
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

test('card fields that load after the press of Purchase say what is missing in them', async ({ page, member }) => {
  void member
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/**', async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes('Your card number is incomplete.')) await promise
    await route.fulfill({ response })
  })
  await page.goto('/images')
  const dialog = await buying(page)
  await dialog.getByRole('button', { name: 'Purchase Now for $5.00' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please fill in all required address fields')
  resolve()
  await expect(dialog.getByText('Your card number is incomplete.')).toBeVisible()
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
