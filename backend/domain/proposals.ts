import { z } from 'zod'
import { Visibility } from './access.ts'
import type { Refusals } from './decider.ts'

/** Changes that Weavy proposes within an answer. Its user executes one as an ordinary command, or dismisses it. */

/** Characters of a proposed text; and proposals of one answer. */
export const proposedTextLimit = 4_000
export const mostProposals = 4
const tags = z.array(z.string().min(1).max(60)).max(20)

export const ProposedChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('entry'),
    name: z.string().min(1).max(255),
    /** The description of the new entry. */
    text: z.string().max(proposedTextLimit),
    tags,
    visibility: Visibility,
    /** Its sections are those of the template, without text. */
    templateId: z.uuid().nullable(),
  }),
  z.object({
    kind: z.literal('section'),
    conjurationId: z.uuid(),
    title: z.string().min(1).max(255),
    /** Markdown. */
    text: z.string().max(proposedTextLimit),
    isForDms: z.boolean(),
  }),
  z.object({
    kind: z.literal('relationship'),
    sourceId: z.uuid(),
    targetId: z.uuid(),
    comment: z.string().max(500),
  }),
  z.object({ kind: z.literal('tags'), conjurationId: z.uuid(), tags: tags.min(1) }),
])
export type ProposedChange = z.infer<typeof ProposedChange>

export const Proposal = z.object({
  kind: z.literal('proposal'),
  id: z.uuid(),
  change: ProposedChange,
  /** Ids of all items that its text may draw on, in addition to the user's own message. */
  basis: z.array(z.uuid()).max(800),
})
export type Proposal = z.infer<typeof Proposal>

/** Ids of the lore that a change is made to. */
export const targetsOf = (change: ProposedChange): string[] => {
  if (change.kind === 'relationship') return [change.sourceId, change.targetId]
  return change.kind === 'entry' ? [] : [change.conjurationId]
}

export const proposalRefusals = {
  proposal_not_found: [404, 'There is no such proposal in this answer.'],
  proposal_target_gone: [
    409,
    'What this would change was deleted, or you can no longer see it. Ask Weavy again for what is there now.',
  ],
  proposal_source_hidden: [
    409,
    'This proposal is based on something that you can no longer see. Please ask Weavy again.',
  ],
  proposal_too_wide: [
    409,
    'More people would now see this than what it is based on. Ask Weavy again, and it will be a section for Dungeon Masters.',
  ],
  proposal_dismissed: [409, 'You dismissed this proposal. Ask Weavy again if you want it after all.'],
  proposal_accepted: [409, 'This is in your campaign already. Undo it there.'],
} as const satisfies Refusals
