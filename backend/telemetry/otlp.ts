import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '../platform/log.ts'
import { formatTraceparent, parseTraceparent } from './traceparent.ts'
import type { Span, SpanOptions, Tracer } from './tracer.ts'

export interface OtlpOptions {
  /** URL of the collector, without `/v1/traces`. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  version: string
  /** The share of traces to record, 0 to 1, among those that begin here or that a caller records. */
  ratio: number
  log: Log
}

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
}

/** Creates a tracer that sends spans in batches by OTLP/HTTP in JSON. While the collector is unavailable, only its spans are lost. */
export const otlpTracer = (options: OtlpOptions): Tracer => {
  const contexts = new AsyncLocalStorageContextManager().enable()
  const share = new TraceIdRatioBasedSampler(options.ratio)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.serviceName, 'service.version': options.version }),
    // Any client may request that its trace is recorded, so the same share applies to those. All processes agree, as it depends on the id.
    sampler: new ParentBasedSampler({ root: share, remoteParentSampled: share }),
    spanProcessors: [new BatchSpanProcessor({ exporter: reportLosses(exporterTo(options), options.log) })],
  })
  const tracer = provider.getTracer('loreloom', options.version)

  const parentOf = (parent: string | null | undefined): Context => {
    if (parent === undefined) return contexts.active()
    const remote = parseTraceparent(parent)
    return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT
  }

  return {
    begin(name, { kind = 'internal', parent, attributes = {}, from }: SpanOptions = {}): Span {
      const above = parentOf(parent)
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind], attributes, ...(from ? { startTime: from } : {}) },
        above,
      )
      const within = trace.setSpan(above, span)
      return {
        traceId: span.isRecording() ? span.spanContext().traceId : undefined,
        run: (work) => contexts.with(within, work),
        set: (more) => void span.setAttributes(more),
        fail(error) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          // Records only the type of an error: its message may contain personal data.
          if (error instanceof Error) span.setAttribute('error.type', error.constructor.name)
        },
        end: () => span.end(),
      }
    },
    traceparent() {
      const context = trace.getSpanContext(contexts.active())
      const recorded = context && isSpanContextValid(context) && (context.traceFlags & TraceFlags.SAMPLED) !== 0
      return recorded ? formatTraceparent(context) : undefined
    },
    close: () => provider.shutdown(),
  }
}

const exporterTo = ({ endpoint, headers }: OtlpOptions): SpanExporter =>
  new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, headers, timeoutMillis: 5_000 })

/** Logs once when spans begin to be lost, and once when they are sent again. */
const reportLosses = (exporter: SpanExporter, log: Log): SpanExporter => {
  let losing = false
  const report = (lost: boolean, err: unknown) => {
    if (lost && !losing) log.warn({ err }, 'Traces cannot be sent to the collector and are lost')
    if (!lost && losing) log.info({}, 'Traces are sent to the collector again')
    losing = lost
  }
  // Spans are sent by a timer that some request has started: their loss is logged outside of that request's context.
  const outside = AsyncLocalStorage.snapshot()
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        outside(report, result.code !== 0, result.error)
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
