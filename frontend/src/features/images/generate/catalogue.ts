import { costOf, type ImageModel, localProvider, type Source } from '#domain/image-models.ts'

const distances: Record<Source, number> = { here: 0, home: 1, vendor: 2 }

export const sorts = {
  default: { label: 'Default', compare: (a, b) => Number(b.default) - Number(a.default) },
  nameUp: { label: 'Name A-Z', compare: (a, b) => a.name.localeCompare(b.name) },
  nameDown: { label: 'Name Z-A', compare: (a, b) => b.name.localeCompare(a.name) },
  costUp: { label: 'Cost low to high', compare: (a, b) => costOf(a) - costOf(b) },
  costDown: { label: 'Cost high to low', compare: (a, b) => costOf(b) - costOf(a) },
  nearest: { label: 'Nearest first', compare: (a, b) => distances[a.source] - distances[b.source] },
} as const satisfies Record<string, { label: string; compare: (a: ImageModel, b: ImageModel) => number }>
export type Sort = keyof typeof sorts

/**
 * `artStyles` are models with a style of their own, by the studio or by named artists; the others are third-party
 * engines.
 */
export const chips = {
  all: { label: 'Show All', admits: () => true },
  licensedArt: { label: 'Licensed Art', admits: (model) => model.licensedArt },
  paysRoyalties: { label: 'Pays Royalties', admits: (model) => model.paysRoyalties },
  supportsNSFW: { label: 'Supports NSFW', admits: (model) => model.supportsNSFW },
  artStyles: { label: 'Art Styles', admits: (model) => model.provider === localProvider || model.artists.length > 0 },
  thirdParty: { label: '3rd Party', admits: (model) => model.provider !== localProvider },
} as const satisfies Record<string, { label: string; admits: (model: ImageModel) => boolean }>
export type Chip = keyof typeof chips

/** Labels of the models' locations. */
export const places: Record<Source | 'any', string> = {
  any: 'Drawn anywhere',
  here: 'Drawn here',
  home: 'Drawn at home',
  vendor: 'Drawn at a vendor',
}
export type Place = keyof typeof places

/** Filters and sorts models. The search matches words in names, descriptions, strengths and providers. */
export const browse = (
  models: readonly ImageModel[],
  { search, sort, chip, place = 'any' }: { search: string; sort: Sort; chip: Chip; place?: Place },
): ImageModel[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const text = ({ name, description, strengths, provider, artists }: ImageModel) =>
    [name, description, provider, ...strengths, ...artists.map(({ name }) => name)].join(' ').toLowerCase()
  return models
    .filter((model) => place === 'any' || model.source === place)
    .filter((model) => chips[chip].admits(model) && words.every((word) => text(model).includes(word)))
    .sort(sorts[sort].compare)
}
