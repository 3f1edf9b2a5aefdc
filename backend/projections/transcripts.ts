import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { TranscriptKind, type transcriptEvents } from '#domain/transcripts.ts'
import { view } from './view.ts'

const ids = z.array(z.uuid().nullable())

/** A recap or a transcript. `members` and `characters` have one entry for each of `speakers`, in the same order. */
export const TranscriptRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  campaignId: z.uuid(),
  kind: TranscriptKind,
  title: z.string(),
  sessionNumber: z.int().nullable(),
  playedOn: z.string().nullable(),
  visibility: Visibility,
  speakers: z.array(z.string()),
  members: ids,
  characters: ids,
  key: z.string(),
  size: z.int(),
  lineCount: z.int(),
  seconds: z.int().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
  deletedBy: z.string().nullable(),
})
export type TranscriptRow = z.infer<typeof TranscriptRow>

export const transcriptsView = view(TranscriptRow)<typeof transcriptEvents>({
  table: 'transcripts',
  on: {
    TranscriptAdded: ({ transcriptId: id, file, ...added }, { at }) => ({
      put: {
        id,
        userId: added.userId,
        campaignId: added.campaignId,
        kind: added.kind,
        title: added.title,
        sessionNumber: added.sessionNumber,
        playedOn: added.playedOn,
        visibility: added.visibility,
        speakers: added.speakers,
        members: added.speakers.map(() => null),
        characters: added.speakers.map(() => null),
        key: file.key,
        size: file.size,
        lineCount: added.lineCount,
        seconds: added.seconds,
        createdAt: at,
        updatedAt: at,
        deletedAt: null,
        deletedBy: null,
      },
    }),
    TranscriptDescribed: ({ transcriptId: id, title, sessionNumber, playedOn }, { at: updatedAt }) => ({
      update: { title, sessionNumber, playedOn, updatedAt },
      where: { id },
    }),
    TranscriptVisibilityChanged: ({ transcriptId: id, visibility }, { at: updatedAt }) => ({
      update: { visibility, updatedAt },
      where: { id },
    }),
    TranscriptSpeakersAssigned: ({ transcriptId: id, members, characters }, { at: updatedAt }) => ({
      update: { members, characters, updatedAt },
      where: { id },
    }),
    TranscriptDeleted: ({ transcriptId: id }, { at: deletedAt, metadata }) => ({
      update: { deletedAt, deletedBy: metadata.actor },
      where: { id },
    }),
    TranscriptRestored: ({ transcriptId: id }) => ({ update: { deletedAt: null, deletedBy: null }, where: { id } }),
    TranscriptPurged: ({ transcriptId: id }) => ({ remove: { id } }),
  },
})
