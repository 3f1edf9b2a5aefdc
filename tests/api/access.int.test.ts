import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imageModels } from '#domain/image-catalogue.ts'
import { productTemplates } from '#domain/template-catalogue.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { campaignCalls } from './campaign-calls.ts'
import { conjurationCalls } from './lore-calls.ts'
import { multipart } from './multipart.ts'

/** Who may call what: every route of the API, asked by everybody. A route that is missing here fails the last test. */

let stack: Stack
const people = {} as Record<'anonymous' | 'stranger' | 'owner' | 'admin' | 'banned', Person>
const known = { campaignId: '', imageId: '', version: '', eventId: '' }
const vista = imageModels[0]

beforeAll(async () => {
  stack = await startStack()
  people.admin = await stack.member('Admin')
  people.anonymous = stack.anyone()
  for (const name of ['stranger', 'owner', 'banned'] as const) people[name] = await stack.member(name)
  const { body: campaign } = await people.owner.post('/api/campaigns', { name: 'Tidewater' })
  known.campaignId = campaign.id
  const { body } = await people.owner.post('/api/images', wanted())
  known.imageId = body.images[0].id
  const image = await eventually(async () => {
    const { body } = await people.owner.get(`/api/images/${known.imageId}`)
    return body.uri ? body : undefined
  })
  known.version = image.edits[0].id
  known.eventId = image.edits[0].id
  await people.admin.post('/api/auth/admin/ban-user', { userId: people.banned.id, banReason: 'Spam' })
})
afterAll(() => stack?.stop())

const wanted = () => ({
  modelId: vista?.id,
  prompt: 'A lighthouse',
  stylePreset: 'fantasy-art',
  count: 1,
  width: 1024,
  height: 1024,
  campaignId: known.campaignId,
})

const card = { paymentMethodId: 'pm_card' }
const billingAddress = { line1: '1 Quay', city: 'Tidewater', state: 'ME', postalCode: '04101', country: 'US' }
const yearlyPro = { plan: 'PRO', interval: 'YEARLY' }

const template = () => ({ name: 'T', attributes: productTemplates[0]?.attributes })

type Who = keyof typeof people
/** Statuses by person; whoever is banned is answered like whoever is not signed in. */
type Expected = Record<Exclude<Who, 'banned'>, number>
const everyone: Expected = { anonymous: 200, stranger: 200, owner: 200, admin: 200 }
const signedIn: Expected = { ...everyone, anonymous: 401 }
const admins: Expected = { anonymous: 401, stranger: 403, owner: 403, admin: 200 }
/** Where payments are not set up. */
const spenders: Expected = { anonymous: 401, stranger: 409, owner: 409, admin: 409 }
/** Somebody else's things do not exist, for admins either. */
const owners: Expected = { anonymous: 401, stranger: 404, owner: 200, admin: 404 }
const noMap: Expected = { ...owners, owner: 404 }
const noConversation = noMap

/** What is told of an account to whoever said why they look. */
const lookedAt = [
  ...['', '/chain', '/compare', '/curve', '/events', '/events/{eventId}', '/first'],
  ...['/ledger', '/payments', '/replay', '/sight', '/sums', '/trace'],
]
/** What these cannot be asked without. */
const asked: Record<string, string> = {
  '/trace': 'of=01a207bb-85db-783d-991a-d86f00676895',
  '/compare': 'a=0&b=0',
  '/first': 'balanceBelow=1',
  '/sight': 'kind=lore&id=01a207bb-85db-783d-991a-d86f00676895',
  '/find': 'q=1',
  '/state': 'revision=0',
}

type Call = [
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  route: string,
  expected: Expected,
  body?: () => object,
]

const visit = { type: 'Other', description: 'It does not open.', email: 'lost@example.org' }

const quote = {
  size: 'Medium (~28mm)',
  quantity: 1,
  address: { firstName: 'A', lastName: 'Q', addressLine1: '1', city: 'T', state: 'ME', zipCode: '04101' },
}

