import type Stripe from 'stripe'
import { z } from 'zod'
import { call, getCall, listCall, nothing } from '../http/call.ts'
import { clearable, fields, flag, merged, metadata, text } from '../http/params.ts'
import type { Objects } from '../objects.ts'
import { newId, randomText } from '../store/ids.ts'

const address = text.refine((value) => /^https?:/.test(value) && URL.canParse(value), 'invalid_url')
const enabled_events = z.array(text).min(1).max(500)

const created = fields<Stripe.WebhookEndpointCreateParams>()(
  {
    url: address,
    enabled_events,
    api_version: z.literal('2026-10-28.endive').optional(),
    description: clearable.optional(),
    metadata: metadata.optional(),
  },
  'connect',
)

const updated = fields<Stripe.WebhookEndpointUpdateParams>()({
  url: address.optional(),
  enabled_events: enabled_events.optional(),
  description: clearable.optional(),
  disabled: flag.optional(),
  metadata: metadata.optional(),
})

export const newWebhookEndpoint = (
  id: string,
  at: number,
  given: Pick<Objects['webhook_endpoint'], 'url' | 'enabled_events'> & Partial<Objects['webhook_endpoint']>,
): Objects['webhook_endpoint'] => ({
  id,
  object: 'webhook_endpoint',
  api_version: null,
  application: null,
  created: at,
  description: null,
  livemode: false,
  metadata: {},
  status: 'enabled',
  ...given,
})

export const webhookEndpoints = [
  call(
    'POST /v1/webhook_endpoints',
    created,
    async (tx, { url, enabled_events: wanted, description = null, metadata: more, api_version = null }) => {
      const about = { url, enabled_events: wanted, description, api_version, metadata: merged({}, more) }
      const secret = `whsec_${randomText(32)}`
      const endpoint = await tx.put(newWebhookEndpoint(newId('webhook_endpoint'), tx.now, about), { secret })
      // Only this answer contains the secret.
      return { ...endpoint, secret }
    },
  ),
  getCall('/v1/webhook_endpoints', 'webhook_endpoint'),
  call(
    'POST /v1/webhook_endpoints/:id',
    updated,
    async (tx, { url, enabled_events: wanted, description, disabled, metadata: more }, id) => {
      const endpoint = await tx.get('webhook_endpoint', id)
      return tx.put({
        ...endpoint,
        ...(url !== undefined && { url }),
        ...(wanted && { enabled_events: wanted }),
        ...(description !== undefined && { description }),
        ...(disabled !== undefined && { status: disabled ? 'disabled' : 'enabled' }),
        metadata: merged(endpoint.metadata, more),
      })
    },
  ),
  call('DELETE /v1/webhook_endpoints/:id', nothing, async (tx, _, id) => {
    await tx.get('webhook_endpoint', id)
    const gone = { id, object: 'webhook_endpoint', deleted: true } as const
    await tx.bury(gone)
    return gone
  }),
  listCall('/v1/webhook_endpoints', 'webhook_endpoint', nothing, () => ({})),
]
