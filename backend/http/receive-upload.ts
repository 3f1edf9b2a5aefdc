import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { allOf } from '../providers/bounded.ts'
import type { UntrustedInput } from '../providers/untrusted-input.ts'
import { readForm } from './form.ts'
import { hangUp } from './hang-up.ts'

const Name = z
  .string()
  .transform((name) => name.replace(/\p{Cc}/gu, '').trim())
  .pipe(z.string().min(1, 'The file has no name').max(255, 'Name cannot exceed 255 characters'))
const Named = z.object({ name: Name })

export interface UploadedFile {
  name: string
  bytes: Buffer
  mime: string
  extension: string
  /** The beginning of the SHA-256 of `bytes`. */
  hash: string
}

/** Reads the file of a form, and checks its type and metadata in the child process. Throws `file_…`, `InputRefused` and `ImageRejected`. */
export async function receiveUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  { untrusted, megabytes }: { untrusted: Pick<UntrustedInput, 'run'>; megabytes: number },
): Promise<{ upload: UploadedFile; fields: Record<string, unknown> }> {
  const maxBytes = megabytes * 2 ** 20
  const signal = hangUp(reply)
  const take = async (file: Readable, filename: string, announced: number | undefined): Promise<UploadedFile> => {
    const tooLarge = () => new Rejection('file_too_large', { megabytes })
    const received = await allOf(file, maxBytes, tooLarge, announced)
    const { name } = Named.parse({ name: filename })
    const { value, bytes = received } = await untrusted.run('campaignFile', {
      bytes: received,
      options: { name },
      signal,
    })
    return { name, bytes, ...value }
  }
  const { taken: upload, fields } = await readForm(request, { field: 'file', maxBytes, take })
  if (!upload) throw new Rejection('file_missing')
  return { upload, fields }
}
