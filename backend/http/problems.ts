import { STATUS_CODES } from 'node:http'
import type { Refusals } from '#domain/decider.ts'
import { documentRefusals } from '#domain/documents.ts'
import { emailRefusals } from '#domain/email-addresses.ts'
import { planRefusals } from '#domain/entitlements.ts'
import { importRefusals } from '#domain/imports.ts'
import { refusals } from '#domain/kinds.ts'
import { loreExportRefusals } from '#domain/lore-exports.ts'
import type { Problem } from '#domain/me.ts'
import { securityRefusals } from '#domain/security.ts'
import { storageRefusals } from '#domain/storage.ts'

type Facts = Readonly<Record<string, string | number>>

/**
 * Every code that a route may answer with: its status, and the sentence that a person reads (the specification's words
 * where it has some). Rejections of a rule are declared next to the rule; this table lists those that precede any rule.
 */
const problems = {
  unauthenticated: [401, 'Please sign in to continue.'],
  forbidden: [403, 'You do not have permission to do this.'],
  admins_only: [403, 'Only administrators can do this.'],
  cross_origin: [403, 'This request came from another site and was refused.'],
  impersonation_needs_cookie: [403, 'Impersonation works in the browser only, not with a token.'],
  only_users_impersonated: [403, 'Only ordinary users can be impersonated, not administrators or auditors.'],
  not_as_somebody_else: [403, 'Only this person can do this: stop impersonating them first.'],
  not_found: [404, 'There is nothing here.'],
  operation_not_found: [404, 'There is nothing of this in the Trash.'],
  event_not_found: [404, 'There is no such event.'],
  forgotten: [410, 'This has been forgotten for good. Nothing more can be written in it.'],
  id_taken: [409, 'This id belongs to something else already.'],
  picture_too_large: [413, 'This file is too large.'],
  picture_type: [415, 'Only JPEG and PNG pictures can be uploaded.'],
  picture_animated: [422, 'Animated pictures cannot be uploaded.'],
  picture_dimensions: [422, 'This picture has dimensions that cannot be used.'],
  picture_broken: [422, 'This picture is damaged and cannot be read.'],
  picture_missing: [400, 'Please choose a picture to upload.'],
  input_unreadable: [422, 'This cannot be read. Please export it again and retry.'],
  input_too_demanding: [422, 'This takes too much time or memory to read. Please send it in a simpler form.'],
  file_missing: [400, 'Please choose a file to upload.'],
  file_too_large: [413, ({ megabytes }) => `This file is too large. At most ${megabytes} MB can be uploaded.`],
  file_type: [415, 'Only PDF, text, Markdown, Word (docx), PNG, JPEG, WebP and GIF files can be uploaded.'],
  file_content: [415, 'What is in this file is not what its name says.'],
  form_incomplete: [400, 'This form broke off before its end. Please send it again.'],
  invalid_request: [400, 'This request is not right.'],
  body_too_large: [413, 'This request is too large.'],
  unsupported_media_type: [415, 'This kind of content is not accepted here.'],
  method_not_allowed: [405, 'This cannot be done here.'],
  too_many_requests: [429, ({ seconds }) => `Too many requests. Please try again in ${seconds} s.`],
  too_much_work: [
    429,
    ({ seconds }) => `That was a lot at once. Please wait ${seconds} s and try again; nothing you wrote is lost.`,
  ],
  not_caught_up: [503, 'This page is not up to date yet. Please try again in a moment.'],
  busy: [503, 'The server is very busy. Please try again in a moment.'],
  another_log: [503, 'The server was started with data that do not belong together. Whoever runs it has been told.'],
  older_server: [503, 'A newer version of Loreloom is taking over from this server. Please try again in a moment.'],
  unavailable: [503, 'The server cannot do this right now. Please try again in a moment.'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
  ...documentRefusals,
  ...emailRefusals,
  ...loreExportRefusals,
  ...planRefusals,
  ...securityRefusals,
  ...storageRefusals,
  ...importRefusals,
  ...refusals,
} as const satisfies Refusals

export type ProblemCode = keyof typeof problems

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code)

/** `detail` replaces the table's message where the code closer to the fault has a better one. */
export const problem = (code: ProblemCode, facts: Facts = {}, detail?: string): Problem => {
  const [status, sentence]: Refusals[string] = problems[code]
  return {
    ...facts,
    type: `urn:loreloom:problem:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: detail ?? (typeof sentence === 'string' ? sentence : sentence(facts)),
    code,
  }
}
