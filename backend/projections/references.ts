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
import { operationEvents } from '#domain/operations.ts'
import { relationshipEvents } from '#domain/relationships.ts'
import { segmentEvents } from '#domain/segments.ts'
import { tableEvents } from '#domain/tables.ts'
import { templateEvents } from '#domain/templates.ts'
import { textEvents } from '#domain/text-events.ts'
import { writingEvents } from '#domain/writings.ts'

const schemas = {
  ...{ ...campaignEvents, ...collectionEvents, ...conjurationEvents, ...graphEvents, ...imageEvents },
  ...{ ...conversationEvents, ...templateEvents, ...generationEvents, ...mapEvents, ...tableEvents },
  ...{ ...operationEvents, ...relationshipEvents, ...segmentEvents, ...textEvents, ...writingEvents },
}
type Schemas = typeof schemas

/** What stands in an event's field for who does not see the thing that it names. */
type Instead = (value: unknown) => unknown
const nothing: Instead = () => null

/** The last part of a key names the file; what stands before it may be the id of a picture. */
const fileName: Instead = (key) => (typeof key === 'string' ? key.slice(key.lastIndexOf('/') + 1) : null)

/**
 * Where events name things beside the one that they are about: not everybody who is told of that one sees those. A field that is left out
 * here goes to all of them.
 */
const table: { [Type in keyof Schemas]?: { [Field in keyof z.infer<Schemas[Type]>]?: Instead } } = {
  // Who was asked into the copy may not belong to what it is one of.
  CampaignCreated: { copyOf: nothing },
  BackgroundImageChanged: { key: fileName },

  CollectionCreated: { parentCollectionId: nothing },
  CollectionMoved: { parentCollectionId: nothing },
  // Those too are told who see only what hangs below it.
  CollectionDeleted: { collectionId: nothing, rootId: nothing },
  CollectionRestored: { collectionId: nothing, parentCollectionId: nothing },

  ConjurationCreated: { collectionId: nothing, copyOf: nothing },
  ConjurationMoved: { collectionId: nothing, fromCollectionId: nothing },
  ConjurationMovedToCampaign: { collectionId: nothing, fromCampaignId: nothing },
  // It is about the copy.
  ConjurationCopied: { conjurationId: nothing },

  // A place of one's own is told as such, also of lore that is out of sight by then.
  GraphNodePlaced: { conjurationId: nothing },

  ImageRequested: { conjurationId: nothing, reference: nothing },
  ImageUploaded: { conjurationId: nothing },
  ImageLinked: { conjurationId: nothing },
  ImageMoved: { conjurationId: nothing, fromCampaignId: nothing },
  PrimaryImageSet: { conjurationId: nothing },
  ConjurationPrimaryImageSet: { imageId: nothing },

  // Where the map was then.
  RoomRenamed: { campaignId: nothing },

  ConjurationRelationshipCreated: { sourceId: nothing, targetId: nothing, reverseId: nothing },

  TemplateCreated: { copyOf: nothing },
  // Whoever asked may see it no more.
  GenerationRequested: { place: nothing, guidanceContext: () => [] },
  GenerationWritten: { used: () => [], omitted: () => [] },
  GenerationCompleted: { imageId: nothing },
  TextSettled: { conjurationId: nothing },

  // What it is about may be somebody's alone, and its campaign's DMs see that it runs.
  OperationBegun: { arguments: nothing },
  OperationEnded: { skipped: () => [] },
  OperationUndone: { skipped: () => [] },

  // Who asked may see less than they did then, and what they named they may never have seen.
  WritingRequested: { segmentId: nothing, targetConjurationId: nothing, conjurationIds: () => [], fileIds: () => [] },
  WritingFinished: { used: () => [], omitted: () => [] },
}
const references: Readonly<Record<string, Readonly<Record<string, Instead>>>> = table

const withoutPrompts: Instead = (words) => (words ? { ...words, prompt: null, negativePrompt: null } : words)

/**
 * What a picture was asked for with is for those who may edit it, though whoever sees the picture receives the event. A provider's refusal
 * may quote it.
 */
const forEditors: typeof table = {
  ImageRequested: { prompt: nothing, negativePrompt: nothing },
  ImageMoved: { words: withoutPrompts },
  ImageFailed: { message: () => '' },
  ImageFiltered: { message: () => '' },
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

/** Everything that an event about `item` names beside it, and the item itself where not only who sees it is told. */
export const referencesOf = (event: Pick<Envelope, 'type' | 'stream' | 'data'>, item: string): Reference[] => {
  const data = (event.data ?? {}) as Record<string, unknown>
  const named = Object.keys(references[event.type] ?? {}).map((at) => [at, JSON.stringify(data[at] ?? null)] as const)
  const subject = subjectOf(event.stream)
  const all = subject === item ? named : [...named, [stream, subject] as const]
  return all.flatMap(([at, text]) => [...new Set(text.toLowerCase().match(uuids))].map((id) => ({ at, id })))
}

const insteadOf = (type: string, at: string) => references[type]?.[at] ?? edited[type]?.[at]

/** An event as it is told to who does not see what these of its fields name. */
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
