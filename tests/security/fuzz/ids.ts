import fc from 'fast-check'

/** Kinds of things that ids name. A fuzzed request stands for one as `~kind:number~`, because the things are made as it goes. */
const kinds = {
  campaign: 'campaigns',
  member: 'people',
  user: 'people',
  newOwner: 'people',
  conjuration: 'conjurations',
  node: 'conjurations',
  copy: 'conjurations',
  collection: 'collections',
  parent: 'collections',
  parentCollection: 'collections',
  destination: 'collections',
  image: 'images',
  backgroundImage: 'images',
  file: 'files',
  model: 'models',
  operation: 'operations',
  invite: 'invitations',
  event: 'events',
} as const

const words = {
  campaigns: 'campaigns',
  invites: 'codes',
  members: 'people',
  users: 'people',
  user: 'people',
  conjurations: 'conjurations',
  collections: 'collections',
  images: 'images',
  files: 'files',
  invitations: 'invitations',
} as const

export const kindOf = (name: string, at: string): string => {
  if (name === 'code') return 'codes'
  if (name === 'version') return 'versions'
  const known = kinds[name.replace(/Id$/, '') as keyof typeof kinds]
  return known ?? words[at as keyof typeof words] ?? 'anything'
}

/** For things that are yet to be made, whose ids clients make. */
export const newId: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.uuid({ version: [4, 7] }) },
  { weight: 1, arbitrary: fc.nat(99).map((n) => `~anything:${n}~`) },
)

const mark = /~(\w+):(\d+)~/g

/** Mostly something of that kind, sometimes of another, or of none. */
export const idNamed = (name: string, at: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 16, arbitrary: fc.nat(99).map((n) => `~${kindOf(name, at)}:${n}~`) },
    { weight: 1, arbitrary: fc.nat(99).map((n) => `~anything:${n}~`) },
    { weight: 1, arbitrary: fc.nat(99).map((n) => `~${kindOf(name, at)}:${n}~`.replace('~', '~upper_')) },
    { weight: 1, arbitrary: fc.uuid({ version: [4, 7] }) },
  )

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/
const most = 100

/** What there is to ask for, learnt from answers; the newest of each kind, apart for each who was told. */
export function pool() {
  const known = new Map<string, string[]>()
  const put = (place: string, id: string) => {
    const some = known.get(place) ?? []
    if (!some.includes(id)) known.set(place, [id, ...some].slice(0, most))
  }
  const add = (kind: string, id: string, who = '') => {
    for (const place of [kind, `${who}/${kind}`]) put(place, id)
    if (uuid.test(id)) put('anything', id)
  }
  const learn = (value: unknown, at: string, who: string, name = ''): void => {
    if (typeof value === 'string') {
      if (uuid.test(value) || name === 'code') add(kindOf(name, at), value, who)
    } else if (typeof value === 'object' && value !== null)
      for (const [key, below] of Object.entries(value))
        learn(below, words[key as keyof typeof words] ? key : at, who, Array.isArray(value) ? name : key)
  }
  /** Three times of four one's own, if there are any; rather a new one than one that may be gone. */
  const pick = (kind: string, n: number, who: string): string => {
    const own = n % 4 === 0 ? undefined : known.get(`${who}/${kind}`)
    const some = own ?? known.get(kind) ?? known.get('anything') ?? []
    return some[Math.floor((n / 100) ** 2 * some.length)] ?? '00000000-0000-4000-8000-000000000000'
  }
  return {
    add,
    /** Every id in an answer; those called `id` are of what the path (`at`) or the list around them is called. */
    learn: (value: unknown, at: string, who: string) => learn(value, at, who),
    /** The text with things in place of what stands for them. */
    fill: (text: string, who: string): string =>
      text.replace(mark, (_all, marked: string, n: string) => {
        const kind = marked.replace('upper_', '')
        const id = pick(kind, Number(n), who)
        return kind === marked ? id : id.toUpperCase()
      }),
  }
}
