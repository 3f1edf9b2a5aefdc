import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { channelsOf } from '#domain/access.ts'
import { type AccessRow, accessRow } from '#domain/access-row.ts'
import type { Envelope } from '#domain/metadata.ts'
import { accessView } from '#projections/access.ts'
import type { MemberRow } from '#projections/campaigns.ts'
import { type AnyView, type Change, fold, view } from '#projections/view.ts'
import { audiences, type Items, itemOf } from '../../backend/projections/audience.ts'
import { feedOf } from '../../backend/projections/feed.ts'
import { stored } from '../projections/envelope.ts'

const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const [image, owner, here, there, admin] = [id(1), id(2), id(3), id(4), id(5)]
/** What its owner has in the campaign. */
const mine = `campaign-user:${here}:${owner}`

/** The feed's lines for these events, on top of these rows, and what became of the lines of before. */
const feed = async (
  rows: AccessRow[],
  events: Envelope[],
  access: AnyView<AccessRow> = accessView,
  items: Items = {},
  members: MemberRow[] = [],
) => {
  const reader = {
    around: async () => rows,
    matching: async (where: Partial<AccessRow>) =>
      rows.filter((row) => Object.entries(where).every(([key, value]) => row[key as keyof AccessRow] === value)),
    membersOf: async (ids: string[]) => members.filter(({ campaignId }) => ids.includes(campaignId)),
  }
  const seen = await audiences(access, events, items, reader)
  return feedOf(
    events.map((event) => ({ event, position: BigInt(event.position), revision: 0n })),
    events.map((event) => itemOf(event, items)),
    seen.audiences,
  )
}
const about = (type: string, data: object, over: Partial<Envelope> = {}) =>
  stored(type, data, { stream: `images-${image}`, ...over })
const uploaded = (campaignId: string | null) =>
  about('ImageUploaded', { imageId: image, userId: owner, campaignId, file: {} })
const moved = (campaignId: string) => about('ImageMoved', { imageId: image, campaignId })
const row = (campaignId: string | null, visibility: AccessRow['visibility'] = 'DM'): AccessRow => ({
  ...{
    id: image,
    ownerId: owner,
    campaignId,
    visibility,
    sameAs: null,
    andSameAs: null,
    isForDms: false,
    isOpen: false,
    isInPerson: false,
    users: null,
  },
  channels: channelsOf({ ownerId: owner, campaignId, visibility }),
})
const told = (lines: { type: string; channels: string[] }[]) => lines.map(({ type, channels }) => [type, ...channels])

describe('an event is seen', () => {
  it('by those who may see its item once it has happened', async () => {
    const { lines } = await feed([], [uploaded(here), about('ImageRenamed', { imageId: image, name: 'N' })])
    expect(told(lines)).toEqual([
      ['ImageUploaded', mine, `campaign-dm:${here}`],
      ['ImageRenamed', mine, `campaign-dm:${here}`],
    ])
  })

  it('by nobody, when its item is unknown', async () => {
    const { lines } = await feed([], [about('ImageRenamed', { imageId: image, name: 'N' })])
    expect(told(lines)).toEqual([['ImageRenamed']])
  })

  it('by those of the item that its category finds in the data', async () => {
    const event = stored('FolderRenamed', { folderId: image }, { stream: `folders-${here}` })
    const { lines } = await feed([row(null)], [event], accessView, { folders: ({ folderId }) => folderId })
    expect(lines).toMatchObject([{ item: image, channels: [`user:${owner}`] }])
  })

  it('by who joins a campaign or is removed from it, though they are not in it', async () => {
    const data = { campaignId: here, userId: there, role: 2 }
    const known = { ...row(here, 'CAMPAIGN'), id: here }
    const { lines } = await feed([known], [stored('MemberRemoved', data, { stream: `campaigns-${here}` })])
    expect(lines[0]?.channels).toEqual([mine, `campaign:${here}`, `user:${there}`])
  })

  it('by both whom a campaign passes between', async () => {
    const data = { campaignId: here, newOwnerId: there, oldOwnerId: owner }
    const known = { ...row(here, 'CAMPAIGN'), id: here }
    const { lines } = await feed([known], [stored('OwnershipTransferred', data, { stream: `campaigns-${here}` })])
    expect(lines[0]?.channels).toEqual([
      `campaign-user:${here}:${there}`,
      `campaign:${here}`,
      `user:${there}`,
      `user:${owner}`,
    ])
    expect(lines[0]?.users).toEqual(expect.arrayContaining([there, owner]))
  })

  it('by every member in person when a campaign is deleted or restored, as they are at that moment', async () => {
    const member = (userId: string): MemberRow => ({
      id: `${here}:${userId}`,
      campaignId: here,
      userId,
      role: 2,
      joinedAt: '',
    })
    const [leaver, joiner] = [id(6), id(7)]
    const known = { ...row(here, 'CAMPAIGN'), id: here }
    const happened = (type: string, data: object = {}) =>
      stored(type, { campaignId: here, ...data }, { stream: `campaigns-${here}` })
    const { lines } = await feed(
      [known],
      [
        happened('MemberLeft', { userId: leaver }),
        happened('MemberJoined', { userId: joiner, role: 2 }),
        happened('CampaignDeleted'),
        happened('CampaignRestored'),
      ],
      accessView,
      {},
      [member(there), member(leaver), { ...member(admin), id: 'elsewhere', campaignId: there }],
    )
    const all = [mine, `campaign:${here}`, `user:${there}`, `user:${joiner}`]
    expect(lines.slice(2).map(({ channels }) => channels)).toEqual([all, all])
  })

  it('by admins under everyone it is of or by', async () => {
    const metadata = { actor: here, impersonator: admin, commandId: 'c', correlationId: 'r' }
    const { lines } = await feed([row(null)], [about('Given', { userId: there, ownerId: 'nobody' }, { metadata })])
    expect(lines[0]?.users).toEqual([here, admin, there, owner])
  })
})

