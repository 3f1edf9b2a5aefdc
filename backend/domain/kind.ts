import type { z } from 'zod'
import type { AccessChange } from './access-row.ts'
import type { Refusals, Schemas } from './decider.ts'

/** Returns the value of an event's field for users who may not read the original value. */
export type Redaction = (value: unknown) => unknown

export const toNull: Redaction = () => null
export const toEmptyList: Redaction = () => []
export const toEmptyText: Redaction = () => ''

type Redactions<E extends Schemas> = { [Type in keyof E]?: { [Field in keyof z.infer<E[Type]>]?: Redaction } }

/**
 * The part of a kind of thing that all layers and the browser share; `things/<thing>.ts` adds the server's part. Kinds are object
 * literals that `satisfies` checks: bundlers drop unused literals, but not calls.
 */
export interface Kind<E extends Schemas = Schemas> {
  /** Schemas of the events by type. */
  events: E
  /** Status and sentence of each rejection of its rules, by code. */
  refusals?: Refusals
  /**
   * Fields of its events that name further things. Not all viewers of the event's own thing see those things; they read the
   * redacted value. All viewers read the fields that are not listed.
   */
  references?: Redactions<E>
  /** Fields of its events that only those who may edit the thing read; other viewers read the redacted value. */
  editorsOnly?: Redactions<E>
  /**
   * Maps an event of a category to the id of the thing whose access row decides who sees the event; undefined for the thing that the
   * stream is named after.
   */
  item?: { category: string; of(data: Record<string, unknown>): unknown }
  /** Changes of access rows, by event type. */
  access?: { [Type in keyof E]?: (data: z.infer<E[Type]>) => AccessChange | AccessChange[] }
}
