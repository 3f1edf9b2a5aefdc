import { z } from 'zod'
import { Visibility } from './access.ts'
import { accessRow } from './access-row.ts'
import { type Decider, type Refusals, Rejection } from './decider.ts'
import { erasable, keyOwnerOf } from './erasable.ts'
import { type Kind, toEmptyList } from './kind.ts'

/** Maximum size of an uploaded transcript. */
export const transcriptMegabytes = 50
export const transcriptLimits = { title: 120, lines: 100_000, speakers: 50, recap: 20_000, session: 9_999 } as const

/** A recap is written after a session, a transcript records what was said in it. */
export const TranscriptKind = z.enum(['RECAP', 'TRANSCRIPT'])
export type TranscriptKind = z.infer<typeof TranscriptKind>

const transcriptId = z.uuid()
const campaignId = z.uuid()
const ids = z.array(z.uuid().nullable()).max(transcriptLimits.speakers)

/** The stored lines, as JSON. `size` is in bytes. */
const TranscriptFile = z.object({ key: z.string(), size: z.int().min(0) })

const described = {
  title: z.string().trim().min(1).max(transcriptLimits.title),
  sessionNumber: z.int().min(0).max(transcriptLimits.session).nullable(),
  playedOn: z.iso.date().nullable(),
}

const added = {
  transcriptId,
  userId: z.uuid(),
  campaignId,
  kind: TranscriptKind,
  sessionNumber: described.sessionNumber,
  playedOn: described.playedOn,
  visibility: Visibility,
  file: TranscriptFile,
  lineCount: z.int().min(1),
  /** The time of the last line in seconds; null if lines have no times. */
  seconds: z.int().min(0).nullable(),
}

/** By the speaker's position in the transcript: the member who spoke, and the character who was spoken for. */
const assigned = { transcriptId, members: ids, characters: ids }

const commands = {
  AddTranscript: z.object({ ...added, title: described.title, speakers: z.array(z.string()) }),
  DescribeTranscript: z.object({ transcriptId, ...described }),
  ChangeTranscriptVisibility: z.object({ transcriptId, visibility: Visibility }),
  AssignSpeaker: z.object({
    transcriptId,
    speaker: z.int().min(0),
    userId: z.uuid().nullable(),
    conjurationId: z.uuid().nullable(),
  }),
  DeleteTranscript: z.object({ transcriptId }),
  RestoreTranscript: z.object({ transcriptId }),
  /** Permanently deletes a transcript in the Trash, on request of its owner `by`; null: after the retention period. */
  PurgeTranscript: z.object({ transcriptId, by: z.uuid().nullable() }),
}

export const transcriptEvents = {
  TranscriptAdded: z.object({ ...added, title: erasable(z.string()), speakers: erasable(z.array(z.string())) }),
  TranscriptDescribed: z.object({ transcriptId, ...described, title: erasable(z.string()) }),
  TranscriptVisibilityChanged: z.object({ transcriptId, visibility: Visibility }),
  TranscriptSpeakersAssigned: z.object(assigned),
  TranscriptDeleted: z.object({ transcriptId, campaignId }),
  TranscriptRestored: z.object({ transcriptId, campaignId }),
  /** Its lines are deleted too; irreversible. */
  TranscriptPurged: z.object({ transcriptId, campaignId, key: z.string() }),
}

interface Transcript {
  status: 'none' | 'present' | 'deleted' | 'purged'
  userId: string
  campaignId: string
  title: string
  sessionNumber: number | null
  playedOn: string | null
  visibility: Visibility
  key: string
  members: readonly (string | null)[]
  characters: readonly (string | null)[]
}

const refuseUnlessExisting = ({ status }: Transcript) => {
  if (status === 'none' || status === 'purged') throw new Rejection('no_such_transcript')
}
/** Throws `no_such_transcript` if the transcript does not exist or is in the Trash. */
export const refuseUnlessPresent = ({ status }: Pick<Transcript, 'status'>) => {
  if (status !== 'present') throw new Rejection('no_such_transcript')
}