describe('when an item moves from one campaign to another', () => {
  it('those of the first hear that it is gone and no more, those of the second that it is there', async () => {
    const { lines, narrowed } = await feed([row(here)], [moved(there)])
    const gone = [mine, `campaign-dm:${here}`]
    const shown = [`campaign-user:${there}:${owner}`, `campaign-dm:${there}`]
    expect(told(lines)).toEqual([
      ['ImageMoved', ...shown],
      ['ItemGone', ...gone],
      ['ItemShown', ...shown],
    ])
    expect(lines.map(({ seq }) => seq)).toEqual([0, 1, 2])
    expect(lines[1]).toMatchObject({ data: { id: image }, users: [], unless: shown })
    expect(lines[2]).toMatchObject({ data: { id: image }, unless: gone })
    expect(narrowed).toEqual([{ item: image, lost: gone, from: [mine], to: [shown[0]] }])
  })

  it('what came before in the same batch is taken from those who lost it, but for its owner', async () => {
    const { lines } = await feed([], [uploaded(here), moved(there), moved(here)])
    expect(told(lines.filter(({ seq }) => seq === 0))).toEqual([
      ['ImageUploaded', mine],
      ['ImageMoved', mine],
      ['ImageMoved', mine, `campaign-dm:${here}`],
    ])
  })

  it('a new item is neither gone nor shown', async () =>
    expect((await feed([], [uploaded(here)])).lines).toHaveLength(1))

  it('a move to where it is tells nothing', async () =>
    expect((await feed([row(here)], [moved(here)])).lines).toHaveLength(1))
})

describe('when many items change at once', () => {
  const closed = view(z.custom<AccessRow>())<{
    CampaignClosed: z.ZodType<{ campaignId: string }>
    ImageErased: z.ZodType<object>
  }>({
    table: 'access',
    ...(accessView.resolve && { resolve: accessView.resolve }),
    on: {
      CampaignClosed: ({ campaignId }) => ({ update: { visibility: 'PRIVATE' as const }, where: { campaignId } }),
      ImageErased: (_data, { stream }): Change<AccessRow> => ({ remove: { id: stream.slice(7) } }),
    },
  })
  const other = { ...row(here), id: id(9) }

  it('each is gone for those who lose it', async () => {
    const event = stored('CampaignClosed', { campaignId: here }, { stream: `campaigns-${here}` })
    const { lines } = await feed([row(here), other, row(there)], [event], closed)
    const gone = lines.filter(({ type }) => type === 'ItemGone')
    expect(gone.map(({ item }) => item)).toEqual([image, other.id])
  })

  it('what is removed is gone for everybody, and its last event is seen by none', async () => {
    const { lines } = await feed([row(here)], [about('ImageErased', {})], closed)
    expect(told(lines)).toEqual([['ImageErased'], ['ItemGone', mine, `campaign-dm:${here}`]])
  })
})

it('the rows in mind are those that the view makes', async () => {
  const events = [uploaded(here), moved(there), moved(here), uploaded(null)]
  const rows = events.reduce<AccessRow[]>((before, event) => fold(accessView, before, event), [])
  const { lines } = await feed([], events)
  expect(lines.findLast(({ seq }) => seq === 0)?.channels).toEqual(rows.map(({ ownerId }) => `user:${ownerId}`))
})

