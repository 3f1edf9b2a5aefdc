import { isUtf8 } from 'node:buffer'
import { CannotMove, type MovedEvent } from './log.ts'

/** Version of the format; others are rejected. */
export const VERSION = 1
const FORMAT = 'loreloom-log'

/** The first line of a file. */
export const HEADER: string = JSON.stringify({ format: FORMAT, version: VERSION })

/** The last line: the number of events, and the SHA-256 of their lines, including the line breaks. */
export const footer = (events: number, digest: string): string => JSON.stringify({ end: { events, digest } })

/**
 * The line of an event, which is also its canonical form for digests. Data and metadata are strings within the line, so
 * that parsing and writing the JSON preserves their bytes; binary values are in base64.
 */
export function lineOf({ stream, revision, id, type, json, data, metadata }: MovedEvent): string {
  return JSON.stringify({
    stream,
    revision: Number(revision),
    id,
    type,
    ...(json ? {} : { json: false }),
    ...(isUtf8(metadata) ? { metadata: metadata.toString('utf8') } : { metadata64: metadata.toString('base64') }),
    ...(isUtf8(data) ? { data: data.toString('utf8') } : { data64: data.toString('base64') }),
  })
}

export type Line = { kind: 'event'; event: MovedEvent } | { kind: 'end'; events: number; digest: string }

/** Reads a line after the first. Throws CannotMove, naming the line by its number. */
export function readLine(text: string, number: number): Line {
  const value = parsed(text)
  const end = value?.end
  if (isObject(end) && typeof end.events === 'number' && typeof end.digest === 'string')
    return { kind: 'end', events: end.events, digest: end.digest }
  const event = value && eventOf(value)
  if (!event) throw new CannotMove(`Line ${number} is not an event: ${JSON.stringify(text.slice(0, 80))}.`)
  return { kind: 'event', event }
}

/** Throws CannotMove unless this is the header of a supported version. */
export function readHeader(text: string) {
  const value = parsed(text)
  if (value?.format !== FORMAT)
    throw new CannotMove(
      'This file was not written by `npm run log -- export`: its first line is not the expected header.',
    )
  if (value.version !== VERSION)
    throw new CannotMove(
      `This log has version ${JSON.stringify(value.version)}, and this program reads version ${VERSION} alone: use the Loreloom that wrote it, or a newer one.`,
    )
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Validates without zod, since it runs for millions of lines. */
function eventOf({
  stream,
  revision,
  id,
  type,
  json = true,
  ...payload
}: Record<string, unknown>): MovedEvent | undefined {
  const metadata = bytesOf(payload.metadata, payload.metadata64)
  const data = bytesOf(payload.data, payload.data64)
  if (!isText(stream) || stream.startsWith('$') || !isText(type) || !isText(id) || !uuid.test(id)) return undefined
  if (!Number.isSafeInteger(revision) || (revision as number) < 0 || typeof json !== 'boolean') return undefined
  return metadata && data && { stream, revision: BigInt(revision as number), id, type, json, data, metadata }
}

const bytesOf = (text: unknown, base64: unknown): Buffer | undefined => {
  if (typeof text === 'string') return Buffer.from(text)
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : undefined
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
