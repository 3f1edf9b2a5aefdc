export type Attributes = Record<string, string | number | boolean>

export interface SpanOptions {
  /** The span's role: a caller of another service, a server, or a queue consumer. */
  kind?: 'internal' | 'server' | 'client' | 'consumer'
  /** W3C `traceparent` of the parent. Null or an invalid value begins a new trace; by default, the current span is the parent. */
  parent?: string | null
  attributes?: Attributes
  /** Start in milliseconds since 1970; by default now. */
  from?: number
}

/** A unit of work in a trace. */
export interface Span {
  /** 32 hexadecimal digits; undefined when this trace is not recorded. */
  traceId: string | undefined
  /** Runs `work`; spans that it begins become children of this one. */
  run<T>(work: () => T): T
  set(attributes: Attributes): void
  fail(error: unknown): void
  end(): void
}

/** Traces work from a request through events to jobs. Implemented by `otlp.ts` and `noTracing`. */
export interface Tracer {
  begin(name: string, options?: SpanOptions): Span
  /** Returns the W3C `traceparent` of the current span, by which others continue its trace; undefined if it is not recorded. */
  traceparent(): string | undefined
  /** Sends the spans that were not sent yet. */
  close(): Promise<void>
}

const untraced: Span = {
  traceId: undefined,
  run: (work) => work(),
  set: () => undefined,
  fail: () => undefined,
  end: () => undefined,
}

/** A tracer that records nothing. */
export const noTracing: Tracer = {
  begin: () => untraced,
  traceparent: () => undefined,
  close: async () => undefined,
}

/** Runs `work` in a span; an error marks the span as failed. */
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
