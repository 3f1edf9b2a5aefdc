import type { UserConfig } from 'vite'

const oneOf = (...names: string[]) => new RegExp(names.join('|'))

/** Of collections and pages of lore. */
const parts = oneOf(
  'frontend.src.ui.(EmptyState|ConjurationImage|conjuration-image|SelectionBar|selection|Steps|steps|dates|Part|ago|VisibilityBadge|Loading)\\.',
  'frontend.src.realtime.(guess|pages)\\.',
  'frontend.src.data.(answers|bulk|campaigns|collection-tree|collections|collections-query|conjurations|conjurations-query|counting|fetch-collections|fetch-conjurations)\\.',
  'frontend.src.app.selected-campaign',
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
  'frontend.src.app.(drafts|from)\\.',
  'frontend.src.realtime.topics\\.',
  'frontend.src.ui.(SaveIndicator|save|copy|Avatar|avatar|person-colour|NotHere)\\.',
  'backend.domain.(topics|segment-words|text-ops)\\.ts',
  'backend.projections.(relationships|relationship-answers)\\.ts',
)

type Output = NonNullable<NonNullable<UserConfig['build']>['rolldownOptions']>['output']
type Groups = NonNullable<Extract<NonNullable<Exclude<Output, readonly unknown[]>>['codeSplitting'], object>['groups']>

const shared = { minShareCount: 2, includeDependenciesRecursively: false }

/**
 * What screens share goes together. In pieces as small as its modules, a request for each, and a line in every list of what a screen loads,
 * would cost more than they do: a browser fetches six files at a time.
 */
export const chunks: Groups = [
  { name: 'first', tags: ['$initial'], priority: 2 },
  { name: 'parts', test: parts, ...shared },
  { name: 'views', test: views, ...shared },
  { name: 'fields', test: fields, ...shared },
  { name: 'lore', test: loreParts, ...shared },
  // Icons that more than one screen has.
  { name: 'icons', test: /@tabler.icons-react/, minShareCount: 2, priority: 1 },
]
