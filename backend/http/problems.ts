import { STATUS_CODES } from 'node:http'
import type { Problem } from '#domain/me.ts'
import { pictureSizes, sizeName } from '#domain/pictures.ts'

type Facts = Readonly<Record<string, string | number>>
type Sentence = string | ((facts: Facts) => string)

const word = (plan: string | number | undefined) => (plan === 'PRO' ? 'Pro' : 'Basic')

/**
 * Every code that a route may answer with: its status, and the sentence that a person reads (the specification's words
 * where it has some). The one place where a refusal becomes HTTP.
 */
const problems = {
  unauthenticated: [401, 'Please sign in to continue.'],
  forbidden: [403, 'You do not have permission to do this.'],
  admins_only: [403, 'Only administrators can do this.'],
  cross_origin: [403, 'This request came from another site and was refused.'],
  impersonation_needs_cookie: [403, 'Impersonation works in the browser only, not with a token.'],
  not_found: [404, 'There is nothing here.'],
  campaign_not_found: [404, 'This campaign does not exist, or you are not part of it.'],
  image_not_found: [404, 'This image does not exist, or you may not see it.'],
  user_not_found: [404, 'There is no such user.'],
  conjuration_not_found: [404, 'This lore does not exist, or you may not see it.'],
  collection_not_found: [404, 'This folder does not exist, or you may not see it.'],
  conjuration_forbidden: [403, "You don't have permission to view this lore."],
  conjuration_edit_forbidden: [403, 'You are not allowed to edit this conjuration'],
  collection_forbidden: [403, 'You are not allowed to edit this collection'],
  version_not_found: [404, 'There is no such version of this lore.'],
  operation_not_found: [404, 'There is nothing of this in the Trash.'],
  parent_not_found: [404, 'The folder to put this in does not exist, or you may not see it.'],
  member_not_found: [404, 'This person is not part of the campaign.'],
  invitation_not_found: [404, 'This invitation does not exist.'],
  invitation_revoked: [410, 'This invitation was withdrawn.'],
  invitation_expired: [410, 'This invitation has expired.'],
  event_not_found: [404, 'There is no such event.'],
  model_not_found: [404, ({ id }) => `Unable to find model ${id}. Please try again.`],
  file_not_found: [404, 'This file does not exist, or you may not see it.'],
  only_campaign_owner: [403, 'Only the owner of the campaign can do this.'],
  only_dm: [403, 'Only a DM or the owner of the campaign can do this.'],
  only_owner: [403, 'Only the person who made this can do it: it costs their credits.'],
  image_exists: [409, 'There is an image with this id already.'],
  campaign_exists: [409, 'There is a campaign with this id already.'],
  invitation_exists: [409, 'There is an invitation with this id already.'],
  too_many_files: [409, ({ limit }) => `This campaign has ${limit} files, which is as many as it can have.`],
  campaign_full: [409, ({ limit }) => `This campaign is full: it has ${limit} members.`],
  owner_stays: [409, 'The owner cannot leave the campaign or lose their role. Transfer the ownership first.'],
  collection_inside_itself: [409, 'Cannot move a collection into itself.'],
  collection_inside_descendant: [409, 'Cannot move a collection into one of its descendants.'],
  collection_exists: [409, 'There is a folder with this id already.'],
  conjuration_exists: [409, 'There is lore with this id already.'],
  conjuration_in_campaign: [409, 'This lore belongs to another campaign. Move it from there.'],
  id_taken: [409, 'This id belongs to something else already.'],
  image_already_generated: [409, 'This image is there already. Generate a new one instead.'],
  image_not_generated: [409, 'This image was uploaded, so it cannot be generated again.'],
  image_not_ready: [409, 'This image is not ready yet.'],
  image_without_lore: [409, 'This image belongs to no lore entry, so it cannot be its primary image.'],
  request_lapsed: [409, 'This request lapsed before it could begin, and its credits came back. Please try again.'],
  insufficient_credits: [
    402,
    ({ needed, available }) => `Insufficient credits. You need ${needed} credits but only have ${available}.`,
  ],
  plan_required: [403, ({ plan, what = 'this model' }) => `${word(plan)} Plan Required. Upgrade to unlock ${what}.`],
  nsfw_not_allowed: [403, 'NSFW content needs the Pro plan.'],
  nsfw_not_supported: [422, ({ model }) => `${model} does not make NSFW images.`],
  style_not_supported: [422, ({ model, style }) => `${model} does not have the style ${style}. Please choose another.`],
  reference_not_supported: [422, ({ model }) => `${model} cannot use a reference image.`],
  size_not_supported: [
    422,
    `Invalid image dimensions. Please use one of these dimensions: ${pictureSizes.map(sizeName).join(', ')}`,
  ],
  downgrade_refused: [422, 'Consider using Basic plan instead of Free for Pro users'],
  own_account: [422, 'You cannot do this to your own account.'],
  last_admin: [409, 'This is the only administrator. Make somebody else one first.'],
  picture_too_large: [413, 'This file is too large.'],
  picture_type: [415, 'Only JPEG and PNG pictures can be uploaded.'],
  picture_animated: [422, 'Animated pictures cannot be uploaded.'],
  picture_dimensions: [422, 'This picture has dimensions that cannot be used.'],
  picture_broken: [422, 'This picture is damaged and cannot be read.'],
  picture_missing: [400, 'Please choose a picture to upload.'],
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
  not_caught_up: [503, 'This page is not up to date yet. Please try again in a moment.'],
  busy: [503, 'The server is very busy. Please try again in a moment.'],
  unavailable: [503, 'The server cannot do this right now. Please try again in a moment.'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [number, Sentence]>

export type ProblemCode = keyof typeof problems

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code)

/** `detail` replaces the table's sentence where somebody closer to the fault had a better one. */
export const problem = (code: ProblemCode, facts: Facts = {}, detail?: string): Problem => {
  const [status, sentence]: readonly [number, Sentence] = problems[code]
  return {
    ...facts,
    type: `urn:loreloom:problem:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: detail ?? (typeof sentence === 'string' ? sentence : sentence(facts)),
    code,
  }
}
