import type pg from 'pg'
import type { AnswerPart } from '#domain/answers.ts'
import type { AnswerSource } from '#projections/conversation-messages.ts'
import { type Read, reading } from '../../backend/http/snapshot.ts'
import { loadKnowledge } from '../../backend/queries/conversations/knowledge.ts'
import { loadSeen } from '../../backend/queries/conversations/seen.ts'
import { showParts } from '../../backend/queries/conversations/shown.ts'
import type { EarlierTurn } from '../../backend/queries/conversations/subjects.ts'
import { visible, visibleAs, visibleIn } from '../../backend/queries/visible.ts'
import { loreIn } from '../../backend/reactors/answers/input.ts'
import { asksBack, converse } from '../../scribe/index.ts'
import { type CampaignTexts, readCinderLineTexts, readDemoTexts } from '../weavy/campaigns.ts'
import { cinderLineQuestions, cinderLineUnanswered } from '../weavy/cinder-line-questions.ts'
import { demoQuestions, freshQuestions, furtherQuestions, type Question } from '../weavy/questions.ts'
import { measureOthers } from './lib/asking-crowd.ts'
import { type AssistedCampaign, fillAssistedCampaign } from './lib/assisted-campaign.ts'
import type { Bench, BenchOptions, Table } from './lib/bench.ts'
import { latency, quantile, verdict, written } from './lib/figures.ts'

type Conversations = readonly (readonly Question[])[]

const sets: readonly { name: string; texts: () => CampaignTexts; questions: Conversations; atLeast: number }[] = [
  {
    name: 'demo, tuned with these',
    texts: readDemoTexts,
    questions: [...demoQuestions, ...furtherQuestions],
    atLeast: 0.92,
  },
  { name: 'demo, written later', texts: readDemoTexts, questions: freshQuestions, atLeast: 0.6 },
  {
    name: 'second campaign',
    texts: readCinderLineTexts,
    questions: [...cinderLineQuestions, ...cinderLineUnanswered],
    atLeast: 0.85,
  },
]

/** Requests that need more than words: counting, lists, relationships, typing mistakes, and words that thousands of entries have. */
const otherRequests = [
  'How many bells are there?',
  'List the factions',
  'What links Harl Quill and Nettle Quill?',
  'Compare Pell and Brother Ansgar',
  'Who is Ottolene Vantrey?',
  'What changed since last week?',
  "Prepare tonight's session",
  'What does the old captain of the harbour keep in the tower by the sea?',
  'Where is the lantern of the drowned bell?',
  'Who is the king of Norwold?',
]

export const bench: Bench = {
  what: 'Questions about two campaigns to the embedded assistant, beside plain `websearch_to_tsquery`, how long it takes among up to 50,000 entries, and what other users notice while 20 ask at once.',
  async run(options) {
    const asked = [...demoQuestions.flat().map(({ text }) => text), ...otherRequests]
    return [await askQuestions(options), await measureSizes(options), await measureOthers(options, asked)]
  },
}

interface Outcome {
  hasSource: boolean
  hasClaims: boolean
}

interface Answered {
  parts: AnswerPart[]
  sources: AnswerSource[]
  retrievalMs: number
  answerMs: number
}

/** What a worker does between the message and its answer, but for the log. */
const answerOnce = async (
  read: Read,
  { campaignId, player }: AssistedCampaign,
  question: string,
  turns: readonly EarlierTurn[],
): Promise<Answered> => {
  const since = performance.now()
  const sought = { campaignId, question, mentioned: [], turns, quoted: new Set<string>() }
  const knowledge = await loadKnowledge(read, player, { ...sought, campaign: false, files: [], now: Date.UTC(2026, 1) })
  const retrievalMs = performance.now() - since
  const parts: AnswerPart[] = converse(knowledge.question, knowledge)
  const { sources } = showParts(parts, await loadSeen(read, player, campaignId, parts))
  return { parts, sources, retrievalMs, answerMs: performance.now() - since }
}

const outcomeOf = ({ sources: wanted }: Question, { parts, sources }: Pick<Answered, 'parts' | 'sources'>): Outcome => {
  const names = sources.slice(0, 3).map(({ name }) => name)
  const hasClaims = parts.some(({ kind }) => kind === 'quote' || kind === 'link')
  return { hasClaims, hasSource: hasClaims && wanted.some((name) => names.includes(name)) }
}

/** The entries that PostgreSQL ranks first for the question as it stands, or for any of its words. */
const searchPlainly = async (read: Read, { campaignId, player }: AssistedCampaign, question: string) => {
  const rows = await read<{ name: string }>(
    `select l.name, ts_rank(to_tsvector('english', d.text), q) as rank
      from conjurations l join access a on a.id = l.id,
        lateral (select concat_ws(E'\\n', l.name, l.description, (select string_agg(p.passage, E'\\n') from text_passages p
          join access pa on pa.id = p."textId" and ${visibleAs('pa')} where p."conjurationId" = l.id)) as text) d,
        websearch_to_tsquery('english', @question) q
      where l."campaignId" = @campaignId and ${visible} and to_tsvector('english', d.text) @@ q order by rank desc, l.id limit 3`,
    { ...visibleIn(player, campaignId), question },
  )
  return rows.map(({ name }) => name)
}

