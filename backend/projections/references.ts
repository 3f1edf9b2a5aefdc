import type { z } from 'zod'
import { campaignEvents } from '#domain/campaigns.ts'
import { collectionEvents } from '#domain/collections.ts'
import { conjurationEvents } from '#domain/conjurations.ts'
import { conversationEvents } from '#domain/conversations.ts'
import { generationEvents } from '#domain/generations.ts'
import { graphEvents } from '#domain/graphs.ts'
import { imageEvents } from '#domain/images.ts'
import { mapEvents } from '#domain/maps.ts'
import { type Envelope, subjectOf } from '#domain/metadata.ts'
import { modelEvents } from '#domain/models.ts'
import { operationEvents } from '#domain/operations.ts'
import { recordingEvents } from '#domain/recordings.ts'
import { relationshipEvents } from '#domain/relationships.ts'
import { segmentEvents } from '#domain/segments.ts'
import { tableEvents } from '#domain/tables.ts'
import { templateEvents } from '#domain/templates.ts'
import { textEvents } from '#domain/text-events.ts'
import { transcriptEvents } from '#domain/transcripts.ts'
import { writingEvents } from '#domain/writings.ts'

const schemas = {
  ...campaignEvents,
  ...collectionEvents,
  ...conjurationEvents,
  ...graphEvents,
  ...imageEvents,
  ...conversationEvents,
  ...templateEvents,
  ...generationEvents,
  ...mapEvents,
  ...tableEvents,
  ...modelEvents,
  ...operationEvents,
  ...recordingEvents,
  ...relationshipEvents,
  ...segmentEvents,
  ...textEvents,
  ...transcriptEvents,
  ...writingEvents,
}
type Schemas = typeof schemas

/** The value of an event's field for viewers who do not see the thing that it names. */
type Instead = (value: unknown) => unknown
const nothing: Instead = () => null

/** The last part of a key names the file; the part before may be the id of a picture. */
const fileName: Instead = (key) => (typeof key === 'string' ? key.slice(key.lastIndexOf('/') + 1) : null)

/**
 * Fields of events that name further things: not every viewer of the event's own thing sees those. A field that is left out
 * here goes to all of them.
 */
const table: { [Type in keyof Schemas]?: { [Field in keyof z.infer<Schemas[Type]>]?: Instead } } = {
  // A user who is invited to the copy may not belong to the original.
  CampaignCreated: { copyOf: nothing },
  BackgroundImageChanged: { key: fileName },

  CollectionCreated: { parentCollectionId: nothing },
  CollectionMoved: { parentCollectionId: nothing },
  // Users who see only its descendants receive the event as well.
  CollectionDeleted: { collectionId: nothing, rootId: nothing },
  CollectionRestored: { collectionId: nothing, parentCollectionId: nothing },

  ConjurationCreated: { collectionId: nothing, copyOf: nothing },
  ConjurationMoved: { collectionId: nothing, fromCollectionId: nothing },
  ConjurationMovedToCampaign: { collectionId: nothing, fromCampaignId: nothing },
  // It is about the copy.
  ConjurationCopied: { conjurationId: nothing },

  // A user's own folder is named to them, even for lore that is hidden from them by then.
  GraphNodePlaced: { conjurationId: nothing },

  ImageRequested: { conjurationId: nothing, reference: nothing },
  ImageUploaded: { conjurationId: nothing },
  ImageLinked: { conjurationId: nothing },
  ImageMoved: { conjurationId: nothing, fromCampaignId: nothing },
  PrimaryImageSet: { conjurationId: nothing },
  ConjurationPrimaryImageSet: { imageId: nothing },

  ModelRequested: { conjurationId: nothing, picture: nothing },
  ModelMoved: { conjurationId: nothing, fromCampaignId: nothing },

  // Where the map was then.
  RoomRenamed: { campaignId: nothing },

  ConjurationRelationshipCreated: { sourceId: nothing, targetId: nothing, reverseId: nothing },

  TemplateCreated: { copyOf: nothing },
  // The requester may no longer see it.
  GenerationRequested: { place: nothing, guidanceContext: () => [] },
  GenerationWritten: { used: () => [], omitted: () => [] },
  GenerationCompleted: { imageId: nothing },
  TextSettled: { conjurationId: nothing },
  TranscriptSpeakersAssigned: { characters: () => [] },

  // Its subject may be private, while the DMs of its campaign see the operation.
  OperationBegun: { arguments: nothing },
  OperationEnded: { skipped: () => [] },
  OperationUndone: { skipped: () => [] },

  // The requester may see less than at the time of the request, and may have named ids that they never saw.
  WritingRequested: { segmentId: nothing, targetConjurationId: nothing, conjurationIds: () => [], fileIds: () => [] },
  WritingFinished: { used: () => [], omitted: () => [] },
}
const references: Readonly<Record<string, Readonly<Record<string, Instead>>>> = table

const withoutPrompts: Instead = (words) => (words ? { ...words, prompt: null, negativePrompt: null } : words)

/**
 * The prompt of a picture is for its editors, although all viewers of the picture receive the event. A provider's refusal
 * may quote it.
 */
const forEditors: typeof table = {
  ImageRequested: { prompt: nothing, negativePrompt: nothing },
  ImageMoved: { words: withoutPrompts },
  ImageFailed: { message: () => '' },
  ImageFiltered: { message: () => '' },
  ModelRequested: { prompt: nothing },
  ModelMoved: { texts: (texts) => (texts ? { ...texts, prompt: null } : texts) },
  ModelGenerationFailed: { message: () => '' },
}
const edited: typeof references = forEditors

/** The fields of an event that only those who may edit its item read. */
export const editorsFields = (type: string): string[] => Object.keys(edited[type] ?? {})

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
  const named = Object.keys(references[event.type] ?? {}).map((at) => [at, JSON.stringify(data[at] ?? null)] as const)
  const subject = subjectOf(event.stream)
  const all = subject === item ? named : [...named, [stream, subject] as const]
  return all.flatMap(([at, text]) => [...new Set(text.toLowerCase().match(uuids))].map((id) => ({ at, id })))
}

const insteadOf = (type: string, at: string) => references[type]?.[at] ?? edited[type]?.[at]

/** The event for viewers who do not see the things that these fields name. */
export const redacted = <Event extends Pick<Envelope, 'type' | 'stream' | 'data'>>(
  event: Event,
  hidden: readonly string[],
): Event => {
  if (hidden.length === 0) return event
  const data = { ...(event.data as Record<string, unknown>) }
  for (const at of hidden) if (at !== stream) data[at] = insteadOf(event.type, at)?.(data[at]) ?? null
  const category = event.stream.slice(0, event.stream.indexOf('-') + 1)
  return { ...event, data, ...(hidden.includes(stream) && { stream: category }) }
}
