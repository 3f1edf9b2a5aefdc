/**
 * Everything that a plan can open, in the order in which it is shown. `built` lists what this version has: a feature that is not in it has
 * no price tag, badge or tick anywhere, and the change that builds it adds its line there.
 */
export const planFeatures = [
  'templates',
  'conversations',
  'privateLore',
  'battleMaps',
  'tokens',
  'conjurationModels',
  'stlDownloads',
  'premiumEdits',
  'audioTranscripts',
  'nsfw',
  'prioritySupport',
] as const
export type PlanFeature = (typeof planFeatures)[number]

const built: readonly PlanFeature[] = [
  'templates',
  'conversations',
  'privateLore',
  'battleMaps',
  'tokens',
  'conjurationModels',
  'stlDownloads',
  'premiumEdits',
  'audioTranscripts',
  'nsfw',
  'prioritySupport',
]

export const isBuilt = (feature: PlanFeature): boolean => built.includes(feature)
