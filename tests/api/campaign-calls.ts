import type { Answer, Person } from '../stack.ts'
import { join } from './campaign.ts'
import type { Everybody, Expected } from './everybody.ts'
import { multipart } from './multipart.ts'

const everyone: Expected = { anonymous: 200, stranger: 200, admin: 200, player: 200, dm: 200, owner: 200 }
const signedIn: Expected = { ...everyone, anonymous: 401 }
/** Campaigns that somebody is not part of do not exist for them, admins not excepted. */
const members: Expected = { ...signedIn, stranger: 404, admin: 404 }
const dms: Expected = { ...members, player: 403 }
const owners: Expected = { ...dms, dm: 403 }
/** The same people, who make something. */
const making = (expected: Expected): Expected =>
  Object.fromEntries(Object.entries(expected).map(([who, status]) => [who, status === 200 ? 201 : status])) as Expected

/** What the calls of the table act on, made anew wherever an act would spoil it for whoever asks next. */
export const campaignWorld = (people: Everybody) => {
  const { owner, dm, player, campaignId } = people
  const form = (fields: Record<string, string> = {}) =>
    multipart({ ...fields, file: { bytes: Buffer.from('# Notes'), type: 'text/markdown', filename: 'notes.md' } })
  return {
    campaignId,
    people,
    form,
    /** Another campaign with the same people in it. */
    async spare(): Promise<string> {
      const { body } = await owner.post('/api/campaigns', { name: 'Spare' })
      for (const someone of [dm, player]) await join(owner, someone, body.id)
      await owner.patch(`/api/campaigns/${body.id}/members/${dm.id}/role`, { role: 1 })
      return body.id
    },
    async invitation() {
      return (await owner.post(`/api/campaigns/${campaignId}/invitations`)).body as { id: string; code: string }
    },
    /** A file that the owner added. */
    async file(): Promise<string> {
      const { payload, headers } = form()
      const { body } = await owner.send('POST', `/api/campaigns/${campaignId}/files`, payload, headers)
      // Policies wait for the views; what is asked for behind them is as old as they are.
      await owner.get('/api/users/me', { 'min-position': body.position })
      return body.id
    },
    /** A picture of the campaign, uploaded by its owner. */
    imageId: '',
    picture: '',
  }
}
export type CampaignWorld = ReturnType<typeof campaignWorld>

type Call = [expected: Expected, ask: (as: Person, world: CampaignWorld) => Promise<Answer>]