interface Scored {
  question: Question
  outcome: Outcome
}

const rowOf = (name: string, by: string, scored: readonly Scored[], reach = ''): string[] => {
  const answerable = scored.filter(({ question }) => question.sources.length > 0)
  const others = scored.filter(({ question }) => question.sources.length === 0)
  const found = answerable.filter(({ outcome }) => outcome.hasSource).length
  const silent = answerable.filter(({ outcome }) => !outcome.hasClaims).length
  const stated = others.filter(({ outcome }) => !outcome.hasClaims).length
  return [
    name,
    by,
    `${found} of ${answerable.length} (${written(found / answerable.length)})`,
    `${stated} of ${others.length}`,
    `${silent} of ${answerable.length}`,
    reach,
  ]
}

const shareFound = (scored: readonly Scored[]) => {
  const answerable = scored.filter(({ question }) => question.sources.length > 0)
  return answerable.filter(({ outcome }) => outcome.hasSource).length / answerable.length
}

const askAll = async (read: Read, campaign: AssistedCampaign, questions: Conversations) => {
  const scored: (Scored & Answered)[] = []
  for (const conversation of questions) {
    let turns: EarlierTurn[] = []
    for (const question of conversation) {
      const answered = await answerOnce(read, campaign, question.text, turns)
      const isAskedBack = answered.parts.some((part) => part.kind === 'words' && asksBack(part.text))
      const quotes = answered.parts.flatMap((part) => (part.kind === 'quote' ? [part.text] : []))
      const turn = {
        question: question.text,
        mentioned: [],
        answered: answered.parts.flatMap(loreIn),
        quotes,
        isAskedBack,
      }
      turns = [turn, ...turns]
      scored.push({ question, outcome: outcomeOf(question, answered), ...answered })
    }
  }
  return scored
}

const readerOf = async ({ place }: BenchOptions): Promise<{ pool: pg.Pool; read: Read }> => {
  const opened = await place()
  const pool = opened.pool(await opened.database(), 4)
  return { pool, read: reading(pool) }
}

async function askQuestions(options: BenchOptions): Promise<Table> {
  const rows: string[][] = []
  for (const { name, texts, questions, atLeast } of sets) {
    options.say(`asking: ${name}`)
    const { pool, read } = await readerOf(options)
    const campaign = await fillAssistedCampaign(pool, texts())
    const ours = await askAll(read, campaign, options.quick ? questions.slice(0, 2) : questions)
    const baseline = async (typed: (text: string) => string) => {
      const scored: Scored[] = []
      for (const { question } of ours) {
        const names = await searchPlainly(read, campaign, typed(question.text))
        const hasSource = question.sources.some((source) => names.includes(source))
        scored.push({ question, outcome: { hasClaims: names.length > 0, hasSource } })
      }
      return scored
    }
    const anyWord = (text: string) =>
      text
        .replaceAll(/[^\p{L}\p{N}’' ]/gu, ' ')
        .trim()
        .split(/\s+/)
        .join(' or ')
    const reach = verdict({ name: 'found', value: shareFound(ours), atLeast })
    rows.push(
      rowOf(name, 'embedded assistant', ours, reach),
      rowOf(name, '`websearch_to_tsquery`', await baseline((text) => text)),
      rowOf(name, 'the same, its words joined by `or`', await baseline(anyWord)),
    )
  }
  return {
    title: 'Questions, and whether the right entry is among the first three sources',
    columns: ['questions', 'answered by', 'source found', 'no answer, stated', 'no answer, wrongly', 'reach'],
    rows,
  }
}

async function measureSizes(options: BenchOptions): Promise<Table> {
  const { quick, say } = options
  const asked: Conversations = [
    ...demoQuestions,
    ...otherRequests.map((text): Question[] => [{ text, sources: [] }]),
  ].slice(0, quick ? 3 : undefined)
  const rows: string[][] = []
  for (const size of quick ? [75, 150] : [75, 10_000, 50_000]) {
    const { pool, read } = await readerOf(options)
    say(`filling ${written(size)} entries`)
    const campaign = await fillAssistedCampaign(pool, readDemoTexts(), size)
    say('asking')
    const scored: (Scored & Answered)[] = []
    // The first round opens connections and reads pages of tables.
    for (let round = quick ? 0 : -1; round < (quick ? 1 : 3); round++) {
      const results = await askAll(read, campaign, asked)
      if (round >= 0) scored.push(...results)
    }
    const answers = scored.map(({ answerMs }) => answerMs)
    const slowest = scored.reduce((one, other) => (other.answerMs > one.answerMs ? other : one))
    rows.push([
      written(campaign.entries),
      latency(scored.map(({ retrievalMs }) => retrievalMs)),
      latency(answers),
      `“${slowest.question.text}” ${written(slowest.answerMs)}`,
      written(shareFound(scored)),
      size === 10_000 ? verdict({ name: 'p99', value: quantile(answers, 0.99), atMost: 300 }) : '',
    ])
  }
  return {
    title: 'The demo campaign among generated entries: questions, counts, lists, connections, typing mistakes',
    columns: ['entries', 'retrieval, p50 / p99 ms', 'answer, p50 / p99 ms', 'slowest, ms', 'source found', 'reach, ms'],
    rows,
  }
}
