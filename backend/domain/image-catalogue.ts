import type { Plan } from './entitlements.ts'
import { type ImageModel, localProvider } from './image-models.ts'
import { experimentalStyles, standingStyles } from './image-sizes.ts'

const sampleCount = 3
const samples = (slug: string) => Array.from({ length: sampleCount }, (_, n) => `/samples/${slug}-${n}.webp`)

interface Entry {
  n: number
  slug: string
  name: string
  description: string
  strengths: string[]
  cost: number
  plan?: Plan
  provider: string
  type?: 'IMAGE' | 'MAP'
}

const studio = ({
  n,
  slug,
  name,
  description,
  strengths,
  cost,
  plan = 'FREE',
  provider,
  type = 'IMAGE',
}: Entry): ImageModel => ({
  id: `0198c0de-10ad-7000-8000-${String(n).padStart(12, '0')}`,
  slug,
  name,
  description,
  strengths,
  creditCost: -cost,
  plan,
  sampleImageUris: samples(slug),
  licensedArt: false,
  paysRoyalties: false,
  supportsNSFW: false,
  supportsReference: true,
  supportedStyles: { loreloom: [...standingStyles], modelSpecific: [] },
  provider,
  source: provider === localProvider ? 'here' : 'vendor',
  type,
  default: false,
  experimental: false,
  artists: [],
  stableDiffusionApiModel: null,
})

const stability = (entry: Entry & { api: string; reference?: boolean; experimental?: boolean }): ImageModel => ({
  ...studio(entry),
  sampleImageUris: [],
  supportsReference: entry.reference ?? true,
  supportedStyles: { loreloom: [...standingStyles], modelSpecific: [...experimentalStyles] },
  experimental: entry.experimental ?? false,
  stableDiffusionApiModel: entry.api,
})

const stabilityAi = 'Stability AI'

/**
 * All known models. An installation offers those that one of its adapters draws, and those of sources that its operator
 * configured; costs are ours and are never derived from a vendor's changing prices. Ids are permanent, since events
 * name them.
 * A single list, so that a duplicate id is noticed.
 */
