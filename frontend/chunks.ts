import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { UserConfig } from 'vite'

const oneOf = (...names: string[]) => new RegExp(names.join('|'))

/** Input fields, which the sign-in page and every dialog need. */
const fields = oneOf(
  'components.(Input|InputBase|TextInput|CloseButton|PasswordInput|Checkbox).',
  'utils.(InlineInput|InputsGroupFieldset)',
  'use-(merged-ref|id|uncontrolled|resolved-styles-api)|random-id|get-auto-contrast-value',
)
type Output = NonNullable<NonNullable<UserConfig['build']>['rolldownOptions']>['output']
type Groups = NonNullable<Extract<NonNullable<Exclude<Output, readonly unknown[]>>['codeSplitting'], object>['groups']>

const shared = { minShareCount: 2, includeDependenciesRecursively: false }

/** The entry, and the two programs: a page runs one of them. */
const programs = { main: 'src/main.tsx', app: 'src/app/start.tsx', auth: 'src/features/auth/start.tsx' }
/** The shell around each screen of the app. */
const around = { shell: 'src/app/layout/Shell.tsx' }
/** Screens with many modules, some of which their dialogs and menus share. */
const screens = {
  lore: 'src/features/conjurations/ConjurationScreen.tsx',
  collections: 'src/features/collections/CollectionsPage.tsx',
  images: 'src/features/images/screens.tsx',
}
const entries = { ...programs, ...around, ...screens }
type Entry = keyof typeof entries
const screenNames = Object.keys(screens) as (keyof typeof screens)[]

/** Packages with an index of all their modules: following imports through it would count every module for each user of the package. */
const isListed = (id: string) => /node_modules.(@mantine|@tabler)/.test(id)
/** Modules of these packages that each page needs: `core` without those that only menus, tabs and dialogs use. */
const ofEachPage =
  /@mantine.core.esm.(core.(?!.*(create-scoped-keydown-handler|find-element-in-shadow-dom|create-safe-context|get-context-item-index|close-on-escape|get-single-element-child|is-element|use-mantine-color-scheme))|components.(ActionIcon|Button|Loader|Transition|UnstyledButton).)|vite.(preload-helper|modulepreload-polyfill)/

/** The index of rxjs, which is followed only to the names that a module imports from it. */
const rxjs = /rxjs.dist.esm.index\.js$/
const namesOfRxjs = /import\s*\{([^}]*)\}\s*from\s*["']rxjs["']/g

type Context = Parameters<Extract<Groups[number]['name'], (...args: never[]) => unknown>>[1]

/** Returns the modules that an entry imports, directly or not, without dynamic imports; icons by the names that these modules import. */
const modulesBelow = (entry: string, context: Context): ReadonlySet<string> => {
  const found = new Set<string>()
  const follow = (id: string) => {
    if (found.has(id) || isListed(id)) return
    found.add(id)
    const { importedIds = [], code = '' } = context.getModuleInfo(id) ?? {}
    if (importedIds.some((below) => below.includes('@tabler')))
      for (const [icon] of (code ?? '').matchAll(/\bIcon[A-Z]\w+/g)) found.add(icon)
    for (const below of importedIds) {
      if (rxjs.test(below)) followNames(code ?? '', context.getModuleInfo(below)?.importedIds ?? [])
      else follow(below)
    }
  }
  const followNames = (code: string, listed: readonly string[]) => {
    const names = new Set([...code.matchAll(namesOfRxjs)].flatMap(([, list = '']) => list.match(/\w+/g) ?? []))
    for (const id of listed) if (names.has(basename(id, '.js'))) follow(id)
  }
  follow(fileURLToPath(new URL(entry, import.meta.url)))
  return found
}

let below: Record<Entry, ReadonlySet<string>> | undefined

/** Returns a function that is true for entries that need the module before they run. */
const neededBy = (id: string, context: Context) => {
  below ??= Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, modulesBelow(entry, context)]),
  ) as Record<Entry, ReadonlySet<string>>
  const [, icon] = /@tabler.icons-react.*\/(Icon\w+)\.mjs$/.exec(id) ?? []
  const modules = below
  return (name: Entry) => modules[name].has(icon ?? id)
}

/** Modules that both programs need. The entry stays a separate file; otherwise the page would name its imports instead of it. */
const first = (id: string, context: Context) => {
  if (id.endsWith('/src/main.tsx')) return null
  const isNeeded = neededBy(id, context)
  return ofEachPage.test(id) || isNeeded('main') || (isNeeded('app') && isNeeded('auth')) ? 'first' : null
}

/** Modules of the packages with an index that each screen of the app needs. */
const ofEachScreen =
  /@mantine.(core.esm.components.Skeleton.|hooks.esm.(use-hotkeys|use-disclosure|use-resize-observer).)/

/** Modules that every screen of the app or the shell needs. Modules that only signing in needs stay with its entry. */
const app = (id: string, context: Context) => {
  const isNeeded = neededBy(id, context)
  return ofEachScreen.test(id) || isNeeded('app') || isNeeded('shell') ? 'app' : null
}

/**
 * Groups the modules that the same screens need. Each screen that needs a module needs its imports too, so that no two of these files
 * import each other: everything that a file calls while it is loaded is defined.
 */
const ofScreens = (id: string, context: Context) => {
  const isNeeded = neededBy(id, context)
  return screenNames.filter(isNeeded).join('-') || null
}

/**
 * Modules that screens share are grouped into few files. A file for each module would cost a request and a line in the list of each
 * screen's files, and a browser fetches six files at a time.
 */
export const chunks: Groups = [
  { name: 'fields', test: fields, ...shared, priority: 4 },
  { name: first, debugName: 'first', priority: 3 },
  { name: app, debugName: 'app', priority: 2 },
  { name: ofScreens, debugName: 'screens', includeDependenciesRecursively: false, priority: 1 },
  // Icons that other screens share.
  { name: 'icons', test: /@tabler.icons-react/, minShareCount: 2 },
]
