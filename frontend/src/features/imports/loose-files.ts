import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** A file that the user chose or dropped, with its path within the folder that contains it. */
export interface LooseFile {
  path: string
  file: File
}

/** Maximum number of files of one import. The server refuses more. */
export const mostFiles = 50_000

/** Hidden files are not sent, except for the settings of an Obsidian vault that an import reads. A name may begin with an ellipsis. */
const isSent = (path: string): boolean => !/(?:^|\/)\.[^./]/.test(path) || /(?:^|\/)\.obsidian\/[^/]+\.json$/.test(path)
const mayHoldSent = (folder: string): boolean => isSent(folder) || /(?:^|\/)\.obsidian$/.test(folder)

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

/** Reads the entries of a folder. Browsers return them in batches, and an empty one at the end. */
const childrenOf = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (batch.length === 0) return children
    children.push(...batch)
  }
}

/**
 * Lists the files of dropped entries, at most one more than an import may have. Rejects if the browser cannot read one, or once `signal`
 * is aborted.
 */
export const filesOfEntries = async (
  entries: readonly FileSystemEntry[],
  signal: AbortSignal,
): Promise<LooseFile[]> => {
  const files: LooseFile[] = []
  const waiting = entries.toReversed()
  for (let entry = waiting.pop(); entry && files.length <= mostFiles; entry = waiting.pop()) {
    signal.throwIfAborted()
    const path = entry.fullPath.replace(/^\//, '')
    if (entry.isFile && isSent(path)) files.push({ path, file: await fileOf(entry as FileSystemFileEntry) })
    if (entry.isDirectory && mayHoldSent(path))
      waiting.push(...(await childrenOf(entry as FileSystemDirectoryEntry)).toReversed())
  }
  return files
}

/** Returns files of an input or of a drop zone with their paths: `webkitRelativePath` is set by the one, `path` by the other. */
export const looseFiles = (files: Iterable<File & { path?: string }>): LooseFile[] =>
  Array.from(files, (file) => ({
    path: (file.webkitRelativePath || file.path || file.name).replace(/^\.?\//, ''),
    file,
  })).filter(({ path }) => isSent(path))

/** Returns the name of the folder that contains all files; undefined if there is none. */
const commonFolder = (files: readonly LooseFile[]): string | undefined => {
  const [folder, ...rest] = files[0]?.path.split('/') ?? []
  return rest.length > 0 && files.every(({ path }) => path.startsWith(`${folder}/`)) ? folder : undefined
}

const isCompressed = (path: string): boolean =>
  /\.(?:zip|docx|png|jpe?g|webp|avif|gif|mp\d|m4a|ogg|webm|pdf)$/i.test(path)

/** The zip of the files would be larger than it may be. */
export class PackedTooLarge extends Error {}

interface Packing {
  /** Bytes of the zip. */
  mostBytes: number
  /** Receives the share that is packed, from 0 to 1. */
  report: (share: number) => void
  signal: AbortSignal
}

/** Adds a file to a zip in pieces, between which the page handles input. */
const addFile = async (zip: Zip, { path, file }: LooseFile, signal: AbortSignal) => {
  const entry = isCompressed(path) ? new ZipPassThrough(path) : new ZipDeflate(path)
  zip.add(entry)
  const reader = file.stream().getReader()
  for (;;) {
    const { value, done } = await reader.read()
    signal.throwIfAborted()
    entry.push(value ?? new Uint8Array(), done)
    if (done) return
  }
}

/** Packs files into a zip, file by file. Rejects with `PackedTooLarge`, with the abort reason, or if a file cannot be read. */
export const packFiles = async (files: readonly LooseFile[], { mostBytes, report, signal }: Packing): Promise<File> => {
  const pieces: BlobPart[] = []
  let size = 0
  let failure: Error | null = null
  const zip = new Zip((error, piece) => {
    failure ??= error
    pieces.push(piece as Uint8Array<ArrayBuffer>)
    size += piece.length
  })
  const check = () => {
    if (failure) throw failure
    if (size > mostBytes) throw new PackedTooLarge()
  }
  for (const [n, each] of files.entries()) {
    await addFile(zip, each, signal)
    check()
    report((n + 1) / files.length)
  }
  zip.end()
  check()
  return new File(pieces, `${commonFolder(files) ?? 'Files'}.zip`, { type: 'application/zip' })
}
