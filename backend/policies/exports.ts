import { memberOf, type Place } from '../http/policy.ts'
import { every, maySeeCollection, maySeeConjuration } from './items.ts'

/** Exports of a campaign, a folder or an entry, by the ids that `of` finds in a request. */
export const maySeeLoreExport = (of: (name: string) => Place) =>
  every(memberOf(of('campaignId')), maySeeCollection(of('collectionId')), maySeeConjuration(of('conjurationId')))
