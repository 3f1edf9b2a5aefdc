import { randomUUID } from 'node:crypto'
import type { Expected, NewEvent } from '#eventstore'
import type { Random } from '../../../demo/grammar.ts'

/** An append as it is asked for, under the time at which that began. */
export interface Asked {
  called: number
  stream: string
  events: NewEvent[]
  expected: Expected
}

/** What a client thread tells. */
export type Said =
  | { kind: 'asked'; asked: Asked }
  | { kind: 'answered'; called: number; returned: number; told: bigint | 'conflict'; position: bigint | undefined }
  | { kind: 'read'; stream: string; called: number; returned: number; told: bigint }
  | { kind: 'difference'; text: string }

export interface ClientData {
  url: string
  streams: readonly string[]
  /** Users at once. */
  clients: number
  seed: number
  /** One count for all threads: it says what came before what. */
  clock: Int32Array
  /** Appends of one that is gone, to be asked again. */
  inherited: readonly Asked[]
}

/** One to three events, mostly at the revision that is believed in. */
export const newAppend = (stream: string, random: Random, believed: bigint, called: number): Asked => ({
  called,
  stream,
  events: Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
    id: randomUUID(),
    type: 'Tried',
    data: {},
    metadata: {},
  })),
  expected: random() < 0.1 ? 'any' : believed === -1n ? 'none' : believed,
})
