import { type ComponentProps, useMemo } from 'react'
import { Link } from 'react-router'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import type { AnswerSource, ShownPart } from '#projections/conversation-answers.ts'
import { fromMarkdown } from '#richtext/from-markdown.ts'
import { dateOf } from '../../ui/dates.ts'
import { RichText } from '../../writing/reading/RichText.tsx'
import classes from './answer.module.css'
import { type ListedSource, listSources } from './list-sources.ts'
import { showTargets } from './show-targets.ts'
import { useOpenSource } from './use-open-source.ts'

const nameOf = ({ name }: AnswerSource): string => name.trim() || untitledConjuration

interface AnchorProps extends ComponentProps<'a'> {
  source: AnswerSource
}

/** A file is downloaded; everything else opens in the app. */
const SourceAnchor = ({ source, ...rest }: AnchorProps) => {
  const { addressOf, open } = useOpenSource()
  const address = addressOf(source)
  return source.kind === 'file' ? (
    <a href={address} dir="auto" {...rest} />
  ) : (
    <Link to={address} dir="auto" onClick={open} {...rest} />
  )
}

/** Leads to the passage that a part was taken from. */
export const SourceLink = ({ source, className }: { source: AnswerSource; className?: string | undefined }) => (
  <SourceAnchor source={source} className={className}>
    {nameOf(source)}
    {source.title && <> · {source.title}</>}
  </SourceAnchor>
)

/** The number by which the list names a source. */
const SourceNumber = ({ listed: { source, n } }: { listed: ListedSource }) => (
  <sup className={classes.number}>
    <SourceAnchor source={source} aria-label={`Source ${n}: ${nameOf(source)}`}>
      {n}
    </SourceAnchor>
  </sup>
)

/** The assistant's own text: Markdown as elements, so that nothing in it runs or loads. */
const Words = ({ text }: { text: string }) => {
  const ops = useMemo(() => showTargets(fromMarkdown(text)), [text])
  return (
    <div className={classes.words}>
      <RichText ops={ops} />
    </div>
  )
}

interface Props {
  parts: readonly ShownPart[]
  sources: readonly AnswerSource[]
  /** When the answer was written. */
  at: string | null
}

/** What an answer consists of, in order. Quotations are the campaign's text, everything else is the assistant's. */
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
