import { useBillingConfigQuery } from '../data/billing.ts'
import { useMe } from '../data/me.ts'

const notSetUp = 'Payments are not set up on this installation yet. Whoever runs it can give you a plan or credits.'
const notTheirs = 'You are acting as somebody else: nothing of theirs can be spent or changed here.'

/** Why the credits of this account cannot be spent; undefined where they can. */
export const useWhyNotSpend = (): string | undefined =>
  useMe().impersonatedBy ? 'You are acting as somebody else: their credits cannot be spent.' : undefined

/** Why nothing can be paid here and now; nothing where it can. */
export const useWhyNot = (): string | undefined => {
  const { impersonatedBy } = useMe()
  const { data } = useBillingConfigQuery()
  if (data?.provider === null) return notSetUp
  return impersonatedBy ? notTheirs : undefined
}
