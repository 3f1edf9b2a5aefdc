import { importCampaign } from '../commands/imports/import-campaign.ts'
import { importCommands } from '../commands/imports/routes.ts'
import type { Thing } from './thing.ts'

export const importsThing: Thing = {
  routes: [importCommands],
  storedFiles: {
    // They are awaited until the import ends; the sweep removes those of one that never begins.
    folders: ['imports'],
    owned: `select key from awaited_files where key like 'imports/%' and "userId" = @userId`,
  },
  operations: (deps) => ({ 'import-campaign': importCampaign(deps) }),
}
