import type { Read } from '../../http/snapshot.ts'
import { type VisibleTo, visible } from '../../queries/visible.ts'

/** Matches any significant word of the prompt, by its stem. */
export const anyWordOfPrompt = `(select to_tsquery('simple', string_agg(quote_literal(word), ' | '))
  from unnest(tsvector_to_array(to_tsvector('english', public.plain(@prompt)))) word)`

const mostTranscripts = 3
/** Maximum characters from one transcript. */
const mostLetters = 6_000
const mostFound = 12
/** Lines before and after one that was found. */
const around = 2
/** Number of first lines that are read if the prompt matches nothing that was said. */
const mostFirst = 40

interface SessionPassage {
  id: string
  title: string
  text: string
}

const seenTranscripts = `from transcripts t join access a on a.id = t.id
  where t."campaignId" = @campaignId and t."deletedAt" is null and ${visible}`

/**
 * SQL that joins the chosen lines of each transcript into one passage, for the best transcripts. Labels and names of speakers are omitted,
 * so that the players' identities do not reach the text model.
 */
const passages = (
  lines: string,
) => `select t.id, t.title || coalesce(', session ' || t."sessionNumber", '') || coalesce(', ' || t."playedOn", '') as title,
    left(string_agg(l.text, E'\\n' order by l.n), ${mostLetters}) as text, max(chosen.rank) as rank
  from (${lines}) chosen join transcripts t on t.id = chosen.id
  join transcript_lines l on l."transcriptId" = t.id and l.n = chosen.n
  group by t.id, t.title, t."sessionNumber", t."playedOn" order by max(chosen.rank) desc, t.id limit ${mostTranscripts}`

const found = passages(`select h.id, g.n, max(h.rank) as rank
  from (select t.id, s.n, ts_rank(s.words, ${anyWordOfPrompt}) as rank
      from (select t.id ${seenTranscripts}) t join transcript_lines s on s."transcriptId" = t.id
      where s.words @@ ${anyWordOfPrompt} order by rank desc, t.id, s.n limit ${mostFound}) h,
    generate_series(h.n - ${around}, h.n + ${around}) as g(n)
  group by h.id, g.n`)

const latest = passages(`select t.id, g.n, t.rank
  from (select t.id, extract(epoch from coalesce(t."playedOn"::timestamptz, t."createdAt")) as rank ${seenTranscripts}
      order by rank desc limit ${mostTranscripts}) t, generate_series(0, ${mostFirst - 1}) as g(n)`)

/**
 * Returns lines of sessions that match the prompt and are visible to the viewer; without a match and with
 * `isLatestRead`, the first lines of the latest ones.
 */
export const readTranscripts = async (
  read: Read,
  seen: VisibleTo & { campaignId: string },
  prompt: string,
  { isLatestRead }: { isLatestRead: boolean },
): Promise<SessionPassage[]> => {
  const said = await read<SessionPassage>(found, { ...seen, prompt })
  const rows = said.length > 0 || !isLatestRead ? said : await read<SessionPassage>(latest, seen)
  return rows.map(({ id, title, text }) => ({ id, title, text }))
}
