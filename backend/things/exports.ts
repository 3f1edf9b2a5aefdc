import { exportAccount } from '../commands/exports/export-account.ts'
import { exportLore } from '../commands/exports/export-lore.ts'
import { loreExportCommands } from '../commands/exports/routes.ts'
import { loreExportQueries } from '../queries/exports/routes.ts'
import { removeExports } from '../reactors/remove-exports.ts'
import type { Thing } from './thing.ts'

export const exportsThing: Thing = {
  routes: [loreExportCommands, loreExportQueries],
  reactors: ({ pool, files }) => [removeExports({ pool, files })],
  operations: ({ pool, files, accountData }) => ({
    'export-lore': exportLore({ pool, files }),
    'export-account': exportAccount({ pool, files, accountData }),
  }),
  storedFiles: {
    // No event refers to exports; `awaited_files` lists them while they are stored.
    folders: [],
    // Exports contain the data to be erased. Erasing a campaign deletes the exports of all users, since each can be created again.
    owned: `select key from awaited_files where key like 'exports/%' and (@userId::uuid is null or "userId" = @userId)`,
  },
}
