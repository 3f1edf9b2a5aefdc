/** Stripe's `error` object. */
export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_method?: unknown
  payment_intent?: unknown
  setup_intent?: unknown
  doc_url?: string
}

/** A refused request. Its changes are rolled back. */
export class Refused extends Error {
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** A refusal that is an outcome: a declined card, whose changes are committed. */
export class Outcome {
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, body: ErrorBody) {
    this.status = status
    this.body = body
  }
}

export const invalid = (message: string, more: Partial<ErrorBody> = {}, status = 400) =>
  new Refused(status, { type: 'invalid_request_error', message, ...more })

export const missing = (kind: string, id: string, param = 'id') =>
  invalid(
    `No such ${kind.replace(/^test_helpers\./, '').replace('_', '')}: '${id}'`,
    { code: 'resource_missing', param },
    404,
  )

/** Refuses a feature that Stripe has and this emulator lacks; retries are pointless. */
export const lacks = (what: string, param?: string) =>
  new Refused(501, {
    type: 'api_error',
    code: 'not_simulated',
    message: `The simulated Stripe lacks ${what}.`,
    ...(param !== undefined && { param }),
  })

export const unauthorized = (message: string) => invalid(message, {}, 401)
