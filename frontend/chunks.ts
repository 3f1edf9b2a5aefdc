import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { UserConfig } from 'vite'

const oneOf = (...names: string[]) => new RegExp(names.join('|'))

/** What is typed into: of signing in, and of every dialog. */
const fields = oneOf(
  'components.(Input|InputBase|TextInput|CloseButton|PasswordInput|Checkbox).',
  'utils.(InlineInput|InputsGroupFieldset)',
  'use-(merged-ref|id|uncontrolled|resolved-styles-api)|random-id|get-auto-contrast-value',
)
type Output = NonNullable<NonNullable<UserConfig['build']>['rolldownOptions']>['output']
type Groups = NonNullable<Extract<NonNullable<Exclude<Output, readonly unknown[]>>['codeSplitting'], object>['groups']>

const shared = { minShareCount: 2, includeDependenciesRecursively: false }

/** The entry, and the two programs of which a page runs one. */
const programs = { main: 'src/main.tsx', app: 'src/app/start.tsx', auth: 'src/features/auth/start.tsx' }
/** What stands around each screen of the app. */
const around = { shell: 'src/app/layout/Shell.tsx' }
/** Screens of many modules, whose dialogs and menus use some of them. */
const screens = {
  lore: 'src/features/conjurations/ConjurationScreen.tsx',
  collections: 'src/features/collections/CollectionsPage.tsx',
  images: 'src/features/images/screens.tsx',
}
const entries = { ...programs, ...around, ...screens }
type Entry = keyof typeof entries
const screenNames = Object.keys(screens) as (keyof typeof screens)[]

/** Packages with a list of all that they have: the list leads from each of its users to all of it. */
const isListed = (id: string) => /node_modules.(@mantine|@tabler)/.test(id)
/** Of those, what each page is made of: `core` without what menus, tabs and dialogs alone use of it. */
const ofEachPage =
  /@mantine.core.esm.(core.(?!.*(create-scoped-keydown-handler|find-element-in-shadow-dom|create-safe-context|get-context-item-index|close-on-escape|get-single-element-child|is-element|use-mantine-color-scheme))|components.(ActionIcon|Button|Loader|Transition|UnstyledButton).)|vite.(preload-helper|modulepreload-polyfill)/

/** A package whose list is followed by the names that each module imports from it. */
const rxjs = /rxjs.dist.esm.index\.js$/
const namesOfRxjs = /import\s*\{([^}]*)\}\s*from\s*["']rxjs["']/g

type Context = Parameters<Extract<Groups[number]['name'], (...args: never[]) => unknown>>[1]

/** The modules below an entry, dynamic imports left out. Icons are known by the names that these modules import. */
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

/** By entry, whether it needs a module before it runs. */
const neededBy = (id: string, context: Context) => {
  below ??= Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, modulesBelow(entry, context)]),
  ) as Record<Entry, ReadonlySet<string>>
  const [, icon] = /@tabler.icons-react.*\/(Icon\w+)\.mjs$/.exec(id) ?? []
  const modules = below
  return (name: Entry) => modules[name].has(icon ?? id)
}

/** What both programs need. The entry stays a file of its own, or the page would name what it imports in its place. */
const first = (id: string, context: Context) => {
  if (id.endsWith('/src/main.tsx')) return null
  const isNeeded = neededBy(id, context)
  return ofEachPage.test(id) || isNeeded('main') || (isNeeded('app') && isNeeded('auth')) ? 'first' : null
}

/** Of the packages with lists, what each screen of the app is made of. */
const ofEachScreen =
  /@mantine.(core.esm.components.Skeleton.|hooks.esm.(use-hotkeys|use-disclosure|use-resize-observer).)/

/** What every screen of the app needs, and the shell around it. What signing in alone needs stays with its entry. */
const app = (id: string, context: Context) => {
  const isNeeded = neededBy(id, context)
  return ofEachScreen.test(id) || isNeeded('app') || isNeeded('shell') ? 'app' : null
}

/**
 * What the same screens begin with goes together. A module's own imports are needed by each screen that needs it, so that no two of these
 * files import each other: what a file calls while it is loaded is there.
 */
const ofScreens = (id: string, context: Context) => {
  const isNeeded = neededBy(id, context)
  return screenNames.filter(isNeeded).join('-') || null
}

/**
 * What screens share goes together. In pieces as small as its modules, a request for each, and a line in every list of what a screen loads,
 * would cost more than they do: a browser fetches six files at a time.
 */
export const chunks: Groups = [
  { name: 'fields', test: fields, ...shared, priority: 4 },
  { name: first, debugName: 'first', priority: 3 },
  { name: app, debugName: 'app', priority: 2 },
  { name: ofScreens, debugName: 'screens', includeDependenciesRecursively: false, priority: 1 },
  // Icons that other screens share.
  { name: 'icons', test: /@tabler.icons-react/, minShareCount: 2 },
]
