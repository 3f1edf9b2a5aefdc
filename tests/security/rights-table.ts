/**
 * Who is let in where: one letter each for nobody, a stranger, a removed member, a player, a DM, the owner, an auditor and an admin,
 * in this order. `y` is let in, `-` is asked to sign in (401), `!` may not (403), `?` is told that there is no such thing (404).
 */
const all = 'yyyyyyyy'
const users = '-yyyyy!y'
/** An auditor's own account, and what they audit. */
const withAuditors = '-yyyyyyy'
const auditors = '-!!!!!yy'
const admins = '-!!!!!!y'
const none = '-?????!?'
const members = '-??yyy!?'
const dms = '-???yy!?'
const knownToMembers = '-??!!!!?'

/** Lore that hidden lore's members know to be there. */
const hiddenConjuration = knownToMembers
const editors = '-??!yy!?'
const movers = '-??!!y!?'

type Columns = Record<string, string>
export interface Rule {
  /** What the route is about; each of the things is made for each who asks, so that nobody finds what another left. */
  about:
    | 'nothing'
    | 'lore'
    | 'segment'
    | 'folder'
    | 'image'
    | 'map'
    | 'model'
    | 'transcript'
    | 'recording'
    | 'file'
    | 'campaign'
    | 'operation'
    | 'relationship'
    | 'conversation'
    | 'writing'
    | 'support request'
    | 'quote'
  let: Columns
}
const nothing = (who: string): Rule => ({ about: 'nothing', let: { any: who } })
/**
 * In the asker's campaign: `own`, though they may be no member; another member's that everybody sees (`shown`) or nobody else (`hidden`); one of
 * those that everybody sees, in the Trash (`deleted`). In a campaign that none of them is in: `foreign`.
 */
const things = (about: Rule['about'], own: string, shown: string, hidden: string, deleted: string): Rule => ({
  about,
  let: { own, shown, hidden, deleted, foreign: none },
})
const lore = (shown: string, deleted: string, hidden = hiddenConjuration) =>
  things('lore', members, shown, hidden, deleted)
/** Content of lore of those kinds; in the Trash by itself. */
const segment = (shown: string, deleted: string, own = members) => things('segment', own, shown, none, deleted)
const folder = (shown: string, hidden = none, deleted = shown) => things('folder', members, shown, hidden, deleted)
const image = (shown: string, deleted: string) => things('image', members, shown, none, deleted)
/** A battle map that is not on the table, and so for its owner and the DMs alone; at the table, see maps.int.test.ts. */
const map = (deleted: string, shown = dms, own = members) => things('map', own, shown, none, deleted)
/** A campaign with all of them in it, one in the Trash, and one that none of them is in. */
const campaign = (here: string, deleted = none): Rule => ({ about: 'campaign', let: { here, deleted, foreign: none } })
/** Begun by the asker in a campaign that they may not belong to any more; by another member; in a campaign that none of them is in. */
const operation = (shown: string): Rule => ({ about: 'operation', let: { own: members, shown, foreign: none } })
/** From lore of that kind to more of it. */
const relationship = (shown: string, deleted: string) => things('relationship', members, shown, none, deleted)
/** Visible to the one who made it, and to nobody else: another member's (`others`) is not there for anybody. */
const personal = (about: Rule['about'], own: string): Rule => ({ about, let: { own, others: none } })
const conversation = (own: string) => personal('conversation', own)
/** For admins, whoever sent it. */
const sent = (about: Rule['about']): Rule => ({ about, let: { others: admins } })
const transcript = (shown: string, deleted: string) => things('transcript', members, shown, none, deleted)
/** None lies in the Trash. */
const recording: Rule = { about: 'recording', let: { own: members, shown: editors, hidden: none, foreign: none } }
const model = (shown: string, deleted: string) => things('model', members, shown, none, deleted)
const file = (own: string, shown: string, deleted: string): Rule => ({
  about: 'file',
  let: { own, shown, deleted, foreign: none },
})

