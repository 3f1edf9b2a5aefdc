import { Button } from '@mantine/core'
import { IconCheck, IconFilePlus, IconLink, IconPlus, IconTags, IconTextPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { AnswerSource, ShownProposal } from '#projections/conversation-messages.ts'
import { fromMarkdown } from '#richtext/from-markdown.ts'
import { RichText } from '../../writing/reading/RichText.tsx'
import classes from './proposal.module.css'
import { SourceLink } from './SourceLink.tsx'
import { showTargets } from './show-targets.ts'
import { useProposal } from './use-proposal.ts'

const kinds = {
  entry: { label: 'New entry', Icon: IconFilePlus },
  section: { label: 'New section', Icon: IconTextPlus },
  relationship: { label: 'New relationship', Icon: IconLink },
  tags: { label: 'New tags', Icon: IconTags },
} as const

/** Texts about the users who will see the change. */
const audiences = {
  CAMPAIGN: 'Everyone in this campaign will see it.',
  DM: 'Only Dungeon Masters and the owner will see it.',
  PRIVATE: 'Only its owner will see it.',
} as const
const entryAudiences = {
  ...audiences,
  DM: 'Only Dungeon Masters and you will see it, until you show it to players.',
  PRIVATE: 'Only you will see it.',
} as const

const outcomes = {
  accepted: 'Added to your campaign.',
  undone: 'Added, and removed since.',
  dismissed: 'Dismissed.',
} as const

interface Props {
  proposal: ShownProposal
  sources: readonly AnswerSource[]
}

/** A change that Weavy proposes: a preview, and buttons to accept or dismiss it. */
export const ProposalCard = ({ proposal, sources }: Props) => {
  const { change, status, audience } = proposal
  const { label, Icon } = kinds[change]
  const target = sources[proposal.target ?? -1]
  const { accept, dismiss, isBusy, isReady } = useProposal(proposal, target?.id)
  return (
    <section className={classes.card} aria-label={`Proposal: ${label.toLowerCase()}`} data-status={status}>
      <header>
        <Icon size={15} aria-hidden="true" />
        <b>{label}</b>
        {target && change !== 'relationship' && (
          <span>
            {change === 'section' ? 'in' : 'for'} <SourceLink source={target} />
          </span>
        )}
        {proposal.isFromTemplate && <span>from the template {proposal.template ?? 'that is no longer there'}</span>}
      </header>
      <Preview proposal={proposal} sources={sources} />
      {status === 'open' ? (
        <>
          <p className={classes.audience}>{(change === 'entry' ? entryAudiences : audiences)[audience]}</p>
          <div className={classes.acts}>
            <Button
              size="xs"
              leftSection={<IconPlus size={15} />}
              loading={isBusy}
              disabled={!isReady}
              onClick={() => void accept()}
            >
              Add to campaign
            </Button>
            <Button size="xs" variant="subtle" disabled={isBusy || !isReady} onClick={() => void dismiss()}>
              Dismiss
            </Button>
          </div>
        </>
      ) : (
        <p className={classes.outcome}>
          {status === 'accepted' && <IconCheck size={15} aria-hidden="true" />}
          {outcomes[status]}
          {status === 'accepted' && change === 'entry' && (
            <Link to={`/lore/view/${proposal.id}`} className={classes.open}>
              Open it
            </Link>
          )}
        </p>
      )}
    </section>
  )
}

/** Texts are data: Markdown becomes elements, names and tags are plain text. */
const Preview = ({ proposal: { change, title, text, tags, present, target, other }, sources }: Props) => {
  if (change === 'tags') return <TagDifference present={present} added={tags} />
  if (change === 'relationship') {
    const [from, to] = [sources[target ?? -1], sources[other ?? -1]]
    return (
      <p className={classes.relation}>
        {from && <SourceLink source={from} />} <span dir="auto">{title.trim() || 'is related to'}</span>{' '}
        {to && <SourceLink source={to} />}
      </p>
    )
  }
  return (
    <div className={classes.preview}>
      <h3 dir="auto">{title}</h3>
      {text === '' ? (
        <p className={classes.empty}>Without a text yet.</p>
      ) : (
        <Text text={text} isPlain={change === 'entry'} />
      )}
      {tags.length > 0 && <TagDifference present={[]} added={tags} />}
    </div>
  )
}

/** Renders a description as plain text, and the text of a section as Markdown. */
const Text = ({ text, isPlain }: { text: string; isPlain: boolean }) => {
  const ops = useMemo(() => (isPlain ? [] : showTargets(fromMarkdown(text))), [text, isPlain])
  if (!isPlain) return <RichText ops={ops} />
  return (
    <p className={classes.description} dir="auto">
      {text}
    </p>
  )
}

const TagDifference = ({ present, added }: { present: readonly string[]; added: readonly string[] }) => {
  const has = (tag: string) => present.some((other) => other.toLowerCase() === tag.toLowerCase())
  return (
    <ul className={classes.tags} aria-label="Tags">
      {present.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
      {added
        .filter((tag) => !has(tag))
        .map((tag) => (
          <li key={tag}>
            <ins>
              <span aria-hidden="true">+ </span>
              {tag}
            </ins>
          </li>
        ))}
    </ul>
  )
}
