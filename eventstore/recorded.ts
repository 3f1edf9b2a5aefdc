import type { RecordedEvent } from './index.ts'
import type { WireEvent } from './wire/read-call.ts'

/** An event as the port gives it. Data of events that others wrote may be bytes, or text that is no JSON though it is said to be. */
export const recorded = ({ id, type, stream, revision, position, json, ...event }: WireEvent): RecordedEvent => {
  const metadata = parsed(event.metadata)
  return {
    ...{ id, type, stream, revision, position, created: new Date(event.created) },
    data: json ? parsed(event.data) : event.data,
    metadata: isRecord(metadata) ? metadata : {},
  }
}

const parsed = (bytes: Buffer): unknown => {
  const text = bytes.toString()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object'
