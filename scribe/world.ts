/** A page of the campaign, as far as whoever asks may see it. */
export interface Note {
  title: string
  text: string
  tags: readonly string[]
}

/** What the campaign is known to hold; a text speaks of nothing else that is there. */
export interface World {
  /** Names in use, and of those the places. */
  names: readonly string[]
  places: readonly string[]
  /** Everything else that tells what it is about: descriptions, tags, tone. */
  words: string
  /** By which questions are answered. */
  notes: readonly Note[]
}
