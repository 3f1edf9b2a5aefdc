/** Input of the simulated card form, sent to the simulated provider only and stored nowhere. */
export interface TypedCard {
  number: string
  /** MM / YY */
  expiry: string
  cvc: string
}

export const noCard: TypedCard = { number: '', expiry: '', cvc: '' }

const brands = [
  { name: 'Visa', begins: /^4/, lengths: [16], cvc: 3 },
  { name: 'Mastercard', begins: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, lengths: [16], cvc: 3 },
  { name: 'American Express', begins: /^3[47]/, lengths: [15], cvc: 4 },
  { name: 'Discover', begins: /^(6011|64[4-9]|65)/, lengths: [16], cvc: 3 },
  { name: 'Diners Club', begins: /^3(0[0-5]|[689])/, lengths: [14, 16], cvc: 3 },
  { name: 'JCB', begins: /^35/, lengths: [16], cvc: 3 },
  { name: 'UnionPay', begins: /^62/, lengths: [16, 17, 18, 19], cvc: 3 },
]

const digits = (text: string) => text.replace(/\D/g, '')

export const brandOf = (number: string) => brands.find(({ begins }) => begins.test(digits(number)))

/** Formats a number in groups, as printed on the card. */
export const groupedNumber = (typed: string): string => {
  const number = digits(typed).slice(0, 19)
  const groups =
    brandOf(number)?.cvc === 4 ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : /(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?(\d{1,3})?/
  return (groups.exec(number) ?? []).slice(1).filter(Boolean).join(' ')
}

/** Inserts the slash while typing; a deleted slash stays deleted. */
export const slashedExpiry = (typed: string, before: string): string => {
  const given = digits(typed)
  const text = /^[2-9]/.test(given) ? `0${given}` : given
  if (typed.length < before.length && text.length <= 2) return text
  return text.length < 2 ? text : `${text.slice(0, 2)} / ${text.slice(2, 4)}`
}

export const expiryOf = ({ expiry }: Pick<TypedCard, 'expiry'>): { month: number; year: number } | undefined => {
  const [, month = '', year = ''] = /^(\d\d) \/ (\d\d)$/.exec(expiry) ?? []
  const read = { month: Number(month), year: 2000 + Number(year) }
  return month !== '' && read.month >= 1 && read.month <= 12 ? read : undefined
}

/** Verifies the check digit (Luhn). */
const hasValidCheckDigit = (number: string) =>
  [...number].toReversed().reduce((sum, digit, place) => {
    const twice = Number(digit) * 2
    return sum + (place % 2 === 0 ? Number(digit) : twice > 9 ? twice - 9 : twice)
  }, 0) %
    10 ===
  0

/** Validation errors by field. */
export const problemsOf = (card: TypedCard, now: Date): Partial<Record<keyof TypedCard, string>> => {
  const number = digits(card.number)
  const brand = brandOf(number)
  const isWhole = brand ? brand.lengths.includes(number.length) : number.length >= 12
  const expiry = expiryOf(card)
  const isOver = expiry && Date.UTC(expiry.year, expiry.month) <= now.getTime()
  return {
    ...(!isWhole && { number: 'Your card number is incomplete.' }),
    ...(isWhole && !hasValidCheckDigit(number) && { number: 'Your card number is invalid.' }),
    ...(!expiry && { expiry: "Your card's expiration date is incomplete." }),
    ...(isOver && { expiry: "Your card's expiration date is in the past." }),
    ...(digits(card.cvc).length !== (brand?.cvc ?? 3) && { cvc: "Your card's security code is incomplete." }),
  }
}
