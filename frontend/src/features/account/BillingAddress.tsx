import { Button, Modal } from '@mantine/core'
import { type FormEvent, lazy, useState } from 'react'
import type { BillingAddress as Saved } from '#domain/billing-answers.ts'
import { messageOf } from '../../base/problem.ts'
import { addressFrom, incompleteAddress, missingIn, trimAddress } from '../../billing/address.ts'
import styles from '../../billing/billing.module.css'
import { countries } from '../../billing/places.ts'
import { useBillingAddressQuery, useSaveBillingAddressMutation } from '../../data/billing.ts'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import { Part } from '../../ui/Part.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './account.module.css'

const AddressFields = lazy(async () => ({ default: (await import('../../billing/AddressFields.tsx')).AddressFields }))

/** Shows the address for receipts and taxes, and changes it without a payment. */
export const BillingAddress = () => {
  const { data: address } = useBillingAddressQuery()
  const [isEditing, setEditing] = useState(false)
  // Undefined until the provider has answered.
  if (address === undefined) return null
  return (
    <section className={classes.card} aria-labelledby="billing-address">
      <header>
        <h2 id="billing-address">Billing address</h2>
      </header>
      {address ? (
        <address className={classes.address}>{linesOf(address).join('\n')}</address>
      ) : (
        <p className={classes.sentence}>None yet. One is asked for when you pay for the first time.</p>
      )}
      <div className={classes.acts}>
        <Button onClick={() => setEditing(true)}>{address ? 'Change address' : 'Add address'}</Button>
      </div>
      {isEditing && (
        <Part onFailed={() => setEditing(false)}>
          <EditAddress saved={address} onClose={() => setEditing(false)} />
        </Part>
      )}
    </section>
  )
}

const linesOf = ({ company, taxId, line1, line2, postalCode, city, state, country }: Saved): string[] => {
  const place = [`${postalCode} ${city}`, state].filter(Boolean).join(', ')
  const countryName = countries.find(({ value }) => value === country)?.label ?? country
  return [company, line1, line2, place, countryName, taxId && `VAT id or tax id ${taxId}`].filter(
    (line): line is string => Boolean(line),
  )
}

const EditAddress = ({ saved, onClose }: { saved: Saved | null; onClose: () => void }) => {
  const [address, setAddress] = useState(() => addressFrom(saved))
  const [isChecked, setChecked] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [save, { isLoading }] = useSaveBillingAddressMutation()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading) return
    setChecked(true)
    if (missingIn(address).length > 0) return setProblem(incompleteAddress)
    setProblem(undefined)
    const { error } = await save({ billingAddress: trimAddress(address) })
    if (error) return setProblem(messageOf(error, 'The address could not be saved. Please try again.'))
    toast.success('Billing address saved')
    onClose()
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title="Billing address"
      size={480}
      closeOnEscape={!isLoading}
      closeOnClickOutside={false}
    >
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate aria-busy={isLoading}>
        <AddressFields address={address} isChecked={isChecked} onChange={setAddress} />
        <p className={styles.problem} role="alert">
          {problem}
        </p>
        <DialogFoot onCancel={onClose}>
          <Button type="submit" variant="filled" loading={isLoading}>
            Save address
          </Button>
        </DialogFoot>
      </form>
    </Modal>
  )
}
