#!/usr/bin/env node
/**
 * Verifies an exported chain with nothing but Node: no server, no package, none of Loreloom's code. Format 1 is the whole log (`npm run audit -- chain
 * > chain.jsonl`), format 2 the chain of a proof, with the events of one account and the hashes of all others.
 *
 *   node verify-chain.mjs chain.jsonl --head kept-head.json [--key public.pem]
 *
 * A proof is given as the zip that was saved, as the folder that it was unpacked into, or as the chain.jsonl in it.
 *
 * `--head` is a signed head that you kept (a file with one JSON object a line), `--key` a public key that you got by a way of your own. Without
 * them the export is compared with its own heads and keys, which proves that it fits together, and no more.
 *
 * What is computed: the SHA-256 of each event's canonical form (JSON, keys sorted, no spaces); each link as the SHA-256 of the link before it
 * followed by that hash, beginning with 32 zero bytes; Ed25519 over the canonical form of a head without its signature.
 * Ends with 0 where everything follows, 1 where something does not, 2 where it cannot be read.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { inflateRawSync } from 'node:zlib'

const fail = (why) => {
  process.stderr.write(`${why}\n`)
  process.exit(2)
}
// What cannot be read proves nothing, and disproves nothing either.
process.on('uncaughtException', ({ message }) => fail(`It cannot be read: ${message}`))
const { values, positionals } = parseArgs({
  options: { head: { type: 'string' }, key: { type: 'string', multiple: true } },
  allowPositionals: true,
})
if (positionals.length !== 1) fail('usage: node verify-chain.mjs <export> [--head <file>] [--key <public.pem>]…')

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (value === null || typeof value !== 'object') return Object.is(value, -0) ? '-0' : JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`
}
const idOf = (key) => sha256(key.export({ type: 'spki', format: 'der' })).slice(0, 16)
const signed = (key, said, signature) =>
  verify(null, Buffer.from(canonical(said)), key, Buffer.from(signature, 'base64'))

const bad = []
let differing = 0
const differs = (what) => {
  differing++
  if (bad.length < 100) bad.push(what)
}

const zero = '0'.repeat(64)
const published = []
const heads = []
/** The link that follows from the hashes, at the lengths that heads are of. */
const linkAt = new Map([[0, zero]])
const waiting = { links: new Map(), events: new Map() }
let claimed
let length = 0
let before = [zero]
let verified = 0
/** Links whose events belong to the export: all of them in format 1. */
let own = 0

const nameOf = ({ n, stream, revision }) => (stream ? `link ${n} (${stream} revision ${revision})` : `link ${n}`)
const follow = (row) => {
  const { n, hash, link } = row
  if (n !== length + 1) {
    differs(`link ${length + 1} is missing`)
    before = []
  }
  const expected = before.map((each) => sha256(Buffer.from(each, 'hex'), Buffer.from(hash, 'hex')))
  // Format 2 omits the links of other accounts, which follow from the hashes.
  const follows = link === undefined || expected.length === 0 || expected.includes(link)
  if (!follows) differs(`${nameOf(row)} does not follow from the one before it`)
  if (link === undefined) before = expected
  else before = follows ? [link] : [link, ...expected]
  length = n
  if (heads.some((head) => head.length === n)) linkAt.set(n, link ?? before[0])
}
const compare = (link, hash) => {
  if (link.hash === hash) verified++
  else differs(`${link.stream} revision ${link.revision} is not what it was when it was linked (link ${link.n})`)
}
const place = (stream, revision) => `${stream}@${revision}`
const take = {
  chain: (said) => {
    if (said.format !== 1 && said.format !== 2) fail(`This script reads formats 1 and 2, not ${said.format}`)
    claimed = said
  },
  key: (said) => published.push(said),
  head: ({ head }) => heads.push(head),
  link: (link) => {
    follow(link)
    if (link.stream === undefined) return
    own++
    const key = `${place(link.stream, link.revision)} ${link.eventId}`
    const hash = waiting.events.get(key)
    if (hash === undefined) waiting.links.set(key, link)
    else if (waiting.events.delete(key)) compare(link, hash)
  },
  event: ({ event }) => {
    const key = `${place(event.stream, event.revision)} ${event.id}`
    const hash = sha256(canonical(event))
    const link = waiting.links.get(key)
    if (link === undefined) waiting.events.set(key, hash)
    else if (waiting.links.delete(key)) compare(link, hash)
  },
}

