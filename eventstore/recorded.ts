import type { RecordedEvent } from './index.ts'
import type { WireEvent } from './wire/read-call.ts'

/** An event as the port gives it. Data of events that others wrote may be bytes, or text that is no JSON though it is said to be. */
export const recorded = (event: WireEvent): RecordedEvent => {
  const { id, type, stream, revision, position } = event
  const data = event.json ? parsed(event.data) : event.data
  const metadata = parsed(event.metadata)
  const created = new Date(event.created)
  return { id, type, data, metadata: isRecord(metadata) ? metadata : {}, stream, revision, position, created }
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
