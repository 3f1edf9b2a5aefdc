import { type AnswerPart, citedNumbers, type QuotedSource, replaceCitations, type SourceKind } from '#domain/answers.ts'
import type { Conversation, MessageContext } from '#domain/conversations.ts'
import type { AnswerSource, ShownPart } from '#projections/conversation-messages.ts'
import { sentencesOf } from '../../../scribe/index.ts'
import { isSeen, type Seen } from './seen.ts'
import { showProposal, textOfProposal } from './shown-proposals.ts'

/** Collects sources without duplicates. `indexOf` returns the index of a source, and adds it if necessary. */
const sourceList = (seen: Seen) => {
  const sources: AnswerSource[] = []
  const nameOf = (kind: SourceKind, id: string) => {
    if (kind === 'file') return seen.files.get(id)?.name
    if (kind === 'transcript') return seen.transcripts.get(id)?.name
    return (kind === 'campaign' ? seen.campaigns : seen.lore).get(id)?.name
  }
  const indexOf = ({ kind, id, segmentId, page }: QuotedSource): number => {
    const before = sources.findIndex(
      (source) => source.id === id && source.segmentId === segmentId && source.page === page,
    )
    if (before !== -1) return before
    const title = segmentId === null ? null : (seen.sections.get(segmentId)?.title ?? null)
    const imageUri = seen.lore.get(id)?.imageUri ?? null
    const source: AnswerSource = { kind, id, segmentId, name: nameOf(kind, id) ?? '', title, imageUri }
    const conversationId = kind === 'file' ? seen.files.get(id)?.conversationId : null
    if (conversationId) source.conversationId = conversationId
    if (page !== undefined) source.page = page
    return sources.push(source) - 1
  }
  const indexOfItem = (kind: SourceKind, id: string): number => indexOf({ kind, id, segmentId: null })
  return { sources, indexOf, indexOfItem }
}

/** Entries and files that a message names or attaches, as far as its reader sees them. */
export const namedSources = (
  { conjurations, campaignFiles, files }: Pick<MessageContext, 'conjurations' | 'campaignFiles' | 'files'>,
  seen: Seen,
): AnswerSource[] => {
  const { sources, indexOfItem } = sourceList(seen)
  for (const id of conjurations) if (seen.lore.has(id)) indexOfItem('lore', id)
  for (const id of [...files, ...campaignFiles]) if (seen.files.has(id)) indexOfItem('file', id)
  return sources
}

const textNow = ({ kind, id, segmentId }: { kind: SourceKind; id: string; segmentId: string | null }, seen: Seen) => {
  if (segmentId !== null) return seen.sections.get(segmentId)?.text
  return (kind === 'campaign' ? seen.campaigns : seen.lore).get(id)?.description
}

/** Characters of a file's name that Markdown would interpret. */
const markup = /[[\]<>`*~\\]/g
const wordsWithFile = (
  { text, fileId = '' }: { text: string; fileId?: string | undefined },
  { files }: Seen,
): string => {
  const name = files.get(fileId)?.name
  return name === undefined ? text : text.replace('{file}', () => `“${name.replace(markup, ' ')}”`)
}

/** Returns an answer as its reader sees it now: without parts that were hidden since, and with current names. */
export const showParts = (
  parts: readonly AnswerPart[],
  seen: Seen,
  outcomes: Conversation['proposals'] = {},
): { parts: ShownPart[]; sources: AnswerSource[] } => {
  const { sources, indexOf, indexOfItem } = sourceList(seen)
  const shown = parts.map((part): ShownPart => {
    if (!isSeen(part, seen)) return { kind: 'hidden' }
    if (part.kind === 'words') return { kind: 'words', text: wordsWithFile(part, seen) }
    if (part.kind === 'quote') {
      const { kind } = part.source
      // The texts of files and transcripts never change.
      const isChanged =
        kind !== 'file' &&
        kind !== 'transcript' &&
        !sentencesOf(textNow(part.source, seen) ?? '').some((sentence) => sentence.startsWith(part.text))
      return { kind: 'quote', text: part.text, source: indexOf(part.source), isChanged }
    }
    if (part.kind === 'link') {
      const comment = seen.links.get(part.relationshipId)?.comment ?? ''
      return { kind: 'link', from: indexOfItem('lore', part.fromId), to: indexOfItem('lore', part.toId), comment }
    }
    if (part.kind === 'text') {
      const cited = part.sources.map(indexOf)
      const numbers = new Set(citedNumbers(part.text))
      const links = part.links.flatMap(({ n, address }) => (numbers.has(n) ? [address] : []))
      return { kind: 'text', text: part.text, sources: cited, links }
    }
    if (part.kind === 'proposal') return showProposal(part, seen, indexOfItem, outcomes[part.id])
    const ids = part.ids.filter((id) => seen.lore.has(id))
    if (ids.length === 0 && part.ids.length > 0) return { kind: 'hidden' }
    return {
      kind: 'entries',
      sources: ids.map((id) => indexOfItem('lore', id)),
      more: ids.length < part.ids.length ? 0 : part.more,
    }
  })
  return { parts: shown, sources }
}

const hiddenSentence = 'Based on something you can no longer see.'

/** An answer as plain text, for the clipboard, for exports, and for clients that show no parts. */
export const textOfShown = (parts: readonly ShownPart[], sources: readonly AnswerSource[]): string =>
  parts
    .map((part) => {
      const name = (n: number) => {
        const { name = '', page } = sources[n] ?? {}
        return page === undefined ? name : `${name}, page ${page}`
      }
      if (part.kind === 'words') return part.text
      if (part.kind === 'hidden') return hiddenSentence
      if (part.kind === 'quote') return `“${part.text}” (${name(part.source)})`
      if (part.kind === 'text') return replaceCitations(part.text, (n) => ` (${name(part.sources[n - 1] ?? -1)})`)
      if (part.kind === 'link') return `${name(part.from)} → ${name(part.to)}${part.comment && `: ${part.comment}`}`
      if (part.kind === 'proposal') return textOfProposal(part, name)
      return `${part.sources.map(name).join(', ')}${part.more > 0 ? `, and ${part.more} more` : ''}`
    })
    .join('\n')
