import type { Duplex } from 'node:stream'

/** Size of a frame's prefix: the lengths of its two parts, JSON and then bytes, in 4 bytes each. */
const prefixBytes = 8

export interface Frame {
  head: object
  body: Buffer
}

export const writeFrame = (stream: Duplex, head: object, body: Uint8Array = new Uint8Array()) => {
  const json = Buffer.from(JSON.stringify(head))
  const prefix = Buffer.alloc(prefixBytes)
  prefix.writeUInt32LE(json.length)
  prefix.writeUInt32LE(body.length, 4)
  stream.write(Buffer.concat([prefix, json]))
  if (body.length > 0) stream.write(body)
}

/** Collects an expected number of bytes in a buffer outside of Node's shared pool, which can be transferred to another thread. */
const exactReader = () => {
  let [target, filled] = [Buffer.allocUnsafeSlow(prefixBytes), 0]
  return {
    expect(length: number) {
      target = Buffer.allocUnsafeSlow(length)
      filled = 0
    },
    /** Copies as much of the chunk as fits, and returns that number of bytes; `full` is the buffer once it is complete. */
    take(chunk: Buffer): { taken: number; full: Buffer | undefined } {
      const taken = chunk.copy(target, filled)
      filled += taken
      return { taken, full: filled === target.length ? target : undefined }
    },
  }
}

/** Returns an object from its JSON; undefined for anything else. */
const objectIn = (json: Buffer): object | undefined => {
  try {
    const value: unknown = JSON.parse(String(json))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Calls back with each frame that arrives. A frame that is longer than `mostBytes`, has no object, or makes `onFrame` throw ends the stream. */
export const readFrames = (stream: Duplex, mostBytes: number, onFrame: (frame: Frame) => void) => {
  const reader = exactReader()
  let [headLength, bodyLength] = [0, 0]
  let head: Buffer | undefined
  let isPrefix = true

  const finish = (json: Buffer, body: Buffer) => {
    const parsed = objectIn(json)
    try {
      if (!parsed) throw new Error('A frame has no JSON object')
      onFrame({ head: parsed, body })
    } catch (error) {
      stream.destroy(error as Error)
    }
    head = undefined
    isPrefix = true
    reader.expect(prefixBytes)
  }
  const advance = (full: Buffer) => {
    if (isPrefix) {
      isPrefix = false
      headLength = full.readUInt32LE()
      bodyLength = full.readUInt32LE(4)
      if (headLength + bodyLength > mostBytes) stream.destroy(new Error('A frame is longer than any can be'))
      else reader.expect(headLength)
    } else if (head === undefined) {
      head = full
      if (bodyLength === 0) finish(full, Buffer.alloc(0))
      else reader.expect(bodyLength)
    } else finish(head, full)
  }
  stream.on('data', (chunk: Buffer) => {
    for (let rest = chunk; rest.length > 0 && !stream.destroyed; ) {
      const { taken, full } = reader.take(rest)
      rest = rest.subarray(taken)
      if (full) advance(full)
    }
  })
}
