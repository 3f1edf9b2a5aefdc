import { TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import { type Address, trimAddress } from '../address.ts'
import classes from '../billing.module.css'
import { type CardFieldsProps, PaymentProblem } from '../card-payments.ts'
import { brandOf, expiryOf, groupedNumber, noCard, problemsOf, slashedExpiry, type TypedCard } from './card.ts'
import type { Post } from './post.ts'

const testCards = [
  { number: '4242 4242 4242 4242', does: 'Visa, is charged' },
  { number: '5555 5555 5555 4444', does: 'Mastercard, is charged' },
  { number: '4000 0025 0000 3155', does: 'The bank asks' },
  { number: '4000 0000 0000 0002', does: 'Is declined' },
  { number: '4000 0000 0000 9995', does: 'Has insufficient funds' },
  { number: '4000 0000 0000 0069', does: 'Has expired' },
  { number: '4000 0000 0000 0341', does: 'Is declined later' },
  { number: '4000 0000 0000 0259', does: 'Is charged, and disputed' },
]

/** The simulated provider's test cards, and their results. */
const TestCards = ({ onChoose }: { onChoose: (card: TypedCard) => void }) => (
  <details className={classes.testCards}>
    <summary>Test cards</summary>
    <ul>
      {testCards.map(({ number, does }) => (
        <li key={number}>
          <button
            type="button"
            onClick={() => onChoose({ number, expiry: `12 / ${(new Date().getFullYear() + 3) % 100}`, cvc: '123' })}
          >
            <span className="num">{number}</span>
            {does}
          </button>
        </li>
      ))}
    </ul>
  </details>
)

const PaymentMethod = z.looseObject({ id: z.string() })

/** Creates the card fields of the simulated provider. */
export const simulatedFields = (post: Post) =>
  function SimulatedFields({ onReady, onChange }: CardFieldsProps) {
    const [card, setCard] = useState(noCard)
    const [isChecked, setChecked] = useState(false)
    const problems = isChecked ? problemsOf(card, new Date()) : {}

    const create = useEffectEvent(async (address: Address) => {
      setChecked(true)
      const [problem] = Object.values(problemsOf(card, new Date()))
      if (problem) throw new PaymentProblem(problem)
      const { id } = PaymentMethod.parse(await post('v1/payment_methods', fieldsOf(card, address)))
      if (!id) throw new PaymentProblem('No payment method was created')
      return id
    })
    const ready = useEffectEvent(onReady)
    useEffect(() => ready({ create: (address) => create(address), check: () => setChecked(true) }), [])

    const change = (part: Partial<TypedCard>) => {
      setCard({ ...card, ...part })
      onChange()
    }
    return (
      <fieldset className={classes.card}>
        <legend>Card</legend>
        <TextInput
          label="Card number"
          inputMode="numeric"
          autoComplete="off"
          placeholder="4242 4242 4242 4242"
          value={card.number}
          error={problems.number}
          rightSectionWidth={110}
          rightSection={<span className={classes.typedBrand}>{brandOf(card.number)?.name}</span>}
          onChange={({ currentTarget }) => change({ number: groupedNumber(currentTarget.value) })}
        />
        <TextInput
          label="Expires"
          inputMode="numeric"
          autoComplete="off"
          placeholder="MM / YY"
          value={card.expiry}
          error={problems.expiry}
          onChange={({ currentTarget }) => change({ expiry: slashedExpiry(currentTarget.value, card.expiry) })}
        />
        <TextInput
          label="Security code"
          inputMode="numeric"
          autoComplete="off"
          placeholder="CVC"
          maxLength={4}
          value={card.cvc}
          error={problems.cvc}
          onChange={({ currentTarget }) => change({ cvc: currentTarget.value.replace(/\D/g, '') })}
        />
        <TestCards onChoose={change} />
      </fieldset>
    )
  }

const fieldsOf = (card: TypedCard, address: Address): Record<string, string> => {
  const { line1, line2 = '', city, state, postalCode, country } = trimAddress(address)
  const expiry = expiryOf(card)
  return {
    type: 'card',
    'card[number]': card.number.replace(/\D/g, ''),
    'card[exp_month]': String(expiry?.month),
    'card[exp_year]': String(expiry?.year),
    'card[cvc]': card.cvc,
    'billing_details[address][line1]': line1,
    ...(line2 && { 'billing_details[address][line2]': line2 }),
    'billing_details[address][city]': city,
    'billing_details[address][state]': state,
    'billing_details[address][postal_code]': postalCode,
    'billing_details[address][country]': country,
  }
}
