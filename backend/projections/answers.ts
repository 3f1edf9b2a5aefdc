import { z } from 'zod'
import { CampaignRole } from '#domain/campaigns.ts'
import { ImageModel } from '#domain/image-models.ts'
import { CampaignRow, MemberRow } from './campaigns.ts'
import { CreditTransactionRow } from './credit-transactions.ts'
import { ImageRow } from './images.ts'

/** Answers that are rows with what stands beside them; the browser reads the same schemas. */

const listOf = <Row extends z.ZodType>(row: Row) => z.object({ data: z.array(row), total: z.int() })

/** `role` is the asker's in this campaign. */
export const CampaignListItem = CampaignRow.extend({ role: CampaignRole, memberCount: z.int() })
export type CampaignListItem = z.infer<typeof CampaignListItem>
export const CampaignList = listOf(CampaignListItem)
export type CampaignList = z.infer<typeof CampaignList>

export const Member = MemberRow.extend({ username: z.string() })
export type Member = z.infer<typeof Member>
export const MemberList = listOf(Member)
export type MemberList = z.infer<typeof MemberList>

export const CampaignDetail = CampaignRow.extend({ role: CampaignRole, members: z.array(Member) })
export type CampaignDetail = z.infer<typeof CampaignDetail>

export const CreditHistory = listOf(CreditTransactionRow).extend({ balance: z.int() })
export type CreditHistory = z.infer<typeof CreditHistory>

export const ImageModelList = listOf(ImageModel)
export type ImageModelList = z.infer<typeof ImageModelList>

/** Newest first; `months` counts every month that has pictures, whichever month is asked for. */
export const Gallery = z.object({
  images: z.array(ImageRow),
  total: z.int(),
  months: z.array(z.object({ month: z.string(), count: z.int() })),
})
export type Gallery = z.infer<typeof Gallery>

export const ImageDetail = ImageRow.extend({
  username: z.string(),
  imageModel: z.object({ id: z.uuid(), name: z.string(), description: z.string() }).nullable(),
})
export type ImageDetail = z.infer<typeof ImageDetail>

const named = z.object({ id: z.uuid(), name: z.string() }).nullable()
export const ImageUsage = z.object({ conjuration: named, campaign: named })
export type ImageUsage = z.infer<typeof ImageUsage>
