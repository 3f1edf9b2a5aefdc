import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { Env } from './installation.ts'

/** A bucket of an object store that speaks S3, in `dir`, and the settings that lead there. */
export async function startBucket(dir: string): Promise<{ env: Env; close(): Promise<void> }> {
  const directory = join(dir, 'bucket')
  await mkdir(directory)
  const buckets = [{ name: 'loreloom' }]
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: buckets })
  const { port } = await server.run()
  const keys = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }
  return {
    env: { FILES: 's3', S3_BUCKET: 'loreloom', S3_ENDPOINT: `http://127.0.0.1:${port}`, ...keys },
    close: () => server.close(),
  }
}
