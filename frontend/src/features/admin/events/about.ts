import type { AdminEvent } from '#domain/me.ts'

const longest = 160
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, longest)

const field = (data: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined),
    data,
  )

/** Fields that describe an event's subject: names first, then remarks. */
const names = [['name'], ['prompt'], ['file', 'name']]
const remarks = [['purpose', 'label'], ['comment'], ['reason'], ['message'], ['description']]

const firstOf = (data: unknown, paths: readonly string[][]): string | undefined =>
  paths
    .map((path) => field(data, ...path))
    .filter((value) => typeof value === 'string')
    .map(oneLine)
    .find((text) => text !== '')

/** Sign of an amount of credits, by event type, as in the ledger: held and released credits leave the balance as it is. */
const signs: Readonly<Record<string, string>> = {
  CreditsGranted: '+',
  CreditsGivenBack: '+',
  CreditsCaptured: '−',
  CreditsTakenBack: '−',
  OwedCreditsSettled: '−',
  CreditsRemoved: '−',
}

/** Describes an event's subject in one line: an amount, a name, a prompt. Undefined without such a field. */
export const aboutOf = ({ type, data, about }: Pick<AdminEvent, 'type' | 'data' | 'about'>): string | undefined => {
  const amount = field(data, 'amount')
  const words = firstOf(data, names) ?? about ?? firstOf(data, remarks)
  const text = [typeof amount === 'number' ? `${signs[type] ?? ''}${amount}` : '', words ? oneLine(words) : '']
  return text.filter((part) => part !== '').join(' · ') || undefined
}
