import type { Redaction } from '#domain/kind.ts'
import { editorsOnly, references } from '#domain/kinds.ts'
import { type Envelope, subjectOf } from '#domain/metadata.ts'

type Redactions = Readonly<Record<string, Readonly<Record<string, Redaction>> | undefined>>
const referenceRedactions: Redactions = references
const editorRedactions: Redactions = editorsOnly

/** The fields of an event that only those who may edit its item read. */
export const editorsFields = (type: string): string[] => Object.keys(editorRedactions[type] ?? {})

/** A thing that an event names, and the field that it is named in. */
export interface Reference {
  at: string
  id: string
}

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi

/** The event's stream may be named after another thing than the event is about. */
const stream = 'stream'

/** All things that an event about `item` names, and the item itself where not only its viewers receive the event. */
export const referencesOf = (event: Pick<Envelope, 'type' | 'stream' | 'data'>, item: string): Reference[] => {
  const data = (event.data ?? {}) as Record<string, unknown>
  const named = Object.keys(referenceRedactions[event.type] ?? {}).map(
    (at) => [at, JSON.stringify(data[at] ?? null)] as const,
  )
  const subject = subjectOf(event.stream)
  const all = subject === item ? named : [...named, [stream, subject] as const]
  return all.flatMap(([at, text]) => [...new Set(text.toLowerCase().match(uuids))].map((id) => ({ at, id })))
}

const redactionOf = (type: string, at: string) => referenceRedactions[type]?.[at] ?? editorRedactions[type]?.[at]

/** The event for viewers who do not see the things that these fields name. */
export const redacted = <Event extends Pick<Envelope, 'type' | 'stream' | 'data'>>(
  event: Event,
  hidden: readonly string[],
): Event => {
  if (hidden.length === 0) return event
  const data = { ...(event.data as Record<string, unknown>) }
  for (const at of hidden) if (at !== stream) data[at] = redactionOf(event.type, at)?.(data[at]) ?? null
  const category = event.stream.slice(0, event.stream.indexOf('-') + 1)
  return { ...event, data, ...(hidden.includes(stream) && { stream: category }) }
}
