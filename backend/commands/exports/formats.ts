import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { LoreFormat } from '#domain/lore-export-answers.ts'
import { bookWriter, singleBookWriter } from '#exchange/book/write.ts'
import { moduleIdOf } from '#exchange/foundry/module.ts'
import { foundryWriter } from '#exchange/foundry/write.ts'
import { markdownWriter } from '#exchange/markdown/write.ts'
import { pdfWriter } from '#exchange/pdf/write.ts'
import type { ExportSource, ExportTarget, ExportWriter } from '#exchange/writer.ts'
import { typesetFolder } from '../../providers/typesetter.ts'
import { zipWriter } from '../../providers/zip-writer.ts'

/** The file of an export while it is written. */
export interface ExportFile extends ExportTarget {
  /** Resolves once the file is complete. */
  finish(): Promise<void>
  /** Ends the writing of an incomplete file. */
  abort(): void
}

interface FileType {
  mime: string
  extension: string
  /** It holds files next to those of its format, such as the texts of sessions. */
  holdsFiles: boolean
  create(path: string, at: Date): ExportFile
}

export interface Format {
  open(source: ExportSource): ExportWriter
  file: FileType
  /** The name of the root folder, for formats where it differs from the name of the export. */
  folder?(source: Pick<ExportSource, 'id' | 'name'>): string
  /** Writes reduced pictures of this type into its pages, instead of files next to them. */
  embedsPictures?: 'webp' | 'jpeg'
}

/** Writes a single file without an archive. Throws on a second file, which would replace the first. */
const singleFile = (path: string): ExportFile => {
  const stopping = new AbortController()
  let isWritten = false
  return {
    async add(_path, content) {
      if (isWritten) throw new Error('An export of one file holds no second one')
      isWritten = true
      const source = typeof content === 'string' ? Readable.from([content]) : content
      await pipeline(source, createWriteStream(path, { mode: 0o600 }), { signal: stopping.signal })
    },
    finish: async () => undefined,
    abort: () => stopping.abort(),
  }
}

export const zipFile: FileType = {
  mime: 'application/zip',
  extension: 'zip',
  holdsFiles: true,
  create: zipWriter,
}

export const formats: Record<LoreFormat, Format> = {
  markdown: { open: markdownWriter, file: zipFile },
  book: { open: bookWriter, file: zipFile },
  html: {
    open: singleBookWriter,
    file: { mime: 'text/html', extension: 'html', holdsFiles: false, create: singleFile },
    embedsPictures: 'webp',
  },
  pdf: {
    open: pdfWriter,
    file: {
      mime: 'application/pdf',
      extension: 'pdf',
      holdsFiles: false,
      create: (path) => typesetFolder(`${path}-parts`, path),
    },
    embedsPictures: 'jpeg',
  },
  foundry: { open: foundryWriter, file: zipFile, folder: ({ id, name }) => moduleIdOf(name, id) },
}
