import type { Kind, Objects } from '../objects.ts'
import { oneByOne } from '../store/one-by-one.ts'
import type { Tx } from '../store/transaction.ts'
import { invalid } from './errors.ts'

const deepest = 4

type Included = (tx: Tx, thing: never) => Promise<unknown>

const list = async <K extends Kind>(tx: Tx, kind: K, where: Record<string, string>, url: string) => ({
  object: 'list',
  data: (await tx.all(kind, where)).reverse(),
  has_more: false,
  url,
})

/** Fields that are sent only on request. */
const included: Partial<Record<Kind, Record<string, Included>>> = {
  charge: {
    refunds: (tx, { id }: Objects['charge']) => list(tx, 'refund', { charge: id }, `/v1/charges/${id}/refunds`),
  },
  customer: {
    subscriptions: (tx, { id }: Objects['customer']) =>
      list(tx, 'subscription', { customer: id }, `/v1/customers/${id}/subscriptions`),
  },
  invoice: {
    payments: (tx, { id }: Objects['invoice']) =>
      list(tx, 'invoice_payment', { invoice: id }, `/v1/invoices/${id}/payments`),
    confirmation_secret: async (tx, { id }: Objects['invoice']) => {
      const [payment] = await tx.all('invoice_payment', { invoice: id, is_default: 'true' })
      const intent =
        payment?.payment.payment_intent && (await tx.find('payment_intent', payment.payment.payment_intent))
      return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null
    },
  },
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const refuse = (path: string) => invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })

const below = async (tx: Tx, value: unknown, path: string[], whole: string): Promise<unknown> => {
  const [name, ...rest] = path
  if (name === undefined || value === null) return value
  if (Array.isArray(value)) return oneByOne(value, (each) => below(tx, each, path, whole))
  if (!isObject(value)) throw refuse(whole)
  const derive = typeof value.object === 'string' ? included[value.object as Kind]?.[name] : undefined
  const found = value[name] ?? (derive ? await derive(tx, value as never) : value[name])
  if (found === undefined && !(name in value)) throw refuse(whole)
  const itself = typeof found === 'string' ? await tx.any(found) : found
  if (typeof found === 'string' && !itself) throw refuse(whole)
  return { ...value, [name]: await below(tx, itself, rest, whole) }
}

/** Replaces ids in an answer by their objects, at paths such as `latest_invoice.payments` or, in lists, `data.customer`. */
export async function expanded(tx: Tx, answer: object, paths: readonly string[]): Promise<object> {
  let result: unknown = answer
  for (const path of paths) {
    const names = path.split('.')
    if (names.length > deepest + 1)
      throw invalid(`You cannot expand more than ${deepest} levels of a property.`, { param: 'expand' })
    result = await below(tx, result, names, path)
  }
  return result as object
}
