/** What screens say of campaigns as the rules do. */
export const defaultCampaignName = 'New Campaign'
export const defaultRpgSystem = 'D&D'
export const campaignNameLimit = 200
