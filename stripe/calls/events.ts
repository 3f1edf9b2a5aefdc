import type Stripe from 'stripe'
import { z } from 'zod'
import { getCall, listCall, moments } from '../http/call.ts'
import { fields, text } from '../http/params.ts'

export const events = [
  getCall('/v1/events', 'event'),
  listCall(
    '/v1/events',
    'event',
    fields<Stripe.EventListParams>()(
      { created: moments.optional(), type: text.optional(), types: z.array(text).max(20).optional() },
      'delivery_success',
    ),
    ({ created, type, types }) => ({ created, type: type ?? types }),
  ),
]
