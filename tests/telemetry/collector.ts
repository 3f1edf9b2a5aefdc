import { z } from 'zod'
import { serve } from '../vendors/serve.ts'

const Value = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.union([z.int(), z.string()]) }).transform(({ intValue }) => Number(intValue)),
  z.object({ doubleValue: z.number() }).transform(({ doubleValue }) => doubleValue),
  z.object({ boolValue: z.boolean() }).transform(({ boolValue }) => boolValue),
])
const Attributes = z
  .array(z.object({ key: z.string(), value: Value }))
  .transform((pairs) => Object.fromEntries(pairs.map(({ key, value }) => [key, value])))
const nanoseconds = z.string().regex(/^\d+$/).transform(BigInt)
const Span = z.object({
  traceId: z.string().regex(/^[\da-f]{32}$/),
  spanId: z.string().regex(/^[\da-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[\da-f]{16}$/)
    .optional(),
  name: z.string(),
  kind: z.int(),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes: Attributes,
  status: z.object({ code: z.int() }),
})
const Traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})
export type CollectedSpan = z.infer<typeof Span> & { service: unknown }

/** An OpenTelemetry collector on this machine, that takes what the protocol allows and nothing else. */
export const startCollector = async () => {
  const spans: CollectedSpan[] = []
  const headers: Headers[] = []
  let away = false
  const { url, close } = await serve(async (request) => {
    if (away) return new Response(null, { status: 403 })
    if (request.method !== 'POST' || new URL(request.url).pathname !== '/v1/traces')
      return new Response(null, { status: 404 })
    headers.push(request.headers)
    for (const { resource, scopeSpans } of Traces.parse(await request.json()).resourceSpans)
      for (const scope of scopeSpans)
        spans.push(...scope.spans.map((span) => ({ ...span, service: resource.attributes['service.name'] })))
    return Response.json({})
  })
  return {
    url,
    spans,
    headers,
    close,
    goAway() {
      away = true
    },
  }
}