export const imageModels: readonly ImageModel[] = [
  {
    ...studio({
      n: 1,
      slug: 'studio-vista',
      name: 'Longlight Vista',
      description:
        'Wide country under a deliberate sky: coasts, mountains, forests, marshes and deserts, from first light to deep night.',
      strengths: ['Landscapes', 'Weather', 'Time of day'],
      cost: 2,
      provider: localProvider,
    }),
    default: true,
  },
  studio({
    n: 2,
    slug: 'studio-settlement',
    name: 'Stone & Lantern',
    description:
      'Places people built and what time did to them: towns, towers, chapels, bridges, harbours and ruins with a lit window or two.',
    strengths: ['Settlements', 'Ruins', 'Architecture'],
    cost: 2,
    provider: localProvider,
  }),
  studio({
    n: 3,
    slug: 'studio-likeness',
    name: 'Likeness',
    description:
      'A face or a creature, modelled and lit: guards, witches, nobles and rogues from in front or the side, wolves, liches and dragons.',
    strengths: ['Portraits', 'Creatures', 'Non-player characters'],
    cost: 2,
    provider: localProvider,
  }),
  studio({
    n: 4,
    slug: 'studio-blazon',
    name: 'Blazon',
    description: 'Coats of arms with proper divisions, ordinaries and charges, for houses, guilds, orders and cities.',
    strengths: ['Heraldry', 'Factions', 'Banners'],
    cost: 3,
    plan: 'BASIC',
    provider: localProvider,
  }),
  studio({
    n: 5,
    slug: 'studio-still-life',
    name: 'Reliquary',
    description:
      'One thing on a table, lit from the side: blades, bells, potions, books, keys, crowns, rings and lanterns.',
    strengths: ['Items', 'Treasure', 'Handouts'],
    cost: 2,
    provider: localProvider,
  }),
  studio({
    n: 6,
    slug: 'studio-dungeon',
    name: 'Delver',
    description:
      'A battle map of rooms on a five-foot grid: crypts, caves, sewers, keeps, taverns and ships, with doors, secrets, furniture and a key.',
    strengths: ['Dungeons', 'Interiors', 'Grid'],
    cost: 5,
    plan: 'PRO',
    provider: localProvider,
    type: 'MAP',
  }),
  studio({
    n: 7,
    slug: 'studio-wilderness',
    name: 'Wayfinder',
    description:
      'A battle map of open ground on a five-foot grid: woods, villages, ruins, river crossings, coasts and camps, with a key.',
    strengths: ['Wilderness', 'Encounters', 'Grid'],
    cost: 5,
    plan: 'PRO',
    provider: localProvider,
    type: 'MAP',
  }),
  studio({
    n: 8,
    slug: 'studio-interior',
    name: 'Hearth & Hall',
    description:
      'Rooms seen from the door, by their own light: taverns, great halls, libraries, crypts, chapels, ships’ holds and drowned halls.',
    strengths: ['Interiors', 'Firelight', 'Furniture'],
    cost: 2,
    provider: localProvider,
  }),
  studio({
    n: 9,
    slug: 'studio-handout',
    name: 'Quill & Wax',
    description:
      'Papers to hand to players: wanted posters, letters, scraps of maps and deeds, lettered with the names and quoted words of the prompt.',
    strengths: ['Handouts', 'Lettering', 'Maps'],
    cost: 2,
    provider: localProvider,
  }),
  stability({
    n: 21,
    slug: 'stable-image-ultra',
    name: 'Stable Image Ultra',
    description: 'The most careful of the Stable Image family: fine detail and good light.',
    strengths: ['Detail', 'Lighting', 'Typography'],
    cost: 8,
    plan: 'PRO',
    provider: stabilityAi,
    api: 'ultra',
  }),
  stability({
    n: 22,
    slug: 'stable-image-core',
    name: 'Stable Image Core',
    description: 'Quick and even: a good first try of an idea.',
    strengths: ['Speed', 'Range'],
    cost: 3,
    provider: stabilityAi,
    api: 'core',
    reference: false,
  }),
  stability({
    n: 23,
    slug: 'sd3-5-large',
    name: 'Stable Diffusion 3.5 Large',
    description: 'Follows long prompts closely.',
    strengths: ['Prompt adherence', 'Diversity'],
    cost: 7,
    plan: 'BASIC',
    provider: stabilityAi,
    api: 'sd3.5-large',
    experimental: true,
  }),
  stability({
    n: 24,
    slug: 'sd3-5-large-turbo',
    name: 'Stable Diffusion 3.5 Large Turbo',
    description: 'The large model in fewer steps.',
    strengths: ['Speed', 'Prompt adherence'],
    cost: 4,
    plan: 'BASIC',
    provider: stabilityAi,
    api: 'sd3.5-large-turbo',
  }),
  stability({
    n: 25,
    slug: 'sd3-5-medium',
    name: 'Stable Diffusion 3.5 Medium',
    description: 'A balance of care and price.',
    strengths: ['Balance'],
    cost: 4,
    provider: stabilityAi,
    api: 'sd3.5-medium',
  }),
  stability({
    n: 26,
    slug: 'sd3-5-flash',
    name: 'Stable Diffusion 3.5 Flash',
    description: 'The quickest of the 3.5 family.',
    strengths: ['Speed'],
    cost: 3,
    provider: stabilityAi,
    api: 'sd3.5-flash',
    experimental: true,
  }),
  {
    ...studio({
      n: 41,
      slug: 'flux-1-1-pro',
      name: 'FLUX 1.1 Pro',
      description: 'Clear composition and believable hands.',
      strengths: ['Composition', 'Realism'],
      cost: 6,
      plan: 'BASIC',
      provider: 'Black Forest Labs',
    }),
    sampleImageUris: [],
    supportsReference: false,
    supportedStyles: { loreloom: [...standingStyles], modelSpecific: [] },
    experimental: true,
  },
]

export const imageModel = (id: string): ImageModel | undefined => imageModels.find((model) => model.id === id)
