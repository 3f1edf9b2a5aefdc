import { z } from 'zod'

/** Roles in a campaign on the wire, as the specification numbers them. */
export const campaignRoles = { DM: 1, PLAYER: 2, OWNER: 3 } as const
export const CampaignRole = z.union([z.literal(1), z.literal(2), z.literal(3)])
export type CampaignRole = z.infer<typeof CampaignRole>
/** Assignable roles: ownership is transferred, never assigned. */
export const AssignableRole = z.union([z.literal(1), z.literal(2)])

export const isOwner = (role: CampaignRole | undefined): boolean => role === campaignRoles.OWNER
/** An owner may do whatever a DM may. */
export const isDm = (role: CampaignRole | undefined): boolean => role === campaignRoles.DM || isOwner(role)
/** True for the role with full rights over the installation. */
export const isAdmin = (role: unknown): boolean => role === 'admin'
/** True for the role that reads the audit screens, and nothing else. */
export const isAuditor = (role: unknown): boolean => role === 'auditor'
export const mayAudit = (role: unknown): boolean => isAuditor(role) || isAdmin(role)