/** A recap or a transcript of a session, in the Story Vault of its campaign. */
export const transcripts: Decider<typeof commands, typeof transcriptEvents, Transcript> = {
  category: 'transcripts',
  keyOwner: ({ campaignId, userId }) => keyOwnerOf(campaignId || null, userId),
  commands,
  events: transcriptEvents,
  initial: {
    status: 'none',
    userId: '',
    campaignId: '',
    title: '',
    sessionNumber: null,
    playedOn: null,
    visibility: 'PRIVATE',
    key: '',
    members: [],
    characters: [],
  },

  decide: {
    AddTranscript: ({ status }, data) => (status === 'none' ? [{ type: 'TranscriptAdded', data }] : []),

    DescribeTranscript(transcript, data) {
      refuseUnlessPresent(transcript)
      const { title, sessionNumber, playedOn } = transcript
      const isSame = title === data.title && sessionNumber === data.sessionNumber && playedOn === data.playedOn
      return isSame ? [] : [{ type: 'TranscriptDescribed', data }]
    },

    ChangeTranscriptVisibility(transcript, data) {
      refuseUnlessPresent(transcript)
      return transcript.visibility === data.visibility ? [] : [{ type: 'TranscriptVisibilityChanged', data }]
    },

    AssignSpeaker(transcript, { transcriptId, speaker, userId, conjurationId }) {
      refuseUnlessPresent(transcript)
      const { members, characters } = transcript
      if (speaker >= members.length) throw new Rejection('no_such_speaker')
      if (members[speaker] === userId && characters[speaker] === conjurationId) return []
      const data = {
        transcriptId,
        members: members.with(speaker, userId),
        characters: characters.with(speaker, conjurationId),
      }
      return [{ type: 'TranscriptSpeakersAssigned', data }]
    },

    DeleteTranscript(transcript, { transcriptId }) {
      refuseUnlessExisting(transcript)
      const { status, campaignId } = transcript
      return status === 'deleted' ? [] : [{ type: 'TranscriptDeleted', data: { transcriptId, campaignId } }]
    },

    RestoreTranscript(transcript, { transcriptId }) {
      refuseUnlessExisting(transcript)
      const { status, campaignId } = transcript
      return status === 'deleted' ? [{ type: 'TranscriptRestored', data: { transcriptId, campaignId } }] : []
    },

    PurgeTranscript(transcript, { transcriptId, by }) {
      const { status, userId, campaignId, key } = transcript
      if (status === 'purged') return []
      refuseUnlessExisting(transcript)
      if (by !== null && userId !== by) throw new Rejection('only_owner_purges')
      if (status !== 'deleted') throw new Rejection('purge_not_in_trash')
      return [{ type: 'TranscriptPurged', data: { transcriptId, campaignId, key } }]
    },
  },

  evolve: {
    TranscriptAdded: (
      _nothing,
      { userId, campaignId, title, sessionNumber, playedOn, visibility, file, speakers },
    ) => ({
      status: 'present',
      userId,
      campaignId,
      title,
      sessionNumber,
      playedOn,
      visibility,
      key: file.key,
      members: speakers.map(() => null),
      characters: speakers.map(() => null),
    }),
    TranscriptDescribed: (transcript, { title, sessionNumber, playedOn }) => ({
      ...transcript,
      title,
      sessionNumber,
      playedOn,
    }),
    TranscriptVisibilityChanged: (transcript, { visibility }) => ({ ...transcript, visibility }),
    TranscriptSpeakersAssigned: (transcript, { members, characters }) => ({ ...transcript, members, characters }),
    TranscriptDeleted: (transcript) => ({ ...transcript, status: 'deleted' }),
    TranscriptRestored: (transcript) => ({ ...transcript, status: 'present' }),
    TranscriptPurged: (transcript) => ({ ...transcript, status: 'purged' }),
  },
}

/** HTTP status and message of each refusal, by code. */
export const transcriptRefusals = {
  no_such_transcript: [404, 'This is no longer in the Story Vault. It may have been deleted.'],
  no_such_speaker: [404, 'This transcript has no such speaker.'],
  speaker_not_member: [422, 'userId: this person is not a member of the campaign.'],
  speaker_not_lore: [422, 'conjurationId: this character is not lore of the campaign that you can see.'],
  transcript_missing: [422, 'file: please choose a transcript, or write a recap.'],
  transcript_kind: [
    415,
    'file: please upload a transcript as .txt, .md, .vtt or .srt. Other programs can save or export as one of these.',
  ],
  transcript_not_text: [422, 'file: this is not readable as text. Please save it as UTF-8 and upload it again.'],
  transcript_empty: [422, 'file: there are no words in this transcript.'],
  transcript_too_long: [
    422,
    `file: this transcript has more than ${transcriptLimits.lines.toLocaleString('en')} lines. Please upload it in parts.`,
  ],
} as const satisfies Refusals

export const transcriptsKind = {
  events: transcriptEvents,
  refusals: transcriptRefusals,
  references: {
    TranscriptSpeakersAssigned: { characters: toEmptyList },
  },
  access: {
    TranscriptAdded: ({ transcriptId: id, userId: ownerId, campaignId, visibility }) =>
      accessRow({ id, ownerId, campaignId, visibility }),
    TranscriptVisibilityChanged: ({ transcriptId: id, visibility }) => ({ update: { visibility }, where: { id } }),
  },
} as const satisfies Kind<typeof transcriptEvents>
