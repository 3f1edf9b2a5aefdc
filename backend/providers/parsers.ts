import { createHash } from 'node:crypto'
import type { Ops } from '#domain/deltas.ts'
import type { ImportPlan } from '#exchange/plan.ts'
import { derivedId } from '../commands/ids.ts'
import type { Parser } from '../platform/untrusted/parser.ts'
import type { UploadedImage, UploadLimits } from './uploads.ts'

/** The request field of an upload, and the message for one that takes too much time or memory to read. */
interface UserInput {
  field: string
  tooDemanding: string
}

const row = <Options, Value>(parser: Parser<Options, Value> & UserInput) => parser

/** Documents unpack to 64 MB of pictures, of which 50 million pixels are decoded at a time. */
const pictures = { runsIn: 'process', deadlineMs: 30_000, memoryMb: 768 } as const

/** A file of a campaign, with the type that its name claims and its content confirms. */
interface CampaignFile {
  mime: string
  extension: string
  /** The beginning of the SHA-256 of the stored content. */
  hash: string
}

/** A transcript apart from its lines. `seconds` is the time of the last one. */
interface StoredTranscript {
  speakers: string[]
  seconds: number | null
  lineCount: number
  hash: string
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 16)

/**
 * All parsers of users' uploads, one row each. A row loads its libraries in the process or thread that runs it. A
 * parser returns bytes only if they differ from its input.
 */
export const parsers = {
  picture: row<UploadLimits, Omit<UploadedImage, 'bytes'> & { hash: string }>({
    ...pictures,
    field: 'image',
    tooDemanding:
      'This picture takes too much time or memory to read. Please export it again, smaller if you can, and retry.',
    async load() {
      const { takePicture } = await import('./uploads.ts')
      return async (upload, limits) => {
        const { bytes, ...value } = await takePicture(upload, limits)
        return { bytes, value: { ...value, hash: hashOf(bytes) } }
      }
    },
  }),

  mask: row<{ width: number; height: number }, null>({
    ...pictures,
    field: 'mask',
    tooDemanding: 'This mask takes too much time or memory to read. Please paint it again.',
    async load() {
      const { takeMask } = await import('./mask.ts')
      return async (upload, size) => ({ bytes: await takeMask(upload, size), value: null })
    },
  }),

  campaignFile: row<{ name: string }, CampaignFile>({
    ...pictures,
    field: 'file',
    tooDemanding:
      'This file takes too much time or memory to check. Please export it again, with fewer or smaller pictures, and retry.',
    async load() {
      const [{ fileType }, { strippedUpload }] = await Promise.all([import('./file-type.ts'), import('./stripped.ts')])
      return async (upload, { name }) => {
        const type = fileType(name, upload)
        const bytes = await strippedUpload(type.mime, upload)
        return { value: { ...type, hash: hashOf(bytes) }, bytes: bytes === upload ? undefined : bytes }
      }
    },
  }),

  storedFile: row<{ mime: string }, null>({
    ...pictures,
    field: 'file',
    tooDemanding:
      'This file takes too much time or memory to check for what it says of where its pictures were taken, so only the member who added it can download it.',
    async load() {
      const { strippedStored } = await import('./stripped.ts')
      return async (stored, { mime }) => {
        const bytes = await strippedStored(mime, stored)
        return { value: null, bytes: bytes.equals(stored) ? undefined : bytes }
      }
    },
  }),

  /** The text of a document. */
  document: row<{ mime: string }, string>({
    runsIn: 'process',
    deadlineMs: 60_000,
    memoryMb: 768,
    field: 'file',
    tooDemanding:
      'This document takes too much time or memory to read. Please save it again, with fewer pictures, or split it.',
    async load() {
      const { documentText } = await import('./document-text.ts')
      return async (bytes, { mime }) => ({ value: await documentText(mime, bytes) })
    },
  }),

  /** Sends each part of the plan when it is full. Ids are derived from `importId`, so that a retry produces the same ones. */
  archive: row<{ filename: string; importId: string }, ImportPlan>({
    runsIn: 'process',
    stopsOnAbort: true,
    deadlineMs: 90_000,
    memoryMb: 1_024,
    field: 'file',
    tooDemanding:
      'This archive takes too much time or memory to read. Please take very large pages out of it, or send it in parts.',
    async load() {
      const { parseVault } = await import('#exchange/obsidian/read.ts')
      return async (bytes, { filename, importId }, _report, send) => ({
        value: await parseVault(bytes, { filename, idOf: (...of) => derivedId(importId, ...of), store: send }),
      })
    },
  }),

  /** Returns the lines of the transcript as bytes: one JSON object per line. */
  transcript: row<{ name: string }, StoredTranscript>({
    runsIn: 'process',
    deadlineMs: 60_000,
    memoryMb: 1_024,
    field: 'file',
    tooDemanding:
      'This transcript takes too much time or memory to read. Please split it into parts, and upload each of them.',
    async load() {
      const { readTranscript } = await import('./read-transcript.ts')
      return async (upload, { name }) => {
        const { speakers, lines, seconds } = readTranscript(upload, name)
        const bytes = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))
        return { value: { speakers, seconds, lineCount: lines.length, hash: hashOf(bytes) }, bytes }
      }
    },
  }),

  /** `change` turns the text `now`, if it is given, into the text of the Markdown. */
  markdown: row<{ markdown: string; now?: Ops | undefined }, { ops: Ops; change?: Ops | undefined }>({
    runsIn: 'thread',
    deadlineMs: 10_000,
    memoryMb: 256,
    field: 'content',
    tooDemanding: 'This text takes too long to read as Markdown. Please simplify it, or send it in parts.',
    async load() {
      const { textFromMarkdown } = await import('./text-from-markdown.ts')
      return (_, options) => ({ value: textFromMarkdown(options) })
    },
  }),
}

export type ParserName = keyof typeof parsers
