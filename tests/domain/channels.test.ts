import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  channelsFor,
  channelsOf,
  coversChannel,
  peoplesChannels,
  sharedChannels,
  sharesChannel,
  type Viewer,
} from '#domain/access.ts'

const user = fc.constantFrom('ann', 'ben', 'cleo')
const viewers = (campaigns: readonly string[]): fc.Arbitrary<Viewer> =>
  fc.record({
    kind: fc.constantFrom('session', 'work'),
    userId: user,
    isInPerson: fc.boolean(),
    roles: fc.dictionary(fc.constantFrom(...campaigns), fc.constantFrom(1, 2, 3), { noNullPrototype: true }),
  })
/** Whatever an item may be seen by: its own access, named people's, and what two of those share. */
const channels = (campaigns: readonly string[]): fc.Arbitrary<string[]> => {
  const campaignId = fc.option(fc.constantFrom(...campaigns))
  const own = fc
    .record({ ownerId: user, campaignId, visibility: fc.constantFrom('PRIVATE', 'DM', 'CAMPAIGN') })
    .map(channelsOf)
  const people = fc.tuple(campaignId, fc.array(user)).map(([place, users]) => peoplesChannels(place, users))
  const some = fc.oneof(own, people)
  return fc.oneof(
    some,
    fc.tuple(some, some).map(([one, other]) => sharedChannels(one, other)),
  )
}

describe('what two things have to be seen for', () => {
  const here = ['c']
  it('is heard by exactly those who hear both', () =>
    fc.assert(
      fc.property(viewers(here), channels(here), channels(here), (someone, one, other) => {
        const mine = channelsFor(someone)
        expect(sharesChannel(mine, sharedChannels(one, other))).toBe(
          sharesChannel(mine, one) && sharesChannel(mine, other),
        )
      }),
      { numRuns: 2000 },
    ))

  it('is never heard by who does not hear both, in whatever campaigns they are', () => {
    const both = ['c', 'd']
    fc.assert(
      fc.property(viewers(both), channels(both), channels(both), (someone, one, other) => {
        const mine = channelsFor(someone)
        if (sharesChannel(mine, sharedChannels(one, other)))
          expect(sharesChannel(mine, one) && sharesChannel(mine, other)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('says each of its listeners once', () => {
    const [shown, dms] = [
      channelsOf({ ownerId: 'ann', campaignId: 'c', visibility: 'CAMPAIGN' }),
      channelsOf({ ownerId: 'ben', campaignId: 'c', visibility: 'DM' }),
    ]
    expect(sharedChannels(shown, shown)).toEqual(['campaign:c'])
    expect(sharedChannels(shown, dms)).toEqual(['campaign-user:c:ben', 'campaign-dm:c'])
    expect(sharedChannels(dms, ['campaign-user:c:ann'])).toEqual(['campaign-dm-user:c:ann'])
  })
})

it('a channel is reached by others only when all who listen to it hear those', () => {
  fc.assert(
    fc.property(viewers(['c', 'd']), channels(['c', 'd']), channels(['c', 'd']), (someone, these, those) => {
      const mine = channelsFor(someone)
      for (const channel of those)
        if (coversChannel(these, channel) && mine.includes(channel)) expect(sharesChannel(mine, these)).toBe(true)
    }),
  )
})
