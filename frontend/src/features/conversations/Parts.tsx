import { type ReactNode, useMemo } from 'react'
import type { AnswerSource, ShownPart } from '#projections/conversation-messages.ts'
import { fromMarkdown } from '#richtext/from-markdown.ts'
import { dateOf } from '../../ui/dates.ts'
import { AroundText, useAround } from '../../writing/reading/context.ts'
import { RichText } from '../../writing/reading/RichText.tsx'
import classes from './answer.module.css'
import { citedOps } from './cited-ops.ts'
import { type ListedSource, listSources } from './list-sources.ts'
import { ProposalCard } from './ProposalCard.tsx'
import { nameOf, SourceAnchor, SourceLink } from './SourceLink.tsx'
import { showTargets } from './show-targets.ts'

/** The number of a source in the list, as a link to the source. */
const SourceNumber = ({ listed: { source, n } }: { listed: ListedSource }) => {
  const page = source.page === undefined ? '' : `, page ${source.page}`
  return (
    <sup className={classes.number}>
      <SourceAnchor source={source} aria-label={`Source ${n}: ${nameOf(source)}${page}`}>
        {n}
      </SourceAnchor>
    </sup>
  )
}

/** The assistant's own text: Markdown as elements, so that nothing in it runs or loads. */
const Words = ({ text }: { text: string }) => {
  const ops = useMemo(() => showTargets(fromMarkdown(text)), [text])
  return (
    <div className={classes.words}>
      <RichText ops={ops} />
    </div>
  )
}

type ModelText = Extract<ShownPart, { kind: 'text' }>

/** A model's text, in which each citation leads to its source. */
const CitedText = ({ part, listed }: { part: ModelText; listed: readonly ListedSource[] }) => {
  const around = useAround()
  const ops = useMemo(
    () => showTargets(citedOps(fromMarkdown(part.text), part.sources.length, part.links)),
    [part.text, part.sources, part.links],
  )
  const mark = (piece: ReactNode, { cited }: Record<string, unknown>): ReactNode => {
    if (typeof cited !== 'number') return piece
    const source = listed.find(({ index }) => index === part.sources[cited])
    return source && <SourceNumber listed={source} />
  }
  return (
    <div className={classes.words}>
      <AroundText value={{ ...around, mark }}>
        <RichText ops={ops} />
      </AroundText>
    </div>
  )
}

interface Props {
  parts: readonly ShownPart[]
  sources: readonly AnswerSource[]
  /** Time at which the answer was written. */
  at: string | null
}

/** The parts of an answer in their order. Quotations are the campaign's text, everything else is the assistant's. */
export const Parts = ({ parts, sources, at }: Props) => {
  const listed = listSources(parts, sources)
  return parts.map((part, n) => <Part key={n} part={part} sources={sources} listed={listed} at={at} />)
}

interface PartProps extends Omit<Props, 'parts'> {
  part: ShownPart
  listed: readonly ListedSource[]
}

const Part = ({ part, sources, listed, at }: PartProps) => {
  if (part.kind === 'words') return <Words text={part.text} />
  if (part.kind === 'text') return <CitedText part={part} listed={listed} />
  if (part.kind === 'hidden') return <p className={classes.hidden}>Based on something you can no longer see.</p>
  if (part.kind === 'quote') {
    const source = sources[part.source]
    const number = listed.find(({ index }) => index === part.source)
    return (
      <figure className={classes.quote}>
        <blockquote dir="auto">
          {part.text}
          {number && <SourceNumber listed={number} />}
        </blockquote>
        {source && (
          <figcaption>
            <SourceLink source={source} />
            {part.isChanged && (
              <span className={classes.changed}>
                {at === null ? 'changed since' : `as it was on ${dateOf(at)}, changed since`}
              </span>
            )}
          </figcaption>
        )}
      </figure>
    )
  }
  if (part.kind === 'proposal') return <ProposalCard proposal={part} sources={sources} />
  if (part.kind === 'link') {
    const [from, to] = [sources[part.from], sources[part.to]]
    return (
      <p className={classes.relation}>
        {from && <SourceLink source={from} />} <span dir="auto">{part.comment.trim() || 'is related to'}</span>{' '}
        {to && <SourceLink source={to} />}
      </p>
    )
  }
  return (
    <ul className={classes.entries}>
      {part.sources.map((n) => {
        const source = sources[n]
        return (
          source && (
            <li key={n}>
              <SourceLink source={source} />
            </li>
          )
        )
      })}
      {part.more > 0 && <li className={classes.more}>and {part.more.toLocaleString('en')} more</li>}
    </ul>
  )
}