const calls: Call[] = [
  ['GET', '/api/version', everyone],
  ['GET', '/api/auth-options', everyone],
  ['GET', '/api/health/live', everyone],
  ['GET', '/api/health/ready', everyone],
  ['GET', '/api/users/me', signedIn],
  ['GET', '/api/users/credits', signedIn],
  ['GET', '/api/users/me/subscription', signedIn],
  ['GET', '/api/experiments', signedIn],
  ['GET', '/api/users/me/signup-sources', signedIn],
  ['PATCH', '/api/users/me', signedIn, () => ({ onboarded: true })],
  ['POST', '/api/users/me/revealed-link/noted', signedIn],
  ['POST', '/api/users/me/signup-source', signedIn, () => ({ source: 'friend' })],
  ['GET', '/api/users/me/usage', signedIn],
  ['GET', '/api/users/me/security', signedIn],
  ['DELETE', '/api/users/me/sessions', signedIn],
  ['DELETE', '/api/users/me/sessions/{sessionId}', { ...owners, owner: 404 }],
  ['GET', '/api/users/me/connections', signedIn],
  ['DELETE', '/api/users/me/connections/google', signedIn],
  // Discord is not set up there.
  ['GET', '/api/integrations/discord/connect', spenders],
  ['POST', '/api/integrations/discord/disconnect', signedIn],
  // Neither is Story Vault.
  ['GET', '/api/integrations/storyvault/connect', spenders],
  ['POST', '/api/integrations/storyvault/disconnect', signedIn],
  ['POST', '/api/users/tokens', spenders, () => ({ token: 'sv_any', type: 'STORY_VAULT' })],
  ['GET', '/api/integrations/discord/callback', { anonymous: 302, stranger: 302, owner: 302, admin: 302 }],
  ['POST', '/api/support', signedIn, () => ({ type: 'Other', description: 'It does not open.' })],
  ['POST', '/api/support/visitors', everyone, () => ({ ...visit, id: randomUUID() })],
  ['GET', '/api/support', signedIn],
  ['POST', '/api/support/{id}/screenshot', noMap],
  ['DELETE', '/api/support/{id}/screenshot', noMap],
  ['GET', '/api/support/{id}/screenshot', noMap],
  ['GET', '/api/admin/support', admins],
  ['GET', '/api/admin/support/templates', admins],
  ['POST', '/api/admin/support/templates', admins, () => ({ title: randomUUID(), text: 'Hello {name}' })],
  [
    'PATCH',
    '/api/admin/support/templates/{id}',
    { ...admins, admin: 404 },
    () => ({ title: randomUUID(), text: 'Hello', version: 0 }),
  ],
  ['DELETE', '/api/admin/support/templates/{id}', admins],
  ['POST', '/api/admin/support/{id}/answer', { ...admins, admin: 404 }, () => ({ text: 'Please try again.' })],
  ['POST', '/api/admin/support/{id}/assign', { ...admins, admin: 404 }, () => ({ isMine: true })],
  ['POST', '/api/admin/support/{id}/close', { ...admins, admin: 404 }],
  ['POST', '/api/admin/support/{id}/reopen', { ...admins, admin: 404 }],
  ['GET', '/api/users/me/email', signedIn],
  ['POST', '/api/users/me/email/link', signedIn],
  ['DELETE', '/api/users/me/email/change', signedIn],
  [
    ...(['POST', '/api/users/me/email/change', signedIn] as const),
    () => ({ email: 'another@example.org', password: 'correct horse' }),
  ],
  // There is no such link.
  ['POST', '/api/users/me/email/confirm', { ...owners, owner: 404 }, () => ({ token: 'x' })],
  // It is for nobody's address.
  ['POST', '/api/billing/preorder/redeem', { ...owners, owner: 404 }, () => ({ coupon: people.owner.id })],
  ['GET', '/api/billing/config', signedIn],
  ['GET', '/api/billing/payments', signedIn],
  ['GET', '/api/billing/receipts/{id}', { ...owners, owner: 404 }],
  // Payments are not set up there.
  ['GET', '/api/billing/payment-methods', spenders],
  ['GET', '/api/billing/payments/unfinished', spenders],
  ['POST', '/api/billing/payments/{id}/cancel', spenders],
  ['GET', '/api/billing/address', spenders],
  ['GET', '/api/billing/subscription/credits', spenders],
  ['POST', '/api/billing/setup-intent', spenders],
  ['POST', '/api/billing/setup-payment-method', spenders, () => ({ ...card, billingAddress })],
  ['POST', '/api/billing/address', spenders, () => ({ billingAddress })],
  ['POST', '/api/billing/payment-methods/default', spenders, () => card],
  ['DELETE', '/api/billing/payment-methods/{id}', spenders],
  ['POST', '/api/billing/subscription/create', spenders, () => ({ ...yearlyPro, ...card, billingAddress })],
  ['POST', '/api/billing/subscription/preview', spenders, () => yearlyPro],
  ['POST', '/api/billing/subscription/change', spenders, () => yearlyPro],
  ['POST', '/api/billing/subscription/cancel', spenders, () => ({ cancelAtPeriodEnd: true })],
  ['POST', '/api/billing/credits/purchase', spenders, () => ({ pack: 'PACK_250', ...card })],
  ['POST', '/api/billing/webhook', { anonymous: 409, stranger: 409, owner: 409, admin: 409 }],
  ['GET', '/api/models/images', signedIn],
  ['POST', '/api/images/models/reading', signedIn, () => ({ models: [wanted().modelId], prompt: 'A bell' })],
  ['GET', '/api/images/gallery', owners],
  ['GET', '/api/images/{id}', owners],
  ['GET', '/api/images/{id}/usage', owners],
  ['GET', '/api/images/{id}/file/{version}', owners],
  ['GET', '/api/images/{id}/download', owners],
  ['POST', '/api/images', { ...owners, owner: 202 }, wanted],
  ['POST', '/api/images/upload', { ...owners, owner: 201 }],
  ['POST', '/api/images/{id}/retry', { ...owners, owner: 409 }],
  ['POST', '/api/images/{id}/cancel', owners],
  ['GET', '/api/images/editing', signedIn],
  // With nothing painted, without a plan, or of an edit that there is not: image-edits.int.test.ts has all of them.
  ['POST', '/api/images/{id}/inpaint', { ...owners, owner: 415 }],
  ['POST', '/api/images/{id}/erase', { ...owners, owner: 415 }],
  ['POST', '/api/images/{id}/outpaint', { ...owners, owner: 202 }, () => ({ up: 150 })],
  ['POST', '/api/images/{id}/recolor', { ...owners, owner: 202 }, () => ({ prompt: 'Red', searchPrompt: 'A bell' })],
  ['POST', '/api/images/{id}/replace', { ...owners, owner: 202 }, () => ({ prompt: 'A bell' })],
  ['POST', '/api/images/{id}/replace-background', { ...owners, owner: 202 }, () => ({ prompt: 'A bell' })],
  ['POST', '/api/images/{id}/remove-background', { ...owners, owner: 403 }],
  ['PATCH', '/api/images/{id}/edit', { ...owners, owner: 404 }, () => ({ editId: randomUUID() })],
  ['POST', '/api/images/{id}/edits/{editId}/cancel', { ...owners, owner: 404 }],
  ['GET', '/api/images/{id}/edits/{editId}/mask', { ...owners, owner: 404 }],
  ['DELETE', '/api/images/{id}/edits', owners],
  ['PATCH', '/api/images/{id}/name', owners, () => ({ name: 'The light' })],
  ['PATCH', '/api/images/{id}/note', owners, () => ({ note: 'Seen from the quay' })],
  // Without a plan that makes tokens, and so there is none: images.int.test.ts has both.
  ['POST', '/api/images/{id}/generate-token', { ...owners, owner: 403 }],
  ['GET', '/api/images/{id}/token/{token}', { ...owners, owner: 404 }],
  ['PATCH', '/api/images/{id}/conjurationId', owners, () => ({ conjurationId: null })],
  ['PATCH', '/api/images/{id}/primary', { ...owners, owner: 409 }],
  [
    'PATCH',
    '/api/images/bulk/move-to-campaign',
    owners,
    () => ({ imageIds: [known.imageId], campaignId: known.campaignId }),
  ],
  ['DELETE', '/api/images/{id}', owners],
  ['POST', '/api/images/{id}/restore', owners],
  ['DELETE', '/api/images', owners, () => ({ imageIds: [known.imageId] })],
  ['POST', '/api/images/restore', owners, () => ({ imageIds: [known.imageId] })],
  ['GET', '/api/battlemaps', { ...owners, owner: 403 }],
  // It is no map: maps.int.test.ts tells who may do what with one.
  ['GET', '/api/battlemaps/{id}', noMap],
  ['PATCH', '/api/battlemaps/{id}', noMap, () => ({ name: 'The crypt' })],
  ['DELETE', '/api/battlemaps/{id}', noMap],
  ['GET', '/api/battlemaps/{id}/download', noMap],
  ['GET', '/api/battlemaps/{id}/print', noMap],
  ['GET', '/api/battlemaps/{id}/table/picture', noMap],
  ['POST', '/api/battlemaps/{id}/table', noMap],
  ['POST', '/api/battlemaps/{id}/key/lore', noMap],
  ['DELETE', '/api/battlemaps/{id}/table', noMap],
  [
    'POST',
    '/api/battlemaps/{id}/fog',
    noMap,
    () => ({ strokeId: randomUUID(), mode: 'reveal', cells: [{ first: 0, count: 1 }] }),
  ],
  ['POST', '/api/battlemaps/{id}/fog/undo', noMap],
  ['PATCH', '/api/battlemaps/{id}/rooms/{room}', noMap, () => ({ found: true })],
  ['POST', '/api/battlemaps/{id}/doors', noMap, () => ({ x: 1, y: 1, side: 'north' })],
  ['PATCH', '/api/battlemaps/{id}/doors/{door}', noMap, () => ({ closed: true })],
  ['DELETE', '/api/battlemaps/{id}/doors/{door}', noMap],
  ['PATCH', '/api/battlemaps/{id}/key/{room}', noMap, () => ({ name: 'The crypt' })],
  ['POST', '/api/battlemaps/{id}/plan/undo', noMap],
  [
    'PATCH',
    '/api/battlemaps/bulk/move-to-campaign',
    noMap,
    () => ({ battlemapIds: [known.imageId], campaignId: known.campaignId }),
  ],
  // No such model: who may do what with one is told in models.int.test.ts.
  ['POST', '/api/models', { ...owners, owner: 403 }, () => ({ campaignId: known.campaignId, prompt: 'a knight' })],
  ['POST', '/api/models/reading', signedIn, () => ({ prompt: 'a knight' })],
  ['GET', '/api/story-vault/{id}', noMap],
  ['GET', '/api/story-vault/{id}/lines', noMap],
  ['PATCH', '/api/story-vault/{id}', noMap, () => ({ title: 'The Dry Stair' })],
  ['PUT', '/api/story-vault/{id}/speakers/{speaker}', noMap, () => ({ userId: null, conjurationId: null })],
  ['DELETE', '/api/story-vault/{id}', noMap],
  ['POST', '/api/story-vault/{id}/restore', noMap],
  ['POST', '/api/recordings/{id}/retry', noMap],
  ['DELETE', '/api/recordings/{id}', noMap],
  ['GET', '/api/models/{id}', noMap],
  ['PATCH', '/api/models/{id}', noMap, () => ({ name: 'The knight' })],
  ['DELETE', '/api/models/{id}', noMap],
  ['POST', '/api/models/{id}/restore', noMap],
  ['GET', '/api/models/{id}/download', noMap],
  ['GET', '/api/models/{id}/file/{version}', noMap],
  ['GET', '/api/models/{id}/preview/{version}', noMap],
  ['POST', '/api/models/{id}/convert/stl', { ...noMap, owner: 403 }],
  ['POST', '/api/models/{id}/convert/3mf', { ...noMap, owner: 403 }],
  ['POST', '/api/models/{id}/convert/obj', { ...noMap, owner: 403 }],
  [
    'PATCH',
    '/api/models/bulk/move-to-campaign',
    noMap,
    () => ({ modelIds: [known.imageId], campaignId: known.campaignId }),
  ],
  ['POST', '/api/models/{id}/quote', { ...noMap, owner: 403 }, () => quote],
  ['GET', '/api/admin/quotes', admins],
  [
    'POST',
    '/api/admin/quotes/{id}',
    { ...admins, admin: 404 },
    () => ({ userId: people.owner.id, state: 'CLOSED', note: '' }),
  ],
  ['GET', '/api/operations', signedIn],
  ['GET', '/api/exports', signedIn],
  ['POST', '/api/exports/account', { anonymous: 401, stranger: 202, owner: 202, admin: 202 }, () => ({})],
  // No such export: who may read one is told in exports.int.test.ts.
  ['GET', '/api/exports/{id}/file', { ...owners, owner: 404 }],
  // No such operation: who may see one is told in rights.int.test.ts.
  ['GET', '/api/operations/{id}', { ...owners, owner: 404 }],
  ['GET', '/api/conjurations/request/{id}', { ...owners, owner: 404 }],
  // No such text: writings.int.test.ts tells who may read one.
  ['GET', '/api/writings/{id}', { ...owners, owner: 404 }],
  ['POST', '/api/writings/{id}/insert', { ...owners, owner: 404 }],
  // Without a plan there is none: conversations.int.test.ts has some.
  ['GET', '/api/conversations', { ...owners, owner: 403 }],
  ['POST', '/api/conversations', { ...owners, owner: 403 }, () => ({ campaignId: known.campaignId })],
  ['GET', '/api/conversations/export', owners],
  ['GET', '/api/conversations/{id}', noConversation],
  ['PATCH', '/api/conversations/{id}', noConversation, () => ({ title: 'The bell' })],
  ['DELETE', '/api/conversations/{id}', noConversation],
  ['POST', '/api/conversations/{id}/restore', noConversation],
  ['POST', '/api/conversations/{id}/files', noConversation],
  ['DELETE', '/api/conversations/{id}/files/{fileId}', noConversation],
  ['POST', '/api/conversations/{id}/files/{fileId}/keep', noConversation],
  ['GET', '/api/conversations/{id}/files/{fileId}/download', noConversation],
  ['POST', '/api/conversations/{id}/messages', noConversation, () => ({ message: 'Who rang the bell?' })],
  ['POST', '/api/conversations/{id}/messages/{messageId}/regenerate', noConversation],
  ['POST', '/api/conversations/{id}/answers/{answerId}/stop', noConversation],
  ['POST', '/api/conversations/{id}/answers/{answerId}/proposals/{proposalId}/accept', noConversation],
  ['POST', '/api/conversations/{id}/answers/{answerId}/proposals/{proposalId}/dismiss', noConversation],
  ['POST', '/api/conjurations/request/{id}/cancel', { ...owners, owner: 404 }],
  ['GET', '/api/templates', signedIn],
  ['GET', '/api/templates/limits', signedIn],
  ['GET', '/api/templates/stats', signedIn],
  ['GET', '/api/templates/trash', signedIn],
  // None of this name: who sees and changes which is told in templates.int.test.ts.
  ['GET', '/api/templates/{id}', { ...owners, owner: 404 }],
  ['DELETE', '/api/templates/{id}', { ...owners, owner: 404 }],
  ['POST', '/api/templates/{id}/duplicate', { ...owners, owner: 404 }],
  ['POST', '/api/templates/{id}/restore', { ...owners, owner: 404 }],
  ['PUT', '/api/templates/{id}', { ...owners, owner: 404 }, template],
  ['POST', '/api/templates', { anonymous: 401, stranger: 403, owner: 403, admin: 403 }, template],
  ['POST', '/api/templates/generate', { ...owners, owner: 404 }, () => ({ templateId: known.imageId })],
  [
    'POST',
    '/api/collections/{id}/lore-from-template',
    { ...owners, owner: 404 },
    () => ({ templateId: productTemplates[0]?.id }),
  ],
  [
    'POST',
    '/api/collections/{id}/empty-lore-from-template',
    { ...owners, owner: 404 },
    () => ({ templateId: productTemplates[0]?.id }),
  ],
  ['POST', '/api/operations/{id}/undo', { ...owners, owner: 404 }],
  ['GET', '/api/admin/users', admins],
  ['GET', '/api/admin/users/{id}', admins],
  ['GET', '/api/admin/user/{id}', admins],
  ['GET', '/api/admin/users/{id}/events', admins],
  ['GET', '/api/admin/users/{id}/streams', admins],
  [
    ...(['POST', '/api/billing/payments/{id}/refund-request'] as const),
    { ...owners, owner: 404 },
    () => ({ reason: 'Bought twice' }),
  ],
  ['GET', '/api/admin/payments', admins],
  ['GET', '/api/admin/payments/{id}/refund', { ...admins, admin: 404 }],
  ['GET', '/api/admin/coupons', admins],
  ['GET', '/api/admin/reconciliations', admins],
  ['GET', '/api/admin/reconciliations/{id}/differences', admins],
  ['POST', '/api/admin/reconciliations', { ...admins, admin: 409 }],
  ['GET', '/api/admin/log', admins],
  ['GET', '/api/admin/health', admins],
  ['GET', '/api/admin/installation', admins],
  ['GET', '/api/admin/installation/changelog', admins],
  ['POST', '/api/admin/installation/test-mail', admins],
  ['POST', '/api/admin/health/checks/{name}', admins],
  ['GET', '/api/audit/chain', admins],
  ['GET', '/api/audit/keys', everyone],
  // An admin has not said why they look.
  ...lookedAt.map((path): Call => ['GET', `/api/audit/accounts/{id}${path}`, { ...admins, admin: 403 }]),
  ['POST', '/api/audit/accounts/{id}/email', { ...admins, admin: 403 }, () => ({ reason: 'Asked' })],
  ['POST', '/api/audit/accounts/{id}/exports', { ...admins, admin: 403 }, () => ({ format: 'csv' })],
  ['POST', '/api/audit/looks', admins, () => ({ userId: people.owner.id, reason: 'Asked' })],
  ['GET', '/api/audit/accounts', admins],
  ['GET', '/api/audit/exports', admins],
  ['POST', '/api/audit/exports', { ...admins, admin: 202 }, () => ({ reason: 'Year end' })],
  ['GET', '/api/audit/exports/{id}', { ...admins, admin: 404 }],
  ['GET', '/api/audit/exports/{id}/file', { ...admins, admin: 404 }],
  ['GET', '/api/audit/exports/{id}/signature', { ...admins, admin: 404 }],
  ['GET', '/api/admin/events/{eventId}', admins],
  ['GET', '/api/admin/events/{eventId}/together', admins],
  ['GET', '/api/admin/streams/{stream}/state', admins],
  ['GET', '/api/admin/find', admins],
  ['GET', '/api/admin/outbox', admins],
  ['POST', '/api/admin/outbox/{id}/reveal', { ...admins, admin: 404 }, () => ({ reason: 'Asked' })],
  ['POST', '/api/admin/credits/add', admins, () => ({ userId: people.owner.id, credits: 1, reason: 'Thanks' })],
  ['POST', '/api/admin/credits/remove', admins, () => ({ userId: people.owner.id, credits: 1, reason: 'Twice' })],
  [
    'POST',
    '/api/admin/subscription/change',
    admins,
    () => ({ userId: people.owner.id, plan: 'BASIC', reason: 'Gift', subscriptionPaidThrough: null }),
  ],
  [
    'POST',
    '/api/admin/kickstarter-tier/update',
    admins,
    () => ({ userId: people.owner.id, tierType: 'loreloom', tier: 'LEGEND', reason: 'Backer' }),
  ],
  [
    'POST',
    '/api/admin/complimentary-access/update',
    admins,
    () => ({ userId: people.owner.id, through: '2030-01-01', reason: 'Sorry' }),
  ],
  ['POST', '/api/admin/user/reset-password', admins, () => ({ userId: people.owner.id, reason: 'Asked' })],
  [
    'POST',
    '/api/admin/user/update-email',
    admins,
    () => ({ userId: people.owner.id, email: 'new@example.org', reason: 'Asked' }),
  ],
  [
    'POST',
    '/api/admin/billing/refund-requests/{id}/decline',
    { ...admins, admin: 404 },
    () => ({ userId: people.owner.id, reason: 'Too late' }),
  ],
  [
    'POST',
    '/api/admin/billing/refund',
    { ...admins, admin: 404 },
    () => ({ userId: people.owner.id, paymentId: 'pi_1', reason: 'Asked' }),
  ],
  ['POST', '/api/admin/coupons', admins, () => ({ email: 'pia@example.org', plan: 'PRO', reason: 'Pre-order 17' })],
]

