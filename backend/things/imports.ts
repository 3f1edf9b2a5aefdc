import { importCampaign } from '../commands/imports/import-campaign.ts'
import { importCommands } from '../commands/imports/routes.ts'
import type { Thing } from './thing.ts'

export const importsThing: Thing = {
  routes: [importCommands],
  operations: (deps) => ({ 'import-campaign': importCampaign(deps) }),
}
