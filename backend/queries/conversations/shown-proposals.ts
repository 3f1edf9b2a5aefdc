import type { Visibility } from '#domain/access.ts'
import type { ProposalOutcome } from '#domain/conversations.ts'
import type { Proposal } from '#domain/proposals.ts'
import type { ShownProposal } from '#projections/conversation-messages.ts'
import type { Seen } from './seen.ts'

const narrowest = (...all: Visibility[]): Visibility =>
  (['PRIVATE', 'DM'] as const).find((visibility) => all.includes(visibility)) ?? 'CAMPAIGN'

type Described = Pick<ShownProposal, 'title' | 'audience'> & Partial<Omit<ShownProposal, 'kind' | 'id' | 'status'>>

/** Returns a proposal with current names. `outcome` is the user's decision about it. */
export const showProposal = (
  { id, change }: Proposal,
  seen: Seen,
  indexOf: (kind: 'lore', id: string) => number,
  outcome: ProposalOutcome | undefined,
): ShownProposal => {
  const none = { text: '', tags: [], present: [], target: null, other: null, template: null, isFromTemplate: false }
  const shown = (isMade: boolean, over: Described): ShownProposal => {
    const status = outcome === 'accepted' && !isMade ? 'undone' : (outcome ?? 'open')
    return { kind: 'proposal' as const, id, change: change.kind, ...none, ...over, status }
  }
  const visibilityOf = (loreId: string) => seen.lore.get(loreId)?.visibility ?? 'PRIVATE'
  if (change.kind === 'entry') {
    const { name: title, text, tags, templateId, visibility: audience } = change
    const template = seen.templates.get(templateId ?? '')?.name ?? null
    const isFromTemplate = templateId !== null
    return shown(seen.lore.has(id), { title, text, tags, audience, template, isFromTemplate })
  }
  if (change.kind === 'relationship') {
    const { sourceId, targetId, comment: title } = change
    const audience = narrowest(visibilityOf(sourceId), visibilityOf(targetId))
    const ends = { target: indexOf('lore', sourceId), other: indexOf('lore', targetId) }
    return shown(seen.links.has(id), { title, audience, ...ends })
  }
  const { conjurationId } = change
  const target = indexOf('lore', conjurationId)
  const own = visibilityOf(conjurationId)
  if (change.kind === 'section') {
    const audience = change.isForDms ? narrowest('DM', own) : own
    return shown(seen.sections.has(id), { title: change.title, text: change.text, target, audience })
  }
  const present = seen.lore.get(conjurationId)?.tags ?? []
  const has = (tag: string) => present.some((other) => other.toLowerCase() === tag.toLowerCase())
  return shown(change.tags.every(has), { title: '', tags: change.tags, present, target, audience: own })
}

/** A proposal as plain text. `name` returns the name of a source. */
export const textOfProposal = (
  { change, title, text, tags, target, other }: ShownProposal,
  name: (n: number) => string,
): string => {
  const [from, to] = [name(target ?? -1), name(other ?? -1)]
  if (change === 'tags') return `Proposed tags for ${from}: ${tags.join(', ')}`
  if (change === 'relationship') return `Proposed relationship: ${from} → ${to}${title && `: ${title}`}`
  const heading = change === 'entry' ? `Proposed entry: ${title}` : `Proposed section of ${from}: ${title}`
  return text === '' ? heading : `${heading}\n\n${text}`
}
