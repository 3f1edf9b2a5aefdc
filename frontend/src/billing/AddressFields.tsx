import { NativeSelect, TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { needsState } from '#domain/billing-answers.ts'
import { type Address, missingIn } from './address.ts'
import classes from './billing.module.css'
import { countries, states } from './places.ts'

interface Props {
  address: Address
  onChange: (address: Address) => void
  /** Shows missing fields, after the first attempt to continue. */
  isChecked: boolean
}

/** The billing address, which supports autofill. */
export const AddressFields = ({ address, onChange, isChecked }: Props) => {
  const missing = isChecked ? missingIn(address) : []
  const part = (name: keyof Address, label: string, autoComplete: string) => ({
    label,
    autoComplete: `billing ${autoComplete}`,
    name,
    value: address[name],
    error: missing.includes(name) && 'Required',
    maxLength: 200,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      onChange({ ...address, [name]: currentTarget.value, ...(name === 'country' && { state: '' }) }),
  })
  return (
    <fieldset className={classes.address}>
      <legend>Billing address</legend>
      <NativeSelect {...part('country', 'Country', 'country')} data={countries} />
      <TextInput {...part('line1', 'Address line 1', 'address-line1')} />
      <TextInput {...part('line2', 'Address line 2 (optional)', 'address-line2')} />
      <TextInput {...part('city', 'City', 'address-level2')} />
      {address.country === 'US' ? (
        <NativeSelect
          {...part('state', 'State', 'address-level1')}
          data={[{ value: '', label: 'Choose a state' }, ...states]}
        />
      ) : (
        <TextInput
          {...part(
            'state',
            needsState(address.country) ? 'State, province or region' : 'State, province or region (optional)',
            'address-level1',
          )}
        />
      )}
      <TextInput {...part('postalCode', 'Postal code', 'postal-code')} />
      <TextInput {...part('company', 'Company (optional)', 'organization')} />
      <TextInput
        {...part('taxId', 'VAT id or tax id (optional)', 'off')}
        autoComplete="off"
        maxLength={30}
        description="Your receipts become invoices with both. Receipts that were issued stay as they are."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
    </fieldset>
  )
}
