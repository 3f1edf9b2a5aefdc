/** Constants of campaigns shared by rules and screens. */
export const defaultCampaignName = 'New Campaign'
export const defaultRpgSystem = 'D&D'
export const campaignNameLimit = 200
/** The public adventure code of the sample campaign's copies. */
export const sampleCampaignCode = 'sample'
