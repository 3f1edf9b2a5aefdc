import type pg from 'pg'
import type { Viewer } from '#domain/access.ts'
import type { AnswerPart } from '#domain/answers.ts'
import { mostProposals, type Proposal, ProposedChange, proposedTextLimit } from '#domain/proposals.ts'
import { can } from '#domain/rights.ts'
import {
  describeEntry,
  type KnownEntry,
  nameStems,
  type RequestedChange,
  requestedChange,
  stemsIn,
} from '../../../scribe/index.ts'
import { derivedId } from '../../commands/ids.ts'
import { accessTo } from '../../http/policy.ts'
import type { Read } from '../../http/snapshot.ts'
import type { WantedChange } from '../../providers/text-model.ts'
import { mayKeepPrivate } from '../../queries/conjurations/may-keep-private.ts'
import { isTooWide } from '../../queries/conversations/reach.ts'
import { libraryOf, visibleTemplates } from '../../queries/templates/visible.ts'
import { visible, visibleIn } from '../../queries/visible.ts'
import type { AnswerInput } from './input.ts'

/** Reason why a change is not proposed, as text for the user or the model, with the entries that a name may refer to. */
class NotProposed extends Error {
  readonly ids: string[]
  constructor(problem: string, ids: string[] = []) {
    super(problem)
    this.ids = ids
  }
}

interface Context {
  pool: pg.Pool
  read: Read
  viewer: Viewer
  input: AnswerInput
}

const control = /[^\P{Cc}\n\t]/gu
const clean = (text: string, most: number) => text.replace(control, '').trim().slice(0, most)
const thisEntry = /^(?:this|it|here|her|him|them|this (?:page|entry|one|place|person|character|lore)|the page)$/i

/** The entry with a name, as the member sees it now. Throws `NotProposed` where there is none, or more than one. */
const findEntry = async ({ read, viewer, input }: Context, given: string): Promise<KnownEntry> => {
  const { campaignId, knowledge, hasMention } = input
  const [first] = knowledge.subjects
  if (thisEntry.test(given) && knowledge.candidates.length > 1)
    throw new NotProposed('Several entries may be meant. Name the one that you mean.', idsOf(knowledge.candidates))
  if (thisEntry.test(given) && first) return first
  const name = clean(given, 255)
  const spellings = [name, `the ${name}`, name.replace(/^the /i, '')].map((each) => each.toLowerCase())
  const named = await read<KnownEntry>(
    `select l.id, l.name from conjurations l join access a on a.id = l.id
      where l."campaignId" = @campaignId and l."deletedAt" is null and ${visible} and lower(l.name) = any(@spellings::text[])
      order by l."createdAt", l.id limit 4`,
    { ...visibleIn(viewer, campaignId), spellings },
  )
  const [entry] = named
  // A mention names one of several entries of the same name.
  const mentioned = hasMention ? named.find(({ id }) => id === first?.id) : undefined
  if (mentioned) return mentioned
  if (entry && named.length === 1) return entry
  if (named.length > 1)
    throw new NotProposed(`Several entries are called “${name}”. Mention the one that you mean with @.`, idsOf(named))
  const words = stemsIn(name)
  const partial = words.length === 0 ? [] : knowledge.subjects.filter((subject) => isNamedBy(subject.name, words))
  const [only] = partial
  if (only && partial.length === 1) return only
  throw new NotProposed(`I find no entry called “${name}” among those that you can see.`, idsOf(partial))
}
const idsOf = (entries: readonly KnownEntry[]) => entries.map(({ id }) => id)
const isNamedBy = (name: string, words: readonly string[]): boolean => {
  const own = new Set([...nameStems(name), ...stemsIn(name)])
  return words.every((word) => own.has(word))
}

