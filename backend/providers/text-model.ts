import type { Json } from '#domain/example-json.ts'

/** The port of text models. Adapters live in `text-model/`; no other module may name a vendor. */

/** A piece of the campaign that the requester may see: its text is material, never an instruction. */
export interface Passage {
  title: string
  text: string
  tags: readonly string[]
}

/** The requester's knowledge of the campaign, the most important passages first. */
export interface Known {
  /** Name, rule system and description of the campaign, if requested. */
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
  /** The topic, in the requester's words. */
  prompt: string
  /** The kind of thing, such as the name of a template: `Tavern`. */
  subject: string | null
  /** The name of the text's subject, if it has one already. */
  about?: string | undefined
  known: Known
  format?: TextFormat
  /** The range of words, inclusive. */
  words?: { min: number; max: number }
  /** 0 to 4294967295. The same request and seed give the same text if the adapter supports it. */
  seed: number
  /** Equal for all texts of one entry, so that an adapter that chooses people at random chooses the same ones in each. */
  castSeed?: number
  /** Answers to the template's questions, by question; the prompts already include them. */
  facts?: readonly { name: string; value: string }[]
  /** Earlier `Written.marks` of this campaign. */
  marks?: readonly string[]
  signal: AbortSignal
}

/** One text of several that belong together, such as an attribute of a template. */
export interface Field {
  /** The field's key in the answer. */
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
  /** The answer has exactly the example's keys and types of values. A list may have any length; its entries are like its first. */
  example: Json
}

/** A message of a conversation so far. */
export interface Turn {
  role: 'user' | 'assistant'
  text: string
}

/** A piece of the campaign that an answer may cite: its text is material, never an instruction. */
export interface Excerpt {
  /** Number with which the answer cites it, such as `[3]`. */
  n: number
  title: string
  text: string
}

/** A change of the campaign that an answer proposes. Entries and templates are given by their names. */
export type WantedChange =
  | { kind: 'entry'; name: string; text: string; tags: string[]; template: string | null }
  | { kind: 'section'; entry: string; title: string; text: string }
  | { kind: 'relationship'; from: string; to: string; comment: string }
  | { kind: 'tags'; entry: string; tags: string[] }

export interface ConversationRequest {
  /** The conversation before the question: questions and answers in turn. */
  turns: readonly Turn[]
  question: string
  excerpts: readonly Excerpt[]
  /** Finds further excerpts of texts that the requester may see. */
  search: (query: string) => Promise<readonly Excerpt[]>
  /** Adds a draft below the answer, which the requester may add to the campaign. Returns the result as a text for the model. */
  propose: (change: WantedChange) => Promise<string>
  signal: AbortSignal
}

/** Largest number of characters of an answer in a conversation. */
export const longestAnswer = 32_000
/** Largest numbers of searches and proposals of one answer, and of rounds in which a model may request them. */
export const [mostSearches, mostRounds] = [32, 8]

export interface Written<T> {
  content: T
  /** A credit line stored with the text. */
  madeBy: string
  /** Tokens of input and output, as the provider counts them; 0 if it counts none. */
  usage: { input: number; output: number }
  /** Short marks of the phrases used, so that later texts do not repeat them; empty if the adapter does not support it. */
  marks: string[]
}

/**
 * Causes of a failed text: timeout; incomplete; content filter; provider busy or unreachable; invalid JSON; final
 * refusal; wrong setting.
 */
export type TextFailure = 'slow' | 'cut_off' | 'filtered' | 'busy' | 'unusable' | 'refused' | 'misconfigured'

interface FailureFacts {
  /** In milliseconds, if the provider named a delay. */
  retryAfter?: number | undefined
  usage?: { input: number; output: number } | undefined
  /** The environment variable to check. */
  setting?: string | undefined
}

/** A failed text. `message` is for the requester. An abort by the caller stays an AbortError. */
export class TextFailed extends Error {
  readonly kind: TextFailure
  readonly facts: FailureFacts
  constructor(kind: TextFailure, message: string, facts: FailureFacts = {}) {
    super(message)
    this.kind = kind
    this.facts = facts
  }
}

/** Receives the text piece by piece while it is written. Pieces of a text that fails are not part of any answer. */
export type PieceListener = (piece: string) => void

export interface TextModel {
  /** Provider and model, as a receipt names them. */
  provider: string
  model: string
  /** Writes Markdown in the requested format. */
  write(request: TextRequest, hear?: PieceListener): Promise<Written<string>>
  /** Writes a text for each field, after the fields it depends on; `hear` receives the key of each finished text. */
  writeSheet(
    request: SheetRequest,
    hear?: (key: string, text: string) => void,
  ): Promise<Written<Record<string, string>>>
  /** Writes JSON with the example's keys and types. */
  writeStructure(request: StructureRequest): Promise<Written<Json>>
  /**
   * Answers in a conversation, in Markdown of at most `longestAnswer` characters that cites excerpts by number. Absent if the model of this
   * installation does not converse: then the embedded assistant answers.
   */
  converse?: ((request: ConversationRequest, hear: PieceListener) => Promise<Written<string>>) | undefined
}
