import { randomUUID } from 'node:crypto'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import type { Dependency, DependencyFailure } from '../../platform/dependency.ts'
import { describeNetworkFailure, type Place } from '../../platform/network-trouble.ts'

interface Where {
  bucket: string
  region: string
  endpoint?: string
}

const placeOf = ({ endpoint, region }: Where): Place => {
  const { hostname, port, protocol } = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  return {
    what: 'the store of files',
    at: `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`,
    setting: endpoint ? 'S3_ENDPOINT' : 'S3_REGION',
    authority: 'NODE_EXTRA_CA_CERTS=FILE in the environment',
    plain: 'http:// instead of https:// in S3_ENDPOINT',
  }
}

type Cause = [cause: string, mends: boolean, says: (where: Where & { at: string; act: string }) => string]
const wrongKey: Cause = [
  'wrong_key',
  false,
  ({ at }) => `The store of files at ${at} does not know the key: correct S3_ACCESS_KEY_ID.`,
]
const wrongRegion: Cause = [
  'wrong_region',
  false,
  ({ bucket, region }) => `The bucket ${bucket} is not in the region ${region}: correct S3_REGION.`,
]
const noCredentials: Cause = [
  'no_key',
  false,
  () =>
    'There is no key for the bucket: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or give this machine a role that has one.',
]

/** Causes by the names of S3's errors. */
const causes: Record<string, Cause> = {
  InvalidAccessKeyId: wrongKey,
  SignatureDoesNotMatch: [
    'wrong_secret',
    false,
    ({ at }) => `The store of files at ${at} does not take the secret of the key: correct S3_SECRET_ACCESS_KEY.`,
  ],
  NoSuchBucket: [
    'no_bucket',
    false,
    ({ at, bucket }) => `The store of files at ${at} has no bucket ${bucket}: make it, or correct S3_BUCKET.`,
  ],
  AccessDenied: [
    'may_not',
    false,
    ({ bucket, act }) =>
      `The key of S3_ACCESS_KEY_ID may not ${act} in the bucket ${bucket}: give it s3:GetObject, s3:PutObject and s3:DeleteObject there.`,
  ],
  PermanentRedirect: wrongRegion,
  AuthorizationHeaderMalformed: wrongRegion,
  IllegalLocationConstraintException: wrongRegion,
  CredentialsProviderError: noCredentials,
  RequestTimeTooSkewed: [
    'clock',
    true,
    ({ at }) => `This machine's clock differs from that of the store of files at ${at}: set it right.`,
  ],
}

const describeTrouble = (error: unknown, where: Where, act: string): DependencyFailure => {
  const place = placeOf(where)
  const name = error instanceof Error ? error.name : ''
  const known = causes[name]
  if (known) {
    const [cause, mends, says] = known
    return { cause, mends, says: says({ ...where, at: place.at, act }) }
  }
  const message = error instanceof Error ? error.message : String(error)
  const other = {
    cause: 'other',
    mends: true,
    says: `The store of files at ${place.at} cannot be used (${act}): ${name} ${message}. See whether S3_ENDPOINT is an address of S3.`,
  }
  if (name === 'TimeoutError' || name === 'AbortError') return describeNetworkFailure(timedOut(), place) ?? other
  return describeNetworkFailure(error, place) ?? other
}
const timedOut = () => Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })

/** Checks the bucket by writing, reading and removing a file with a random name. */
export const s3Dependency = (client: S3Client, where: Where): Dependency => ({
  name: 'store of files',
  // Stores charge for these requests, so a usable bucket is checked rarely.
  everyMs: { usable: 600_000, troubled: 5_000 },
  async find() {
    const file = { Bucket: where.bucket, Key: `probe/${randomUUID()}` }
    const abortSignal = AbortSignal.timeout(4_500)
    const steps = [
      ['write', () => client.send(new PutObjectCommand({ ...file, Body: 'probe' }), { abortSignal })],
      [
        'read',
        () => client.send(new GetObjectCommand(file), { abortSignal }).then(({ Body }) => Body?.transformToString()),
      ],
      ['remove', () => client.send(new DeleteObjectCommand(file), { abortSignal })],
    ] as const
    for (const [act, step] of steps) {
      try {
        await step()
      } catch (error) {
        return describeTrouble(error, where, act)
      }
    }
    return undefined
  },
})