/** Every call about campaigns, who is answered how, and how they ask. */
export const campaignCalls: Record<string, Call> = {
  'GET /api/campaigns': [signedIn, (as) => as.get('/api/campaigns')],
  'POST /api/campaigns/sample': [making(signedIn), (as) => as.post('/api/campaigns/sample')],
  'POST /api/campaigns': [making(signedIn), (as) => as.post('/api/campaigns', { name: 'Another' })],
  'GET /api/campaigns/{id}': [members, (as, { campaignId }) => as.get(`/api/campaigns/${campaignId}`)],
  'PATCH /api/campaigns/{campaignId}': [
    dms,
    (as, { campaignId }) => as.patch(`/api/campaigns/${campaignId}`, { description: `By ${as.id}` }),
  ],
  'GET /api/campaigns/{id}/background/{file}': [
    members,
    (as, { campaignId, picture }) => as.get(`/api/campaigns/${campaignId}/background/${picture}`),
  ],
  'DELETE /api/campaigns/{id}': [owners, async (as, { spare }) => as.delete(`/api/campaigns/${await spare()}`)],
  'POST /api/campaigns/{id}/restore': [
    { ...owners, player: 404, dm: 404 },
    async (as, { spare, people }) => {
      const id = await spare()
      await people.owner.delete(`/api/campaigns/${id}`)
      return as.post(`/api/campaigns/${id}/restore`)
    },
  ],

  'GET /api/campaigns/{id}/invitations': [
    dms,
    (as, { campaignId }) => as.get(`/api/campaigns/${campaignId}/invitations`),
  ],
  'POST /api/campaigns/{id}/invitations': [
    making(dms),
    (as, { campaignId }) => as.post(`/api/campaigns/${campaignId}/invitations`),
  ],
  'DELETE /api/campaigns/{id}/invitations/{inviteId}': [
    dms,
    async (as, { campaignId, invitation }) =>
      as.delete(`/api/campaigns/${campaignId}/invitations/${(await invitation()).id}`),
  ],
  'GET /api/campaigns/invites/{code}': [
    everyone,
    async (as, { invitation }) => as.get(`/api/campaigns/invites/${(await invitation()).code}`),
  ],
  'POST /api/campaigns/invites/{code}': [
    signedIn,
    async (as, { spare, people }) => {
      const { body } = await people.owner.post(`/api/campaigns/${await spare()}/invitations`)
      return as.post(`/api/campaigns/invites/${body.code}`)
    },
  ],

  'POST /api/llms/arbitrary/prompt': [
    members,
    (as, { campaignId }) => as.post('/api/llms/arbitrary/prompt', { campaignId, prompt: 'A bell' }),
  ],
  'POST /api/llms/structured': [
    members,
    (as, { campaignId }) =>
      as.post('/api/llms/structured', { campaignId, prompt: 'A bell', jsonString: '{"name": ""}' }),
  ],

  'GET /api/campaigns/{id}/usage': [dms, (as, { campaignId }) => as.get(`/api/campaigns/${campaignId}/usage`)],
  'GET /api/campaigns/{id}/table': [members, (as, { campaignId }) => as.get(`/api/campaigns/${campaignId}/table`)],
  'GET /api/campaigns/{id}/past': [members, (as, { campaignId }) => as.get(`/api/campaigns/${campaignId}/past`)],
  'GET /api/campaigns/{id}/past/marks': [
    members,
    (as, { campaignId }) => as.get(`/api/campaigns/${campaignId}/past/marks`),
  ],
  'GET /api/campaigns/{id}/past/collections/{collectionId}': [
    members,
    (as, { campaignId }) => as.get(`/api/campaigns/${campaignId}/past/collections/root`),
  ],
  'POST /api/campaigns/{id}/past/copy': [
    { ...members, player: 202, dm: 202, owner: 202 },
    (as, { campaignId }) => as.post(`/api/campaigns/${campaignId}/past/copy`, { position: '9'.repeat(15) }),
  ],
  'GET /api/campaigns/{id}/members': [members, (as, { campaignId }) => as.get(`/api/campaigns/${campaignId}/members`)],
  'DELETE /api/campaigns/{id}/members/{memberId}': [
    dms,
    async (as, { spare, people }) => {
      const id = await spare()
      await join(people.owner, people.stranger, id)
      // The stranger is a Player here, and asks about a campaign that they are not in.
      const asked = as === people.stranger ? people.campaignId : id
      return as.delete(`/api/campaigns/${asked}/members/${people.stranger.id}`)
    },
  ],
  'POST /api/campaigns/{id}/members/leave': [
    { ...members, owner: 409 },
    async (as, { spare }) => as.post(`/api/campaigns/${await spare()}/members/leave`),
  ],
  'PATCH /api/campaigns/{id}/members/{memberId}/role': [
    owners,
    async (as, { spare, people }) =>
      as.patch(`/api/campaigns/${await spare()}/members/${people.player.id}/role`, { role: 1 }),
  ],
  'POST /api/campaigns/{id}/members/transfer-ownership': [
    owners,
    async (as, { spare, people }) =>
      as.post(`/api/campaigns/${await spare()}/members/transfer-ownership`, { newOwnerId: people.player.id }),
  ],

  'GET /api/campaigns/{id}/story-vault': [
    members,
    (as, { campaignId }) => as.get(`/api/campaigns/${campaignId}/story-vault`),
  ],
  'POST /api/campaigns/{id}/story-vault': [
    making(members),
    (as, { campaignId, form }) => {
      const { payload, headers } = form()
      return as.send('POST', `/api/campaigns/${campaignId}/story-vault`, payload, headers)
    },
  ],
  'GET /api/campaigns/{id}/recordings': [
    members,
    (as, { campaignId }) => as.get(`/api/campaigns/${campaignId}/recordings`),
  ],
  // No server transcribes them here. Nobody consents for somebody else.
  'PUT /api/campaigns/{id}/recordings/{uploadId}/parts/{position}': [
    { ...members, player: 409, dm: 409, owner: 409, impersonated: 403 },
    (as, { campaignId, form }) => {
      const { payload, headers } = form()
      return as.send('PUT', `/api/campaigns/${campaignId}/recordings/${campaignId}/parts/0`, payload, headers)
    },
  ],
  'POST /api/campaigns/{id}/recordings': [
    { ...members, player: 409, dm: 409, owner: 409, impersonated: 403 },
    (as, { campaignId }) =>
      as.post(`/api/campaigns/${campaignId}/recordings`, {
        ...{ uploadId: campaignId, name: 's.mp3', parts: ['0123456789abcdef'], consent: 'everyone-agreed' },
        ...{ title: 'The Dry Stair', session: null, playedOn: null },
      }),
  ],
  'GET /api/campaigns/{id}/files': [members, (as, { campaignId }) => as.get(`/api/campaigns/${campaignId}/files`)],
  'POST /api/campaigns/{id}/files': [
    making(members),
    (as, { campaignId, form }) => {
      const { payload, headers } = form()
      return as.send('POST', `/api/campaigns/${campaignId}/files`, payload, headers)
    },
  ],
  'POST /api/campaigns/{id}/imports': [
    making(dms),
    (as, { campaignId, form }) => {
      const { payload, headers } = form()
      return as.send('POST', `/api/campaigns/${campaignId}/imports`, payload, headers)
    },
  ],
  'GET /api/campaigns/{id}/imports/{importId}': [
    { ...dms, dm: 404, owner: 404 },
    (as, { campaignId }) => as.get(`/api/campaigns/${campaignId}/imports/${campaignId}`),
  ],
  'GET /api/campaigns/{id}/imports/{importId}/problems': [
    { ...dms, dm: 404, owner: 404 },
    (as, { campaignId }) => as.get(`/api/campaigns/${campaignId}/imports/${campaignId}/problems`),
  ],
  'GET /api/campaigns/{id}/imports/{importId}/problems.csv': [
    { ...dms, dm: 404, owner: 404 },
    (as, { campaignId }) => as.get(`/api/campaigns/${campaignId}/imports/${campaignId}/problems.csv`),
  ],
  'DELETE /api/campaigns/{id}/imports/{importId}': [
    { ...dms, dm: 404, owner: 404 },
    (as, { campaignId }) => as.delete(`/api/campaigns/${campaignId}/imports/${campaignId}`),
  ],
  'POST /api/campaigns/{id}/imports/{importId}/begin': [
    { ...dms, dm: 404, owner: 404 },
    (as, { campaignId }) =>
      as.post(`/api/campaigns/${campaignId}/imports/${campaignId}/begin`, { name: 'Karrow', visibility: 'DM' }),
  ],
  'GET /api/exports/size': [members, (as, { campaignId }) => as.get(`/api/exports/size?campaignId=${campaignId}`)],
  // Nothing is in it yet.
  'GET /api/models': [members, (as, { campaignId }) => as.get(`/api/models?campaignId=${campaignId}`)],
  'POST /api/exports': [
    // The campaign has lore that its DMs see.
    { ...members, player: 422, dm: 202, owner: 202 },
    (as, { campaignId }) => as.post('/api/exports', { campaignId }),
  ],
  'POST /api/files/upload': [
    making(members),
    (as, { campaignId, form }) => {
      const { payload, headers } = form({ campaignId })
      return as.send('POST', '/api/files/upload', payload, headers)
    },
  ],
  'DELETE /api/campaigns/{id}/files/{fileId}': [
    dms,
    async (as, { campaignId, file }) => as.delete(`/api/campaigns/${campaignId}/files/${await file()}`),
  ],
  'POST /api/campaigns/{id}/files/{fileId}/restore': [
    dms,
    async (as, { campaignId, file }) => as.post(`/api/campaigns/${campaignId}/files/${await file()}/restore`),
  ],
  'GET /api/campaigns/{id}/files/{fileId}/download': [
    members,
    async (as, { campaignId, file }) => as.get(`/api/campaigns/${campaignId}/files/${await file()}/download`),
  ],
}
