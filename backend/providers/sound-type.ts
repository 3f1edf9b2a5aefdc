import { Rejection } from '#domain/decider.ts'
import type { recordingExtensions } from '#domain/recordings.ts'

type Extension = (typeof recordingExtensions)[number]

interface SoundType {
  mime: string
  is(bytes: Buffer): boolean
}

const latin1 = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/** A frame header of MPEG audio, whose reserved values distinguish it from other data. Layer 0 is AAC. */
const isMpegFrame = (bytes: Buffer) => {
  const [first = 0, second = 0, third = 0] = bytes
  const hasSync = first === 0xff && (second & 0xe0) === 0xe0
  return hasSync && (second & 0x18) !== 0x08 && (second & 0x06) !== 0 && third >> 4 !== 0x0f && (third & 0x0c) !== 0x0c
}

const pictureBrands = /^(?:heic|heix|heif|mif1|msf1|avif|avis|crx |jp2 )$/

/** Types of recordings, by file extension. Only the beginning of a file is inspected: a server decodes it. */
const soundTypes: Readonly<Record<Extension, SoundType>> = {
  mp3: { mime: 'audio/mpeg', is: (bytes) => latin1(bytes, 0, 3) === 'ID3' || isMpegFrame(bytes) },
  m4a: {
    mime: 'audio/mp4',
    is: (bytes) => latin1(bytes, 4, 8) === 'ftyp' && !pictureBrands.test(latin1(bytes, 8, 12)),
  },
  wav: {
    mime: 'audio/wav',
    is: (bytes) => /^(?:RIFF|RF64)$/.test(latin1(bytes, 0, 4)) && latin1(bytes, 8, 12) === 'WAVE',
  },
  ogg: { mime: 'audio/ogg', is: (bytes) => latin1(bytes, 0, 4) === 'OggS' },
  webm: {
    mime: 'audio/webm',
    // The document type is in the header, which Matroska shares.
    is: (bytes) => bytes.readUInt32BE(0) === 0x1a45dfa3 && bytes.subarray(0, 128).includes('webm'),
  },
}

const isSoundExtension = (extension: string): extension is Extension => Object.hasOwn(soundTypes, extension)

/** The type that a recording's name claims and its first bytes confirm. Throws `sound_kind` and `sound_content`. */
export const soundType = (name: string, beginning: Buffer): { mime: string; extension: Extension } => {
  const extension = /\.([a-z0-9]+)$/i.exec(name.trim())?.[1]?.toLowerCase() ?? ''
  if (!isSoundExtension(extension)) throw new Rejection('sound_kind')
  const type = soundTypes[extension]
  if (beginning.length < 16 || !type.is(beginning)) throw new Rejection('sound_content')
  return { mime: type.mime, extension }
}
