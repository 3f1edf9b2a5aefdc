export type Attributes = Record<string, string | number | boolean>

export interface SpanOptions {
  /** The span's role: a caller of another service, a server, or a queue consumer. */
  kind?: 'internal' | 'server' | 'client' | 'consumer'
  /** W3C `traceparent` of what caused it; null, or what is none: nothing did. When absent, the span under way, if any. */
  parent?: string | null
  attributes?: Attributes
  /** Milliseconds since 1970; now. */
  from?: number
}

/** A batch of work in a trace. */
export interface Span {
  /** 32 hexadecimal digits; undefined when this trace is not recorded. */
  traceId: string | undefined
  /** Spans that `work` begins belong to this one. */
  run<T>(work: () => T): T
  set(attributes: Attributes): void
  fail(error: unknown): void
  end(): void
}

/** Traces work from a request through events to jobs. Adapters: `otlp.ts`, and none. */
export interface Tracer {
  begin(name: string, options?: SpanOptions): Span
  /** W3C `traceparent` by which others continue the span under way; undefined when there is none that is recorded. */
  traceparent(): string | undefined
  /** Hands on what is not sent yet. */
  close(): Promise<void>
}

const untraced: Span = {
  traceId: undefined,
  run: (work) => work(),
  set: () => undefined,
  fail: () => undefined,
  end: () => undefined,
}

/** Records nothing, and costs nothing. */
export const noTracing: Tracer = {
  begin: () => untraced,
  traceparent: () => undefined,
  close: async () => undefined,
}

/** Work as a span; what it throws marks the span as failed. */
export const inSpan = async <T>(
  tracer: Tracer,
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> => {
  const span = tracer.begin(name, options)
  try {
    return await span.run(() => work(span))
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}
