import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { copyForShell, type PostgresBinaries } from './postgres-binaries.ts'
import type { PostgresHome } from './postgres-home.ts'

const run = promisify(execFile)
const draftPrefix = 'cluster.draft-'

/** Removes drafts. An `initdb` that outlived its Node may still write into one; a draft that resists is removed at the next start. */
const sweepDrafts = (root: string) => {
  for (const name of readdirSync(root).filter((entry) => entry.startsWith(draftPrefix))) {
    try {
      rmSync(join(root, name), { recursive: true, force: true })
    } catch {}
  }
}

/**
 * Creates an empty cluster if there is none. It is built under a temporary name and renamed when complete, so that an
 * incomplete one is never used. Characters are classified by Unicode, independently of the machine's locales.
 */
export async function ensureCluster(binaries: PostgresBinaries, home: PostgresHome): Promise<void> {
  const { root, cluster, runAs } = home
  sweepDrafts(root)
  if (existsSync(cluster)) return
  const draft = join(root, `${draftPrefix}${randomUUID()}`)
  mkdirSync(draft, { mode: 0o700 })
  if (runAs.uid !== undefined) chownSync(draft, runAs.uid, runAs.gid)
  const make = (initdb: string, letters: string) =>
    run(
      initdb,
      ['-D', draft, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', `--lc-ctype=${letters}`].concat(
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ),
      { ...runAs, cwd: draft, env: { PATH: process.env.PATH, TZ: 'UTC' } },
    )
  const { initdb, remove } = copyForShell(binaries, home)
  try {
    await make(initdb, 'C.UTF-8').catch(() => make(initdb, 'C'))
  } finally {
    remove()
  }
  renameSync(draft, cluster)
}
