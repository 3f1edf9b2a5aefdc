import type { ModelText } from '#domain/answers.ts'
import type { UsedSource } from '#domain/writings.ts'
import type { TextModel, WantedChange } from '../../providers/text-model.ts'
import { type ExcerptList, excerptList, type NumberedExcerpt } from '../../queries/conversations/excerpts.ts'
import { loadSeen, loadSeenIds } from '../../queries/conversations/seen.ts'
import { showParts } from '../../queries/conversations/shown.ts'
import type { AnswerInput } from './input.ts'
import type { Proposals } from './proposals.ts'
import type { AnswerWriter } from './writer.ts'

/** Maximum number of excerpts for the question, and for each search. */
const [mostAtOnce, mostFound] = [24, 8]
/** Control characters, which no text needs. */
const control = /[^\P{Cc}\n\t]/gu

type Converse = NonNullable<TextModel['converse']>
type Found = Awaited<ReturnType<AnswerInput['find']>>

/** Answers by a language model from excerpts of what the member sees; the text cites them. Throws `TextFailed`. */
export async function answerByModel(
  converse: Converse,
  input: AnswerInput,
  { writer, proposals }: { writer: AnswerWriter; proposals: Proposals },
  signal: AbortSignal,
) {
  const { read, viewer, campaignId, question, turns, turnBasis, knowledge } = input
  const list = excerptList(campaignId)
  const add = async (text: string, found: Found, most: number) => {
    const before = list.all.length
    const given = list.add(text, found.knowledge, await namesOf(found, campaignId), most)
    if (list.all.length > before || before === 0) {
      const part = textPart(list, turnBasis)
      await writer.writeSources(part, showParts([part], await loadSeen(found.read, found.viewer, campaignId, [part])))
    }
    return given.map(({ n, title, text: content }) => ({ n, title, text: content }))
  }
  // The completed question: “And Pell?” alone would rank nothing.
  const excerpts = await add(knowledge.question, { read, viewer, knowledge }, mostAtOnce)
  const search = async (query: string) => add(query, await input.find(query), mostFound)
  // A proposal may draw on everything that the model has received so far.
  const propose = async (change: WantedChange) => {
    const { proposal, problem } = await proposals.propose(change, [...new Set([...list.basis, ...turnBasis])])
    return proposal ? 'The draft is shown below your answer.' : problem
  }
  const tools = { search: oneByOne(search), propose: oneByOne(propose) }
  const { usage, madeBy } = await converse({ turns, question, excerpts, ...tools, signal }, (piece) =>
    writer.append(piece.replace(control, '')),
  )
  await writer.end()
  const { made } = proposals
  if (made.length > 0) writer.writeParts(made, showParts(made, await loadSeen(read, viewer, campaignId, made)))
  return { usage, madeBy, used: usedIn(list.all) }
}

/** Calls of one round run one after another: searches would number the same excerpts. */
const oneByOne = <Input, T>(call: (input: Input) => Promise<T>) => {
  let before: Promise<unknown> = Promise.resolve()
  return (input: Input): Promise<T> => {
    const result = before.then(() => call(input))
    before = result.catch(() => undefined)
    return result
  }
}

const textPart = ({ all, basis }: ExcerptList, turnBasis: readonly string[]): ModelText => ({
  kind: 'text',
  text: '',
  sources: all.map(({ source }) => source),
  basis: [...new Set([...basis, ...turnBasis])],
  links: linksIn(all),
})

/** Addresses that the excerpts contain. */
const linksIn = (excerpts: readonly NumberedExcerpt[]): ModelText['links'] =>
  excerpts
    .flatMap(({ n, text }) =>
      (text.match(/https?:\/\/[^\s<>()[\]"']{1,500}/g) ?? []).map((address) => ({ n, address })),
    )
    .slice(0, 20)

/** Names of the entries in lists and groups. */
const namesOf = async ({ read, viewer, knowledge: { groups, lists } }: Found, campaignId: string) => {
  const ids = [...groups, ...(lists ?? [])].flatMap((group) => group.ids)
  const { lore } = await loadSeenIds(read, viewer, campaignId, ids)
  return (id: string) => lore.get(id)?.name ?? ''
}

const usedIn = (excerpts: readonly NumberedExcerpt[]): UsedSource[] => {
  const used = excerpts.map(({ source: { kind, id, segmentId } }): UsedSource => {
    const source = { kind, id, revision: null }
    return segmentId === null ? source : { ...source, segmentId }
  })
  return [...new Map(used.map((source) => [`${source.id} ${source.segmentId}`, source])).values()]
}
