import yauzl from 'yauzl'
import { Rejection } from '#domain/decider.ts'
import { importLimits, type ProblemList } from './plan.ts'

/** A file of an archive. `read` throws if the file is damaged. */
export interface ArchiveFile {
  /** With `/` between folders, without the archive's own top folder, in NFC. */
  path: string
  size: number
  read(): Promise<Buffer>
}

/** A relationship of two pages of an archive, by their paths. */
export interface ArchiveLink {
  source: string
  target: string
  comment: string
}

export interface Archive {
  /** The name of the top folder, if it contains the whole archive. */
  name: string | undefined
  files: ArchiveFile[]
  /** Files in folders whose name begins with a dot: settings of the program that wrote the archive. */
  settings: ReadonlyMap<string, ArchiveFile>
  /** Absent where the format has none. */
  links?: ArchiveLink[]
}

type Zip = Awaited<ReturnType<typeof openZip>>
type ZipEntry = yauzl.Entry & { fileName: unknown }

const isNoise = (path: string) => /(?:^|\/)(?:__MACOSX(?:\/|$)|\.DS_Store$|Thumbs\.db$|desktop\.ini$|~\$)/i.test(path)
/** A name may begin with an ellipsis. */
const isHidden = (path: string) => /(?:^|\/)\.[^./]/.test(path)
/** Names that differ in case or in the form of their accents name one file on some systems. */
export const foldPath = (path: string): string => path.normalize('NFC').toLowerCase()

const openZip = async (bytes: Buffer) => {
  // The central directory of a file that was cut off is missing.
  const zip = await yauzl
    .fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false, validateEntrySizes: true })
    .catch(() => {
      throw new Rejection('archive_broken')
    })
  return zip
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
/** Many programs write UTF-8 without its flag; other names are in the code page of DOS. */
const decodeName = (entry: yauzl.Entry): string => {
  const raw = (entry as unknown as { fileNameRaw: Buffer }).fileNameRaw
  try {
    return utf8.decode(raw)
  } catch {
    const { generalPurposeBitFlag, extraFields } = entry
    return yauzl.getFileNameLowLevel(generalPurposeBitFlag, raw, extraFields, false)
  }
}

const isLink = ({ externalFileAttributes }: yauzl.Entry) => ((externalFileAttributes >>> 16) & 0o170000) === 0o120000
const isEncrypted = ({ generalPurposeBitFlag }: yauzl.Entry) => (generalPurposeBitFlag & 1) === 1

/** Throws `archive_unsafe` for a path that leads out of the archive. */
const safePath = (name: string): string => {
  const path = name.replaceAll('\\', '/').normalize('NFC')
  const isOdd = path.includes('\0') || path.length > importLimits.pathLetters
  if (isOdd || yauzl.validateFileName(path) !== null) throw new Rejection('archive_unsafe')
  if (path.split('/').length > importLimits.folderDepth) throw new Rejection('archive_unsafe')
  return path
}

const readEntry = async (zip: Zip, entry: yauzl.Entry): Promise<Buffer> => {
  const pieces: Buffer[] = []
  const stream = await zip.openReadStreamPromise(entry)
  for await (const piece of stream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** Returns the name of the folder that contains all files; undefined if there is none. */
export const commonTop = (all: readonly { path: string }[]): string | undefined => {
  const [first] = all
  const top = first?.path.split('/')[0]
  return top !== undefined && all.every(({ path }) => path.startsWith(`${top}/`)) ? top : undefined
}

const listEntries = async (zip: Zip, problems: ProblemList) => {
  const found: { path: string; entry: yauzl.Entry }[] = []
  const paths = new Set<string>()
  let encrypted = 0
  for await (const each of zip.eachEntry()) {
    const entry = each as ZipEntry
    const path = safePath(decodeName(entry))
    if (path.endsWith('/') || isNoise(path)) continue
    if (isLink(entry)) problems.add('left', path, 'It is a link to another file.')
    else if (isEncrypted(entry)) {
      encrypted++
      problems.add('left', path, 'It is encrypted, and we can’t read it.')
    } else if (paths.has(foldPath(path)))
      problems.add('left', path, 'Another file has the same name but for capitals or accents.')
    else {
      paths.add(foldPath(path))
      found.push({ path, entry })
    }
  }
  if (found.length === 0 && encrypted > 0) throw new Rejection('archive_encrypted')
  return found
}

/**
 * Lists the files of a zip without unpacking them. Throws `archive_broken`, `archive_too_many`, `archive_bomb`, `archive_unsafe` and
 * `archive_encrypted`.
 */
export const openArchive = async (bytes: Buffer, problems: ProblemList): Promise<Archive> => {
  const zip = await openZip(bytes)
  if (zip.entryCount > importLimits.entries)
    throw new Rejection('archive_too_many', { entries: zip.entryCount, most: importLimits.entries })
  const found = await listEntries(zip, problems).catch((error: unknown) => {
    throw error instanceof Rejection ? error : new Rejection('archive_broken')
  })
  const declared = found.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
  if (declared > 64 * 2 ** 20 + bytes.length * 100) throw new Rejection('archive_bomb')

  const visible = found.filter(({ path }) => !isHidden(path))
  const top = commonTop(visible)
  const shortened = (path: string) =>
    top !== undefined && path.startsWith(`${top}/`) ? path.slice(top.length + 1) : path
  const budget = { bytes: importLimits.unpackedBytes as number }
  const charged = new Set<yauzl.Entry>()
  const fileOf = ({ path, entry }: (typeof found)[number]): ArchiveFile => ({
    path: shortened(path),
    size: entry.uncompressedSize,
    async read() {
      // The format is recognised by files that are read again for their contents.
      if (!charged.has(entry)) budget.bytes -= entry.uncompressedSize
      charged.add(entry)
      if (budget.bytes < 0)
        throw new Rejection('archive_too_large', { megabytes: Math.floor(importLimits.unpackedBytes / 2 ** 20) })
      return readEntry(zip, entry)
    },
  })
  const settings = found
    .filter(({ path }) => isHidden(path))
    .map((each) => [shortened(each.path), fileOf(each)] as const)
  return { name: top, files: visible.map(fileOf), settings: new Map(settings) }
}
