/** Campaigns that this tab is leaving or deleting: it says so itself. */
const expected = new Set<string>()

/** Runs what ends this person's place in a campaign; `act` answers whether it did. */
export const departing = async (campaignId: string, act: () => Promise<boolean>): Promise<boolean> => {
  expected.add(campaignId)
  const isDone = await act()
  if (!isDone) expected.delete(campaignId)
  return isDone
}

/** Asked when the campaign is gone; asking again says no. */
export const wasExpected = (campaignId: string): boolean => expected.delete(campaignId)