/** The address with what it names filled in. */
const addressOf = (route: string) => {
  const id = /\/(admin|audit)\//.test(route) ? people.owner.id : known.imageId
  const address = route
    .replace('{id}', id)
    .replace('{version}', known.version)
    .replace('{format}', 'stl')
    .replace('{speaker}', '0')
    .replace('{token}', known.version)
    .replace('{editId}', known.version)
    .replace('{messageId}', known.version)
    .replace('{fileId}', known.version)
    .replace('{answerId}', known.version)
    .replace('{eventId}', known.eventId)
    .replace('{slug}', vista?.slug ?? '')
    .replace('{n}', '0')
    .replace('{room}', '1')
    .replace('{name}', 'chain')
    .replace('{stream}', `users-${people.owner.id}`)
  const query = Object.entries(asked).find(([end]) => /\/(admin|audit)\//.test(route) && route.endsWith(end))?.[1]
  if (query !== undefined) return `${address}?${query}`
  return /gallery|upload|battlemaps$|conversations(?:\/export)?$/.test(route)
    ? `${address}?campaignId=${known.campaignId}`
    : address
}

const send = async (who: Who, [method, route, , body]: Call) => {
  if (!route.endsWith('/upload')) return people[who].send(method, addressOf(route), body?.())
  const picture = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const form = multipart({ image: { bytes: picture, type: 'image/png' } })
  return people[who].send('POST', addressOf(route), form.payload, form.headers)
}

describe('who may call what', () => {
  test.each(calls.map((call): [string, Call] => [`${call[0]} ${call[1]}`, call]))('%s', async (_name, call) => {
    const [, , expected] = call
    const answered: Record<string, number> = {}
    // the owner last, so that nobody else finds what the owner just did
    for (const who of ['anonymous', 'banned', 'stranger', 'admin', 'owner'] as const)
      answered[who] = (await send(who, call)).status
    expect(answered).toEqual({ ...expected, banned: expected.anonymous })
  })

  test('the tables know every route that the API describes', async () => {
    const { body } = await people.anonymous.get('/api/openapi.json')
    const described = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.toSorted()).toEqual(
      [
        ...calls.map(([method, route]) => `${method} ${route}`),
        ...Object.keys({ ...campaignCalls, ...conjurationCalls }),
      ].toSorted(),
    )
  })

  test('what nobody knows is not found, whether the id is well made or not', async () => {
    for (const id of [randomUUID(), 'nonsense']) {
      expect((await people.owner.get(`/api/images/${id}`)).status).toBe(404)
      expect((await people.owner.get(`/api/campaigns/${id}`)).status).toBe(404)
      expect((await people.admin.get(`/api/admin/users/${id}`)).status).toBe(404)
      expect((await people.admin.get(`/api/admin/users/${id}/events`)).status).toBe(404)
      expect((await people.admin.get(`/api/admin/events/${id}`)).status).toBe(404)
    }
  })
})
