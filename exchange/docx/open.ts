import { posix } from 'node:path'
import yauzl from 'yauzl'
import { Rejection } from '#domain/decider.ts'

/** A Word document with all of its XML unpacked. */
export interface WordFile {
  /** Names of all entries. */
  names: ReadonlySet<string>
  /** Reads an entry: XML from memory, a picture from the archive, within the bounds of the document. */
  read(name: string): Promise<Buffer>
}

const mostEntries = 10_000
/** XML takes many times its size in memory: a novel has some 8 MB of it. */
const mostXmlBytes = 32 * 2 ** 20
/** Pictures are compressed already. */
const mostPictureBytes = 160 * 2 ** 20

const oleSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const isXml = (name: string) => /\.(?:xml|rels)$/i.test(name)
const isEncrypted = ({ generalPurposeBitFlag }: yauzl.Entry) => (generalPurposeBitFlag & 1) === 1

type Zip = Awaited<ReturnType<typeof yauzl.fromBufferPromise>>

const readEntry = async (zip: Zip, entry: yauzl.Entry): Promise<Buffer> => {
  const pieces: Buffer[] = []
  // A stream that is longer than its entry declares ends with an error.
  for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

const listEntries = async (zip: Zip): Promise<Map<string, yauzl.Entry>> => {
  const entries = new Map<string, yauzl.Entry>()
  for await (const entry of zip.eachEntry()) {
    if (isEncrypted(entry)) throw new Rejection('document_encrypted')
    entries.set(posix.normalize(entry.fileName), entry)
  }
  return entries
}

const broken = (error: unknown) => (error instanceof Rejection ? error : new Rejection('document_broken'))

/**
 * Opens a Word document and unpacks its XML, never more than its entries declare. Throws `document_broken`, `document_encrypted` and
 * `document_bomb`.
 */
export const openWordFile = async (bytes: Buffer): Promise<WordFile> => {
  // Encrypted documents, and those of old versions of Word, are OLE files instead of archives.
  if (bytes.subarray(0, oleSignature.length).equals(oleSignature)) throw new Rejection('document_encrypted')
  try {
    const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
    if (zip.entryCount > mostEntries) throw new Rejection('document_bomb')
    const entries = await listEntries(zip)
    const xml = [...entries].filter(([name]) => isXml(name))
    if (xml.reduce((sum, [, { uncompressedSize }]) => sum + uncompressedSize, 0) > mostXmlBytes)
      throw new Rejection('document_bomb')
    const parts = new Map<string, Buffer>()
    for (const [name, entry] of xml) parts.set(name, await readEntry(zip, entry))
    if (!parts.has('word/document.xml')) throw new Rejection('document_broken')
    let room = mostPictureBytes
    return {
      names: new Set(entries.keys()),
      async read(name) {
        const part = parts.get(name)
        if (part) return part
        const entry = entries.get(name)
        if (!entry) throw new Rejection('document_broken')
        room -= entry.uncompressedSize
        if (room < 0) throw new Rejection('document_bomb')
        return readEntry(zip, entry)
      },
    }
  } catch (error) {
    throw broken(error)
  }
}
