import { z } from 'zod'
import type { Refusals } from './decider.ts'

/** The storage limits of accounts and campaigns in an installation. Sizes are in bytes. */
export interface Quotas {
  campaignBytes: number
  userBytes: number
  /** The limit of a user whose email address is not verified. */
  unverifiedBytes: number
  /** Maximum of campaigns per owner, including those in the Trash. */
  campaigns: number
  copiesPerHour: number
  /** Maximum of unfinished operations per user. */
  operations: number
}

/** Assumed size of a pending picture, in bytes. */
export const expectedPictureBytes = 2 * 1024 * 1024

/** Assumed size of a pending 3D model with its preview, in bytes. */
export const expectedModelBytes = 6 * 1024 * 1024

/** Bytes of a binary STL file. */
export const stlBytes = (triangles: number): number => 84 + 50 * triangles

const units = ['B', 'kB', 'MB', 'GB', 'TB']

const numbers = [0, 1].map((maximumFractionDigits) => new Intl.NumberFormat('en', { maximumFractionDigits }))

/** A human-readable size: '812 B', '1.4 MB'. */
export const sizeInWords = (size: number): string => {
  const power = size < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(size) / 3))
  const value = size / 1_000 ** power
  return `${numbers[value < 10 && power > 0 ? 1 : 0]?.format(value)} ${units[power]}`
}

const bytes = z.int().min(0)

/** Bytes used by files, the part of them in the Trash, and the limit. */
export const StorageShare = z.object({ used: bytes, inTrash: bytes, most: bytes })
export type StorageShare = z.infer<typeof StorageShare>

export const CampaignUsage = StorageShare.extend({ id: z.uuid(), name: z.string() })
export type CampaignUsage = z.infer<typeof CampaignUsage>

/** Number of operations of one kind that a user began, and the limit. */
const Begun = z.object({ count: z.int().min(0), most: z.int().min(0) })

/** The storage used by a user's files and by each campaign that they own. */
export const Usage = StorageShare.extend({
  /** True if verifying the email address would raise the limit. */
  isUnverified: z.boolean(),
  campaigns: z.array(CampaignUsage),
  mostCampaigns: z.int().min(0),
  /** Copies of past campaigns begun within the last hour. */
  copies: Begun,
  /** Unfinished operations of the user, including undos. */
  operations: Begun,
})
export type Usage = z.infer<typeof Usage>

const subjects: Readonly<Record<string, string>> = {
  campaign: 'The files of this campaign take',
  user: 'Your files take',
  unverified: 'Until your e-mail address is verified there is less room. Your files take',
}
const advice = 'Nothing was lost or charged. Delete what is no longer needed and choose “Delete forever” in the Trash.'

export const storageRefusals = {
  storage_full: [
    409,
    ({ of, used, most, needed }) =>
      `${subjects[String(of)]} ${sizeInWords(Number(used))} of ${sizeInWords(Number(most))}, and this needs ${sizeInWords(Number(needed))}. ${advice}`,
  ],
  upload_differs: [
    409,
    'Another file was sent as this upload before, and was not replaced. Please choose the file again to send it on its own.',
  ],
  too_many_campaigns: [
    409,
    ({ most }) =>
      `One person can own ${most} campaigns, those in the Trash included. Delete one, or transfer it to somebody else, to make room.`,
  ],
  new_owner_has_too_many_campaigns: [
    409,
    ({ most }) => `This person owns ${most} campaigns already, which is the most. Choose somebody else.`,
  ],
  too_many_copies: [
    429,
    ({ most, seconds }) =>
      `A campaign can be copied ${most} times an hour. Please try again in ${Math.ceil(Number(seconds) / 60)} minutes.`,
  ],
  too_many_operations: [
    429,
    ({ most }) =>
      `You have ${most} operations that are still running. Please wait until one of them has ended, and try again.`,
  ],
} as const satisfies Refusals
