import type { Call } from '../http/call.ts'
import { customers } from './customers.ts'
import { events } from './events.ts'
import { paymentIntents } from './payment-intents.ts'
import { paymentMethods } from './payment-methods.ts'
import { setupIntents } from './setup-intents.ts'
import { simulated } from './simulated.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'

/** Everything that can be asked. What is not here is refused by its name. */
export const calls: readonly Call[] = [
  ...customers,
  ...events,
  ...paymentIntents,
  ...paymentMethods,
  ...setupIntents,
  ...simulated,
  ...webhookEndpoints,
]
