import { useState } from 'react'
import { useBillingAddressQuery, usePaymentMethodsQuery } from '../data/billing.ts'
import { type Address, sentAddress, typedFrom } from './address.ts'
import { type CreatePaymentMethod, PaymentProblem } from './card-desk.ts'
import { useDesk } from './use-desk.ts'
import { useIntention } from './use-intention.ts'

/** The card that somebody chose, and what goes with it. */
export interface Chosen {
  paymentMethodId: string
  billingAddress?: ReturnType<typeof sentAddress>
  /** Of the command: the same however often the same is meant. */
  key: string
  /** Takes them through what their bank asks. */
  confirm: (clientSecret: string | null) => Promise<void>
}

interface Options {
  mayBeSaved: boolean
  asksAddress: boolean
  /** Said where there are no fields to type a card into. */
  setupFailure: string
}

/** A saved card or a new one, with an address where one is asked for, and the intention to pay with it. */
export const useWayToPay = ({ mayBeSaved, asksAddress, setupFailure }: Options) => {
  const { data: cards, isLoading } = usePaymentMethodsQuery(undefined, { skip: !mayBeSaved })
  const { data: known } = useBillingAddressQuery()
  const saved = mayBeSaved ? cards?.find(({ isDefault }) => isDefault) : undefined
  const [isOther, setOther] = useState(false)
  const [typed, setTyped] = useState<Address>()
  const [wantsAddress, setWantsAddress] = useState(asksAddress)
  const [create, setCreate] = useState<CreatePaymentMethod>()
  const intention = useIntention()
  const openDesk = useDesk(setupFailure)
  const isNew = !saved || isOther
  const address = typed ?? typedFrom(known)
  const hasAddress = isNew || wantsAddress

  const made = async (): Promise<string> => {
    if (!isNew) return saved.id
    if (!create) throw new PaymentProblem(setupFailure)
    return create(address)
  }

  return {
    isLoading,
    saved,
    isNew,
    address,
    hasAddress,
    openDesk,
    /** What was meant is over: the next press means something else. */
    end: intention.end,
    setCreate: (create: CreatePaymentMethod) => setCreate(() => create),
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
      // What is typed stays, also where the provider has the card from now on.
      setOther(isNew)
      const meant = intention.current()
      const paymentMethodId = meant.paymentMethodId ?? (await made())
      meant.paymentMethodId = paymentMethodId
      return {
        key: meant.key,
        paymentMethodId,
        ...(hasAddress && { billingAddress: sentAddress(address) }),
        async confirm(clientSecret) {
          if (!clientSecret) throw new PaymentProblem('No client secret received')
          await (await openDesk()).confirmPayment(clientSecret, paymentMethodId)
        },
      }
    },
  }
}
