import type { RecordedEvent } from './index.ts'
import type { WireEvent } from './wire/read-call.ts'

/** Converts an event to the port's form. The data of other writers' events may be bytes, or invalid JSON, which is returned as text. */
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
