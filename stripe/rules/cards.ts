/** The behaviour of a test card. All other numbers are refused, as in Stripe's test mode. */
export interface TestCard {
  number: string
  brand: string
  funding?: string
  /** The bank declines this card at every charge and, unless `attaches`, also when it is saved. */
  declines?: Decline
  attaches?: boolean
  /** 3-D Secure: at every payment, or at all but off-session payments with a card that was set up for them. */
  authentication?: 'always' | 'until_set_up'
  disputed?: 'fraudulent' | 'product_not_received'
  /** Refunds are accepted, and fail later. */
  failsRefunds?: true
}

export interface Decline {
  code: string
  decline_code?: string
  message: string
}

const declined = (decline_code: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
})
const visa = { brand: 'visa' }
const generic = declined('generic_decline')
export const expired: Decline = { code: 'expired_card', message: 'Your card has expired.' }

/** Test cards by token, `pm_card_…`; the numbers are Stripe's. */
const cards = {
  visa: { number: '4242424242424242', ...visa },
  visa_debit: { number: '4000056655665556', ...visa, funding: 'debit' },
  mastercard: { number: '5555555555554444', brand: 'mastercard' },
  amex: { number: '378282246310005', brand: 'amex' },
  discover: { number: '6011111111111117', brand: 'discover' },
  threeDSecure2Required: { number: '4000000000003220', ...visa, authentication: 'always' },
  authenticationRequiredOnSetup: { number: '4000002500003155', ...visa, authentication: 'until_set_up' },
  authenticationRequired: { number: '4000002760003184', ...visa, authentication: 'always' },
  chargeDeclined: { number: '4000000000000002', ...visa, declines: generic },
  visa_chargeDeclined: { number: '4000000000000002', ...visa, declines: generic },
  chargeDeclinedInsufficientFunds: {
    number: '4000000000009995',
    ...visa,
    declines: declined('insufficient_funds', 'Your card has insufficient funds.'),
  },
  chargeDeclinedLostCard: { number: '4000000000009987', ...visa, declines: declined('lost_card') },
  chargeDeclinedStolenCard: { number: '4000000000009979', ...visa, declines: declined('stolen_card') },
  chargeDeclinedExpiredCard: { number: '4000000000000069', ...visa, declines: expired },
  chargeDeclinedIncorrectCvc: {
    number: '4000000000000127',
    ...visa,
    declines: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
  chargeDeclinedProcessingError: {
    number: '4000000000000119',
    ...visa,
    declines: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  chargeCustomerFail: { number: '4000000000000341', ...visa, declines: generic, attaches: true },
  createDispute: { number: '4000000000000259', ...visa, disputed: 'fraudulent' },
  createDisputeProductNotReceived: { number: '4000000000002685', ...visa, disputed: 'product_not_received' },
  refundFail: { number: '4000000000005126', ...visa, failsRefunds: true },
} satisfies Record<string, TestCard>

const byToken = new Map<string, TestCard>(Object.entries(cards))
const byNumber = new Map([...byToken.values()].map((card) => [card.number, card]))

/** Finds a test card by its token, such as `pm_card_visa`. */
export const cardOfToken = (token: string): TestCard | undefined => byToken.get(token.replace(/^pm_card_/, ''))
export const cardOfNumber = (number: string): TestCard | undefined => byNumber.get(number)

/** True if the number has a valid length and check digit (Luhn). */
export const isCardNumber = (number: string): boolean => {
  if (!/^\d{12,19}$/.test(number)) return false
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce((all, digit, at) => all + (at % 2 ? (digit * 2 > 9 ? digit * 2 - 9 : digit * 2) : digit), 0)
  return sum % 10 === 0
}

/** The automatic result of a payment with a card: taken, declined, or awaiting the user's authentication. */
export const paymentBy = (
  card: TestCard,
  { setUp, authenticated }: { setUp: boolean; authenticated: boolean },
): 'taken' | 'authentication' | Decline => {
  const needsAuthentication = card.authentication === 'always' || (card.authentication === 'until_set_up' && !setUp)
  if (needsAuthentication && !authenticated) return 'authentication'
  return card.declines ?? 'taken'
}
