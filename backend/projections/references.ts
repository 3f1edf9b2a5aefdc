import type { Redaction } from '#domain/kind.ts'
import { editorsOnly, references } from '#domain/kinds.ts'
import { type Envelope, subjectOf } from '#domain/metadata.ts'

type Redactions = Readonly<Record<string, Readonly<Record<string, Redaction>> | undefined>>
const referenceRedactions: Redactions = references
const editorRedactions: Redactions = editorsOnly

/** Returns the fields of an event that only editors of its item receive. */
export const editorsFields = (type: string): string[] => Object.keys(editorRedactions[type] ?? {})

/** A reference in an event: the field (`at`), and the id of the thing that it refers to. */
export interface Reference {
  at: string
  id: string
}

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi

/** Replaces a field's name: the name of the event's stream may contain the id of another thing than its item. */
const stream = 'stream'

/** Returns all things that an event about `item` refers to, including the subject of its stream if that is another thing. */
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

/** Returns the event without the references in these fields, for viewers who may not see the things referred to. */
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
