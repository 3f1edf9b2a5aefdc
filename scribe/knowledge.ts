/** An entry of the campaign, by its name. */
export interface KnownEntry {
  id: string
  name: string
}
/** A text of an entry, its description or one of its sections; of a file; of a session; or of the campaign itself. */
export interface KnownPassage extends KnownEntry {
  kind: 'lore' | 'file' | 'campaign' | 'transcript'
  segmentId: string | null
  text: string
  /** Page of a file with pages, from 1. */
  page?: number | null
  /** Title of the section. */
  title?: string | null
  /** Tags of the entry. */
  tags?: readonly string[]
  /** The members who may read it: its author, the Dungeon Masters too, or everyone. Absent if everyone may. */
  visibility?: 'PRIVATE' | 'DM' | 'CAMPAIGN'
}
export interface KnownLink {
  id: string
  source: KnownEntry
  target: KnownEntry
  comment: string
}
/** Entries that share a property by which a question counts or lists them. */
export interface KnownGroup {
  label: string
  /** The property that the entries share. */
  by: 'tag' | 'tags' | 'likeTag' | 'folder' | 'all'
  /** Words of the question that are synonyms of the label. */
  kin?: readonly string[]
  ids: readonly string[]
  total: number
}

/** An item of a prepared answer: entries, relationships, or sentences with their sources. */
export interface KnownList extends Pick<KnownGroup, 'label' | 'ids' | 'total'> {
  links?: readonly KnownLink[]
  quotes?: readonly { passage: KnownPassage; text: string }[]
}

/** Everything that an answer may draw on: nothing in it is hidden from the viewer. */
export interface Knowledge {
  /** The question in full: `And Pell?` is completed by the question before. */
  question: string
  /** The question as the user wrote it. */
  typed: string
  /** Entries that the question names, or that it follows up on. */
  subjects: readonly KnownEntry[]
  /** True if the question is about each of several subjects. */
  isEach: boolean
  /** Entries to one of which a pronoun of the question refers; empty if the reference is clear. */
  candidates: readonly KnownEntry[]
  /** True if the question may as well be about something else than the subjects. */
  isLoose: boolean
  /** Words of the question that are misspelt names of subjects. */
  misspelt: readonly string[]
  passages: readonly KnownPassage[]
  /** Relationships of the subjects. */
  links: readonly KnownLink[]
  groups: readonly KnownGroup[]
  /** Lists for a question that is answered by lists alone: a session's preparation, or what changed. */
  lists: readonly KnownList[] | null
  /** Ids of entries that are related to the subjects, and of those of the conversation so far. */
  near: ReadonlySet<string>
  /** Relationships that lead from the first subject to the second. */
  path: readonly KnownLink[]
  /** True if the user may learn who else may read a passage: Dungeon Masters may. */
  mayKnowReaders: boolean
  /** Sentences of earlier answers to the same question. */
  quoted: ReadonlySet<string>
  /** True if the question requests more than those sentences. */
  isMore: boolean
}
