/** A page of the campaign, as visible to the requester. */
export interface Note {
  title: string
  text: string
  tags: readonly string[]
}

/** The part of the campaign that the scribe knows; it mentions no other existing things. */
export interface World {
  /** Names in use, and of those the places. */
  names: readonly string[]
  places: readonly string[]
  /** All other text that indicates the theme: descriptions, tags, tone. */
  words: string
  /** Pages from which questions are answered. */
  notes: readonly Note[]
}