/** Names a file that is not a chain, by its first bytes. */
const otherFile = (file) => {
  const begin = readFileSync(file).subarray(0, 200).toString('latin1')
  if (begin.startsWith('%PDF'))
    return 'This is a statement as PDF, which its signature proves: see README.txt of a proof.'
  if (begin.includes('"line":"statement"'))
    return 'This is a statement with hashes, which its signature proves; a proof also contains the chain.'
  if (/^(?:\xef\xbb\xbf)?Time \(UTC\),/.test(begin))
    return 'This is a list of payments as CSV, which its signature proves: see README.txt of a proof.'
  if (/^(?:\xef\xbb\xbf)?Entry,/.test(begin))
    return 'This is a ledger as CSV, which its signature proves: see README.txt of a proof.'
  return undefined
}
/** A file of a zip, by the zip's directory at its end; undefined where it is absent. */
const inZip = (zip, name) => {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) return undefined
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size, start] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)]
    const next = at + 46 + zip.readUInt16LE(at + 28)
    if (zip.toString('utf8', at + 46, next) === name) {
      const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
      const content = zip.subarray(from, from + size)
      return method === 0 ? content : inflateRawSync(content)
    }
    at = next + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return undefined
}
const given = statSync(positionals[0]).isDirectory() ? join(positionals[0], 'chain.jsonl') : positionals[0]
const isZip = readFileSync(given).subarray(0, 2).toString('latin1') === 'PK'
const packed = isZip ? inZip(readFileSync(given), 'chain.jsonl') : undefined
if (isZip && !packed) fail('This is a zip without a chain.jsonl, so it is no proof.')
const other = otherFile(given)
if (other) fail(other)

if (values.head)
  for (const line of readFileSync(values.head, 'utf8').split('\n'))
    if (line.trim()) heads.push({ ...JSON.parse(line), kept: true })
for await (const line of createInterface({
  input: packed ? Readable.from([packed]) : createReadStream(given),
  crlfDelay: Number.POSITIVE_INFINITY,
})) {
  const { kind, ...said } = JSON.parse(line)
  if (kind in take) take[kind](said)
}
if (!claimed) fail('This is no export of a chain')

// What has no other half: an event whose very id was altered, or one that is gone, or that was put in.
const strangers = new Map([...waiting.events].map(([key, hash]) => [key.slice(0, key.lastIndexOf(' ')), hash]))
const gone = [...waiting.links.values()].filter((link) => {
  const hash = strangers.get(place(link.stream, link.revision))
  if (hash !== undefined && strangers.delete(place(link.stream, link.revision))) compare(link, hash)
  return hash === undefined
})
for (const where of strangers.keys()) differs(`${where.replace('@', ' revision ')} was never linked`)
const isTruncated = claimed.format === 1 && gone.length > 0 && gone[0].n === length - gone.length + 1
if (!isTruncated)
  for (const { stream, revision, n } of gone) differs(`${stream} revision ${revision} is gone (link ${n})`)
if (claimed.length !== length || !before.includes(claimed.link))
  differs(`the chain should end at link ${claimed.length}`)

// Keys: those that were given, and whichever a handover signed by both sides leads to; without any, all that are published.
const trusted = new Map(
  (values.key ?? []).map((file) => createPublicKey(readFileSync(file))).map((key) => [idOf(key), key]),
)
const shown = new Map(published.map(({ publicKey }) => createPublicKey(publicKey)).map((key) => [idOf(key), key]))
if (!values.key) for (const [id, key] of shown) trusted.set(id, key)
for (let grown = true; grown; ) {
  grown = false
  for (const { id, since, follows } of published) {
    const [key, former] = [shown.get(id), follows && shown.get(follows.id)]
    if (!key || !former || trusted.has(id) === trusted.has(follows.id)) continue
    const said = { kind: 'loreloom-key-handover', from: follows.id, to: id, since }
    if (!signed(former, said, follows.signature) || !signed(key, said, follows.countersignature)) continue
    trusted.set(id, key).set(follows.id, former)
    grown = true
  }
}

let against
for (const { kept = false, signature, ...said } of heads) {
  const key = trusted.get(said.key)
  if (!key) continue
  const what = `the head of ${said.at} (${said.length} links)`
  if (!signed(key, said, signature)) differs(`${what} was changed since it was signed`)
  else if (linkAt.get(said.length) !== said.link) differs(`${what} was signed of another chain than this`)
  else if (!against || kept > against.kept || (kept === against.kept && said.length > against.length))
    against = { ...said, kept }
}

const out = (line) => process.stdout.write(`${line}\n`)
out(
  `${verified} of ${own} linked events${claimed.account ? ` of account ${claimed.account}` : ''} are what they were when they were linked.`,
)
if (own < length) out(`${length - own} events of other accounts are in the chain by their hashes.`)
if (isTruncated)
  out(
    `TRUNCATED: the log ends before the chain does; the last ${gone.length} events are missing, from ${gone[0].stream} revision ${gone[0].revision} on.`,
  )
for (const what of bad) out(`DIFFERS: ${what}`)
if (differing > bad.length) out(`… and ${differing - bad.length} more.`)
if (!against) {
  out('NOT PROVEN: no head by a key that is known is of this chain.')
  if (differing === 0 && !isTruncated) out('It fits together; who could change all of it could have made it fit.')
} else {
  out(
    `${differing > 0 ? 'All but what differs is what was signed with' : 'PROVEN up to'} the head of ${against.at}: ${against.length} links, last event ${against.lastEventId}, key ${against.key}.`,
  )
  if (!against.kept) out('That head came with the export: give one that you kept with --head.')
  if (!values.key) out('Its key came with the export: give one that you got elsewhere with --key.')
}
process.exit(differing > 0 || isTruncated || (values.head && !against?.kept) ? 1 : 0)
