import { TextInput } from '@mantine/core'
import classes from './quote.module.css'
import { addressFields, missingFields, type StepProps } from './quote.ts'

/** The address of delivery. */
export const AddressStep = ({ form, onChange, isTried }: StepProps) => {
  const missing = missingFields(form)
  return (
    <>
      <div className={classes.address}>
        {addressFields.map(({ name, label, autoComplete, most, ...field }) => (
          <TextInput
            key={name}
            label={label}
            required={!('isOptional' in field)}
            autoComplete={autoComplete}
            maxLength={most}
            className={name.startsWith('addressLine') ? classes.wide : undefined}
            value={form.address[name]}
            error={isTried && missing.includes(label)}
            onChange={(event) => onChange({ address: { ...form.address, [name]: event.currentTarget.value } })}
          />
        ))}
        <TextInput label="Country (US shipping only)" value="USA" readOnly />
      </div>
      {missing.length > 0 && <p className={classes.missing}>Required fields: {missing.join(', ')}</p>}
      <p className={classes.quiet}>
        The request goes to the shop by mail, with your name and address. A mail that was sent cannot be recalled, not
        even by deleting your account here.
      </p>
    </>
  )
}
