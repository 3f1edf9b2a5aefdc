import { ActionIcon, Checkbox, NumberInput, Textarea, TextInput } from '@mantine/core'
import { IconMinus, IconPlus, IconRuler2 } from '@tabler/icons-react'
import { quoteSizes } from '#domain/model-words.ts'
import classes from './quote.module.css'
import { addressFields, missingFields, type QuoteForm, type StepProps } from './quote.ts'
import '@mantine/core/styles/NumberInput.layer.css'

/** Height in mm of a figure whose picture is 96 px high. */
const tallest = 112

const sizes = quoteSizes.map((value) => {
  const [, name = '', mm = ''] = /^(.*) \(~(\d+)mm\)$/.exec(value) ?? []
  return { value, name, mm: Number(mm) }
})

/** Size and quantity. The figures are drawn to one scale. */
export const SizeStep = ({ form: { size, customMm, quantity }, onChange }: StepProps) => (
  <>
    <fieldset className={classes.sizes}>
      <legend>Size</legend>
      {sizes.map(({ value, name, mm }) => (
        <SizeTile key={value} value={value} name={name} size={size} onChange={onChange} detail={`~${mm}mm`}>
          {name === 'Bust' ? <Bust height={mm} /> : <Standing height={mm} />}
        </SizeTile>
      ))}
      <SizeTile value="custom" name="Custom" detail={`${customMm || 0} mm`} size={size} onChange={onChange}>
        <IconRuler2 size={22} stroke={1.6} />
      </SizeTile>
    </fieldset>
    {size === 'custom' && (
      <NumberInput
        className={classes.custom}
        label="Custom size in mm"
        min={1}
        max={1000}
        allowDecimal={false}
        hideControls
        value={customMm}
        onChange={(value) => onChange({ customMm: Number(value) })}
      />
    )}
    <div className={classes.quantity}>
      <label htmlFor="quote-quantity">Quantity</label>
      <div>
        <ActionIcon aria-label="Fewer" disabled={quantity <= 1} onClick={() => onChange({ quantity: quantity - 1 })}>
          <IconMinus size={15} />
        </ActionIcon>
        <input
          id="quote-quantity"
          className="num"
          inputMode="numeric"
          value={quantity || ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ quantity: Number(value.replace(/\D/g, '').slice(0, 4)) })
          }
        />
        <ActionIcon aria-label="More" disabled={quantity >= 1000} onClick={() => onChange({ quantity: quantity + 1 })}>
          <IconPlus size={15} />
        </ActionIcon>
        <p>Figures are drawn to one scale. We ship only within the USA.</p>
      </div>
    </div>
  </>
)

const SizeTile = ({
  value,
  name,
  detail,
  size,
  onChange,
  children,
}: {
  value: QuoteForm['size']
  name: string
  detail: string
  size: QuoteForm['size']
  onChange: StepProps['onChange']
  children: React.ReactNode
}) => (
  <label>
    <input type="radio" name="quote-size" checked={size === value} onChange={() => onChange({ size: value })} />
    <span aria-hidden="true">{children}</span>
    <b>{name}</b>
    <small className="num">{detail}</small>
  </label>
)

const Standing = ({ height }: { height: number }) => (
  <svg viewBox="0 0 60 100" height={(height / tallest) * 96} fill="currentColor" aria-hidden="true">
    <circle cx="30" cy="13" r="13" />
    <path d="M30 27C14 27 6 40 5 58L0 100h60l-5-42C54 40 46 27 30 27z" />
  </svg>
)
const Bust = ({ height }: { height: number }) => (
  <svg viewBox="0 0 90 100" height={(height / tallest) * 96} fill="currentColor" aria-hidden="true">
    <ellipse cx="45" cy="29" rx="22" ry="29" />
    <path d="M45 60C16 60 0 76 0 100h90c0-24-16-40-45-40z" />
  </svg>
)

const longest = 2000

/** Changes to the model, and painting. */
export const OptionsStep = ({ form: { customization, painting }, onChange, isTried }: StepProps) => (
  <>
    <div className={classes.option}>
      <Checkbox
        label="3D customization"
        description="$75/hour, and adds 5 business days"
        checked={customization.requested}
        onChange={(event) => onChange({ customization: { ...customization, requested: event.currentTarget.checked } })}
      />
      {customization.requested && (
        <Textarea
          label="What should change"
          autosize
          minRows={3}
          maxRows={8}
          maxLength={longest}
          value={customization.details}
          error={
            isTried && customization.details.trim() === '' && 'Please describe the 3D model customization you need'
          }
          onChange={(event) => onChange({ customization: { ...customization, details: event.currentTarget.value } })}
        />
      )}
    </div>
    <div className={classes.option}>
      <Checkbox
        label="Professional hand painting"
        description="$35 each for small and medium; larger ones are quoted individually"
        checked={painting.requested}
        onChange={(event) => onChange({ painting: { ...painting, requested: event.currentTarget.checked } })}
      />
      {painting.requested && (
        <Textarea
          label="How it should be painted"
          description="Optional"
          autosize
          minRows={3}
          maxRows={8}
          maxLength={longest}
          value={painting.details}
          onChange={(event) => onChange({ painting: { ...painting, details: event.currentTarget.value } })}
        />
      )}
    </div>
  </>
)

/** Further wishes as text. */
export const NotesStep = ({ form: { notes }, onChange }: StepProps) => (
  <Textarea
    label="Notes"
    description="Optional: anything else that the shop should know"
    autosize
    minRows={5}
    maxRows={12}
    maxLength={longest}
    data-autofocus
    value={notes}
    onChange={(event) => onChange({ notes: event.currentTarget.value })}
  />
)

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
