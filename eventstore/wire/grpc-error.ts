import { MalformedMessage } from './protobuf.ts'

/** gRPC's status codes, as far as they are used here. */
export const status = {
  OK: 0,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const

/**
 * The gRPC status of a plain HTTP response, for instance of a proxy that refused the request; undefined for 200. The mapping is that of
 * grpc/grpc, doc/http-grpc-status-mapping.md, except for statuses that it maps to UNKNOWN: those count as UNIMPLEMENTED.
 */
export function statusOfHttp(http: number): number | undefined {
  if (http === 200) return undefined
  if (http === 400) return status.INTERNAL
  if (http === 401) return status.UNAUTHENTICATED
  if (http === 403) return status.PERMISSION_DENIED
  return [429, 502, 503, 504].includes(http) ? status.UNAVAILABLE : status.UNIMPLEMENTED
}

/** Encodes an error's text for gRPC's header: percent-encodes all characters except printable ASCII without `%`. */
export const encodeText = (text: string): string =>
  text.toWellFormed().replace(/[^\x20-\x24\x26-\x7e]+/gu, encodeURIComponent)

/** Decodes the text of such a header; returns wrongly encoded text unchanged. */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Ends a call with a status; `trailers` identify the error for EventStoreDB's clients. */
export class GrpcError extends Error {
  readonly code: number
  readonly trailers: Record<string, string>
  constructor(code: number, text: string, trailers: Record<string, string> = {}) {
    super(text)
    this.code = code
    this.trailers = trailers
  }
}

/** The error for the client: its own mistake, or a failure to retry. */
export function asGrpcError(error: unknown): GrpcError {
  if (error instanceof GrpcError) return error
  if (error instanceof MalformedMessage) return new GrpcError(status.INVALID_ARGUMENT, error.message)
  return new GrpcError(status.UNAVAILABLE, error instanceof Error ? error.message : String(error))
}
