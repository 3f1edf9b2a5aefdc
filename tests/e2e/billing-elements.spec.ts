import type { Page } from '@playwright/test'
import { test as base, expect, signUp } from './app.ts'
import { type Server, startServer } from './server.ts'
import { serveStripeJs } from './stripe-js.ts'

/** An installation with Stripe's keys; Stripe itself is nowhere. */
const test = base.extend<object, { sells: Server }>({
  sells: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what is asked for from it
    async ({}, use) => {
      const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
      const server = await startServer({ ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_1' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

const buying = async (page: Page, server: Server) => {
  await signUp(page.context(), server)
  await page.route('**/api/billing/payment-methods', (route) => route.fulfill({ json: { data: [] } }))
  await page.route('**/api/billing/address', (route) => route.fulfill({ json: { billingAddress: null } }))
  const sent: unknown[] = []
  await page.route('**/api/billing/credits/purchase', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill({
      json: { position: '0', success: false, requiresAction: true, clientSecret: 'pi_1_secret_1' },
    })
  })
  await page.goto(`${server.url}/images`)
  expect(await page.locator('script[src*="stripe"]').count(), 'asked for before it is needed').toBe(0)
  await page.getByRole('button', { name: /image credits/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Buy credits' })
  return { dialog, sent }
}

test('Stripe takes the card in fields of its own: its script comes when it is needed, and the policy lets it', async ({
  page,
  sells,
}) => {
  await serveStripeJs(page.context())
  const { dialog, sent } = await buying(page, sells)
  const press = () => dialog.getByRole('button', { name: 'Purchase Now' }).click()
  await expect(dialog.getByText('Simulated')).toHaveCount(0)
  await dialog.getByLabel('Address line 1').fill('3 Quay Lane')
  await dialog.getByLabel('City').fill('Hull')
  await dialog.getByLabel('Country').selectOption('Ireland')
  await dialog.getByLabel('State, province or region').fill('Cork')
  await dialog.getByLabel('Postal code').fill('T12')
  await press()
  await expect(dialog.getByRole('alert')).toHaveText('Your card number is incomplete.')
  await dialog.getByLabel('Card by Stripe').fill('none')
  await press()
  await expect(dialog.getByRole('alert')).toHaveText('No payment method was created')
  await dialog.getByLabel('Card by Stripe').fill('4242')
  await press()
  await expect(page.getByText('Credits purchased successfully!')).toBeVisible()
  expect(sent).toEqual([expect.objectContaining({ paymentMethodId: 'pm_typed' })])
  const asked = await page.evaluate(() => (window as unknown as { stripeAsked: [string, object][] }).stripeAsked)
  expect(asked.at(-1)).toEqual(['confirmCardPayment', { secret: 'pi_1_secret_1', payment_method: 'pm_typed' }])
})

test('a bank that was closed bought nothing, and Stripe that is blocked is said to be', async ({
  page,
  sells,
  browser,
}) => {
  await serveStripeJs(page.context(), 'fails')
  const { dialog } = await buying(page, sells)
  await dialog.getByLabel('Card by Stripe').fill('4242')
  await dialog.getByLabel('Address line 1').fill('3 Quay Lane')
  await dialog.getByLabel('City').fill('Hull')
  await dialog.getByLabel('State').selectOption('MA')
  await dialog.getByLabel('Postal code').fill('02045')
  await dialog.getByRole('button', { name: 'Purchase Now' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Payment was not completed')

  const blocked = await browser.newContext()
  await serveStripeJs(blocked, 'gone')
  const other = await buying(await blocked.newPage(), sells)
  await expect(other.dialog.getByRole('alert')).toHaveText('Stripe not initialized')
  await blocked.close()
})