describe('what follows another item', () => {
  const [lore, writer] = [id(10), id(11)]
  const channels = (visibility: AccessRow['visibility']) =>
    channelsOf({ ownerId: writer, campaignId: here, visibility })
  const known = (visibility: AccessRow['visibility']): AccessRow => ({
    ...{
      id: lore,
      ownerId: writer,
      campaignId: here,
      visibility,
      sameAs: null,
      andSameAs: null,
      isForDms: false,
      isOpen: false,
      isInPerson: false,
      users: null,
    },
    channels: channels(visibility),
  })
  const linked = (conjurationId: string | null, visibility?: AccessRow['visibility']) =>
    about('ImageLinked', { imageId: image, conjurationId, ...(visibility && { visibility }) })
  const changed = (visibility: AccessRow['visibility']) =>
    stored('ConjurationVisibilityChanged', { conjurationId: lore, visibility }, { stream: `conjurations-${lore}` })
  const seenBy = async (rows: AccessRow[], ...events: Envelope[]) =>
    (await feed(rows, events)).lines.filter(({ seq, item }) => seq === 0 && item === image).at(-1)?.channels

  it('is seen by who sees that, and by its own owner, whatever an old event repeated', async () => {
    for (const visibility of ['PRIVATE', 'DM', 'CAMPAIGN'] as const) {
      const said = visibility === 'CAMPAIGN' ? 'DM' : 'CAMPAIGN'
      const all = [mine, ...channels(visibility)]
      expect(await seenBy([row(here), known(visibility)], linked(lore, said))).toEqual(all)
    }
  })

  it('changes with it, before and after what is in mind', async () => {
    const { lines } = await feed([row(here), known('DM')], [linked(lore), changed('CAMPAIGN'), changed('PRIVATE')])
    const shifts = lines
      .filter(({ seq, item }) => seq > 0 && item === image)
      .map(({ type, channels }) => [type, channels])
    expect(shifts).toEqual([
      ['ItemShown', [`campaign-user:${here}:${writer}`]],
      ['ItemGone', [`campaign-dm:${here}`]],
      ['ItemShown', [`campaign:${here}`]],
      ['ItemGone', [`campaign:${here}`]],
    ])
  })

  it('is its owner’s alone where that is unknown or of another campaign, and the DMs’ again without it', async () => {
    expect(await seenBy([row(here)], linked(lore))).toEqual([mine])
    expect(await seenBy([row(here), { ...known('CAMPAIGN'), campaignId: there }], linked(lore))).toEqual([mine])
    expect(await seenBy([row(here)], linked(lore), linked(null))).toEqual([mine, `campaign-dm:${here}`])
  })
})

describe('what two things have to be seen for', () => {
  const [one, other, link, writer] = [id(11), id(12), id(13), id(14)]
  /** As a capability would say it: a link between two things, and a conversation of some people. */
  const linked: AnyView<AccessRow> = {
    ...accessView,
    on: {
      ...accessView.on,
      Linked: () => accessRow({ id: link, ownerId: owner, campaignId: here, bothOf: [one, other] }),
      Invited: ({ users }: { users: string[] }) => accessRow({ id: link, ownerId: owner, campaignId: here, users }),
    },
  }
  const end = (item: string, visibility: AccessRow['visibility'], campaignId = here): AccessRow => ({
    ...{
      id: item,
      ownerId: writer,
      campaignId,
      visibility,
      sameAs: null,
      andSameAs: null,
      isForDms: false,
      isOpen: false,
      isInPerson: false,
      users: null,
    },
    channels: channelsOf({ ownerId: writer, campaignId, visibility }),
  })
  const aboutLink = (type: string, data: object = {}) => stored(type, data, { stream: `links-${link}` })
  const shown = (item: string, visibility: AccessRow['visibility']) =>
    stored('ConjurationVisibilityChanged', { conjurationId: item, visibility }, { stream: `conjurations-${item}` })
  const told = async (rows: AccessRow[], ...events: Envelope[]) =>
    (await feed(rows, events, linked)).lines
      .filter(({ item }) => item === link)
      .map(({ type, channels }) => [type, ...channels])
  const writers = `campaign-user:${here}:${writer}`
  const [everybody, dms] = [`campaign:${here}`, `campaign-dm:${here}`]

  it('is seen by who sees both, who owns it as well', async () => {
    expect(await told([end(one, 'CAMPAIGN'), end(other, 'CAMPAIGN')], aboutLink('Linked'))).toEqual([
      ['Linked', everybody],
    ])
    expect(await told([end(one, 'CAMPAIGN'), end(other, 'DM')], aboutLink('Linked'))).toEqual([
      ['Linked', writers, dms],
    ])
  })

  it('goes when either is hidden, from those alone who lost it, and is there again when that is shown', async () => {
    const lines = await told(
      [end(one, 'CAMPAIGN'), end(other, 'CAMPAIGN')],
      aboutLink('Linked'),
      shown(other, 'DM'),
      shown(one, 'PRIVATE'),
      shown(one, 'CAMPAIGN'),
      shown(other, 'CAMPAIGN'),
    )
    expect(lines.slice(1)).toEqual([
      ['ItemGone', everybody],
      ['ItemShown', writers, dms],
      ['ItemGone', dms],
      ['ItemShown', dms],
      ['ItemGone', writers, dms],
      ['ItemShown', everybody],
    ])
  })

  it('is nobody’s while an end is unknown, or in another campaign', async () => {
    expect(await told([end(one, 'CAMPAIGN')], aboutLink('Linked'))).toEqual([['Linked']])
    const away = stored(
      'ConjurationMovedToCampaign',
      { conjurationId: other, campaignId: there, fromCampaignId: here, collectionId: null },
      { stream: `conjurations-${other}` },
    )
    const rows = [end(one, 'CAMPAIGN'), end(other, 'CAMPAIGN')]
    expect(await told(rows, aboutLink('Linked'), away)).toEqual([['Linked'], ['ItemGone', everybody]])
  })

  it('beside that, a thing names the people who see it', async () =>
    expect(await told([], aboutLink('Invited', { users: [writer] }))).toEqual([['Invited', writers]]))
})
