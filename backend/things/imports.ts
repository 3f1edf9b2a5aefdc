import { importCampaign } from '../commands/imports/import-campaign.ts'
import { importCommands } from '../commands/imports/routes.ts'
import type { Thing } from './thing.ts'

export const importsThing: Thing = {
  routes: [importCommands],
  storedFiles: {
    // `awaited_files` lists them until the import ends; the sweep removes those of imports that never begin.
    folders: ['imports'],
    owned: `select key from awaited_files where key like 'imports/%' and "userId" = @userId`,
  },
  operations: (deps) => ({ 'import-campaign': importCampaign(deps) }),
}
