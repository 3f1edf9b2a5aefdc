import type { Call } from '../http/call.ts'
import { customers } from './customers.ts'
import { events } from './events.ts'
import { invoices } from './invoices.ts'
import { charges, disputes, refunds } from './money-back.ts'
import { paymentIntents } from './payment-intents.ts'
import { paymentMethods } from './payment-methods.ts'
import { preview } from './preview.ts'
import { prices } from './prices.ts'
import { products } from './products.ts'
import { schedules } from './schedules.ts'
import { setupIntents } from './setup-intents.ts'
import { simulated } from './simulated.ts'
import { subscriptions } from './subscriptions.ts'
import { testClocks } from './test-clocks.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'

/** All supported calls; others are refused by name. */
export const calls: readonly Call[] = [
  ...charges,
  ...customers,
  ...disputes,
  ...events,
  ...invoices,
  ...paymentIntents,
  ...paymentMethods,
  ...preview,
  ...prices,
  ...products,
  ...refunds,
  ...schedules,
  ...setupIntents,
  ...simulated,
  ...subscriptions,
  ...testClocks,
  ...webhookEndpoints,
]
