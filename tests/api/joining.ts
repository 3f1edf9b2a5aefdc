import type { Person } from '../stack.ts'

const roles = { dm: 1, player: 2 } as const

/** Takes somebody into a campaign as everybody comes in: by an invitation, and by the role that its owner gives. */
export async function joinCampaign(owner: Person, campaignId: string, someone: Person, as: keyof typeof roles) {
  const { body } = await owner.post(`/api/campaigns/${campaignId}/invitations`)
  const joined = await someone.post(`/api/campaigns/invites/${body.code}`)
  if (joined.status !== 200) throw new Error(`Joining failed: ${joined.text}`)
  if (roles[as] === roles.player) return
  const changed = await owner.patch(`/api/campaigns/${campaignId}/members/${someone.id}/role`, { role: roles[as] })
  if (changed.status !== 200) throw new Error(`Changing the role failed: ${changed.text}`)
}
