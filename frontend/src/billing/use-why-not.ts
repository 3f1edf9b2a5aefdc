import { useBillingConfigQuery } from '../data/billing.ts'
import { useMe } from '../data/me.ts'

const notSetUp = 'Payments are not set up on this installation yet. Whoever runs it can give you a plan or credits.'
const notTheirs = 'You are acting as somebody else: nothing of theirs can be spent or changed here.'

/** Returns the reason why this account's credits cannot be spent; undefined if they can. */
export const useWhyNotSpend = (): string | undefined =>
  useMe().impersonatedBy ? 'You are acting as somebody else: their credits cannot be spent.' : undefined

/** Returns the reason why the user cannot pay at the moment; undefined if they can. */
export const useWhyNot = (): string | undefined => {
  const { impersonatedBy } = useMe()
  const { data } = useBillingConfigQuery()
  if (data?.provider === null) return notSetUp
  return impersonatedBy ? notTheirs : undefined
}
