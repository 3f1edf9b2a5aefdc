import { headsIn } from './chain/heads-in-file.ts'
import type { Installed } from './chain/installed.ts'
import { installedKeys } from './chain/key-ring.ts'
import { signingWith } from './chain/signing.ts'
import type { AuditContext } from './subcommand.ts'

/** The chain of the installation, and the heads stored outside the database. */
export const installedChain = async ({ config, pool, sealedStore }: AuditContext) => {
  const installed: Installed = { pool, sealedStore, signing: signingWith(installedKeys(config), pool) }
  return { installed, elsewhere: await headsIn(config.auditHeads.file) }
}
