import { fileURLToPath } from 'node:url'
import type { UserConfig } from 'vite'

const oneOf = (...names: string[]) => new RegExp(names.join('|'))

/** Of collections and pages of lore. */
const parts = oneOf(
  'frontend.src.ui.(EmptyState|ConjurationImage|conjuration-image|SelectionBar|selection|Steps|steps|dates|Part|ago|VisibilityBadge|Loading)\\.',
  'frontend.src.realtime.(guess|pages)\\.',
  'frontend.src.data.(answers|bulk|campaigns|collection-tree|collections|collections-query|conjurations|conjurations-query|counting|fetch-collections|fetch-conjurations)\\.',
  'frontend.src.app.(selected-campaign|from)',
  'frontend.src.features.collections.[a-z]+\\.module',
  'use-hotkeys|use-debounced-value|throttle|components.Skeleton',
)
/** What the caches of all screens are folded by. */
const views = oneOf(
  'backend.projections.(answers|campaigns|collections|conjurations|credit-transactions|images)\\.ts',
  'backend.domain.(access|by-id|campaign-words|collections|conjuration-words|rights|text|tokens)\\.ts',
  'backend.domain.image-(edit-answers|edit-tools|models|sizes|words)\\.ts',
)
/** What is typed into: of signing in, and of every dialog. */
const fields = oneOf(
  'components.(Input|InputBase|TextInput|CloseButton|PasswordInput|Checkbox).',
  'utils.(InlineInput|InputsGroupFieldset)',
  'use-(merged-ref|id|uncontrolled|resolved-styles-api)|random-id|get-auto-contrast-value',
)
/** Of a page of lore, beside those. */
const loreParts = oneOf(
  'frontend.src.data.(images|conjuration|conjuration-query|gallery-query|followed-images|fetch-gallery|members|fetch-members|trash|fetch-trash|image-rights)\\.',
  'frontend.src.features.conjurations.(begun|use-restoring|use-discarding)\\.',
  'frontend.src.app.drafts\\.',
  'frontend.src.realtime.topics\\.',
  'frontend.src.ui.(SaveIndicator|save|copy|Avatar|avatar|person-colour|NotHere)\\.',
  'backend.domain.(topics|segment-words|text-ops)\\.ts',
  'backend.projections.(relationships|relationship-answers)\\.ts',
)

type Output = NonNullable<NonNullable<UserConfig['build']>['rolldownOptions']>['output']
type Groups = NonNullable<Extract<NonNullable<Exclude<Output, readonly unknown[]>>['codeSplitting'], object>['groups']>

const shared = { minShareCount: 2, includeDependenciesRecursively: false }

const main = 'src/main.tsx'
/** The two programs, of which a page runs one. */
const programs = { app: 'src/app/start.tsx', auth: 'src/features/auth/start.tsx' }

/** Screens of many modules, whose dialogs and menus use some of them. */
const screens = {
  lore: 'src/features/conjurations/ConjurationScreen.tsx',
  collections: 'src/features/collections/CollectionsPage.tsx',
  images: 'src/features/images/screens.tsx',
}

/** Packages with a list of all that they have: what an entry takes of them is not known from what it imports. */
const isListed = (id: string) => /node_modules.(@mantine|@tabler)/.test(id)
/** Of those, what each page is made of: `core` without what menus, tabs and dialogs alone use of it. */
const ofEachPage =
  /@mantine.core.esm.(core.(?!.*(create-scoped-keydown-handler|find-element-in-shadow-dom|create-safe-context|get-context-item-index|close-on-escape|get-single-element-child|is-element|use-mantine-color-scheme))|components.(Button|Loader|Transition|UnstyledButton).)|vite.(preload-helper|modulepreload-polyfill)/

type Context = Parameters<Extract<Groups[number]['name'], (...args: never[]) => unknown>>[1]

/** The modules below an entry, dynamic imports left out. */
const modulesBelow = (entry: string, context: Context): ReadonlySet<string> => {
  const found = new Set<string>()
  const follow = (id: string) => {
    if (found.has(id) || isListed(id)) return
    found.add(id)
    for (const below of context.getModuleInfo(id)?.importedIds ?? []) follow(below)
  }
  follow(fileURLToPath(new URL(entry, import.meta.url)))
  return found
}

const entries = { main, ...programs, ...screens }

let below: Record<keyof typeof entries, ReadonlySet<string>> | undefined

const findBelow = (context: Context) =>
  (below ??= Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, modulesBelow(entry, context)]),
  ) as Record<keyof typeof entries, ReadonlySet<string>>)

/** What both programs need. The entry stays a file of its own, or the page would name what it imports in its place. */
const first = (id: string, context: Context) => {
  if (id.endsWith('/src/main.tsx')) return null
  const { main, app, auth } = findBelow(context)
  return ofEachPage.test(id) || main.has(id) || (app.has(id) && auth.has(id)) ? 'first' : null
}

/** What every screen of the app needs. What signing in alone needs stays with its entry. */
const app = (id: string, context: Context) => (findBelow(context).app.has(id) ? 'app' : null)

/** What one screen alone begins with is one file, whatever else of that screen uses a part of it. */
const screen = (id: string, context: Context) => {
  const below = findBelow(context)
  const names = (Object.keys(screens) as (keyof typeof screens)[]).filter((name) => below[name].has(id))
  return names.length === 1 ? (names[0] ?? null) : null
}

/**
 * What screens share goes together. In pieces as small as its modules, a request for each, and a line in every list of what a screen loads,
 * would cost more than they do: a browser fetches six files at a time.
 */
export const chunks: Groups = [
  { name: 'fields', test: fields, ...shared, priority: 5 },
  { name: first, debugName: 'first', priority: 4 },
  { name: app, debugName: 'app', priority: 3 },
  // Icons that more than one screen has.
  { name: 'icons', test: /@tabler.icons-react/, minShareCount: 2, priority: 2 },
  { name: 'parts', test: parts, ...shared, priority: 1 },
  { name: 'views', test: views, ...shared, priority: 1 },
  { name: 'lore', test: loreParts, ...shared, priority: 1 },
  { name: screen, debugName: 'screen', includeDependenciesRecursively: false },
]
