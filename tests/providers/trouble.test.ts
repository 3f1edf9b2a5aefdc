import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { DependencyFailure } from '../../backend/platform/dependency.ts'
import { s3 } from '../../backend/providers/files/s3.ts'
import { smtp } from '../../backend/providers/mail/smtp.ts'
import { selfSigned } from '../certificates.ts'
import { startBucket } from '../faults/lib/bucket.ts'
import { mute } from '../platform/trouble-servers.ts'
import { startPostOffice } from '../telemetry/post-office.ts'

/** What an administrator is told of a mail server or a bucket that cannot be used: each case by its real cause. */
let dir: string
const own = selfSigned()
const closing: (() => unknown)[] = []
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'loreloom-troubles-'))
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const listening = async (...said: [string?, string?]) => {
  const server = await mute(...said)
  closing.push(server.close)
  return server.port
}
const post = async (password = 'right-one') => {
  const office = await startPostOffice('post', 'right-one')
  closing.push(office.close)
  return office.url.replace('right-one', password)
}

/** One that speaks TLS, by an authority that nobody knows. */
const secured = async () => {
  const server = tls.createServer(own).on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Case = [what: string, address: () => Promise<string>, cause: string, mends: boolean, says: RegExp]
const mails: Case[] = [
  ['an unknown authority', async () => `smtps://${await secured()}`, 'unknown_authority', false, /NODE_EXTRA_CA_CERTS/],
  [
    'nothing listens',
    async () => 'smtp://127.0.0.1:1',
    'nothing_listens',
    true,
    /Nothing listens at 127\.0\.0\.1:1.*SMTP_URL/,
  ],
  ['a name that does not resolve', async () => 'smtp://post.invalid', 'unknown_name', true, /post\.invalid:587/],
  [
    'TLS to a plain port',
    async () => (await post()).replace('smtp:', 'smtps:'),
    'speaks_plain',
    false,
    /smtp:\/\/ instead of smtps:\/\//,
  ],
  ['a wrong password', async () => post('wrong-one'), 'wrong_user', false, /password of the user post.*SMTP_URL/],
  [
    'something else that listens',
    async () => `smtp://127.0.0.1:${await listening('SSH-2.0-OpenSSH\r\n')}`,
    'speaks_otherwise',
    false,
    /no mail server/,
  ],
]
test.each(mails)('mail: %s', async (_, address, cause, mends, says) => {
  const mailer = smtp({ url: await address(), from: 'post@example.org' })
  closing.push(mailer.close)
  const trouble = (await mailer.dependency.find()) as DependencyFailure
  expect(trouble).toMatchObject({ cause, mends, says: expect.stringMatching(says) })
  expect(trouble.says).not.toMatch(/right-one|wrong-one/)
})

test('mail: with nothing wrong there is nothing to say', async () => {
  const mailer = smtp({ url: await post(), from: 'post@example.org' })
  closing.push(mailer.close)
  expect(await mailer.dependency.find()).toBeUndefined()
})

/** As Amazon's store refuses. */
const refusing = async (status: number, code: string) => {
  const server: Server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const bucketAt = (endpoint: string, bucket = 'loreloom') => {
  const files = s3({ bucket, region: 'us-east-1', endpoint, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' })
  closing.push(files.close)
  return files.dependency
}

const buckets: Case[] = [
  ['an unknown authority', async () => `https://${await secured()}`, 'unknown_authority', false, /NODE_EXTRA_CA_CERTS/],
  ['nothing listens', async () => 'http://127.0.0.1:1', 'nothing_listens', true, /127\.0\.0\.1:1.*S3_ENDPOINT/],
  ['a name that does not resolve', async () => 'http://s3.invalid', 'unknown_name', true, /s3\.invalid:80/],
  [
    'TLS to a plain port',
    async () => (await refusing(200, '')).replace('http:', 'https:'),
    'speaks_plain',
    false,
    /http:\/\/ instead of https:\/\//,
  ],
  ['an unknown key', () => refusing(403, 'InvalidAccessKeyId'), 'wrong_key', false, /S3_ACCESS_KEY_ID/],
  ['a wrong secret', () => refusing(403, 'SignatureDoesNotMatch'), 'wrong_secret', false, /S3_SECRET_ACCESS_KEY/],
  [
    'a bucket that is not there',
    () => refusing(404, 'NoSuchBucket'),
    'no_bucket',
    false,
    /no bucket loreloom.*S3_BUCKET/,
  ],
  ['a key that may not write', () => refusing(403, 'AccessDenied'), 'may_not', false, /may not write.*s3:PutObject/],
  ['another region', () => refusing(400, 'AuthorizationHeaderMalformed'), 'wrong_region', false, /S3_REGION/],
  ['a clock that is wrong', () => refusing(403, 'RequestTimeTooSkewed'), 'clock', true, /clock/],
]
test.each(buckets)('files: %s', async (_, endpoint, cause, mends, says) => {
  expect(await bucketAt(await endpoint()).find()).toMatchObject({ cause, mends, says: expect.stringMatching(says) })
})

test('files: a bucket of a real store, and one that it has not', async () => {
  const { env, close } = await startBucket(dir)
  closing.push(close)
  expect(await bucketAt(env.S3_ENDPOINT ?? '').find()).toBeUndefined()
  expect(await bucketAt(env.S3_ENDPOINT ?? '', 'other').find()).toMatchObject({ cause: 'no_bucket' })
})
