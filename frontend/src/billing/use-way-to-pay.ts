import { useRef, useState } from 'react'
import { useBillingAddressQuery, usePaymentMethodsQuery } from '../data/billing.ts'
import { type Address, addressFrom, trimAddress } from './address.ts'
import { type CardFields, PaymentProblem } from './card-payments.ts'
import { useCardPayments } from './use-card-payments.ts'
import { useIntention } from './use-intention.ts'

/** The chosen card with its address. */
export interface Chosen {
  paymentMethodId: string
  billingAddress?: ReturnType<typeof trimAddress>
  /** Idempotency key of the command. */
  key: string
  /** Confirms the payment at the provider, which may involve the user's bank. */
  confirm: (clientSecret: string | null) => Promise<void>
}

interface Options {
  mayBeSaved: boolean
  asksAddress: boolean
  /** Shown if the card fields fail to load. */
  setupFailure: string
}

/** Chooses a saved or a new card, with an address if needed, and the intention to pay with it. */
export const useWayToPay = ({ mayBeSaved, asksAddress, setupFailure }: Options) => {
  const { data: cards, isLoading } = usePaymentMethodsQuery(undefined, { skip: !mayBeSaved })
  const { data: known } = useBillingAddressQuery()
  const saved = mayBeSaved ? cards?.find(({ isDefault }) => isDefault) : undefined
  const [isOther, setOther] = useState(false)
  const [typed, setTyped] = useState<Address>()
  const [wantsAddress, setWantsAddress] = useState(asksAddress)
  const [fields, setFields] = useState<CardFields>()
  const isCheckRequested = useRef(false)
  const intention = useIntention()
  const loadCardPayments = useCardPayments(setupFailure)
  const isNew = !saved || isOther
  const address = typed ?? addressFrom(known)
  const hasAddress = isNew || wantsAddress

  const resolvePaymentMethodId = async (): Promise<string> => {
    if (!isNew) return saved.id
    if (!fields) throw new PaymentProblem(setupFailure)
    return fields.create(address)
  }

  return {
    isLoading,
    saved,
    isNew,
    address,
    hasAddress,
    loadCardPayments,
    /** Ends the intention: the next press starts another payment. */
    end: intention.end,
    setFields(ready: CardFields | undefined) {
      setFields(ready)
      if (isCheckRequested.current) ready?.check()
    },
    /** Marks the card fields that are missing or wrong, as soon as they have loaded. */
    checkCard() {
      if (!isNew) return
      isCheckRequested.current = true
      fields?.check()
    },
    askAddress: () => setWantsAddress(true),
    choose: (other: boolean) => {
      intention.end()
      setOther(other)
    },
    setAddress: (address: Address) => {
      intention.end()
      setTyped(address)
    },
    async chosen(): Promise<Chosen> {
      // The fields of a new card stay on screen, even if the card becomes the saved one during the payment.
      setOther(isNew)
      const meant = intention.current()
      const paymentMethodId = meant.paymentMethodId ?? (await resolvePaymentMethodId())
      meant.paymentMethodId = paymentMethodId
      return {
        key: meant.key,
        paymentMethodId,
        ...(hasAddress && { billingAddress: trimAddress(address) }),
        async confirm(clientSecret) {
          if (!clientSecret) throw new PaymentProblem('No client secret received')
          await (await loadCardPayments()).confirmPayment(clientSecret, paymentMethodId)
        },
      }
    },
  }
}