export const rules: Record<string, Rule> = {
  'GET /api/version': nothing(all),
  'GET /api/auth-options': nothing(all),
  'GET /api/health/live': nothing(all),
  'GET /api/health/ready': nothing(all),
  'GET /api/users/me': nothing(withAuditors),
  'GET /api/users/credits': nothing(users),
  'GET /api/users/me/subscription': nothing(users),
  'GET /api/users/me/usage': nothing(users),
  'PATCH /api/users/me': nothing(users),
  'GET /api/experiments': nothing(users),
  'GET /api/users/me/signup-sources': nothing(users),
  'POST /api/users/me/signup-source': nothing(users),
  'POST /api/users/me/revealed-link/noted': nothing(users),
  'GET /api/users/me/security': nothing(withAuditors),
  'DELETE /api/users/me/sessions': nothing(withAuditors),
  // There is no such session for any of them.
  'DELETE /api/users/me/sessions/{sessionId}': nothing('-???????'),
  'GET /api/users/me/connections': nothing(users),
  'DELETE /api/users/me/connections/google': nothing(users),
  'GET /api/integrations/discord/connect': nothing(users),
  'POST /api/integrations/discord/disconnect': nothing(users),
  'GET /api/integrations/storyvault/connect': nothing(users),
  'POST /api/integrations/storyvault/disconnect': nothing(users),
  'POST /api/users/tokens': nothing(users),
  // Leads everybody back.
  'GET /api/integrations/discord/callback': nothing(all),
  'POST /api/support': nothing(users),
  'POST /api/support/visitors': nothing(all),
  'GET /api/support': nothing(users),
  'POST /api/support/{id}/screenshot': personal('support request', users),
  'DELETE /api/support/{id}/screenshot': personal('support request', users),
  // Admins see what it was sent with.
  'GET /api/support/{id}/screenshot': { about: 'support request', let: { own: users, others: '-?????!y' } },
  'GET /api/admin/support': nothing(admins),
  'GET /api/admin/support/templates': nothing(admins),
  'POST /api/admin/support/templates': nothing(admins),
  // There is no such template for any of them.
  'PATCH /api/admin/support/templates/{id}': nothing('-!!!!!!?'),
  'DELETE /api/admin/support/templates/{id}': nothing(admins),
  'POST /api/admin/support/{id}/answer': sent('support request'),
  'POST /api/admin/support/{id}/assign': sent('support request'),
  'POST /api/admin/support/{id}/close': sent('support request'),
  'POST /api/admin/support/{id}/reopen': sent('support request'),
  'GET /api/users/me/email': nothing(users),
  // A minute after they registered at the earliest; an address that is verified already is refused in other ways.
  'POST /api/users/me/email/link': nothing(users),
  'POST /api/users/me/email/change': nothing(users),
  'DELETE /api/users/me/email/change': nothing(users),
  // There is no such link for any of them.
  'POST /api/users/me/email/confirm': nothing(none),
  // There is none for any of them.
  'POST /api/billing/preorder/redeem': nothing(none),
  'GET /api/billing/config': nothing(users),
  'GET /api/billing/payment-methods': nothing(users),
  'GET /api/billing/payments': nothing(users),
  'GET /api/billing/payments/unfinished': nothing(users),
  'POST /api/billing/payments/{id}/cancel': nothing(users),
  // There is none for any of them.
  'GET /api/billing/receipts/{id}': nothing(none),
  'GET /api/billing/address': nothing(users),
  'GET /api/billing/subscription/credits': nothing(users),
  'POST /api/billing/setup-intent': nothing(users),
  'POST /api/billing/setup-payment-method': nothing(users),
  'POST /api/billing/address': nothing(users),
  'POST /api/billing/payment-methods/default': nothing(users),
  'DELETE /api/billing/payment-methods/{id}': nothing(users),
  'POST /api/billing/subscription/create': nothing(users),
  'POST /api/billing/subscription/preview': nothing(users),
  'POST /api/billing/subscription/change': nothing(users),
  'POST /api/billing/subscription/cancel': nothing(users),
  'POST /api/billing/credits/purchase': nothing(users),
  // By its signature, which none of them has.
  'POST /api/billing/webhook': nothing(all),
  'GET /api/models/images': nothing(users),
  'POST /api/images/models/reading': nothing(users),
  // None of them has a plan for it.
  'POST /api/models': campaign(knownToMembers),
  'GET /api/models': campaign(members),
  'POST /api/models/reading': nothing(users),
  'GET /api/models/{id}': model(members, dms),
  'PATCH /api/models/{id}': model(editors, none),
  'DELETE /api/models/{id}': model(editors, dms),
  'POST /api/models/{id}/restore': model(editors, dms),
  'PATCH /api/models/bulk/move-to-campaign': model(movers, '-???!?!?'),
  'GET /api/models/{id}/file/{version}': model(members, dms),
  'GET /api/models/{id}/preview/{version}': model(members, dms),
  'GET /api/models/{id}/download': model(members, dms),
  // Whoever sees it is told what it needs.
  'POST /api/models/{id}/convert/stl': things('model', knownToMembers, knownToMembers, none, '-???!!!?'),
  'POST /api/models/{id}/convert/3mf': things('model', knownToMembers, knownToMembers, none, '-???!!!?'),
  'POST /api/models/{id}/convert/obj': things('model', knownToMembers, knownToMembers, none, '-???!!!?'),
  'POST /api/models/{id}/quote': things('model', knownToMembers, knownToMembers, none, '-???!!!?'),
  'GET /api/admin/quotes': nothing(admins),
  // There is none for any of them.
  'POST /api/admin/quotes/{id}': sent('quote'),
  'GET /api/admin/users': nothing(admins),
  'GET /api/admin/users/{id}': nothing(admins),
  'GET /api/admin/user/{id}': nothing(admins),
  'GET /api/admin/users/{id}/events': nothing(admins),
  'GET /api/admin/users/{id}/streams': nothing(admins),
  'GET /api/admin/log': nothing(auditors),
  'GET /api/admin/events/{eventId}': nothing('-!!!!!!?'),
  'GET /api/admin/events/{eventId}/together': nothing('-!!!!!!?'),
  'GET /api/admin/streams/{stream}/state': nothing('-!!!!!!?'),
  'GET /api/admin/find': nothing(admins),
  'GET /api/admin/outbox': nothing(admins),
  'POST /api/admin/outbox/{id}/reveal': nothing('-!!!!!!?'),
  'POST /api/admin/credits/add': nothing(admins),
  'POST /api/admin/credits/remove': nothing(admins),
  'POST /api/admin/subscription/change': nothing(admins),
  'POST /api/admin/kickstarter-tier/update': nothing(admins),
  'POST /api/admin/complimentary-access/update': nothing(admins),
  'POST /api/admin/user/update-email': nothing(admins),
  'POST /api/admin/user/reset-password': nothing(admins),
  'GET /api/admin/reconciliations': nothing(auditors),
  'GET /api/admin/reconciliations/{id}/differences': nothing(auditors),
  'POST /api/admin/reconciliations': nothing(admins),
  'GET /api/admin/health': nothing(admins),
  'GET /api/admin/installation': nothing(admins),
  'GET /api/admin/installation/changelog': nothing(admins),
  'POST /api/admin/installation/test-mail': nothing(admins),
  // With a name of a check.
  'POST /api/admin/health/checks/{name}': nothing(admins),
  // No payment and no request of theirs.
  'POST /api/billing/payments/{id}/refund-request': nothing(none),
  'POST /api/admin/billing/refund-requests/{id}/decline': nothing('-!!!!!!?'),
  'GET /api/admin/payments': nothing(admins),
  'GET /api/admin/payments/{id}/refund': nothing('-!!!!!!?'),
  'GET /api/admin/coupons': nothing(admins),
  'POST /api/admin/coupons': nothing(admins),
  'POST /api/admin/billing/refund': nothing('-!!!!!!?'),

  'POST /api/audit/looks': nothing(auditors),
  'GET /api/audit/accounts': nothing(auditors),
  // Who did not say why, is refused: audit-accounts.int.test.ts.
  'GET /api/audit/accounts/{id}': nothing(auditors),
  'GET /api/audit/accounts/{id}/events': nothing(auditors),
  'GET /api/audit/accounts/{id}/events/{eventId}': nothing('-!!!!!??'),
  'GET /api/audit/accounts/{id}/compare': nothing(auditors),
  'GET /api/audit/accounts/{id}/first': nothing(auditors),
  'GET /api/audit/accounts/{id}/sight': nothing(auditors),
  'POST /api/audit/accounts/{id}/email': nothing(auditors),
  'GET /api/audit/accounts/{id}/ledger': nothing(auditors),
  'GET /api/audit/accounts/{id}/curve': nothing(auditors),
  'GET /api/audit/accounts/{id}/trace': nothing('-!!!!!??'),
  'GET /api/audit/accounts/{id}/sums': nothing(auditors),
  'GET /api/audit/accounts/{id}/payments': nothing(auditors),
  'POST /api/audit/accounts/{id}/exports': nothing(auditors),
  'GET /api/audit/exports': nothing(auditors),
  'POST /api/audit/exports': nothing(auditors),
  // There is none, and others' are not to be seen: audit-exports.int.test.ts.
  'GET /api/audit/exports/{id}': nothing('-!!!!!??'),
  'GET /api/audit/exports/{id}/file': nothing('-!!!!!??'),
  'GET /api/audit/exports/{id}/signature': nothing('-!!!!!??'),
  'GET /api/audit/accounts/{id}/replay': nothing(auditors),
  'GET /api/audit/chain': nothing(auditors),
  'GET /api/audit/accounts/{id}/chain': nothing(auditors),
  'GET /api/audit/keys': nothing(all),

  'GET /api/campaigns': nothing(users),
  'POST /api/campaigns': nothing(users),
  'POST /api/campaigns/sample': nothing(users),
  'GET /api/campaigns/{id}': campaign(members),
  'PATCH /api/campaigns/{campaignId}': campaign(editors),
  'DELETE /api/campaigns/{id}': campaign('-??!!y!?', '-????y!?'),
  'POST /api/campaigns/{id}/restore': campaign('-??!!y!?', '-????y!?'),
  // There is none.
  'GET /api/campaigns/{id}/background/{file}': campaign(none),
  'GET /api/campaigns/{id}/usage': campaign(editors),
  'GET /api/campaigns/{id}/invitations': campaign(editors),
  'POST /api/campaigns/{id}/invitations': campaign(editors),
  'DELETE /api/campaigns/{id}/invitations/{inviteId}': campaign(editors),
  'GET /api/campaigns/invites/{code}': nothing('????????'),
  'POST /api/campaigns/invites/{code}': nothing(none),
  'GET /api/campaigns/{id}/members': campaign(members),
  'DELETE /api/campaigns/{id}/members/{memberId}': campaign(editors),
  'POST /api/campaigns/{id}/members/leave': campaign(members),
  'PATCH /api/campaigns/{id}/members/{memberId}/role': campaign('-??!!y!?'),
  'POST /api/campaigns/{id}/members/transfer-ownership': campaign('-??!!y!?'),
  'GET /api/campaigns/{id}/story-vault': campaign(members),
  'POST /api/campaigns/{id}/story-vault': campaign(members),
  'GET /api/story-vault/{id}': transcript(members, none),
  'GET /api/story-vault/{id}/lines': transcript(members, none),
  'PATCH /api/story-vault/{id}': transcript(editors, none),
  'PUT /api/story-vault/{id}/speakers/{speaker}': transcript(editors, none),
  'DELETE /api/story-vault/{id}': transcript(editors, dms),
  'POST /api/story-vault/{id}/restore': transcript(editors, dms),
  'GET /api/campaigns/{id}/recordings': campaign(members),
  'POST /api/campaigns/{id}/recordings': campaign(members),
  'PUT /api/campaigns/{id}/recordings/{uploadId}/parts/{position}': campaign(members),
  'POST /api/recordings/{id}/retry': recording,
  'DELETE /api/recordings/{id}': recording,
  'GET /api/campaigns/{id}/files': campaign(members),
  'POST /api/campaigns/{id}/files': campaign(members),
  'POST /api/files/upload': campaign(members),
  'POST /api/campaigns/{id}/imports': campaign(editors),
  // There is none.
  'GET /api/campaigns/{id}/imports/{importId}': campaign('-??!??!?'),
  'GET /api/campaigns/{id}/imports/{importId}/problems': campaign('-??!??!?'),
  'GET /api/campaigns/{id}/imports/{importId}/problems.csv': campaign('-??!??!?'),
  'DELETE /api/campaigns/{id}/imports/{importId}': campaign('-??!??!?'),
  'POST /api/campaigns/{id}/imports/{importId}/begin': campaign('-??!??!?'),
  'POST /api/exports': campaign(members),
  'GET /api/exports/size': campaign(members),
  'GET /api/exports': nothing(users),
  'POST /api/exports/account': nothing(users),
  // Each is its requester's alone: exports.int.test.ts.
  'GET /api/exports/{id}/file': nothing(none),
  'GET /api/campaigns/{id}/trash': campaign(members),
  'GET /api/campaigns/{id}/past': campaign(members),
  'GET /api/campaigns/{id}/past/marks': campaign(members),
  // There is none.
  'GET /api/campaigns/{id}/past/collections/{collectionId}': campaign(none),
  'GET /api/campaigns/{id}/past/conjurations/{conjurationId}': campaign(none),
  'POST /api/campaigns/{id}/past/restore': campaign(none),
  'POST /api/campaigns/{id}/past/copy': campaign(members),
  'POST /api/campaigns/{id}/trash/{operationId}/restore': campaign(none),
  'POST /api/campaigns/{id}/trash/purge': campaign(none),
  'GET /api/campaigns/{id}/files/{fileId}/download': file(members, members, none),
  'DELETE /api/campaigns/{id}/files/{fileId}': file(members, editors, editors),
  'POST /api/campaigns/{id}/files/{fileId}/restore': file(members, editors, editors),

  'GET /api/collections': campaign(members),
  'GET /api/collections/tree': campaign(members),
  'GET /api/collections/counts': campaign(members),
  'GET /api/collections/paths': campaign(members),
  'GET /api/collections/search': campaign(members),
  'GET /api/collections/{id}/contents': folder(members, none, none),
  'POST /api/collections': campaign(members),
  'PATCH /api/collections/{id}': folder('-??!!y!?', none, none),
  'POST /api/collections/{id}/move': folder('-??!!y!?', none, none),
  'DELETE /api/collections/{id}': folder('-??!!!!?', none, none),
  'POST /api/collections/{id}/conjurations': folder(members, none, none),
  'POST /api/collections/{id}/conjurations/move-to-campaign': folder(members),
  'POST /api/collections/{id}/copy': folder(members, none, none),

  'GET /api/conjurations': campaign(members),
  'POST /api/conjurations': campaign(members),
  'GET /api/conjurations/mention-suggestions': campaign(members),
  'GET /api/conjurations/search': campaign(members),
  'GET /api/search': campaign(members),
  'GET /api/conjurations/tags': campaign(members),
  'GET /api/conjurations/visibility-options': campaign(members),
  'GET /api/conjurations/{id}': lore(members, none),
  'GET /api/conjurations/{id}/history': lore(members, none),
  'GET /api/images/conjurations/{id}/history': lore(members, none),
  'POST /api/conjurations/{id}/copy': lore(members, none),
  'POST /api/conjurations/{id}/save': lore(members, none),
  'PATCH /api/conjurations/{id}': lore(editors, '-??!??!?', hiddenConjuration),
  'DELETE /api/conjurations/{id}': lore(editors, editors),
  // Discarding what is in the Trash does nothing.
  'POST /api/conjurations/{id}/discard': lore(editors, editors),
  'POST /api/conjurations/{id}/history/{revision}/restore': lore(editors, '-??!??!?'),
  'POST /api/conjurations/{id}/move-to-campaign': lore(movers, '-??!!?!?'),
  // Outside of a campaign lore is somebody's alone, which their plan refuses.
  'POST /api/conjurations/{id}/remove': {
    ...lore('-??!!!!?', '-??!!!!?'),
    let: { ...lore('-??!!!!?', '-??!!!!?').let, own: '-??!!!!?' },
  },
  'POST /api/campaigns/{campaignId}/conjurations/{id}': lore(movers, '-??!!?!?'),
  'POST /api/collections/conjurations/{id}/move': lore(editors, '-??!??!?'),
  'DELETE /api/collections/{id}/conjurations/{conjurationId}': lore(editors, '-??!??!?'),
  'DELETE /api/conjurations/bulk/delete': lore(editors, editors),
  'PATCH /api/conjurations/bulk/change': lore(editors, '-??!??!?'),
  'PATCH /api/conjurations/bulk/move-to-campaign': lore(movers, '-??!!?!?'),

  // There is nothing to convert.
  'POST /api/conjurations/convert': lore(editors, '-??!??!?'),
  'GET /api/content-segments': lore(members, none),
  'POST /api/content-segments': lore(editors, '-??!??!?'),
  'GET /api/content-segments/{id}': segment(members, none),
  'GET /api/conjurations/{id}/writings': lore(members, none),
  'POST /api/content-segments/{id}/writings': segment(editors, none),
  // Each is its asker's alone: tests/api/writings.int.test.ts.
  'GET /api/writings/{id}': personal('writing', members),
  'POST /api/writings/{id}/insert': personal('writing', members),
  // Its members learn that it needs a plan: tests/api/conversations.int.test.ts.
  'GET /api/conversations': campaign(knownToMembers),
  'POST /api/conversations': campaign(knownToMembers),
  // Open without a plan, after a downgrade.
  'GET /api/conversations/export': campaign(members),
  // Each is one member's alone, who reads and goes on with it by a plan: tests/api/conversations.int.test.ts.
  'GET /api/conversations/{id}': conversation(knownToMembers),
  'PATCH /api/conversations/{id}': conversation(knownToMembers),
  'DELETE /api/conversations/{id}': conversation(members),
  'POST /api/conversations/{id}/restore': conversation(members),
  'POST /api/conversations/{id}/files': conversation(knownToMembers),
  'DELETE /api/conversations/{id}/files/{fileId}': conversation(members),
  'POST /api/conversations/{id}/files/{fileId}/keep': conversation(members),
  'GET /api/conversations/{id}/files/{fileId}/download': conversation(members),
  'POST /api/conversations/{id}/messages': conversation(knownToMembers),
  'POST /api/conversations/{id}/messages/{messageId}/regenerate': conversation(knownToMembers),
  'POST /api/conversations/{id}/answers/{answerId}/stop': conversation(members),
  // The answer proposes nothing: tests/api/conversation-proposals.int.test.ts.
  'POST /api/conversations/{id}/answers/{answerId}/proposals/{proposalId}/accept': conversation(knownToMembers),
  'POST /api/conversations/{id}/answers/{answerId}/proposals/{proposalId}/dismiss': conversation(none),
  'POST /api/llms/arbitrary/prompt': campaign(members),
  'POST /api/llms/structured': campaign(members),
  'PATCH /api/content-segments/{id}': segment(editors, none),
  'DELETE /api/content-segments/{id}': segment(editors, dms),
  'POST /api/content-segments/{id}/restore': segment(editors, dms),
  'POST /api/content-segments/{id}/gallery': segment(editors, none),
  // There is no such picture in it to be moved.
  'PATCH /api/content-segments/{id}/gallery/{gallerySegmentId}': segment('-??!??!?', none, none),
  'DELETE /api/content-segments/{id}/gallery/{gallerySegmentId}': segment(editors, none),
  // A description's text has its lore's id.
  'GET /api/texts/{id}': lore(members, none, none),
  'GET /api/texts/{id}/changes': lore(members, none, none),
  'GET /api/texts/{id}/history': lore(members, none, none),
  'GET /api/texts/{id}/version': lore(members, none, none),
  'POST /api/texts/{id}/changes': lore(editors, none, none),
  'POST /api/texts/{id}/restore': lore(editors, none, none),
  'POST /api/content-segments/{id}/changes': lore(editors, none, none),
  'GET /api/conjurations/{id}/linked-from': lore(members, none),

  'GET /api/images/gallery': campaign(members),
  'POST /api/images': campaign(members),
  'POST /api/images/upload': campaign(members),
  'GET /api/images/{id}': image(members, dms),
  'GET /api/images/{id}/usage': image(members, dms),
  'GET /api/images/{id}/file/{version}': image(members, dms),
  'GET /api/images/{id}/download': image(members, dms),
  'GET /api/images/editing': nothing(users),
  'POST /api/images/{id}/inpaint': image(editors, none),
  'POST /api/images/{id}/erase': image(editors, none),
  'POST /api/images/{id}/outpaint': image(editors, none),
  'POST /api/images/{id}/recolor': image(editors, none),
  'POST /api/images/{id}/replace': image(editors, none),
  'POST /api/images/{id}/replace-background': image(editors, none),
  // Whoever may edit it is told that it needs Pro.
  'POST /api/images/{id}/remove-background': things('image', knownToMembers, knownToMembers, none, '-???!!!?'),
  // There is none of these names: image-edits.int.test.ts has some.
  'PATCH /api/images/{id}/edit': things('image', none, '-??!??!?', none, none),
  'POST /api/images/{id}/edits/{editId}/cancel': things('image', none, '-??!??!?', none, none),
  'GET /api/images/{id}/edits/{editId}/mask': things('image', none, '-??!??!?', none, none),
  'DELETE /api/images/{id}/edits': image(editors, none),
  'PATCH /api/images/{id}/name': image(editors, none),
  'PATCH /api/images/{id}/note': image(editors, none),
  // Whoever may edit it is told that it needs Pro; and so there is none to be seen. Both are in images.int.test.ts.
  'POST /api/images/{id}/generate-token': things('image', knownToMembers, knownToMembers, none, '-???!!!?'),
  'GET /api/images/{id}/token/{token}': things('image', none, none, none, none),
  // It belongs to none already: there is nothing to change.
  'PATCH /api/images/{id}/conjurationId': image(editors, dms),
  // The lore that it is of judges, and this picture is of none.
  'PATCH /api/images/{id}/primary': image(members, none),
  'POST /api/images/{id}/retry': image('-??!!!!?', '-???!!!?'),
  'POST /api/images/{id}/cancel': image(editors, dms),
  'DELETE /api/images/{id}': image(editors, dms),
  'POST /api/images/{id}/restore': image(editors, dms),
  'DELETE /api/images': image(editors, dms),
  'POST /api/images/restore': image(editors, dms),
  'PATCH /api/images/bulk/move-to-campaign': image(movers, '-???!?!?'),

  // None of them pays for the plan that opens them.
  'GET /api/battlemaps': campaign(knownToMembers),
  'GET /api/battlemaps/{id}': map(dms),
  'PATCH /api/battlemaps/{id}': map(none),
  'DELETE /api/battlemaps/{id}': map(dms),
  'PATCH /api/battlemaps/bulk/move-to-campaign': map('-???!?!?', '-???!y!?'),
  'GET /api/battlemaps/{id}/download': map(dms),
  'GET /api/battlemaps/{id}/print': map(dms),
  'POST /api/battlemaps/{id}/table': map(none, dms, editors),
  'DELETE /api/battlemaps/{id}/table': map(none, dms, editors),
  'POST /api/battlemaps/{id}/fog': map(none, dms, editors),
  'POST /api/battlemaps/{id}/fog/undo': map(none, dms, editors),
  // It has no plan, and so no rooms: map-files.int.test.ts has some.
  'PATCH /api/battlemaps/{id}/rooms/{room}': things('map', '-??!??!?', none, none, none),
  // It has no plan, which is told to those who may change one.
  'POST /api/battlemaps/{id}/doors': map(none),
  'PATCH /api/battlemaps/{id}/doors/{door}': map(none),
  'DELETE /api/battlemaps/{id}/doors/{door}': map(none),
  'PATCH /api/battlemaps/{id}/key/{room}': map(none),
  'POST /api/battlemaps/{id}/plan/undo': map(none),
  'POST /api/battlemaps/{id}/key/lore': map(none, dms, editors),
  'GET /api/battlemaps/{id}/table/picture': map(none, none, none),
  'GET /api/campaigns/{id}/table': campaign(members),

  'GET /api/relationships/graph': campaign(members),
  'GET /api/relationships/{id}': lore(members, none),
  'POST /api/relationships/{id}': lore(editors, none),
  'PATCH /api/relationships/{id}': relationship(editors, '-??!??!?'),
  'DELETE /api/relationships/{id}': relationship(editors, editors),
  'PATCH /api/relationships/graph/places/{id}': lore(members, none),

  'GET /api/operations': nothing(users),
  'GET /api/operations/{id}': operation(dms),
  // Whoever asked for it may: nobody of these did.
  'GET /api/conjurations/request/{id}': nothing(none),
  'POST /api/conjurations/request/{id}/cancel': nothing(none),
  'GET /api/templates': nothing(users),
  // None of them has a plan.
  'POST /api/templates': nothing('-!!!!!!!'),
  'GET /api/templates/limits': nothing(users),
  'GET /api/templates/stats': nothing(users),
  'GET /api/templates/trash': nothing(users),
  // The one that is named comes with the product: everybody sees it, and nobody changes it.
  'GET /api/templates/{id}': nothing(users),
  'POST /api/templates/{id}/duplicate': nothing('-!!!!!!!'),
  'PUT /api/templates/{id}': nothing('-!!!!!!!'),
  'DELETE /api/templates/{id}': nothing('-!!!!!!!'),
  'POST /api/templates/{id}/restore': nothing('-!!!!!!!'),
  'POST /api/templates/generate': nothing(users),
  'POST /api/collections/{id}/lore-from-template': folder(members, none, none),
  'POST /api/collections/{id}/empty-lore-from-template': folder(members, none, none),
  'POST /api/operations/{id}/undo': operation('-???!!!?'),
}
