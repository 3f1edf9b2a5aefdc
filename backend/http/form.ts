import '@fastify/multipart'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Rejection } from '#domain/decider.ts'

interface Form<Taken> {
  /** The processed file; undefined if the form had none. */
  taken: Taken | undefined
  fields: Record<string, unknown>
}

/**
 * The expected file. Sizes are bytes. `take` must refuse files over `maxBytes`, and receives one byte more so that it can
 * detect them; `announced` is the size of the whole form, if known.
 */
interface Wanted<Taken> {
  field: string
  maxBytes: number
  /** Size limit of each text field. */
  maxTextBytes?: number
  take(file: Readable, filename: string, announced: number | undefined): Promise<Taken>
}

/** Reads a form with one file; fields may precede or follow it. Throws `Rejection` for an incomplete form. */
export const readForm = <Taken>(request: FastifyRequest, wanted: Wanted<Taken>): Promise<Form<Taken>> =>
  readParts(request, wanted).catch((error: unknown) => {
    throw breaksOff(error) ? new Rejection('form_incomplete') : error
  })

/** The parser reports truncation by its message only: of the form, or of the file being read. */
const breaksOff = (error: unknown) => error instanceof Error && /unexpected end of multipart data$/i.test(error.message)

/** The multipart boundary, 1 to 70 characters. Source: RFC 2046, 5.1.1. */
const boundary = /;\s*boundary=("[^"]{1,70}"|[^\s";]{1,70})\s*(;|$)/i

async function readParts<Taken>(
  request: FastifyRequest,
  { field, maxBytes, maxTextBytes: fieldSize = 2000, take }: Wanted<Taken>,
): Promise<Form<Taken>> {
  // Other boundaries make the parser fail with its own errors.
  if (!boundary.test(request.headers['content-type'] ?? '')) throw new Rejection('unsupported_media_type')
  const form: Form<Taken> = { taken: undefined, fields: {} }
  const announced = Number(request.headers['content-length']) || undefined
  const limits = { fileSize: maxBytes + 1, files: 1, fields: 5, fieldSize }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') form.fields[part.fieldname] = part.value
    else if (part.fieldname === field) form.taken = await take(part.file, part.filename, announced)
    else part.file.resume()
  }
  return form
}
