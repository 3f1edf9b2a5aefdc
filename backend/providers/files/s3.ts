import { Readable } from 'node:stream'
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { S3Driver } from 'flydrive/drivers/s3'
import type { Dependency } from '../../platform/dependency.ts'
import { FileMissing, type Files } from '../files.ts'
import { checkKey } from './key.ts'
import { s3Dependency } from './s3-trouble.ts'

/** Without keys, those of the machine's role are used. `endpoint` is for stores other than Amazon's, which require path-style addresses. */
interface S3Options {
  bucket: string
  region: string
  endpoint?: string
  accessKeyId?: string
  secretAccessKey?: string
}

/** Stores media in a bucket of S3 or of a compatible store. */
export function s3({
  bucket,
  region,
  endpoint,
  accessKeyId,
  secretAccessKey,
}: S3Options): Files & { dependency: Dependency; close(): Promise<void> } {
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    // Many stores other than Amazon's refuse the newer checksums that the SDK sends by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  // Buckets created since 2023 have ACLs disabled, and new objects are private by default in buckets with ACLs.
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false })

  return {
    dependency: s3Dependency(client, { bucket, region, ...(endpoint && { endpoint }) }),
    async put(key, bytes, mime) {
      await driver.put(checkKey(key), bytes, { contentType: mime, contentLength: bytes.length })
    },
    async putStream(key, bytes, { size, mime }) {
      await driver.putStream(checkKey(key), bytes, { contentType: mime, contentLength: size })
    },
    async get(key) {
      return Buffer.from(await driver.getBytes(checkKey(key)).catch(missing(key)))
    },
    async stream(key, range) {
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: checkKey(key),
        ...(range && { Range: `bytes=${range.start}-${range.end}` }),
      })
      const { Body } = await client.send(command).catch(missing(key))
      return Readable.from(Body as Readable, { objectMode: false })
    },
    async stat(key) {
      try {
        const {
          contentLength: size,
          lastModified: modified,
          etag,
          contentType,
        } = await driver.getMetaData(checkKey(key))
        return { size, mime: contentType ?? 'application/octet-stream', modified, etag }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async remove(key) {
      await driver.delete(checkKey(key))
    },
    // An object exists only after its upload is complete.
    removeUnfinished: async () => undefined,
    async *list() {
      for (let token: string | undefined; ; ) {
        const { Contents = [], NextContinuationToken } = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: token }),
        )
        for (const { Key: key = '', Size: size = 0, LastModified: modified = new Date() } of Contents)
          yield { key, size, modified }
        if (NextContinuationToken === undefined) return
        token = NextContinuationToken
      }
    },
    async close() {
      client.destroy()
    },
  }
}

const isMissing = (error: unknown): boolean => {
  if (!(error instanceof Error) || !('$metadata' in error)) return false
  const { $metadata: metadata } = error
  return (
    typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata && metadata.httpStatusCode === 404
  )
}

const missing = (key: string) => (error: unknown) => {
  throw isMissing(error) ? new FileMissing(key, error) : error
}
