/** W3C trace context, version 00: `00-<trace id>-<span id>-<flags>`; later versions may append further fields. */
const form = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:$|-)/

export interface TraceContext {
  traceId: string
  spanId: string
  /** The lowest bit is set if the caller records the trace. */
  traceFlags: number
}

/** Parses a trace context. Returns undefined for an invalid one, which is to be ignored according to the standard. */
export const parseTraceparent = (text: string | null | undefined): TraceContext | undefined => {
  const [, traceId, spanId, flags] = form.exec(text ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) }
}

export const formatTraceparent = ({ traceId, spanId, traceFlags }: TraceContext): string =>
  `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, '0')}`
