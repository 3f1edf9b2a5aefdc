import { expect, test } from './app.ts'
import { seriousFindings } from './axe.ts'
import { buying, cards, typeAddress, typeCard } from './billing-page.ts'

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
