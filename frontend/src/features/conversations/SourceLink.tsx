import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import type { AnswerSource } from '#projections/conversation-messages.ts'
import { useOpenSource } from './use-open-source.ts'

export const nameOf = ({ name }: AnswerSource): string => name.trim() || untitledConjuration

interface AnchorProps extends ComponentProps<'a'> {
  source: AnswerSource
}

/** A link to a source: files are downloaded, everything else opens in the app. */
export const SourceAnchor = ({ source, ...rest }: AnchorProps) => {
  const { addressOf, open } = useOpenSource()
  const address = addressOf(source)
  return source.kind === 'file' ? (
    <a href={address} dir="auto" {...rest} />
  ) : (
    <Link to={address} dir="auto" onClick={open} {...rest} />
  )
}

/** A link to the passage that a part of an answer was taken from, with its name, section and page. */
export const SourceLink = ({ source, className }: { source: AnswerSource; className?: string | undefined }) => (
  <SourceAnchor source={source} className={className}>
    {nameOf(source)}
    {source.title && <> · {source.title}</>}
    {source.page !== undefined && <> · page {source.page}</>}
  </SourceAnchor>
)
