import { auditedCategories } from '#domain/audit-chain.ts'
import { canonicalEvent, type Link } from '#projections/links.ts'
import { type PackedEntry, stored, zipOf } from '../../platform/zip.ts'
import { chainNow } from '../chain/installed.ts'
import { readLinks } from '../chain/read-links.ts'
import { storedHeads } from '../chain/stored-heads.ts'
import { keyFiles, lineOf, pack, scriptFile } from './proof-files.ts'
import type { Statement } from './statement.ts'
import { type Installed, signedFile, writeStatement } from './write.ts'

/** Links of other accounts carry only their number and hash, which the chain needs and which reveal nothing. */
const linkLine = ({ hash, link, ...row }: Link, streams: ReadonlySet<string>): string =>
  streams.has(row.stream)
    ? lineOf('link', { ...row, hash: hash.toString('hex'), link: link.toString('hex') })
    : lineOf('link', { n: row.n, hash: hash.toString('hex') })

/** The chain in format 2: all links, and the events of one account exactly as they were hashed, encrypted as stored. */
async function* chainLines({ pool, sealedStore, signing }: Installed, accountId: string): AsyncGenerator<string> {
  const { length, link } = await chainNow(pool)
  const streams = new Set<string>(auditedCategories.map((category) => `${category}-${accountId}`))
  yield lineOf('chain', { format: 2, length, link: link.toString('hex'), account: accountId })
  for (const key of await signing.keys()) yield lineOf('key', key)
  for (const head of await storedHeads(pool)) yield lineOf('head', { head })
  const linked = new Set<string>()
  for await (const page of readLinks(pool, length)) {
    for (const { stream, eventId } of page) if (streams.has(stream)) linked.add(eventId)
    yield page.map((each) => linkLine(each, streams)).join('')
  }
  for (const stream of streams) {
    const { events } = await sealedStore.read(stream)
    for (const event of events) if (linked.has(event.id)) yield `{"kind":"event","event":${canonicalEvent(event)}}\n`
  }
}

/** ' by https://lore.example.org, Loreloom Ltd.', as far as it is configured. */
const issuedBy = ({ installation, issuer }: Statement['issue']): string => {
  const names = [installation, issuer].filter(Boolean)
  return names.length === 0 ? '' : ` by ${names.join(', ')}`
}

const explanation = ({ account, issue, from, through }: Statement) => `Proof of an account's history

Account: ${account.id}${account.name && ` (${account.name})`}
Period of the statement: ${from ?? 'from the beginning'} to ${through}
Issued: ${issue.at}${issuedBy(issue)}

statement.pdf      The statement, for people.
statement.jsonl    The same for programs, with the hash and link of each entry.
*.sig              Detached Ed25519 signatures of the statements.
keys/              The public keys of the installation; this proof was signed with ${issue.key}.
chain.jsonl        The audit chain of the installation. Events of this account are complete, encrypted as stored.
                   Of all others there is a number and a hash only: 100 MB of text for a million links, 40 MB in a zip.
verify-chain.mjs   Verifies the chain with nothing but Node 20 or later.

1. The statement is as it was issued:
   openssl pkeyutl -verify -rawin -pubin -inkey keys/${issue.key}.pem -in statement.pdf -sigfile statement.pdf.sig
2. The events of the account are what they were when they were linked:
   node verify-chain.mjs chain.jsonl --key keys/${issue.key}.pem
   A key that you received earlier, and a signed head that you kept (--head FILE), prove more than those in this file.
3. The link of each entry in statement.jsonl is found in chain.jsonl, under the same event id.
`

/** A zip that proves a statement without the installation: statement, chain, keys, script and explanation. */
export const proof = async (
  installed: Installed,
  statement: Statement,
  report: (done: number, total: number) => Promise<unknown>,
): Promise<Buffer> => {
  const files: PackedEntry[] = [stored({ name: 'README.txt', bytes: Buffer.from(explanation(statement)) })]
  for (const format of ['pdf', 'jsonl'] as const) {
    const { bytes, signature } = await signedFile(installed, await writeStatement(format, statement, report))
    const name = `statement.${format}`
    files.push(stored({ name, bytes }), stored({ name: `${name}.sig`, bytes: Buffer.from(signature, 'base64') }))
  }
  files.push(...(await keyFiles(installed)))
  files.push(await pack('chain.jsonl', chainLines(installed, statement.account.id)))
  files.push(await scriptFile())
  return zipOf(files)
}
