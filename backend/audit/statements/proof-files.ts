import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, createDeflateRaw } from 'node:zlib'
import { type PackedEntry, stored } from '../../platform/zip.ts'
import type { Installed } from './write.ts'

/** Compresses a file while it is written, so that a long chain is never in memory as text. */
export const pack = async (name: string, texts: AsyncIterable<string>): Promise<PackedEntry> => {
  const deflate = createDeflateRaw()
  const parts: Buffer[] = []
  deflate.on('data', (part: Buffer) => parts.push(part))
  let [crc, size] = [0, 0]
  for await (const text of texts) {
    const bytes = Buffer.from(text)
    crc = crc32(bytes, crc)
    size += bytes.length
    if (!deflate.write(bytes)) await once(deflate, 'drain')
  }
  deflate.end()
  await once(deflate, 'end')
  return { name, bytes: Buffer.concat(parts), method: 8, crc, size }
}

export const lineOf = (kind: string, said: object): string => `${JSON.stringify({ kind, ...said })}\n`

const script = join(import.meta.dirname, '../../../docs/verify/verify-chain.mjs')
export const scriptFile = async (): Promise<PackedEntry> =>
  stored({ name: 'verify-chain.mjs', bytes: await readFile(script) })

/** The public keys of the installation, one file each. */
export const keyFiles = async ({ signing }: Pick<Installed, 'signing'>): Promise<PackedEntry[]> =>
  (await signing.keys()).map(({ id, publicKey }) => stored({ name: `keys/${id}.pem`, bytes: Buffer.from(publicKey) }))
