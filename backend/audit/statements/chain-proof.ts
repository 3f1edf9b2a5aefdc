import { canonicalEvent, type Link } from '#projections/links.ts'
import { type PackedEntry, stored, zipOf } from '../../platform/zip.ts'
import { chainedEvents, chainNow } from '../chain/installed.ts'
import { readLinks } from '../chain/read-links.ts'
import { storedHeads } from '../chain/stored-heads.ts'
import { keyFiles, lineOf, pack, scriptFile } from './proof-files.ts'
import type { StatementIssue } from './statement.ts'
import type { Installed } from './write.ts'

const inHex = ({ hash, link, ...row }: Link) => ({ ...row, hash: hash.toString('hex'), link: link.toString('hex') })

interface Report {
  signal: AbortSignal
  report: (done: number, total: number) => Promise<unknown>
}

/** The chain in format 1: every link and every event exactly as it was hashed, encrypted as stored. */
async function* chainLines(
  { pool, sealedStore, signing }: Installed,
  { length, link, until }: Awaited<ReturnType<typeof chainNow>>,
  { signal, report }: Report,
): AsyncGenerator<string> {
  yield lineOf('chain', { format: 1, length, link: link.toString('hex') })
  for (const key of await signing.keys()) yield lineOf('key', key)
  for (const head of await storedHeads(pool)) yield lineOf('head', { head })
  for await (const page of readLinks(pool, length)) yield page.map((each) => lineOf('link', inHex(each))).join('')
  let done = 0
  for await (const page of chainedEvents(sealedStore, until, signal)) {
    yield page.map((event) => `{"kind":"event","event":${canonicalEvent(event)}}\n`).join('')
    done += page.length
    await report(Math.min(done, length), length)
  }
}

const explanation = ({ at, installation, issuer, key }: StatementIssue, length: number) => `Proof of all accounts

Issued: ${at} by ${installation}${issuer ? `, ${issuer}` : ''}
Links: ${length}, one for each event of every account

chain.jsonl        The audit chain of the installation with every event of accounts, credits, payments and sign-ins.
                   What people wrote, and what names them, is encrypted as stored.
keys/              The public keys of the installation; it signs with ${key} now.
verify-chain.mjs   Verifies the chain with nothing but Node 20 or later.

1. Every event is what it was when it was linked, and none is missing:
   node verify-chain.mjs chain.jsonl --key keys/${key}.pem
   A key that you received earlier, and a signed head that you kept (--head FILE), prove more than those in this file.
2. The zip is as it was issued, by its detached signature:
   openssl pkeyutl -verify -rawin -pubin -inkey keys/${key}.pem -in PROOF.zip -sigfile PROOF.zip.sig
`

/** A zip that proves the history of all accounts without the installation, and the number of its links. */
export const chainProof = async (
  installed: Installed,
  issue: StatementIssue,
  progress: Report,
): Promise<{ bytes: Buffer; links: number }> => {
  const chain = await chainNow(installed.pool)
  const files: PackedEntry[] = [
    stored({ name: 'README.txt', bytes: Buffer.from(explanation(issue, chain.length)) }),
    ...(await keyFiles(installed)),
    await pack('chain.jsonl', chainLines(installed, chain, progress)),
    await scriptFile(),
  ]
  return { bytes: zipOf(files), links: chain.length }
}
