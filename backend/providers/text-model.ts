import type { Json } from '#domain/example-json.ts'

/** What the product needs from anything that writes text. Adapters live in `text-model/`; nothing else may name a vendor. */

/** Something of the campaign that whoever asks may see: what is told of it is material, never an instruction. */
export interface Passage {
  title: string
  text: string
  tags: readonly string[]
}

/** What is known of the campaign by whoever asks, the most important passages first. */
export interface Known {
  /** Name, rules and what the campaign says of itself, where that is asked for. */
  campaign: { name: string; system: string | null; description: string } | null
  passages: readonly Passage[]
  /** Names in use, of people and things, then of places; not all of them have a passage. */
  names: readonly string[]
  places: readonly string[]
  tags: readonly string[]
}

export const knowingNothing: Known = { campaign: null, passages: [], names: [], places: [], tags: [] }

export type TextFormat = 'SINGLE_LINE' | 'SHORT_PARAGRAPH' | 'PARAGRAPH' | 'LONG_PARAGRAPH' | 'BULLET_POINTS'

export interface TextRequest {
  /** What it is to be about, in the words of whoever asks. */
  prompt: string
  /** The kind of thing, such as the name of a template: `Tavern`. */
  subject: string | null
  /** The name of what it is about, where that has one already. */
  about?: string | undefined
  known: Known
  format?: TextFormat
  /** How many words it may have, both included. */
  words?: { min: number; max: number }
  /** 0 to 4294967295. The same request and seed give the same text where the adapter can promise it. */
  seed: number
  /** The same for all texts of one entry, so that an adapter that draws its people draws the same ones. */
  castSeed?: number
  /** Answers that the prompts have filled in, by what was asked. */
  facts?: readonly { name: string; value: string }[]
  /** What `Written.marks` said in this campaign before. */
  marks?: readonly string[]
  signal: AbortSignal
}

/** One text of several that belong together, such as an attribute of a template. */
export interface Field {
  /** Under which it stands in the answer. */
  key: string
  name: string
  prompt: string
  format: TextFormat
  words: { min: number; max: number }
  /** Keys of fields that it has to agree with: these are written before it. No cycles. */
  dependsOn: readonly string[]
}

export interface SheetRequest extends Omit<TextRequest, 'format' | 'words'> {
  fields: readonly Field[]
}

export interface StructureRequest extends Omit<TextRequest, 'format' | 'words'> {
  /** The answer has exactly its keys and the types of its values; a list may be of any length, its entries are as its first. */
  example: Json
}

export interface Written<T> {
  content: T
  /** A sentence saying who wrote it, kept with the text. */
  madeBy: string
  /** Tokens in and out, as the provider counts them; none where nothing counts tokens. */
  usage: { input: number; output: number }
  /** What it drew from, short, so that it does not repeat itself: only of adapters that can. */
  marks: string[]
}

/** How a text fails: too slow; ended before it was whole; stopped by a filter; told to wait, or nobody there; not the JSON that was asked for; refused for good; a setting is wrong. */
export type TextFailure = 'slow' | 'cut_off' | 'filtered' | 'busy' | 'unusable' | 'refused' | 'misconfigured'

interface FailureFacts {
  /** In milliseconds, where the provider said so. */
  retryAfter?: number | undefined
  usage?: { input: number; output: number } | undefined
  /** The environment variable to look at. */
  setting?: string | undefined
}

/** The text did not come to be. `message` is for who asked. An abort by the caller stays an AbortError. */
export class TextFailed extends Error {
  readonly kind: TextFailure
  readonly facts: FailureFacts
  constructor(kind: TextFailure, message: string, facts: FailureFacts = {}) {
    super(message)
    this.kind = kind
    this.facts = facts
  }
}

/** Hears the text while it comes, piece by piece. What was heard of a text that fails is not part of any answer. */
export type Hear = (piece: string) => void

export interface TextModel {
  /** As a receipt names it: who provides it, and which model. */
  provider: string
  model: string
  /** Markdown, in the asked format. */
  write(request: TextRequest, hear?: Hear): Promise<Written<string>>
  /** A text for each field, each after what it depends on; `hear` is told which field a finished text is of. */
  writeSheet(
    request: SheetRequest,
    hear?: (key: string, text: string) => void,
  ): Promise<Written<Record<string, string>>>
  /** Data of the example's keys and types. */
  writeStructure(request: StructureRequest): Promise<Written<Json>>
}
