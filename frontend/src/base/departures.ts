/** Campaigns that this tab is leaving or deleting, which it reports itself. */
const expected = new Set<string>()

/** Runs an action that ends the user's membership; `act` resolves to true on success. */
export const departing = async (campaignId: string, act: () => Promise<boolean>): Promise<boolean> => {
  expected.add(campaignId)
  const isDone = await act()
  if (!isDone) expected.delete(campaignId)
  return isDone
}

/** Returns true once after such an action, so that the loss is not reported twice. */
export const wasExpected = (campaignId: string): boolean => expected.delete(campaignId)
