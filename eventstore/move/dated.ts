import type { WireEvent } from '../wire/read-call.ts'
import type { MovedEvent } from './log.ts'

/**
 * An event as it is moved: where its metadata do not say when it happened, the moment at which this store wrote it is added, since the
 * next store writes it at another. What is there stays byte for byte.
 */
export function dated({ stream, revision, id, type, json, data, metadata, created }: WireEvent): MovedEvent {
  return { stream, revision, id, type, json, data, metadata: withMoment(metadata, created) }
}

function withMoment(metadata: Buffer, created: number): Buffer {
  const text = metadata.length === 0 ? '{}' : metadata.toString('utf8')
  const said = parsed(text)
  if (said === undefined || 'at' in said) return metadata
  const at = `"at":"${new Date(created).toISOString()}"}`
  const open = text.slice(0, text.lastIndexOf('}'))
  return Buffer.from(Object.keys(said).length === 0 ? `{${at}` : `${open.trimEnd()},${at}`)
}

/** Metadata that are no JSON object are others': they stay as they are. */
function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