/** Throws `NotProposed` where the member may not write in the entry. */
const refuseUnlessWriter = async ({ pool, viewer }: Context, { id, name }: KnownEntry) => {
  const access = await accessTo(pool, id)
  if (!access || !can(viewer, 'write', access))
    throw new NotProposed(`You may not change “${name}”: its owner and the Dungeon Masters may.`, [id])
}

const findTemplate = async ({ read, viewer }: Context, given: string): Promise<string> => {
  const name = clean(given, 255).replace(/\s+template$/i, '')
  const values = { ...(await libraryOf(read, viewer.userId)), name: name.toLowerCase() }
  const [template] = await read<{ id: string }>(
    `select t.id from (${visibleTemplates}) t where lower(t.name) = @name order by (t."userId" = @userId) desc, t.id limit 1`,
    values,
  )
  if (!template) throw new NotProposed(`I find no template called “${name}” among those that you may use.`)
  return template.id
}

/** Returns the change with ids instead of names. Throws `NotProposed`. */
const resolve = async (context: Context, wanted: WantedChange): Promise<ProposedChange> => {
  const { campaignId } = context.input
  if (wanted.kind === 'entry') {
    const { tags, template } = wanted
    const [name, text] = [clean(wanted.name, 255), clean(wanted.text, proposedTextLimit)]
    // The same default as for lore created by hand: a Dungeon Master’s lore is hidden from players until it is ready.
    const visibility = can(context.viewer, 'manage', { campaignId }) ? ('DM' as const) : ('CAMPAIGN' as const)
    const templateId = template === null ? null : await findTemplate(context, template)
    return parse({ kind: 'entry', name, text, tags: cleanTags(tags), visibility, templateId })
  }
  if (wanted.kind === 'relationship') {
    const [from, to] = [await findEntry(context, wanted.from), await findEntry(context, wanted.to)]
    if (from.id === to.id) throw new NotProposed('A relationship needs two different entries.', [from.id])
    await refuseUnlessWriter(context, from)
    const comment = clean(wanted.comment, 500)
    return parse({ kind: 'relationship', sourceId: from.id, targetId: to.id, comment })
  }
  const entry = await findEntry(context, wanted.entry)
  await refuseUnlessWriter(context, entry)
  if (wanted.kind === 'tags') return parse({ kind: 'tags', conjurationId: entry.id, tags: cleanTags(wanted.tags) })
  const [title, text] = [clean(wanted.title, 255), clean(wanted.text, proposedTextLimit)]
  return parse({ kind: 'section', conjurationId: entry.id, title, text, isForDms: false })
}
const cleanTags = (tags: readonly string[]) =>
  [...new Set(tags.map((tag) => clean(tag, 60).replace(/^[#＃\s]+/, '')))].filter(Boolean).slice(0, 20)
const parse = (change: unknown): ProposedChange => {
  const { data } = ProposedChange.safeParse(change)
  if (!data) throw new NotProposed('A proposal needs a name, a title or tags.')
  return data
}

const textsOf = (change: ProposedChange): string[] => {
  if (change.kind === 'tags') return change.tags
  if (change.kind === 'relationship') return [change.comment]
  return change.kind === 'section' ? [change.title, change.text] : [change.name, change.text, ...change.tags]
}

/** True if a change contains no word that its user has not written in the message: then it draws on nothing else. */
const isInMessage = (change: ProposedChange, question: string): boolean => {
  const written = new Set(stemsIn(question))
  return textsOf(change)
    .flatMap(stemsIn)
    .every((word) => written.has(word))
}

/** Returns the change for fewer viewers: an entry for its creator alone; everything else as a section for Dungeon Masters. */
const narrowed = (wanted: WantedChange, change: ProposedChange): ProposedChange => {
  if (change.kind === 'entry') return { ...change, visibility: 'PRIVATE' }
  if (change.kind === 'section') return { ...change, isForDms: true }
  const conjurationId = change.kind === 'relationship' ? change.sourceId : change.conjurationId
  const section = { kind: 'section' as const, conjurationId, isForDms: true }
  if (change.kind === 'tags') return { ...section, title: 'Tags', text: change.tags.join(', ') }
  const to = wanted.kind === 'relationship' ? `${clean(wanted.to, 255)}: ` : ''
  return { ...section, title: 'Relationship', text: `${to}${change.comment}` }
}

const tooWide =
  'It would draw on something that not everyone sees who would see the change, so I do not propose it. Write it by hand where it belongs.'

/** True if the member may make a narrowed change: only editors write for Dungeon Masters, and private lore needs a plan. */
const mayNarrow = async ({ pool, viewer }: Context, change: ProposedChange): Promise<boolean> => {
  if (change.kind === 'entry') return mayKeepPrivate(pool, viewer.userId)
  const access = change.kind === 'section' ? await accessTo(pool, change.conjurationId) : undefined
  return access !== undefined && can(viewer, 'edit', access)
}

/** Collects what an answer proposes. Nothing of it is written: its user adds it, or dismisses it. */
export const proposalsOf = (pool: pg.Pool, input: AnswerInput, answerId: string) => {
  const made: Proposal[] = []

  /** `basis`: ids of all that the change may draw on. */
  const create = async (wanted: WantedChange, basis: string[]): Promise<Proposal> => {
    if (made.length >= mostProposals) throw new NotProposed(`An answer has at most ${mostProposals} proposals.`)
    const { read, viewer } = await input.now()
    const context = { pool, read, viewer, input }
    const resolved = await resolve(context, wanted)
    const isOwn = isInMessage(resolved, input.question)
    const drawnOn = isOwn ? [] : basis
    const isWide = (one: ProposedChange) =>
      isTooWide(read, { change: one, basis: drawnOn, userId: viewer.userId, campaignId: input.campaignId })
    const change = (await isWide(resolved)) ? narrowed(wanted, resolved) : resolved
    if (change !== resolved && ((await isWide(change)) || !(await mayNarrow(context, change))))
      throw new NotProposed(tooWide)
    const id = derivedId(answerId, 'proposal', made.length)
    const proposal: Proposal = { kind: 'proposal', id, change, basis: drawnOn.slice(0, 800) }
    made.push(proposal)
    return proposal
  }

  const propose = async (wanted: WantedChange, basis: string[]) => {
    try {
      return { proposal: await create(wanted, basis), problem: '', ids: [] }
    } catch (error) {
      if (error instanceof NotProposed) return { proposal: undefined, problem: error.message, ids: error.ids }
      throw error
    }
  }

  /** Returns the answer to a message that requests a change in plain words; undefined for every other message. */
  const fromRequest = async (): Promise<AnswerPart[] | undefined> => {
    const requested = requestedChange(input.question)
    if (!requested) return undefined
    const { change, isInvented } = withText(requested, answerId)
    const { proposal, problem, ids } = await propose(change, [])
    // A statement about something else is answered like any message.
    if (!proposal && requested.kind === 'relationship') return undefined
    const listed = ids.length > 0 ? [{ kind: 'entries' as const, ids, more: 0 }] : []
    if (!proposal) return [{ kind: 'words', text: problem }, ...listed]
    return [{ kind: 'words', text: isInvented ? invented : asRequested }, proposal]
  }

  return { made, propose, fromRequest }
}
export type Proposals = ReturnType<typeof proposalsOf>

const asRequested = 'Here is a draft. Nothing changes until you add it.'
const invented = 'Here is a draft, whose description I made up. Nothing changes until you add it.'

const withText = (requested: RequestedChange, answerId: string): { change: RequestedChange; isInvented: boolean } => {
  if (requested.kind !== 'entry' || requested.template !== null) return { change: requested, isInvented: false }
  const { name, text } = requested
  const described = describeEntry({ name, text, seed: Number.parseInt(answerId.slice(-8), 16) || 0 })
  return { change: { ...requested, text: described.text }, isInvented: described.isInvented }
}
