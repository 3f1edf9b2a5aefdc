/** Constants of campaigns shared by rules and screens. */
export const defaultCampaignName = 'New Campaign'
export const defaultRpgSystem = 'D&D'
export const campaignNameLimit = 200
